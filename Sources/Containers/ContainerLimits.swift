package import SystemFiles

package struct ContainerLimits: Sendable {
    package let entries: Limit
    /// Bytes of all files together, after decompression.
    package let bytes: Limit
    /// Bytes of memory that a decompressor may use.
    package let memory: Limit

    package init(entries: Limit, bytes: Limit, memory: Limit) {
        self.entries = entries
        self.bytes = bytes
        self.memory = memory
    }

    var tooManyEntries: ScaryBugsError {
        entries.exceeded("more than \(entries.value.grouped) entries")
    }

    var tooManyBytes: ScaryBugsError {
        bytes.exceeded("unpacks to more than \(ByteCount(bytes.value))")
    }

    var tooMuchMemory: ScaryBugsError {
        memory.exceeded(
            "takes more than \(ByteCount(memory.value)) of memory to unpack; pack it as a ZIP file")
    }
}

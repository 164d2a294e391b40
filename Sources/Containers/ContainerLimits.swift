package import SystemFiles

package struct ContainerLimits: Sendable {
    package let entries: Limit
    /// Bytes of all files together, after decompression.
    package let bytes: Limit

    package init(entries: Limit, bytes: Limit) {
        self.entries = entries
        self.bytes = bytes
    }

    /// The most bytes that a compressed container may have after decompression. They include the
    /// headers, several for each entry, and the blocks at the end.
    var unpackedBytes: Int64 { bytes.value + (entries.value + 16) * 8_192 }

    var tooManyEntries: ScaryBugsError {
        entries.exceeded("more than \(entries.value.grouped) entries")
    }

    var tooManyBytes: ScaryBugsError {
        bytes.exceeded("unpacks to more than \(ByteCount(bytes.value))")
    }
}

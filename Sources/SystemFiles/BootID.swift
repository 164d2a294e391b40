/// The ID of the kernel's current run, which is new after each start of the machine.
package enum BootID {
    /// The ID as the kernel writes it, 36 characters; empty if the kernel doesn't say.
    package static let text: String = {
        let file = try? File.open(path: "/proc/sys/kernel/random/boot_id")
        let bytes = (try? file?.prefix(64)) ?? []
        return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }()
}

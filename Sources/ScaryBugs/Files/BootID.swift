/// The ID of the kernel's current run, which is new after each start of the machine.
enum BootID {
    /// The ID as the kernel writes it, 36 characters; empty if the kernel doesn't say.
    static let text: String = {
        let file = try? File.open(path: "/proc/sys/kernel/random/boot_id")
        let bytes = (try? file?.contents(limit: 64)) ?? []
        return String(decoding: bytes, as: UTF8.self).trimmed
    }()
}

/// A tar file built block by block, so that it can contain every type of entry.
struct RawTar {
    struct Entry {
        var name: [UInt8]
        var data: [UInt8]
        var type: Character = "0"
        var link = ""
        /// The declared size in bytes, if it differs from the real size.
        var size: Int?

        init(_ name: String, _ data: String = "x", type: Character = "0", link: String = "") {
            self.name = Array(name.utf8)
            self.data = Array(data.utf8)
            self.type = type
            self.link = link
        }
    }

    var entries: [Entry]
    /// The number of zero blocks at the end.
    var endBlocks = 2

    init(_ entries: [Entry], endBlocks: Int = 2) {
        self.entries = entries
        self.endBlocks = endBlocks
    }

    static let dataFile = Entry("3.scarybug/data.plist", "data")

    var bytes: [UInt8] {
        entries.flatMap { Self.header($0) + Self.padded($0.data) }
            + [UInt8](repeating: 0, count: endBlocks * 512)
    }

    static func header(_ entry: Entry) -> [UInt8] {
        var header = field(entry.name, 100) + field("0000644", 8) + field("0000000", 8)
        header += field("0000000", 8) + field(octal(entry.size ?? entry.data.count), 12)
        header += field(octal(1_600_000_000), 12) + field("        ", 8)
        header += field(String(entry.type), 1) + field(entry.link, 100)
        header += field("ustar\u{0}00", 8)
        return withChecksum(header + [UInt8](repeating: 0, count: 512 - header.count))
    }

    /// A header with a correct checksum.
    static func withChecksum(_ header: [UInt8]) -> [UInt8] {
        var header = header
        header.replaceSubrange(148..<156, with: Array("        ".utf8))
        let sum = header.reduce(0) { $0 + Int($1) }
        header.replaceSubrange(148..<155, with: Array(octal(sum).suffix(6).utf8) + [0])
        return header
    }

    /// A record of a pax header: its length in bytes, which includes itself, and the text.
    static func record(_ text: String) -> [UInt8] {
        var length = text.utf8.count + 3
        while String(length).count + text.utf8.count + 2 != length { length += 1 }
        return Array("\(length) \(text)\n".utf8)
    }

    /// Eleven octal digits.
    private static func octal(_ value: Int) -> String {
        let digits = String(value, radix: 8)
        return String(repeating: "0", count: max(0, 11 - digits.count)) + digits
    }

    private static func field(_ text: String, _ width: Int) -> [UInt8] {
        field(Array(text.utf8), width)
    }

    private static func field(_ bytes: [UInt8], _ width: Int) -> [UInt8] {
        Array((bytes + [UInt8](repeating: 0, count: width)).prefix(width))
    }

    private static func padded(_ data: [UInt8]) -> [UInt8] {
        data + [UInt8](repeating: 0, count: (512 - data.count % 512) % 512)
    }
}

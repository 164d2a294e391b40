import Containers

/// A ZIP file built byte by byte, so that each byte can be wrong.
struct RawZip {
    struct Entry {
        var name: [UInt8]
        /// The name in the local header, if it differs.
        var localName: [UInt8]?
        var data: [UInt8] = []
        var method: UInt16 = 0
        var flags: UInt16 = 0
        var checksum: UInt32?
        var size: UInt32?
        var packedSize: UInt32?
        /// The Unix file type and permissions.
        var mode: UInt32
        var localExtra: [UInt8] = []
        var extra: [UInt8] = []
        /// The entry's offset in the central directory, if it differs from the real offset.
        var offset: UInt32?
        /// Bytes after the entry that belong to no entry.
        var gap: [UInt8] = []
        /// Whether the central directory omits the entry.
        var isUnlisted = false

        init(_ name: String, _ data: String = "x") {
            self.init(Array(name.utf8), data)
        }

        init(_ name: [UInt8], _ data: String = "x") {
            self.name = name
            self.data = Array(data.utf8)
            mode = name.last == UInt8(ascii: "/") ? 0o040755 : 0o100644
        }

        func with(_ change: (inout Entry) -> Void) -> Entry {
            var copy = self
            change(&copy)
            return copy
        }

        fileprivate var numbers: [UInt8] {
            RawZip.bytes(checksum ?? CRC32.of(data))
                + RawZip.bytes(packedSize ?? UInt32(data.count))
                + RawZip.bytes(size ?? UInt32(data.count))
        }

        fileprivate var head: [UInt8] {
            RawZip.bytes(UInt16(20)) + RawZip.bytes(flags) + RawZip.bytes(method)
                + [0, 0, 0x21, 0] + numbers
        }
    }

    var entries: [Entry]
    var comment: [UInt8] = []
    /// The count in the end record, if it differs from the real count.
    var count: UInt16?
    var prefix: [UInt8] = []

    init(_ entries: Entry...) {
        self.entries = entries
    }

    init(_ entries: [Entry]) {
        self.entries = entries
    }

    /// The data file that every bundle needs.
    static let dataFile = Entry("3.scarybug/data.plist", "data")

    var bytes: [UInt8] {
        var file = prefix
        var directory: [UInt8] = []
        var listed: UInt16 = 0
        for entry in entries {
            let offset = UInt32(file.count)
            let name = entry.localName ?? entry.name
            file += [0x50, 0x4B, 3, 4] + entry.head + Self.bytes(UInt16(name.count))
            file += Self.bytes(UInt16(entry.localExtra.count)) + name + entry.localExtra
            file += entry.data + entry.gap
            if entry.isUnlisted { continue }
            listed += 1
            directory += [0x50, 0x4B, 1, 2, 20, 3] + entry.head
            directory += Self.bytes(UInt16(entry.name.count))
            directory += Self.bytes(UInt16(entry.extra.count)) + [0, 0, 0, 0, 0, 0]
            directory += Self.bytes(entry.mode << 16) + Self.bytes(entry.offset ?? offset)
            directory += entry.name + entry.extra
        }
        let end = Self.bytes(count ?? listed) + Self.bytes(count ?? listed)
        let place = Self.bytes(UInt32(directory.count)) + Self.bytes(UInt32(file.count))
        let tail = [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + end + place + Self.bytes(UInt16(comment.count))
        return file + directory + tail + comment
    }

    static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}

/// A key that is looked for among the ASCII strings of an archive.
struct ArchiveKey {
    private let text: String
    /// The mark of a string with this text; see ``BinaryObject/mark``.
    let mark: UInt64

    /// Returns nil unless the text is ASCII. Swift can take any other text as equal to an ASCII one.
    @inline(__always)
    init?(_ text: String) {
        let utf8 = text.utf8.span
        let mark = utf8.withUnsafeBufferPointer { bytes in
            try? ByteRegion(bytes: bytes, end: bytes.count)
                .mark(ofASCIIAt: 0, count: bytes.count)
        }
        guard let mark else { return nil }
        (self.text, self.mark) = (text, mark)
    }

    /// Whether an object is a string with this text.
    @inline(__always)
    func isText(of object: BinaryObject, in bytes: Span<UInt8>) -> Bool {
        guard object.mark == mark, object.type == BinaryObject.ascii else { return false }
        // Few characters are the mark.
        return object.count < 8 || isLongText(of: object, in: bytes)
    }

    private func isLongText(of object: BinaryObject, in bytes: Span<UInt8>) -> Bool {
        let text = text.utf8.span
        let start = Int(object.payload)
        guard text.count == object.count, start + text.count <= bytes.count else { return false }
        return text.indices.allSatisfy { text[$0] == bytes[start + $0] }
    }

    /// The number of the value of this key in a dictionary of the table; nil if it has no such key.
    @inline(__always)
    func value(
        in dictionary: Int, of table: Span<BinaryObject>, _ bytes: Span<UInt8>
    ) -> Int? {
        let count = Int(table[dictionary].count)
        let start = Int(table[dictionary].payload)
        for place in start..<(start + count)
        where isText(of: table[Int(bytes[place])], in: bytes) {
            return Int(bytes[place + count])
        }
        return nil
    }

    static let archiver = ArchiveKey("$archiver")
    static let version = ArchiveKey("$version")
    static let top = ArchiveKey("$top")
    static let objects = ArchiveKey("$objects")
    static let keyedArchiver = ArchiveKey(KeyedArchive.archiver)
    static let null = ArchiveKey(KeyedArchive.null)
    static let `class` = ArchiveKey("$class")
    static let className = ArchiveKey("$classname")
    static let classes = ArchiveKey("$classes")
}

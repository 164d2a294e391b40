/// A key that is looked for among the ASCII strings of an archive.
struct ArchiveKey {
    let text: String
    /// The mark of a string with this text; see ``BinaryObject/mark``.
    let mark: UInt64

    /// Returns nil unless the text is ASCII. Swift can take any other text as equal to an ASCII one.
    init?(_ text: String) {
        let utf8 = text.utf8.span
        let mark = utf8.withUnsafeBufferPointer { bytes in
            try? ByteRegion(bytes: bytes, end: bytes.count)
                .mark(ofASCIIAt: 0, count: bytes.count)
        }
        guard let mark else { return nil }
        (self.text, self.mark) = (text, mark)
    }

    /// Whether a string with the mark has this text.
    func isText(of object: BinaryObject, in region: ByteRegion) -> Bool {
        guard object.type == BinaryObject.ascii else { return false }
        // Few characters are the mark.
        if object.count < 8 { return true }
        let text = text.utf8.span
        guard text.count == object.count,
            let bytes = try? region.slice(at: Int(object.payload), count: text.count)
        else { return false }
        return text.indices.allSatisfy { text[$0] == bytes[$0] }
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

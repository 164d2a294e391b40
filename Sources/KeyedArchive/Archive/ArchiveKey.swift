extension KeyedArchive {
    /// A key of an object, in the form in which it is looked for in many objects.
    public struct Key: Sendable {
        /// The key as a text.
        public let text: String
        /// Nil for a key that isn't ASCII.
        let ascii: ArchiveKey?

        /// Makes a key of a text.
        public init(_ text: String) {
            self.text = text
            ascii = ArchiveKey(text)
        }
    }
}

extension KeyedArchive {
    /// The keys that ordinary objects have.
    public struct KeyList: Sendable {
        private let keys: [ArchiveKey]
        private let marks: [UInt64]

        /// Makes a list of texts, in the order in which most objects have them. Only those in ASCII are
        /// found again.
        public init(_ texts: [String]) {
            keys = texts.compactMap { ArchiveKey($0) }
            marks = keys.map(\.mark)
        }

        /// The place of the key that an object of the property list is; nil if it is none of them.
        ///
        /// - Parameter start: the place after the key before it, where most are found.
        func place(
            of object: BinaryObject, in bytes: Span<UInt8>, from start: Int
        ) -> Int? {
            let marks = marks
            for offset in marks.indices {
                var place = start &+ offset
                if place >= marks.count { place &-= marks.count }
                // Different keys may have the same mark.
                if marks[place] == object.mark, keys[place].isText(of: object, in: bytes) {
                    return place
                }
            }
            return nil
        }
    }
}

/// A key that is looked for among the ASCII strings of an archive.
struct ArchiveKey: Equatable {
    /// The mark of a string with this text; see ``BinaryObject/mark``.
    let mark: UInt64
    private let text: String

    /// Returns nil unless the text is ASCII. Swift can take any other text as equal to an ASCII one.
    @inline(__always)
    init?(_ text: String) {
        let utf8 = text.utf8.span
        let mark = utf8.withUnsafeBufferPointer { bytes in
            ByteRegion(bytes: bytes, end: bytes.count)
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

    /// Compares eight characters at a time. The last ones may be among those before.
    private func isLongText(of object: BinaryObject, in bytes: Span<UInt8>) -> Bool {
        let (text, bytes) = (text.utf8.span.bytes, bytes.bytes)
        let start = Int(object.payload)
        let last = text.byteCount - 8
        guard text.byteCount == object.count, start + text.byteCount <= bytes.byteCount else {
            return false
        }
        for place in stride(from: 0, to: text.byteCount, by: 8) {
            let place = min(place, last)
            let word = text.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
            let other = bytes.unsafeLoadUnaligned(fromByteOffset: start + place, as: UInt64.self)
            if word != other { return false }
        }
        return true
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
    static let time = ArchiveKey("NS.time")
    static let elements = ArchiveKey("NS.objects")
}

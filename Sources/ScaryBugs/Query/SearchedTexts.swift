/// The texts of one document in which queries look for words. A long document is found by its beginning
/// only; see ``Limits/searchedBytes``.
final class SearchedTexts {
    private let data: DocumentData
    private lazy var texts = data.searchedTexts()

    init(_ data: DocumentData) {
        self.data = data
    }

    /// The words of each text by the name of its field. A query of many words needs them again.
    private var words: [String: [[String]]] = [:]

    /// The folded values of each list by the name of its field.
    private var values: [String: Set<String>] = [:]

    /// The text of a field, or each value of a list.
    subscript(field: Field) -> [String] { texts[field.name] ?? [] }

    /// The words of the text of a field, or of each value of a list.
    func words(of field: Field) -> [[String]] {
        if let known = words[field.name] { return known }
        let found = self[field].map(Tokenizer.words)
        words[field.name] = found
        return found
    }

    func foldedValues(of field: Field) -> Set<String> {
        if let known = values[field.name] { return known }
        let found = Set(self[field].map { Tokenizer.folded($0) })
        values[field.name] = found
        return found
    }
}

extension DocumentData {
    fileprivate func searchedTexts() -> [String: [String]] {
        var room = SearchRoom()
        var texts: [String: [String]] = [:]
        forEachValue { field, value in
            switch room.fit(value, of: field) {
            case .text(let text): texts[field.name] = [text]
            case .list(let values): texts[field.name] = values
            default: break
            }
        }
        return texts
    }

    /// Whether queries find all words of the document.
    ///
    /// - Parameter size: the bytes of the data file. An ordinary document is too small for more.
    func isSearchedWhole(fileSize size: Int) -> Bool {
        if size <= 2_048 { return true }
        var room = SearchRoom()
        forEachValue { _ = room.fit($1, of: $0) }
        return !room.isExceeded
    }
}

/// The room for a document's words in the index.
///
/// Folding can make a text longer: `U+FDFA` becomes 18 characters. The room therefore counts the most
/// bytes that each character can take, in the order of the fields, and so gives the same result with
/// and without an index.
struct SearchRoom {
    private(set) var left = Limits.searchedBytes
    private(set) var isExceeded = false

    /// The part of a field's value that has room.
    mutating func fit(_ value: FieldValue, of field: Field) -> FieldValue {
        switch value {
        // The identifier has no words in the full-text index.
        case .text where !field.isSearchedForWords: value.sorted
        case .text(let text): .text(fit(text))
        case .list(let values): .list(fit(values, of: field))
        default: value
        }
    }

    private mutating func fit(_ text: String) -> String {
        let end = end(of: text, factor: 1)
        return end < text.utf8.count ? String(decoding: text.utf8.prefix(end), as: UTF8.self) : text
    }

    /// A value of a list takes room for its words, and for a term with the field's name and the whole
    /// value, in which a character can take four bytes.
    private mutating func fit(_ values: [String], of field: Field) -> [String] {
        for (index, value) in values.enumerated() {
            left -= 4 * field.name.utf8.count + 16
            if end(of: value, factor: 5) < value.utf8.count || left < 0 {
                isExceeded = true
                return Array(values[..<index])
            }
        }
        return values
    }

    /// Takes room for a text.
    ///
    /// - Returns: the bytes for which there is room, whole characters only.
    private mutating func end(of text: String, factor: Int) -> Int {
        var text = text
        return text.withUTF8 { bytes in
            if bytes.isASCII, left >= factor * bytes.count {
                left -= factor * bytes.count
                return bytes.count
            }
            for index in bytes.indices where !bytes[index].isContinuation {
                left -=
                    factor * Self.size(of: bytes[index], followedBy: bytes.suffix(from: index + 1))
                if left < 0 {
                    isExceeded = true
                    return index
                }
            }
            return bytes.count
        }
    }

    /// The most bytes that a character takes after folding, with a blank before it.
    ///
    /// - Parameters:
    ///   - lead: its first byte in UTF-8.
    ///   - rest: the bytes after that.
    private static func size(
        of lead: UInt8, followedBy rest: Slice<UnsafeBufferPointer<UInt8>>
    ) -> Int {
        let next = rest.first ?? 0
        return switch lead {
        case ..<0x80: 1
        case ..<0xE0: 8
        // Roman numerals, fractions and numbers in circles.
        case 0xE0, 0xE2: 16
        // U+3200 to U+33FF: words in one character.
        case 0xE3 where (0x88...0x8F).contains(next): 40
        // U+FB00 to U+FEFF: ligatures.
        case 0xEF where (0xAC...0xBB).contains(next): 40
        case ..<0xF0: 8
        default: 16
        }
    }
}

extension UInt8 {
    /// Whether it is a byte of a character in UTF-8 after the first.
    fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }
}

extension FieldValue {
    /// The beginning of a text or a list, by which documents are sorted.
    var sorted: FieldValue {
        switch self {
        case .text(let text): return .text(text.prefix(bytes: Self.sortedBytes))
        case .list(let values):
            var room = Self.sortedBytes
            let first = values.prefix { value in
                room -= value.utf8.count + 1
                return room >= 0
            }
            return .list(Array(first))
        default: return self
        }
    }

    /// The bytes of a text by which documents are sorted. More would only enlarge the index.
    private static let sortedBytes = 1 << 10
}

extension String {
    /// The characters that have room in a number of bytes.
    fileprivate func prefix(bytes count: Int) -> String {
        guard utf8.count > count else { return self }
        var end = utf8.index(startIndex, offsetBy: count)
        while utf8[end].isContinuation { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}

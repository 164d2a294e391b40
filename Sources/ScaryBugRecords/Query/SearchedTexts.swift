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
    package func isSearchedWhole(fileSize size: Int) -> Bool {
        if size <= 2_048 { return true }
        var room = SearchRoom()
        forEachValue { _ = room.fit($1, of: $0) }
        return !room.isExceeded
    }
}

/// The room for a document's texts in queries and in the index, which both give it to the fields in
/// their order.
package struct SearchRoom {
    private var left = Limits.searchedBytes
    private(set) var isExceeded = false

    package init() {}

    /// About the bytes that a value of a list takes in the index besides its text.
    private static let valueBytes = 32

    /// The part of a field's value that has room.
    package mutating func fit(_ value: FieldValue, of field: Field) -> FieldValue {
        switch value {
        // It has no words in the full-text index.
        case .text where !field.isSearchedForWords: value.sorted
        case .text(let text):
            .text(take(text.utf8.count) ? text : text.prefix(bytes: max(0, left + text.utf8.count)))
        case .list(let values):
            .list(Array(values.prefix { take($0.utf8.count + Self.valueBytes) }))
        default: value
        }
    }

    /// Takes room; returns false if there is less.
    private mutating func take(_ bytes: Int) -> Bool {
        left -= bytes
        if left < 0 { isExceeded = true }
        return left >= 0
    }
}

extension FieldValue {
    /// The beginning of a text or a list, by which documents are sorted.
    package var sorted: FieldValue {
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
        while utf8[end] & 0b1100_0000 == 0b1000_0000 { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}

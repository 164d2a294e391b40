/// Which documents a command is about: numbers, ranges, or all; of all kinds or of one.
public struct Selection: Hashable, Sendable {
    /// A document that must be there.
    struct Named: Hashable, Sendable {
        let number: Int
        /// Given where several kinds of documents have the number: `5.scarycreature`.
        let kind: DocumentKind?
    }

    private(set) var named: [Named] = []
    /// Numbers among which there may be holes.
    private(set) var ranges: [ClosedRange<Int>] = []
    /// Kinds that a document must be of, all of them.
    private(set) var kinds: [DocumentKind] = []

    /// All documents.
    public static let all = Selection()

    private init() {}

    /// Reads words such as `3`, `1-5`, `2,4-6`, `all`, which are joined, and `kind:book`, which must
    /// hold besides.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names the part that cannot be read.
    public init(_ words: [String]) throws {
        for word in words {
            if let qualifier = try Qualifier(word) {
                kinds.append(qualifier.kind)
                continue
            }
            for part in word.split(separator: ",", omittingEmptySubsequences: false) {
                switch try Part(part, of: word) {
                case .all: ranges.append(DocumentName.numbers)
                case .named(let document): named.append(document)
                case .range(let range): ranges.append(range)
                }
            }
        }
    }

    /// The only document that is meant, where it is named by its number.
    public var isOne: Bool { named.count == 1 && ranges.isEmpty && kinds.isEmpty }

    /// Whether a document is meant, apart from those that must be there.
    func contains(_ name: DocumentName) -> Bool {
        guard kinds.allSatisfy({ $0 == name.kind }) else { return false }
        if named.isEmpty, ranges.isEmpty { return true }
        return ranges.contains { $0.contains(name.number) }
    }

    /// Whether a word could be meant as a selection at all.
    public static func canBeMeant(by word: String) -> Bool {
        guard word != "-" else { return false }
        return word == "all" || word.hasPrefix(Qualifier.kindName + ":")
            || word.allSatisfy { $0.isASCII && ($0.isNumber || ",- ".contains($0)) }
            || DocumentName(directoryName: word) != nil
    }
}

/// `kind:book`
private struct Qualifier {
    static let kindName = "kind"

    let kind: DocumentKind

    /// Nil if the word has another form.
    init?(_ word: String) throws {
        guard let colon = word.firstIndex(of: ":") else { return nil }
        let name = word[..<colon]
        guard name == Self.kindName else {
            throw ScaryBugsError(
                .invalidValue, "there is no qualifier '\(name)'; there is: \(Self.kindName):KIND")
        }
        kind = try DocumentKind.named(String(word[word.index(after: colon)...]))
    }
}

/// One of the parts of a word that commas separate.
private enum Part {
    case all
    case named(Selection.Named)
    case range(ClosedRange<Int>)

    init(_ text: Substring, of word: String) throws {
        if text == "all" {
            self = .all
            return
        }
        if let name = DocumentName(directoryName: String(text)) {
            self = .named(Selection.Named(number: name.number, kind: name.kind))
            return
        }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = try ends.map { try Self.number($0, of: word) }
        switch numbers.count {
        case 1: self = .named(Selection.Named(number: numbers[0], kind: nil))
        case 2 where numbers[0] <= numbers[1]: self = .range(numbers[0]...numbers[1])
        case 2:
            throw ScaryBugsError(
                .invalidValue,
                "the range '\(text)' runs backwards; it is written \(numbers[1])-\(numbers[0])")
        default: throw Self.unreadable(word)
        }
    }

    private static func number(_ text: Substring, of word: String) throws -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw unreadable(word)
        }
        guard let number = Int(text), DocumentName.numbers.contains(number) else {
            throw ScaryBugsError(
                .invalidValue, "'\(text)' is no document's number: they go from 1 to 999999999")
        }
        return number
    }

    private static func unreadable(_ word: String) -> ScaryBugsError {
        ScaryBugsError(
            .invalidValue,
            "'\(word)' is not a selection: a number (3), a range (1-5), a list (2,4-6), 'all' or "
                + "kind:KIND")
    }
}

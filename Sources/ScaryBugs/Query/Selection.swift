/// Which documents a command is about: numbers, ranges, or all.
public enum Selection: Hashable, Sendable {
    case all
    /// Numbers that must be there, and ranges that may have holes.
    case numbers(named: [Int], ranges: [ClosedRange<Int>])

    /// One document.
    public static func one(_ number: Int) -> Selection {
        .numbers(named: [number], ranges: [])
    }

    /// Reads words such as `3`, `1-5`, `2,4-6`, `all`, which are joined.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names the part that cannot be read.
    public init(_ words: [String]) throws {
        var named: [Int] = []
        var ranges: [ClosedRange<Int>] = []
        var isAll = false
        for word in words {
            for part in word.split(separator: ",", omittingEmptySubsequences: false) {
                switch try Part(part, of: word) {
                case .all: isAll = true
                case .number(let number): named.append(number)
                case .range(let range): ranges.append(range)
                }
            }
        }
        if isAll, !named.isEmpty { ranges.append(DocumentName.numbers) }
        self = isAll && named.isEmpty ? .all : .numbers(named: named, ranges: ranges)
    }

    /// Whether a word could be meant as a selection at all.
    public static func canBeMeant(by word: String) -> Bool {
        word == "all" || word.allSatisfy { $0.isASCII && ($0.isNumber || ",- ".contains($0)) }
    }

    private enum Part {
        case all
        case number(Int)
        case range(ClosedRange<Int>)

        init(_ text: Substring, of word: String) throws {
            if text == "all" {
                self = .all
                return
            }
            let ends = text.split(separator: "-", omittingEmptySubsequences: false)
            let numbers = try ends.map { try Self.number($0, of: word) }
            switch numbers.count {
            case 1: self = .number(numbers[0])
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
                "'\(word)' is not a selection: a number (3), a range (1-5), a list (2,4-6) or 'all'"
            )
        }
    }
}

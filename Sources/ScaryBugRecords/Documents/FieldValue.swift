import XML

/// The value of a field.
public enum FieldValue: Hashable, Sendable {
    case text(String)
    case rating(Float)
    case list([String])
    case date(EDTFDate)
    case position(Position)
    case timestamp(Timestamp)
    case count(Int64)
    case number(Double)
    case boolean(Bool)
}

extension FieldValue {
    /// Whether the value counts as none: an empty text or list, or a rating of 0.
    package var isEmpty: Bool {
        switch self {
        case .text(""), .list([]), .rating(0): true
        default: false
        }
    }

    /// Parses a value in a command.
    ///
    /// - Parameters:
    ///   - text: the value.
    ///   - field: the field that gets it.
    ///   - now: the time from which a date counts the days of `today` or `3d`; nil to refuse them.
    /// - Throws: ``ScaryBugsError/Code/invalidValue``, whose message names the field and its valid
    ///   values.
    public init(_ text: String, for field: Field, now: Timestamp? = nil) throws {
        try self.init(text, for: field, from: WrittenValue.Source(.person, now: now))
    }

    /// Parses a value as its author writes it; see ``WrittenValue``.
    init(_ text: String, for field: Field, from source: WrittenValue.Source) throws {
        guard !CombiningMarks.areTooMany(in: text) else {
            throw ScaryBugsError(.invalidValue, "\(field.name): \(CombiningMarks.excess)")
        }
        let digits = source.hasDecimalComma ? text.withDecimalPoints : text
        switch field.type {
        case .text: self = .text(text)
        case .title: self = .text(try Self.parseTitle(text))
        case .rating: self = .rating(try Self.parseRating(digits))
        case .list: self = .list(Self.parseList(text))
        case .date: self = .date(try Self.parseDate(text, field, source))
        case .position: self = .position(try Self.parsePosition(text, field, source))
        case .timestamp:
            throw ScaryBugsError(.invalidValue, "\(field.name) is recorded by the program")
        case .count: self = .count(try Self.parseCount(digits, field))
        case .number: self = .number(try Self.parseNumber(digits, field))
        case .boolean: self = .boolean(try Self.parseBoolean(text, field))
        case .picture:
            throw ScaryBugsError(.invalidValue, "\(field.name) is a file, not a text")
        }
    }

    private static func parseTitle(_ text: String) throws -> String {
        let trimmed = text.trimmed
        guard trimmed.unicodeScalars.contains(where: { $0.properties.generalCategory != .format })
        else {
            throw ScaryBugsError(.invalidValue, "a title must not be blank")
        }
        return trimmed
    }

    private static func parseRating(_ text: String) throws -> Float {
        let digits = text.trimmed
        guard digits.isDecimal, let value = Float(digits), value >= 0, value <= 5 else {
            let pointed = String(digits.map { $0 == "," ? "." : $0 })
            let hint = pointed != digits && Float(pointed) != nil ? "; write \(pointed)" : ""
            throw ScaryBugsError(
                .invalidValue, "the rating '\(text)' is not a number from 0 to 5\(hint)")
        }
        return value + 0  // -0 becomes 0
    }

    private static func parseDate(
        _ text: String, _ field: Field, _ source: WrittenValue.Source
    ) throws -> EDTFDate {
        let word = text.trimmed
        let takesDays = source.author == .person && source.now != nil
        if let date = date(word, source, takesDays) { return date }
        let isRelative =
            !takesDays && EDTFDate(dayNamed: word, now: Timestamp(secondsSince1970: 0)) != nil
        let problem =
            EDTFDate.problem(with: word, takingDays: takesDays)
            ?? (isRelative ? "a table takes no day that depends on today" : "not a date")
            + "; write one such as \(field.type.summary)"
        throw ScaryBugsError(.invalidValue, "\(field.name) '\(text.shortened)': \(problem)")
            .see(.dates)
    }

    private static func date(
        _ word: String, _ source: WrittenValue.Source, _ takesDays: Bool
    ) -> EDTFDate? {
        // A list has dates that were here before they counted as none.
        if EDTFDate.isZero(word), source.author != .list || EDTFDate(word)?.text != word {
            return nil
        }
        if takesDays, let now = source.now {
            // A time of the day may follow, as in `today 21:30`.
            let day = word.prefix { $0 != " " }
            if let date = EDTFDate(dayNamed: String(day), now: now) {
                return EDTFDate(written: date.text + word.dropFirst(day.count))
            }
        }
        return EDTFDate(written: word, source.order(of: word))
    }

    private static func parsePosition(
        _ text: String, _ field: Field, _ source: WrittenValue.Source
    ) throws -> Position {
        do {
            let position = try Position(text)
            guard position.isNowhere, source.author != .list || position.text != text else {
                return position
            }
            throw ScaryBugsError(
                .invalidValue, "no position, but what programs write for none; leave it empty")
        } catch let error as ScaryBugsError {
            throw error.about("\(field.name) '\(text.prefix(Position.mostBytes))'").see(.fields)
        }
    }

    private static func parseCount(_ text: String, _ field: Field) throws -> Int64 {
        if let value = Int64(asciiDigits: text.trimmed.withoutZeroDecimals.utf8) { return value }
        throw ScaryBugsError(
            .invalidValue, "\(field.name) '\(text)' is not a whole number, 0 or more")
    }

    private static func parseNumber(_ text: String, _ field: Field) throws -> Double {
        let digits = text.trimmed
        if digits.isDecimal, let value = Double(digits), value.isFinite {
            guard value.keepsDigits(of: digits) else {
                throw ScaryBugsError(
                    .invalidValue,
                    "\(field.name) '\(text)' has more digits than a number keeps, which rounds it to "
                        + "\(value.shortest); a field of the type text keeps them")
            }
            return value + 0  // -0 becomes 0
        }
        throw ScaryBugsError(
            .invalidValue, "\(field.name) '\(text)' is not a number such as 4, -2.5 or 1e6")
    }

    private static func parseBoolean(_ text: String, _ field: Field) throws -> Bool {
        switch text.trimmed.lowercased() {
        case "yes", "true", "1": return true
        case "no", "false", "0": return false
        default:
            throw ScaryBugsError(.invalidValue, "\(field.name) '\(text)' is neither yes nor no")
        }
    }

    /// Trims the values of a list, and removes empty ones and duplicates. The first spelling stays,
    /// since no query tells case or accents apart.
    package static func uniqued(_ values: [String]) -> [String] {
        var present: Set<String> = []
        return values.compactMap { value in
            let value = value.trimmed
            return !value.isEmpty && present.insert(Tokenizer.folded(value)).inserted ? value : nil
        }
    }

    /// Splits a list at commas. A backslash escapes the next character. Values are trimmed, and
    /// duplicates are removed.
    static func parseList(_ text: String) -> [String] { uniqued(elements(ofListText: text)) }

    /// The elements of a list from its ``text``, as they are; none for an empty text.
    package static func elements(ofListText text: String) -> [String] {
        if text.isEmpty { return [] }
        if !text.utf8.contains(UInt8(ascii: "\\")) {
            return text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                .map { String(Substring($0)) }
        }
        // A comma with an accent after it is a comma, too.
        var values: [String] = []
        var value = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            if !isEscaped, scalar == "," {
                values.append(String(value))
                value = .init()
            } else if !isEscaped, scalar == "\\" {
                isEscaped = true
                continue
            } else {
                value.append(scalar)
            }
            isEscaped = false
        }
        return values + [String(value)]
    }

    /// The value as text, which ``init(_:for:now:)`` parses back.
    public var text: String {
        switch self {
        case .text(let text): text
        case .rating(let rating): rating.shortest
        case .list(let values): values.map(Self.escaped).joined(separator: ",")
        case .date(let date): date.text
        case .position(let position): position.text
        case .timestamp(let time): time.rfc3339
        case .count(let count): String(count)
        case .number(let number): number.shortest
        case .boolean(let value): value ? "yes" : "no"
        }
    }

    private static func escaped(_ value: String) -> String {
        guard value.unicodeScalars.contains(where: { $0 == "," || $0 == "\\" }) else {
            return value
        }
        return value.unicodeScalars.reduce(into: "") { result, scalar in
            if scalar == "," || scalar == "\\" { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(scalar)
        }
    }
}

extension BinaryFloatingPoint where Self: CustomStringConvertible {
    /// The shortest text that parses to the same number: `4`, `3.5`.
    package var shortest: String {
        let text = description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension String {
    /// A whole number without the decimals that spreadsheets, pandas and R add: `5` for `5.0`. In `1.000`, the
    /// dot may part thousands.
    package var withoutZeroDecimals: String {
        guard let (whole, decimals) = halves(around: "."), !whole.isEmpty, !decimals.isEmpty,
            decimals.utf8.allSatisfy({ $0 == UInt8(ascii: "0") }), decimals.utf8.count != 3
        else { return self }
        return String(whole)
    }

    /// The name of a file without its ending.
    package var withoutEnding: String {
        guard let dot = lastIndex(of: "."), dot > startIndex else { return self }
        return String(self[..<dot])
    }

    package var trimmed: String {
        // Most texts begin and end with a letter.
        let isVisible = { (byte: UInt8?) in byte.map { (0x21...0x7E).contains($0) } ?? false }
        if isVisible(utf8.first), isVisible(utf8.last) { return String(self) }
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}

/// A text that stands for the value of a field, and what it gives.
///
/// Every road on which texts come asks it: typed lines, tables, archives, maps and photographs. So a text
/// means the same on all of them.
package struct WrittenValue {
    /// Who wrote a text, and how dates and numbers are written there.
    package struct Source: Sendable {
        package enum Author: Sendable {
            /// Somebody who types a line.
            case person
            /// Our own `list` or `export`.
            case list
            /// A person or another program, in a file.
            case file
        }

        package var author: Author
        /// The order of a day and a month in numbers that the user names; nil if he names none.
        package var order: WrittenDate.Order?
        /// The order that other values of the column show; nil if they show none.
        package var columnOrder: WrittenDate.Order?
        /// Whether numbers are written `4,5`.
        package var hasDecimalComma = false
        /// The time after which a date is in the future, and from which a person counts days; nil to do
        /// neither.
        package var now: Timestamp?

        package init(_ author: Author, order: WrittenDate.Order? = nil, now: Timestamp? = nil) {
            (self.author, self.order, self.now) = (author, order, now)
        }

        /// The order of a day and a month in a text; nil if it isn't known.
        func order(of text: String) -> WrittenDate.Order? {
            EDTFDate.order(order, of: text) ?? columnOrder
        }
    }

    /// What is odd about a value that is taken.
    package enum Doubt: Hashable, Sendable {
        case inFuture
        /// A text that stands for nothing elsewhere.
        case wordForNothing
    }

    /// The value; nil for nothing, and for a text that the field can't have.
    package private(set) var value: FieldValue?
    package private(set) var doubt: Doubt?
    /// Why the field can't have the text, which is left then. The message gives the form to write.
    package private(set) var problem: ScaryBugsError?
    /// Whether a program writes the text where there is no date or position.
    package var isOfNone: Bool {
        switch field.type {
        case .date: EDTFDate.isZero(text.trimmed)
        case .position: (try? Position(text))?.isNowhere == true
        default: false
        }
    }

    private let (text, field): (String, Field)
    /// The dates that the text means if the day or the month comes first; empty if that doesn't matter.
    package private(set) var readings: [String] = []

    package init(_ text: String, for field: Field, from source: Source) {
        (self.text, self.field) = (text, field)
        // No file would keep such a value.
        if source.author == .person, Self.isNothing(text),
            field.hasFewValues || field.type == .position
        {
            problem = ScaryBugsError(
                .invalidValue,
                "\(field.name) '\(text.trimmed)' stands for nothing; '\(field.name)=' says so")
            return
        }
        let isNothing = source.author != .person && Self.isNothing(text)
        if isNothing, !field.takesAnyText || field.hasFewValues { return }
        do {
            let value = try FieldValue(text, for: field, from: source)
            self.value = value
            if isNothing {
                doubt = .wordForNothing
            } else if case .date(let date) = value, source.author != .list, let now = source.now,
                date.isAfter(now)
            {
                doubt = .inFuture
            }
        } catch let error as ScaryBugsError {
            problem = error
            if field.type == .date, source.order(of: text) == nil {
                readings = EDTFDate.readings(of: text.trimmed)
            }
        } catch {}
    }

    /// The value; nil for nothing.
    package func required() throws -> FieldValue? {
        if let problem { throw problem }
        return value
    }
}

// MARK: Nothing

extension WrittenValue {
    /// The words that programs write where they have no value: R, pandas, databases and spreadsheets.
    private static let words: Set = [
        "na", "n/a", "#n/a", "<na>", "nan", "null", "none", "nil", "\\n", "/n", "-",
    ]

    /// The words that an archive has in no text, either.
    package static let absentInArchives: Set = ["\\N", "NULL", "/N"]

    /// Whether a text stands for nothing, in any column but one of texts.
    package static func isNothing(_ text: String) -> Bool {
        guard text.utf8.count <= 10 else { return false }
        let word = text.trimmed
        return word.utf8.count <= 4 && words.contains(word.lowercased())
    }
}

extension Field {
    /// Whether a word for nothing may be a value.
    package var takesAnyText: Bool { [.text, .title, .list].contains(type) }

    /// Whether nearly all values are among a few, which a word for nothing isn't.
    package var hasFewValues: Bool { [.sex, .stage, .license].contains(self) }
}

extension Position {
    /// Whether it is 0,0, which programs write that know no position.
    package var isNowhere: Bool { latitude == 0 && longitude == 0 }
}

extension EDTFDate {
    /// Whether a text is a date that programs write for none: `0000-00-00` of MySQL, `1900-01-00` and
    /// `1/0/1900`, `1/0/00` and `00-Jan-1900` of spreadsheets, and `0001-01-01` of .NET, perhaps with a time.
    package static func isZero(_ text: String) -> Bool {
        var groups = text.split { !$0.isASCIIDigit }.prefix(3)
        guard text.utf8.first?.isASCIIDigit == true, let first = groups.first else { return false }
        if groups.count == 1, first.utf8.count == 8 {
            groups = [first.prefix(4), first.dropFirst(4).prefix(2), first.suffix(2)]
        }
        let numbers = groups.compactMap { Int($0) }
        let hasYear = groups.contains { $0.utf8.count == 4 }
        return !numbers.isEmpty && numbers.allSatisfy { $0 == 0 }
            || hasYear && [[1, 1, 1], [1, 1]].contains(numbers)
            || [[1900, 1, 0], [1, 0, 1900], [0, 1, 1900], [0, 1900], [1, 0, 0], [0, 1, 0]]
                .contains(numbers)
    }

    /// Whether the date, or the end of a span, is on a day that no place on the Earth has reached.
    package func isAfter(_ now: Timestamp) -> Bool {
        let last = text.split(separator: "/").last.flatMap { EDTFDate(String($0)) } ?? self
        return DatePeriod.midnight(before: last.period.start.clock)
            > now.secondsSince1970 + 14 * 3600
    }
}

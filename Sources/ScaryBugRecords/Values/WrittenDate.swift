/// The parts of a date as people and other programs write it: `1 May 1906`, `20.viii.2026`,
/// `31/5/2026` or `2026:06:05`.
package struct WrittenDate {
    /// The order of a day and a month in numbers after which the year stands.
    package enum Order: String, CaseIterable, Sendable {
        case dayFirst = "dmy"
        case monthFirst = "mdy"
    }

    private var year: Substring?
    private var namedMonth: Int?
    /// The numbers of one or two digits, in the order of the text.
    private var numbers: [Int] = []
    private var numbersBeforeYear = 0
    private var separators: Set<String> = []

    /// Splits a text into its parts; nil if a part of it belongs to no date.
    init?(_ text: Substring) {
        // An open end is none, and a sign makes another year.
        guard let first = text.first, let last = text.last, last != "/", !Self.isDash(last),
            first.isLetter || first.isASCIIDigit
        else { return nil }
        var rest = text
        while let first = rest.first {
            let part = rest.prefix {
                $0.isLetter == first.isLetter && $0.isASCIIDigit == first.isASCIIDigit
            }
            rest = rest.dropFirst(part.count)
            let isRead =
                if first.isASCIIDigit { read(number: part, before: &rest) } else if first.isLetter {
                    read(month: part)
                } else { read(separator: part) }
            guard isRead, numbers.count <= 3 else { return nil }
        }
        if year == nil, numbers.count == 3, separators == ["."] || separators == ["/"] {
            guard text.dropLast().last?.isASCIIDigit == true else { return nil }
            (year, numbersBeforeYear) = (Self.year(ofTwoDigits: numbers.removeLast()), 2)
        }
        // `3-May-26` is how spreadsheets in English show a day, and `3.V.26` stands on labels.
        if year == nil, namedMonth != nil, numbers.count == 2,
            separators == ["-"] || separators == ["."],
            text.last?.isASCIIDigit == true, text.first?.isASCIIDigit == true
        {
            (year, numbersBeforeYear) = (Self.year(ofTwoDigits: numbers.removeLast()), 1)
        }
        guard numbers.count <= (namedMonth == nil ? 2 : 1), isYearAtAnEnd else { return nil }
        // `5-6/2026` is no day: it goes from May to June.
        if namedMonth == nil, hasDay, separators.count > 1 { return nil }
        // EXIF separates a year, a month and a day by colons. Other colons belong to a time.
        if text.utf8.contains(UInt8(ascii: ":")), !(hasDay && beginsWithYear) { return nil }
    }

    private mutating func read(number digits: Substring, before rest: inout Substring) -> Bool {
        let suffix = rest.prefix(while: \.isLetter)
        if digits.count < 3, ["st", "nd", "rd", "th", "er"].contains(suffix.lowercased()) {
            rest = rest.dropFirst(suffix.count)
        }
        switch digits.count {
        case 1, 2: numbers += Int(digits).map { [$0] } ?? []
        case 4 where year == nil: (year, numbersBeforeYear) = (digits, numbers.count)
        case 8 where year == nil && numbers.isEmpty && namedMonth == nil:
            year = digits.prefix(4)
            numbers = [digits.dropFirst(4).prefix(2), digits.suffix(2)].compactMap { Int($0) }
        default: return false
        }
        return true
    }

    private mutating func read(month word: Substring) -> Bool {
        guard namedMonth == nil, let month = Self.month(named: word.lowercased()) else {
            return false
        }
        namedMonth = month
        return true
    }

    private static func isDash(_ character: Character) -> Bool { "-‐‑‒–—−".contains(character) }

    /// The latest year that has begun with such an end: 1999 for 99.
    private static func year(ofTwoDigits number: Int) -> Substring {
        let year = thisYear - thisYear % 100 + number
        return String(year > thisYear ? year - 100 : year)[...]
    }

    /// The year on the calendar now.
    static let thisYear = UTCTime(secondsSince1970: FileTime.now.seconds).year

    private mutating func read(separator: Substring) -> Bool {
        let separator = String(separator.map { Self.isDash($0) ? "-" : $0 }).trimmed
        separators.insert(separator)
        return ["", ",", ".", ".,", "/", "-", ":"].contains(separator)
    }

    package static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
    /// The names in English, German, French, Spanish and Dutch, without accents, as ``months`` has them.
    private static let names = [
        "january januar janner janvier enero januari", "february februar fevrier febrero februari",
        "march marz maerz mars marzo maart mrt", "april avril abril", "may mai mayo mei",
        "june juni juin junio", "july juli juillet julio", "august aout agosto augustus",
        "september septembre septiembre", "october oktober octobre octubre",
        "november novembre noviembre", "december dezember decembre diciembre",
    ].map { $0.split(separator: " ") }
    private static let romanNumbers = [
        "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii",
    ]

    /// The Roman number of a month, `i` to `xii`; nil for another number.
    package static func romanNumber(_ month: Int) -> String? {
        romanNumbers.indices.contains(month - 1) ? romanNumbers[month - 1] : nil
    }

    /// The month that a name, its first three letters or more, or a Roman number stands for; nil if several
    /// months begin like that.
    private static func month(named word: String) -> Int? {
        if let index = romanNumbers.firstIndex(of: word) { return index + 1 }
        guard word.count >= 3 else { return nil }
        let folded = Tokenizer.folded(word)
        let found = names.indices.filter { names[$0].contains { $0.hasPrefix(folded) } }
        return found.count == 1 ? found[0] + 1 : nil
    }
}

extension Character {
    var isASCIIDigit: Bool { isASCII && isNumber }
}

// MARK: The date in EDTF

extension WrittenDate {
    private var beginsWithYear: Bool { year != nil && numbersBeforeYear == 0 }

    /// Whether the year of both, in numbers, stands at the same end.
    func isAlike(_ other: WrittenDate?) -> Bool {
        guard let other, year != nil, other.year != nil, namedMonth == nil, other.namedMonth == nil,
            !numbers.isEmpty || !other.numbers.isEmpty
        else { return true }
        return beginsWithYear == other.beginsWithYear
    }

    private var hasDay: Bool { numbers.count == (namedMonth == nil ? 2 : 1) }

    private var isYearAtAnEnd: Bool {
        namedMonth != nil || beginsWithYear || numbersBeforeYear == numbers.count || year == nil
    }

    /// The date in EDTF; nil if there is no such date.
    ///
    /// - Parameters:
    ///   - order: the order of a day and a month in numbers.
    ///   - other: the other end of an interval, which has what this end leaves out: `1-3 May 1906`.
    func text(_ order: Order, completedBy other: WrittenDate? = nil) -> String? {
        guard let year = year ?? other?.year else { return nil }
        var (month, day) = monthAndDay(order, completedBy: other)
        // Collections write zeros for what is not known.
        if day == 0 { day = nil }
        if month == 0, day == nil { month = nil }
        // A day needs a month, and an end in numbers does not go with one in words.
        if day != nil, month == nil { return nil }
        if hasDay, namedMonth == nil, other?.namedMonth != nil { return nil }
        let text = [month, day].compactMap(\.self).reduce(String(year)) { text, number in
            text + (number < 10 ? "-0" : "-") + String(number)
        }
        return EDTFDate(text) == nil ? nil : text
    }

    private func monthAndDay(
        _ order: Order, completedBy other: WrittenDate?
    ) -> (month: Int?, day: Int?) {
        if let namedMonth { return (namedMonth, numbers.first) }
        guard numbers.count == 2 else {
            // `5` in `May 3-5, 1906` is a day, as the other end has one.
            guard let other, let number = numbers.first, other.hasDay,
                year == nil || other.namedMonth != nil
            else { return (numbers.first, nil) }
            // In `1-3/5/2026`, the day cannot stand behind the month.
            let isDay = order == .dayFirst || other.namedMonth != nil || other.beginsWithYear
            return (isDay ? other.monthAndDay(order, completedBy: nil).month : nil, number)
        }
        let isMonthFirst =
            (year == nil ? other ?? self : self).beginsWithYear || order == .monthFirst
        return isMonthFirst ? (numbers[0], numbers[1]) : (numbers[1], numbers[0])
    }
}

extension WrittenDate {
    /// The month of the year 2026 for `Jul 26`; nil for any other text.
    static func monthOfYear(_ text: String) -> String? {
        guard text.first?.isLetter == true, let date = WrittenDate(text[...]), date.year == nil,
            let month = date.namedMonth, let number = date.numbers.first,
            text.utf8.suffix(2).allSatisfy(\.isASCIIDigit)
        else { return nil }
        return "\(year(ofTwoDigits: number))-\(month < 10 ? "0" : "")\(month)"
    }

    /// The day with its missing year; nil for any other text.
    static func thisYear(_ text: String) -> String? {
        guard let date = WrittenDate(text[...]), date.year == nil, date.namedMonth != nil,
            // `5x` is no October.
            date.hasDay, text.filter(\.isLetter).utf8.count > 2
        else { return nil }
        return date.text(.dayFirst, completedBy: WrittenDate("\(thisYear)"))
    }
}

/// A time of day as people and other programs write it: `9:30`, `3:30 pm`, `11:58:00 +0000`, `21h30`,
/// `21.30 Uhr`.
package struct WrittenTime {
    /// The time in EDTF, such as `15:30`, without the offset.
    package let clock: String
    /// The offset from UTC in EDTF, such as `+02:00`; empty for a local time.
    package let offset: String

    /// Parses a time of day; nil if the text has another form.
    package init?(_ text: Substring) {
        let text = Self.withColon(text)
        let clock = text.prefix { $0.isNumber || ":.".contains($0) }
        var rest = String(text.dropFirst(clock.count)).trimmed.lowercased()
        let half = ["am", "pm"].first { rest.hasPrefix($0) }
        if half != nil { rest = String(rest.dropFirst(2)).trimmed }
        guard let time = Self.clock(clock, half), let offset = Self.offset(rest) else { return nil }
        (self.clock, self.offset) = (time, offset)
    }

    /// `21:30` for `21h30`, `21.30` and `21:30 Uhr`; any other text as it is.
    private static func withColon(_ text: Substring) -> Substring {
        let word = ["Uhr", "uhr", "h"].first { text.hasSuffix($0) } ?? ""
        let time = String(text.dropLast(word.count)).trimmed
        let parts = time.split(omittingEmptySubsequences: false) { ":.h".contains($0) }
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2
        else { return text }
        return "\(parts[0]):\(parts[1])"
    }

    private static func clock(_ text: Substring, _ half: String?) -> String? {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(fields.count), var hour = Int(fields[0]),
            fields.dropFirst().allSatisfy({ $0.prefix { $0 != "." }.utf8.count == 2 })
        else { return nil }
        if half != nil, !(1...12).contains(hour) { return nil }
        if half == "pm", hour < 12 { hour += 12 }
        if half == "am", hour == 12 { hour = 0 }
        let minutes = fields.dropFirst().map { ":\($0)" }.joined()
        return (hour < 10 ? "0" : "") + String(hour) + minutes
    }

    /// `+02:00` for `+02:00`, `+0200`, `+02` or `+2`; nil for another text.
    private static func offset(_ text: String) -> String? {
        if ["z", "utc", "gmt"].contains(text) { return "Z" }
        guard let sign = text.first else { return "" }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard "+-".contains(sign), digits.allSatisfy(\.isNumber) else { return nil }
        switch digits.count {
        case 1: return "\(sign)0\(digits):00"
        case 2: return "\(sign)\(digits):00"
        case 4: return "\(sign)\(digits.prefix(2)):\(digits.suffix(2))"
        default: return nil
        }
    }
}

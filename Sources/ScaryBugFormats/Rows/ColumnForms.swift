/// How a column of a table writes dates and numbers, as far as all rows tell.
struct ColumnForms {
    /// The orders of day and month that dates show which make sense in one order only, with points or with other marks.
    private var orders: [Bool: [WrittenDate.Order: Int]] = [:]
    /// The numbers of days that make sense in one order only, and in both.
    private var clearDays = 0
    private var unclearDays = 0
    /// The first number with each decimal mark.
    private var marked: [Character: String] = [:]
    private var firstMark: Character?
    /// Whether a comma in some number can separate no thousands.
    private var hasDecimals = false

    /// The order of a day and a month in a date; nil if it isn't known.
    func order(in date: String) -> WrittenDate.Order? {
        let counts = (orders[EDTFDate.isDotted(date)] ?? [:]).sorted { $0.value > $1.value }
        // A single odd date changes none of the others.
        let isClear =
            counts.count == 1 || counts.count == 2 && counts[0].value > 4 * counts[1].value
        return isClear ? counts[0].key : nil
    }
    /// Whether most days make sense in one order only, so that another one is odd.
    var isClear: Bool { clearDays > unclearDays }

    /// Whether numbers are written `4,5`.
    ///
    /// - Parameter isUsual: whether the table's separator lets expect that.
    func hasDecimalComma(_ isUsual: Bool) -> Bool {
        marked["."] == nil && marked[","] != nil && (isUsual || hasDecimals) || isUsual && isMixed
    }

    /// Whether one of two marks may separate thousands.
    var isMixed: Bool { marked.count > 1 }

    /// Whether a text begins like a date or a number, which is worth a note.
    static func isNotable(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return false }
        return first.isASCIIDigit || "+-. ".utf8.contains(first)
    }

    mutating func note(_ text: String) {
        let text = text.trimmed
        let marks = text.filter { $0 == "." || $0 == "," }
        if marks.utf8.count == 1, let mark = marks.first, text.withDecimalPoints.isDecimal {
            marked[mark] = marked[mark] ?? text
            firstMark = firstMark ?? mark
            let decimals = text.drop { $0 != mark }.dropFirst()
            hasDecimals =
                hasDecimals || mark == "," && (decimals.utf8.count != 3 || text.hasPrefix("0"))
        } else if isLikeDay(text) {
            let found = WrittenDate.Order.allCases.filter {
                EDTFDate(written: text, $0) != nil
            }
            if found.count == 1 {
                orders[EDTFDate.isDotted(text), default: [:]][found[0], default: 0] += 1
            }
            if found.count == 2 { unclearDays += 1 } else { clearDays += found.count }
        } else if text.utf8.count >= 10, EDTFDate(text) != nil {
            clearDays += 1
        }
    }

    /// Whether a text begins like `1/5/2026` or `1/5/26`: two short numbers, and a year.
    private func isLikeDay(_ text: String) -> Bool {
        let parts = text.utf8.prefix(10).split(maxSplits: 2, omittingEmptySubsequences: false) {
            "/.-".utf8.contains($0)
        }
        guard parts.count == 3, parts[..<2].allSatisfy({ (1...2).contains($0.count) }) else {
            return false
        }
        let year = parts[2].prefix(while: \.isASCIIDigit).count
        return year == 4 || year == 2 && !text.utf8.prefix(6).contains(UInt8(ascii: "-"))
    }

    /// Checks that a number has the decimal mark of its column. Otherwise one of the marks may separate
    /// thousands.
    ///
    /// - Parameter isOwn: whether the first mark of the column counts, where both are there.
    func check(_ number: String, isOwn: Bool) throws {
        let advice =
            "; write all numbers of the column with one decimal mark, and no thousands separators"
        let marks = number.filter { $0 == "." || $0 == "," }
        guard marks.utf8.count < 2 else {
            throw ScaryBugsError(.invalidValue, "'\(number)' has thousands separators\(advice)")
        }
        guard isMixed, let mark = marks.first, mark != firstMark || !isOwn,
            let first = firstMark.flatMap({ marked[$0] })
        else { return }
        throw ScaryBugsError(
            .invalidValue, "'\(number)' has another mark than '\(first)'\(advice)")
    }
}

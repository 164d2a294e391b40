/// Finds the form to write for a date in another form. A form keeps all that was entered.
extension EDTFDate {
    /// Parses a date in any form that has one meaning, such as `20.viii.2026`, `20260501` or
    /// `2017-09-10/15`; nil for another text.
    ///
    /// - Parameter order: the order of a day and a month in numbers; nil if it isn't known.
    package init?(written text: String, _ order: WrittenDate.Order? = nil) {
        if let date = EDTFDate(text) {
            self = date
            return
        }
        let forms = Self.forms(of: text, order)
        guard forms.count == 1, let date = EDTFDate(forms[0]) else { return nil }
        self = date
    }

    /// The date without the marks of doubt.
    package var textWithoutDoubt: String {
        text.split(separator: "/").map { Self.qualified($0).date }.joined(separator: "/")
    }

    /// The dates in EDTF that a text can mean: several for `1/5/2026`, none for most texts.
    package static func forms(of text: String, _ order: WrittenDate.Order? = nil) -> [String] {
        // `190X` isn't October, as in `5.X.1990`.
        if text.utf8.count == 4 || text.utf8.count > mostBytes || isZero(text) { return [] }
        if let span = shortSpan(text) { return [span] }
        var forms = monthOrYear(text) ?? digitOrDecade(text) ?? []
        guard forms.isEmpty else { return forms }
        // `1.4.2026` has the day first, unless its column shows another order.
        let isDotted = isDotted(text)
        // After a year, the order of day and month is known.
        let hasYearFirst = text.utf8.prefix(4).allSatisfy(\.isASCIIDigit)
        var known: [String]?
        for order in order.map({ [$0] }) ?? (isDotted ? [.dayFirst] : WrittenDate.Order.allCases) {
            let found =
                known ?? [single(text[...], order), hours(text[...], order)].compactMap(\.self)
            if hasYearFirst { known = found }
            for form in found.isEmpty ? interval(text, order) : found where !forms.contains(form) {
                forms.append(form)
            }
        }
        return forms
    }

    /// Whether a date has points, after a day and a month.
    package static func isDotted(_ text: String) -> Bool {
        text.trimmed.drop(while: \.isASCIIDigit).first == "."
    }

    /// The order of a day and a month that a user's answer gives a text; nil for one that isn't unclear.
    package static func order(
        _ answer: WrittenDate.Order?, of text: String
    ) -> WrittenDate.Order? {
        isDotted(text) ? nil : answer
    }

    /// The dates that a text means if the day comes first and if the month does; empty if that doesn't
    /// matter.
    static func readings(of text: String) -> [String] {
        let readings = WrittenDate.Order.allCases.map { forms(of: text, $0) }
        let areSure = readings.allSatisfy { $0.count == 1 }
        return areSure && Set(readings).count > 1 ? readings.flatMap { $0 } : []
    }

    /// The interval of ISO 8601 whose end leaves out what it has in common with the start, such as
    /// `1995-05-24/06-09` or `2026-05-01T10:00Z/11:30Z`.
    private static func shortSpan(_ text: String) -> String? {
        guard let (start, end) = text.halves(around: "/"), EDTFDate(String(start)) != nil else {
            return nil
        }
        let (first, last) = (withoutOffset(start), withoutOffset(end))
        let common = first.dropLast(last.utf8.count)
        guard let mark = common.last, "-T:".contains(mark), last.utf8.count > 1 else { return nil }
        let offset = last == end ? start.dropFirst(first.count) : end.dropFirst(last.count)
        return valid("\(start)/\(common)\(last)\(offset)")
    }

    /// A date with the time on its clock.
    private static func withoutOffset(_ date: Substring) -> Substring {
        guard let colon = date.firstIndex(of: ":") else { return date }
        return date[..<(date[colon...].firstIndex { "Zz+-".contains($0) } ?? date.endIndex)]
    }

    /// Both meanings of `1905/06`, or `1905/6`: a month, and the winter of two years.
    private static func monthOrYear(_ text: String) -> [String]? {
        guard let years = yearSpan(text) else { return nil }
        let number = text.dropFirst(5)
        let month = number == "00" ? "" : (number.count == 1 ? "-0" : "-") + number
        return valid("\(text.prefix(4))\(month)").map { [$0, years] }
    }

    /// `1998/1999` for `1998/99`, and for `1998/9`, as a single digit is the next year.
    static func yearSpan(_ text: String) -> String? {
        let parts = text.split { "/–—".contains($0) }
        guard [6, 7].contains(text.count), parts.count == 2, parts[0].utf8.count == 4,
            let year = Int(asciiDigits: parts[0].utf8), let number = Int(asciiDigits: parts[1].utf8)
        else { return nil }
        let span = text.count == 6 ? 10 : 100
        let isNext = number == (year + 1) % span
        guard isNext || span == 100 && number > year % span else { return nil }
        return valid("\(parts[0])/\(isNext ? year + 1 : year - year % span + number)")
    }

    /// Both meanings of `2026-04-2?`: a day that is uncertain, and a day of the twenties.
    private static func digitOrDecade(_ text: String) -> [String]? {
        let start = text.dropLast(2)
        guard text.last == "?", [5, 8].contains(start.utf8.count), start.last == "-",
            let digit = text.dropLast().last, digit.isASCIIDigit
        else { return nil }
        let decade = (0...9).compactMap { valid("\(start)\(digit)\($0)") }
        let span = decade.first.flatMap { first in decade.last.flatMap { valid("\(first)/\($0)") } }
        return [valid("\(start)0\(digit)?"), span].compactMap(\.self)
    }

    /// A date that is not an interval, such as `2026-06-05T11:58:00` for `2026:06:05 11:58:00`.
    private static func single(_ text: Substring, _ order: WrittenDate.Order) -> String? {
        let (text, qualifier) = qualified(text)
        let start = text.prefix(while: \.isLetter)
        if qualifier == "", ["c", "ca", "circa"].contains(start.lowercased()) {
            let rest = text.dropFirst(start.count).drop { " .".contains($0) }
            return single(rest, order).flatMap { valid($0 + "~") }
        }
        if let date = EDTFDate(String(text))?.text ?? WrittenDate(text)?.text(order) {
            // `1906?~` is uncertain and approximate.
            let (plain, other) = qualified(date[...])
            return other.isEmpty || qualifier.isEmpty ? date + qualifier : plain + "%"
        }
        let date = dayAndTime(text, order) { WrittenTime($0).map { $0.clock + $0.offset } }
        return date.flatMap { valid(moment($0.day, $0.time) + qualifier) }
    }

    /// A day and a time in EDTF. The hour 24 is the next day's 0, in ISO 8601 and in photographs.
    private static func moment(_ day: String, _ time: String) -> String {
        guard time.hasPrefix("24:") else { return "\(day)T\(time)" }
        // Seconds of zero would make it the whole day.
        let minutes = time.hasSuffix(":00") && time.utf8.count == 8 ? time.dropLast(3) : time[...]
        return "\(dayAfter(day))T00\(minutes.dropFirst(2))"
    }

    /// The day after one in EDTF.
    package static func dayAfter(_ day: String) -> String {
        EDTFDate(day).map { Timestamp(secondsSince1970: $0.period.end.clock + 1).shortest } ?? day
    }

    /// `2026-05-01T10:00/2026-05-01T11:30` for `2026-05-01 10:00-11:30`.
    private static func hours(_ text: Substring, _ order: WrittenDate.Order) -> String? {
        let clocks = text.utf8.drop { $0 != UInt8(ascii: ":") }
        guard clocks.contains(where: { "-/.t".utf8.contains($0) || $0 >= 0x80 }) else {
            return nil
        }
        let span = dayAndTime(text, order) { time in
            separators(in: time).lazy.compactMap { separator -> (String, String)? in
                let ends = [time[..<separator.lowerBound], time[separator.upperBound...]].map {
                    WrittenTime(String($0).trimmed[...])
                }
                // No span begins at the end of a day: `24:00-05:00` is a time with its offset.
                guard let start = ends[0], let end = ends[1], start.offset + end.offset == "",
                    !start.clock.hasPrefix("24")
                else { return nil }
                return (start.clock, end.clock)
            }.first
        }
        // A span that ends before it starts goes over midnight.
        return span.flatMap { day, clocks in
            let (start, end) = clocks
            return valid(
                moment(day, start) + "/" + moment(end < start ? dayAfter(day) : day, end))
        }
    }

    /// Splits a text at the blank or `T` between a day and what `read` accepts.
    private static func dayAndTime<Time>(
        _ text: Substring, _ order: WrittenDate.Order, _ read: (Substring) -> Time?
    ) -> (day: String, time: Time)? {
        let utf8 = text.utf8
        let places = utf8.indices.lazy.filter { index in
            // The last of several blanks stands before the time.
            " Tt".utf8.contains(utf8[index]) && !utf8[index...].starts(with: "  ".utf8)
                && utf8[index...].dropFirst().drop { $0 == UInt8(ascii: " ") }.prefix(3)
                    .contains(where: ":.h".utf8.contains)
        }
        for index in places.prefix(mostSeparators) {
            guard let day = WrittenDate(text[..<index])?.text(order), day.utf8.count == 10,
                let time = read(text[utf8.index(after: index)...])
            else { continue }
            return (day, time)
        }
        return nil
    }

    /// The interval that a text with a separator can mean, such as `1906/1910` for `1906-1910`.
    private static func interval(_ text: String, _ order: WrittenDate.Order) -> [String] {
        let found = separators(in: text[...]).lazy.compactMap { separator -> String? in
            let start = String(text[..<separator.lowerBound]).trimmed[...]
            let end = String(text[separator.upperBound...]).trimmed[...]
            return interval(from: start, to: end, text[separator], order).flatMap(valid)
        }
        return Array(found.prefix(1))
    }

    private static func interval(
        from start: Substring, to end: Substring, _ separator: Substring,
        _ order: WrittenDate.Order
    ) -> String? {
        let (open, isSlash) = ("..", separator == "/")
        // `1998-05-03 2000` is no span from May 1998, since people write both ends alike.
        if WrittenDate(start)?.isAlike(WrittenDate(end)) == false { return nil }
        if end.isEmpty, !isSlash { return single(start, order).map { $0 + "/" + open } }
        if start.isEmpty, separator == open { return single(end, order).map { open + "/" + $0 } }
        let ends = [start, end].map { $0 == open && isSlash ? open : single($0, order) }
        if let start = ends[0], let end = ends[1] { return start + "/" + end }
        let (rest, qualifier) = qualified(end)
        guard let first = WrittenDate(start), let last = WrittenDate(rest),
            let start = first.text(order, completedBy: last),
            let end = last.text(order, completedBy: first), start.utf8.count == end.utf8.count
        else { return nil }
        return start + "/" + end + qualifier
    }

    /// The most separators of a date, as in `2026-05-01T10:00-07:00/2026-05-01T11:30-07:00`. At each of
    /// them, the text is read again.
    private static let mostSeparators = 8

    /// The places of what can stand between the ends of an interval; none for too many.
    private static func separators(in text: Substring) -> [Range<Substring.Index>] {
        let places = ["..", "–", "—", " to ", "/", "-"].flatMap { separator in
            text.indices.compactMap { index in
                text[index...].hasPrefix(separator)
                    ? index..<text.index(index, offsetBy: separator.count) : nil
            }
        }
        return places.count > mostSeparators ? [] : places
    }

    /// Splits off a qualifier at the end.
    static func qualified(_ text: Substring) -> (date: Substring, qualifier: Substring) {
        let qualifier = text.last.map { "?~%".contains($0) } == true ? text.suffix(1) : ""
        return (text.dropLast(qualifier.count), qualifier)
    }

    private static func valid(_ text: String) -> String? { EDTFDate(text)?.text }
}

/// A time of day as people and other programs write it: `9:30`, `3:30 pm`, `11:58:00 +0000`.
struct WrittenTime {
    /// The time in EDTF, such as `15:30`, without the offset.
    let clock: String
    /// The offset from UTC in EDTF, such as `+02:00`; empty for a local time.
    let offset: String

    /// Parses a time of day; nil if the text has another form.
    init?(_ text: Substring) {
        let clock = text.prefix { $0.isNumber || ":.".contains($0) }
        var rest = String(text.dropFirst(clock.count)).trimmed.lowercased()
        let half = ["am", "pm"].first { rest.hasPrefix($0) }
        if half != nil { rest = String(rest.dropFirst(2)).trimmed }
        guard let time = Self.clock(clock, half), let offset = Self.offset(rest) else { return nil }
        (self.clock, self.offset) = (time, offset)
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

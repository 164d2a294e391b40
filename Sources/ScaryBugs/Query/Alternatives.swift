/// Splits a value at its bars: `garden|todo` is `garden` or `todo`. `\|` is a literal bar.
enum Alternatives {
    private static let bar = UInt8(ascii: "|")
    private static let backslash = UInt8(ascii: "\\")

    /// The alternatives in a value, without blanks around the bars. A value without a bar is
    /// returned as it is.
    static func split(_ value: String) -> [String] {
        guard value.utf8.contains(bar) else { return [value] }
        var all: [[UInt8]] = []
        var last: [UInt8] = []
        for byte in value.utf8 {
            if byte != bar {
                last.append(byte)
            } else if last.last == backslash {
                last[last.count - 1] = bar
            } else {
                all.append(last)
                last = []
            }
        }
        let values = (all + [last]).map { String(decoding: $0, as: UTF8.self) }
        return values.count > 1 ? values.map(\.trimmed) : values
    }
}

/// A value of a query in double quotes, such as `"Oak"`.
package enum QuotedValue {
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")

    static func isQuoted(_ value: String) -> Bool {
        value.utf8.count > 2 && value.utf8.first == quote && value.utf8.last == quote
    }

    /// The value without its quotes, or without the backslash of ``literal(_:)``.
    static func text(in value: String) -> String {
        if isQuoted(value) { return String(value.dropFirst().dropLast()) }
        let isLiteral = value.utf8.first == backslash && beginsWithQuote(value)
        return isLiteral ? String(value.dropFirst()) : value
    }

    /// A value that means itself, even if it begins with a quote.
    package static func literal(_ value: String) -> String {
        beginsWithQuote(value) ? "\\" + value : value
    }

    private static func beginsWithQuote(_ value: String) -> Bool {
        value.utf8.first { $0 != backslash } == quote
    }
}

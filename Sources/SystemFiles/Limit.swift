/// An upper bound of input, with the advice for whoever exceeds it.
package struct Limit: ExpressibleByIntegerLiteral, Sendable {
    /// A number of bytes or entries.
    package let value: Int64
    /// Makes the end of the message for input that exceeds the limit, such as how to raise it.
    private let remedy: @Sendable () -> String

    package init(
        _ value: Int64, remedy: @escaping @Sendable () -> String = { "" }
    ) {
        self.value = value
        self.remedy = remedy
    }

    package init(integerLiteral value: Int64) { self.init(value) }

    package static let none = Limit(Int64.max)

    /// The error for input that exceeds the limit.
    ///
    /// - Parameter what: the object, and how it exceeds the limit.
    package func exceeded(_ what: String) -> ScaryBugsError {
        ScaryBugsError(.limitExceeded, what + remedy())
    }

    package func exceeded(byFile name: String) -> ScaryBugsError {
        exceeded("\(name) is longer than \(value.grouped) bytes")
    }
}

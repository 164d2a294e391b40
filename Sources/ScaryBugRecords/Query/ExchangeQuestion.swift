/// The values of `from:`, `sent:`, `outdated:` and `lacks:` in queries.
package enum ExchangeQuestion: String, CaseIterable, Sendable {
    /// Documents that somebody sent.
    case from
    /// Documents that went to somebody.
    case sent
    /// Documents that went to somebody, and were changed since.
    case outdated
    /// Documents that somebody never got, or that were changed since. They are all but those that he has.
    case lacks

    /// - Parameter numbers: the documents that somebody sent, got or has.
    func test(_ numbers: NumberSet) -> Query.Test {
        guard self == .lacks else { return .numbers(numbers) }
        let all = NumberSet([Query.Numbers(range: DocumentName.numbers)])
        return .all([
            .init(test: .numbers(all)), .init(isNegated: true, test: .numbers(numbers)),
        ])
    }
}

/// The values of `from:`, `sent:`, `outdated:` and `lacks:` in queries.
package enum ExchangeQuestion: String, CaseIterable, Sendable {
    /// Documents that somebody sent.
    case from
    /// Documents that went to somebody.
    case sent
    /// Documents that went to somebody, and were changed since.
    case outdated
    /// Documents that somebody never got, or that were changed since.
    case lacks
}

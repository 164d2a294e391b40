/// The values of `from:`, `sent:` and `outdated:` in queries.
package enum ExchangeQuestion: String, CaseIterable, Sendable {
    /// Documents that somebody sent.
    case from
    /// Documents that went to somebody.
    case sent
    /// Documents that went to somebody, and were changed since.
    case outdated
}

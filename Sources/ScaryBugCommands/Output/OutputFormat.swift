/// The format of results.
enum OutputFormat: String, CaseIterable, Sendable {
    /// Lines for people.
    case table
    /// One JSON object a line.
    case json
    /// RFC 4180, with a header line.
    case csv
}

/// Gives rows the identifiers of their documents, so that a row that comes again is the same document.
final class RowIdentities {
    /// The number of rows so far with each identity, by its hash. A table has a million rows.
    private var counts: [Int64: UInt32] = [:]

    /// The UUID of a row: its identity, or one derived from that.
    ///
    /// - Returns: also whether no earlier row has the identity. Each row is a document of its own.
    func identifier(of identity: String) -> (uuid: String, isFirst: Bool) {
        let text = Self.withoutScheme(identity)
        let key = Digest(of: Array(text.utf8)).high
        let count = counts[key, default: 0] + 1
        counts[key] = count
        if count == 1, let uuid = DocumentIdentifier.uuid(text) { return (uuid, true) }
        let name = count == 1 ? text : "\(text)#\(count)"
        return (DocumentIdentifier.derived(from: Array(name.utf8)), count == 1)
    }

    /// The identity of a row without an identifier, which is known by all of its values.
    static func text(of cells: [TableCell]) -> String {
        cells.filter { !$0.value.isEmpty }.map { "\($0.column)=\($0.value)" }
            .joined(separator: "\n")
    }

    /// An address without the parts at its start that people leave out.
    static func withoutScheme(_ identity: String) -> String {
        var text = identity
        for prefix in ["https://", "http://", "www."] where text.lowercased().hasPrefix(prefix) {
            text = String(text.dropFirst(prefix.utf8.count))
        }
        return text
    }
}

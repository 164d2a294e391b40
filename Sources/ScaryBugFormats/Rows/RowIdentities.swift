/// Counts the rows with each identity, so that each row is a document of its own, and the same one when it comes
/// again.
final class RowIdentities {
    /// The number of rows so far with each identity, by its hash. A table has a million rows.
    private var counts: [Int64: UInt32] = [:]

    /// The name of a row: its identity, with a number if an earlier row has it.
    ///
    /// - Parameter dataset: the dataset in which the identity counts; empty for all.
    func name(of identity: String, in dataset: String = "") -> (name: String, isFirst: Bool) {
        let text = Self.withoutScheme(identity)
        let key = Digest(of: Array((dataset + text).utf8)).high
        let count = counts[key, default: 0] + 1
        counts[key] = count
        return (count == 1 ? text : "\(text)#\(count)", count == 1)
    }

    /// The UUID of a row: its name, or one derived from that.
    static func uuid(ofRow name: String) -> String {
        DocumentIdentifier.uuid(name) ?? DocumentIdentifier.derived(from: Array(name.utf8))
    }

    /// Whether an identity holds everywhere, since it is an address, has a prefix, or is a UUID.
    static func isGlobal(_ identity: String) -> Bool {
        identity.contains { ":/".contains($0) } || DocumentIdentifier.uuid(identity) != nil
    }

    /// The identity of a row without an identifier, which is known by all of its values in their order.
    static func text(of cells: [TableCell]) -> String {
        cells.filter { !$0.value.isEmpty }.map { "\($0.column)=\($0.value.canonical)" }
            .joined(separator: "\n")
    }

    /// The same for values in any order, and in any form of their numbers and dates: a spreadsheet writes
    /// `47,999` for `47,9990`.
    static func unorderedText(of cells: [TableCell]) -> String {
        cells.filter { !$0.value.isEmpty }.map { cell in
            let value = cell.value.text.map { plain($0.trimmed) } ?? cell.value.canonical
            return "\(ColumnVocabulary.plain(cell.column))=\(value)"
        }.sorted().joined(separator: "\n")
    }

    private static func plain(_ text: String) -> String {
        guard let first = text.utf8.first, first.isASCIIDigit || first == UInt8(ascii: "-"),
            text.utf8.count < 40
        else { return text }
        let parts = text.split(omittingEmptySubsequences: false) { ".,".contains($0) }
        guard parts.count < 3, parts.allSatisfy({ Int($0) != nil }) else {
            return EDTFDate(written: text)?.text ?? text
        }
        let decimals = parts.dropFirst().joined()
        let end = decimals.lastIndex { $0 != "0" }.map { decimals[...$0] } ?? ""
        return parts[0] + (end.isEmpty ? "" : "." + end)
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

/// The identities that earlier versions gave rows without an identifier.
final class FormerIdentities {
    private let (ordered, unordered, worded) = (RowIdentities(), RowIdentities(), RowIdentities())

    /// The identity of a row with its words for nothing, which counted.
    func name(ofWorded cells: [TableCell]) -> String {
        worded.name(of: RowIdentities.unorderedText(of: cells)).name
    }

    /// - Parameter areUnlike: whether the last one differs from the present one, too.
    func names(of cells: [TableCell], areUnlike: Bool) -> [String] {
        let last = areUnlike ? RowIdentities.unorderedText(of: cells) : nil
        return [ordered.name(of: RowIdentities.text(of: cells)).name]
            + (last.map { [unordered.name(of: $0).name] } ?? [])
    }
}

extension TableValue {
    /// The value as Swift describes it, with the members of objects in the order of their names.
    fileprivate var canonical: String {
        switch self {
        case .list(let values): return "list([\(values.map(\.nested).joined(separator: ", "))])"
        case .object(let members) where !members.isEmpty:
            let texts = members.sorted { $0.key < $1.key }.map { key, value in
                "\(key.debugDescription): \(value.nested)"
            }
            return "object([\(texts.joined(separator: ", "))])"
        default: return "\(self)"
        }
    }

    /// Records of earlier imports have identifiers of such texts.
    private var nested: String { "ScaryBugFormats.TableValue.\(canonical)" }
}

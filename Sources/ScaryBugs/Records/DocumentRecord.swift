/// A document's values as results show them.
package struct DocumentRecord: Sendable {
    /// The values, named like the fields in lines, then the values that the program doesn't know.
    package private(set) var values: [(name: String, value: RecordValue)]
    /// Messages about values that can't be read, as in ``DocumentData/warnings``.
    package private(set) var warnings: [String] = []

    package init(_ contents: DocumentContents, number: Int) {
        let data = contents.data
        values = [("number", .integer(number)), ("kind", .string(data.kind.name))]
        values.reserveCapacity(data.kind.fields.count + 4)
        data.forEachField { field, value, isReadable in
            values.append((field.name, RecordValue(value, of: field, contents.picture)))
            if !isReadable { warnings.append(DocumentData.warning(about: field)) }
        }
        let unknown = data.unknown
        guard !unknown.isEmpty else { return }
        let known = Set(values.map(\.name))
        for (key, value) in unknown {
            values.append((known.contains(key) ? "unknown \(key)" : key, RecordValue(value)))
        }
    }

    /// The values that the program doesn't know, by their keys.
    package static func unknown(_ data: DocumentData) -> [(name: String, value: RecordValue)] {
        data.unknown.map { ($0, RecordValue($1)) }
    }
}

/// A document's values as results show them, named like the fields in lines.
package enum DocumentRecord {
    /// The values of a document, the ones that the program doesn't know last.
    package static func values(
        of contents: DocumentContents, number: Int
    ) -> [(name: String, value: RecordValue)] {
        let data = contents.data
        var values: [(name: String, value: RecordValue)] = [
            ("number", .integer(number)), ("kind", .string(data.kind.name)),
        ]
        data.forEachField { field, value in
            values.append((field.name, RecordValue(value, of: field, contents.picture)))
        }
        return values + unknown(data, excluding: values.map(\.name))
    }

    /// The values that the program doesn't know.
    ///
    /// - Parameter known: names that other values have.
    package static func unknown(
        _ data: DocumentData, excluding known: [String] = []
    ) -> [(name: String, value: RecordValue)] {
        data.unknown.map { key, value in
            (known.contains(key) ? "unknown \(key)" : key, RecordValue(value))
        }
    }
}

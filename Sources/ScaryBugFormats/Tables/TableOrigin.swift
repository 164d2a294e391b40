/// Who made a table. The names of its columns tell it or, without a header, those of its first row.
package enum TableOrigin {
    /// `list` or `export`. Columns that they print beside the fields mean nothing, and a text that looks
    /// like a formula has an apostrophe in front.
    case own
    /// Another program, whose columns have names of their own. All of its values are kept.
    case foreign
    /// Somebody who names our fields.
    case handmade

    /// - Parameters:
    ///   - mapped: the fields that the user names for columns, by the column's name, in lower case. These
    ///     names tell nothing else.
    ///   - isMap: whether the rows are the points of a map. Other makers of maps use some of our names, too.
    package init(_ names: [String], besides mapped: [String: String] = [:], isMap: Bool = false) {
        let names = names.map { $0.lowercased() }.filter { mapped[$0] == nil }
        let hasKind = names.contains("kind")
        // R writes the names of rows into a first column without a name.
        let isOfR = names.first == "" && names.contains(where: ColumnVocabulary.shared.knows)
        let hasIdentifier = names.contains(Field.identifier.name)
        if isMap {
            self = hasKind && hasIdentifier ? .own : .foreign
        } else if hasIdentifier || names.starts(with: ["number", "kind", "title"]) {
            self = .own
        } else if names.contains(where: ColumnVocabulary.shared.isMark) || isOfR {
            self = .foreign
        } else {
            self = hasKind ? .own : .handmade
        }
    }
}

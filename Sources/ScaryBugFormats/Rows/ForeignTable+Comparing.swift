/// Compares records that have one identifier, which two tables may have given.
extension ForeignTable.Translation {
    /// Whether a document tells another species and another date.
    package func contradicts(_ data: DocumentData) -> Bool {
        let results = [tells(.species, of: data), tells(.seen, of: data)].compactMap(\.self)
        return !results.isEmpty && !results.contains(true)
    }

    /// Whether a document tells another species or another date, and another place or observer; nil if both tell
    /// no place and no observer.
    package func differs(from data: DocumentData) -> Bool? {
        let isOther = [Field.species, .seen].contains { tells($0, of: data) == false }
        let places = [Field.at, .place, .observer].compactMap { tells($0, of: data) }
        return isOther && places.isEmpty ? nil : isOther && places.contains(false)
    }

    /// Whether a document tells another observer and another place.
    package func isElsewhere(than data: DocumentData) -> Bool {
        let places = [Field.at, .place].compactMap { tells($0, of: data) }
        return tells(.observer, of: data) == false && !places.isEmpty && !places.contains(true)
    }

    /// Whether a document tells the same species, date and place.
    package func repeats(_ data: DocumentData) -> Bool {
        [Field.species, .seen, .at, .place].allSatisfy { tells($0, of: data) ?? true }
    }

    /// Whether a document has the row's value; nil if one of them has none.
    private func tells(_ field: Field, of data: DocumentData) -> Bool? {
        guard let cell = row.cells.first(where: { $0.column == field.name }),
            let present = data[field], !present.isEmpty
        else { return nil }
        guard field == .species else {
            return (cell.fieldValue ?? .text(cell.value.text ?? "")) == present
        }
        return Self.name(cell.value.text ?? "") == Self.name(present.text)
    }

    /// The genus and the species of a name, without their author.
    private static func name(_ text: String) -> [String] {
        QualifiedName(text).name.lowercased().split(separator: " ").prefix(2).map(String.init)
    }
}

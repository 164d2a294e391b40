/// The identities of the records that rows are about.
extension ForeignTable {
    struct Identity {
        /// The UUID of the record's document.
        let identifier: String
        /// The record's own name, where that counts only in its table or dataset; nil for any other.
        var local: (name: String, dataset: String)?
        /// The identifiers that earlier versions gave a row without one; none for any other.
        var former: [String] = []
        /// Whether the document that a point of a map was exported from says it.
        var isOfDocument = false
    }

    /// - Parameters:
    ///   - all: all values of the row.
    ///   - written: the same with words for nothing, which counted in earlier versions.
    ///   - cells: those that stay in the document, which gets the record's name.
    func identity(
        of all: ForeignCells, writtenAs written: ForeignCells, _ cells: inout ForeignCells
    ) -> Identity {
        // A point of a map may have an identifier that belongs to no column.
        if let own = isMap ? cells.first([Field.identifier.name]) : nil {
            cells.remove(own)
            let record = named(own.value.text ?? ownName(all).text ?? "")
            return Identity(identifier: RowIdentities.uuid(ofRow: record), isOfDocument: true)
        }
        let (name, isLocal) = ownName(all)
        guard let identity = name ?? link(all) else { return unnamed(all, writtenAs: written) }
        if all.first(["occurrenceid"]) == nil {
            cells.add(TableCell(column: Self.identifierColumn, value: .text(identity)))
        }
        if name == nil { return linked(identity, written) }
        let dataset =
            isLocal
            ? all.first(knownColumns.names(.dataset) + knownColumns.names(.registry))?.value.text?
                .trimmed ?? "" : ""
        let record = named(identity, in: dataset)
        return Identity(
            identifier: RowIdentities.uuid(ofRow: record),
            local: isLocal ? (record, dataset) : nil)
    }

    /// The identity of a record that an address tells.
    private func linked(_ link: String, _ written: ForeignCells) -> Identity {
        let identifier = RowIdentities.uuid(ofRow: named(link))
        return Identity(
            identifier: identifier,
            former: former(written.rest, besides: identifier, areUnlike: true))
    }

    /// The identity of a record that only its values tell: all of them.
    private func unnamed(
        _ all: ForeignCells, writtenAs written: ForeignCells
    ) -> Identity {
        report.unnamedCount += 1
        let (present, values) = (written.rest, all.rest.filter { !Self.isRowNumber($0) })
        let identifier = RowIdentities.uuid(
            ofRow: named(RowIdentities.unorderedText(of: values)))
        let areUnlike = values.count < present.count
        var former = former(present, besides: identifier, areUnlike: areUnlike)
        let worded = present.filter { !Self.isRowNumber($0) }
        if worded.count < present.count, values.count < worded.count {
            former.append(
                RowIdentities.uuid(ofRow: columns.formerIdentities.name(ofWorded: worded)))
        }
        return Identity(identifier: identifier, former: former)
    }

    /// The identifiers that earlier versions gave a row.
    private func former(
        _ cells: [TableCell], besides identifier: String, areUnlike: Bool
    ) -> [String] {
        columns.formerIdentities.names(of: cells, areUnlike: areUnlike)
            .map(RowIdentities.uuid).filter { $0 != identifier }
    }

    /// The name of a row, with a number if an earlier row has it.
    private func named(_ identity: String, in dataset: String = "") -> String {
        let (name, isFirst) = columns.identities.name(of: identity, in: dataset)
        if !isFirst { report.repeatedCount += 1 }
        return name
    }

    /// The identifier of the record, as the table has it, and whether it counts only there.
    private func ownName(_ cells: ForeignCells) -> (text: String?, isLocal: Bool) {
        let names = [ColumnVocabulary.Part.identifier.mappedName] + knownColumns.names(.identifier)
        let found = cells.all(names).first { !$0.saysNothing }
        guard let cell = found, let text = cell.value.text?.trimmed.withoutZeroDecimals else {
            return (nil, false)
        }
        let column = column(cell.column).name
        // A list of eBird has a row for each species.
        guard column == "submissionid" else {
            // A register has many records, so that a short number is of something else.
            let isRegistered =
                ColumnVocabulary.shared.means(.registry, column)
                && !(text.utf8.count < 6 && text.utf8.allSatisfy(\.isASCIIDigit))
            return (
                text, columns.origin != .own && !isRegistered && !RowIdentities.isGlobal(text)
            )
        }
        let species = cells.first(
            ["scientificname"] + knownColumns.names(forField: Field.species.name))?.value.text
        return (text + (species.map { " \($0)" } ?? ""), false)
    }

    /// The address or the UUID of a record that has no other name; nil for none.
    private func link(_ cells: ForeignCells) -> String? {
        // A table of iNaturalist may have few of its columns.
        if knownColumns.names(forField: Field.seen.name).contains("observedon"),
            let number = cells.first(["id"])?.value.text?.trimmed,
            number.utf8.allSatisfy(\.isASCIIDigit)
        {
            return "https://www.inaturalist.org/observations/\(number)"
        }
        return cells.all(knownColumns.names(.link)).lazy.compactMap { $0.value.text?.trimmed }
            .first { $0.contains("://") || DocumentIdentifier.uuid($0) != nil }
    }

    /// Whether a cell has the number of its row, as R and pandas write it into a column without a name.
    private static func isRowNumber(_ cell: TableCell) -> Bool {
        cell.position == 1
            && ["column 1", "unnamed: 0", "rownames"].contains(cell.column.lowercased())
            && cell.value.text.map { Int($0.filter { $0 != "\"" }) != nil } == true
    }

    /// The UUID of the first row with an identity.
    package static func identifier(of identity: String) -> String {
        RowIdentities.uuid(ofRow: RowIdentities.withoutScheme(identity))
    }
}

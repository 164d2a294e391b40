/// The values of fields that several columns give together.
extension ForeignTable {
    /// The name as somebody wrote it, if it is the same name with a word about how sure it is.
    func species(_ cell: TableCell, _ cells: inout ForeignCells) -> TableCell {
        let cell = withGenus(cell, &cells)
        let named = { (name: String) in
            TableCell(column: cell.column, position: cell.position, value: .text(name))
        }
        guard let verbatim = cells.first(.verbatimSpecies),
            let text = verbatim.value.text?.trimmed,
            QualifiedName(text).name == cell.value.text?.trimmed
        else { return qualified(cell, &cells).map(named) ?? cell }
        cells.take(verbatim, for: .species)
        if let qualifier = cells.first(.qualifier),
            [text, QualifiedName.withoutAuthor(text)].contains(where: {
                qualifier.value.text?.trimmed == QualifiedName($0).qualifier
            })
        {
            cells.take(qualifier, for: .species)
        }
        return named(text)
    }

    /// The name with the genus of another column, if it is an epithet alone.
    private func withGenus(_ cell: TableCell, _ cells: inout ForeignCells) -> TableCell {
        guard let epithet = cell.value.text?.trimmed, let column = cells.first(.genus),
            let genus = column.value.text?.trimmed, genus.first?.isUppercase == true,
            genus.lowercased() != epithet.lowercased()
        else { return cell }
        let isNothing = cell.wordForNothing != nil
        let isLoud = epithet.count > 2 && epithet.allSatisfy { $0.isUppercase || $0 == "-" }
        guard isNothing || isLoud || epithet.first?.isLowercase == true else { return cell }
        cells.take(column, for: .species)
        let rest = isNothing ? "" : " " + (isLoud ? epithet.lowercased() : epithet)
        return TableCell(
            column: cell.column, position: cell.position, value: .text(genus + rest))
    }

    /// The name with what another column says about how sure it is: `Bombus cf. terrestris`.
    private func qualified(_ cell: TableCell, _ cells: inout ForeignCells) -> String? {
        guard let qualifier = cells.first(.qualifier),
            let mark = qualifier.value.text?.trimmed, !mark.isEmpty,
            let name = cell.value.text?.trimmed
        else { return nil }
        let words = name.split(whereSeparator: \.isWhitespace)
        let parts = mark.split(whereSeparator: \.isWhitespace)
        // `cf. terrestris` stands before that word, and `cf.` after the genus and its subgenus.
        let hasSubgenus = words.count > 1 && words[1].first == "(" && words[1].last == ")"
        let named = parts.dropFirst().first.flatMap(words.firstIndex)
        let place = named ?? min(hasSubgenus ? 2 : 1, words.count)
        let inside = (words[..<place] + parts.prefix(1) + words[place...]).joined(separator: " ")
        let isBehind = QualifiedName.place(of: mark) == .behind || mark == "?"
        // The epithet after `aff.` is of another species, and no part of the name.
        let isAnother = parts[0].lowercased().hasPrefix("aff")
        let text = ((isBehind ? [] : [inside]) + [name + mark, "\(name) \(mark)"]).first { text in
            let made = QualifiedName(text)
            return (made.name == name || isAnother && text == inside)
                && made.qualifier.hasPrefix(mark)
        }
        if text != nil { cells.take(qualifier, for: .species) }
        return text
    }

    /// None, where a record says that there were none without a count.
    func absence(_ cells: inout ForeignCells) -> TableCell? {
        guard let status = cells.first(.status),
            status.value.text?.trimmed.lowercased() == "absent",
            cells.first(["individualcount"]) == nil
        else { return nil }
        cells.take(status, for: .count)
        return TableCell(column: "count", position: status.position, value: .text("0"))
    }
}

extension TableCell {
    /// The value that a field has by one cell and others.
    init(field: Field, _ value: FieldValue, from cell: TableCell? = nil) {
        self.init(
            column: field.name, position: cell?.position, value: cell?.value ?? .text(value.text),
            fieldValue: value)
    }
}

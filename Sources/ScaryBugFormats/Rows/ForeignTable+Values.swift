/// The values of fields that several columns give together.
extension ForeignTable {
    /// Columns with a latitude, a longitude and an uncertainty in metres.
    private static let positions = [
        ("privatelatitude", "privatelongitude"), ("decimallatitude", "decimallongitude"),
        ("latitude", "longitude"), ("lat", "lon"), ("lat", "lng"), ("lat", "long"),
    ]
    /// Columns with a grid reference, or a position in another form.
    private static let references = [
        "gridref", "gridreference", "originalmapref", "spatialreference", "verbatimcoordinates",
    ]
    private static let uncertainties = [
        "coordinateuncertaintyinmeters", "accuracy", "positionalaccuracy",
    ]

    /// The name as somebody wrote it, if it is the same name with a word about how sure it is.
    func species(_ cell: TableCell, _ cells: inout ForeignCells) -> TableCell {
        let named = { (name: String) in
            TableCell(column: cell.column, position: cell.position, value: .text(name))
        }
        guard let verbatim = cells.first(["verbatimidentification"]),
            let text = verbatim.value.text?.trimmed,
            QualifiedName(text).name == cell.value.text?.trimmed
        else { return qualified(cell, &cells).map(named) ?? cell }
        take(verbatim, "species", &cells)
        if let qualifier = cells.first(["identificationqualifier"]),
            qualifier.value.text?.trimmed == QualifiedName(text).qualifier
        {
            take(qualifier, "species", &cells)
        }
        return named(text)
    }

    /// The name with what another column says about how sure it is: `Bombus cf. terrestris`.
    private func qualified(_ cell: TableCell, _ cells: inout ForeignCells) -> String? {
        guard let qualifier = cells.first(["identificationqualifier"]),
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
        if text != nil { take(qualifier, "species", &cells) }
        return text
    }

    /// None, where a record says that there were none without a count.
    func absence(_ cells: inout ForeignCells) -> TableCell? {
        guard let status = cells.first(["occurrencestatus"]),
            status.value.text?.trimmed.lowercased() == "absent",
            cells.first(["individualcount"]) == nil
        else { return nil }
        take(status, "count", &cells)
        return TableCell(column: "count", position: status.position, value: .text("0"))
    }

    /// The date in EDTF, or a day with the time of another column. The date as somebody wrote it counts
    /// instead if it is in EDTF, is as exact or more, and has an offset where the other one has it.
    ///
    /// - Returns: nil for no date.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for a date with several meanings.
    func seen(_ cell: TableCell, _ cells: inout ForeignCells) throws -> EDTFDate? {
        guard let text = cell.value.text,
            let date = try columns.date(text, in: cell.column, for: .seen)
        else { return nil }
        if let verbatim = cells.first(["verbatimeventdate"]),
            let exact = verbatim.value.text.flatMap({ EDTFDate($0.trimmed) }),
            exact.period.isWithin(date.period),
            date.period.start.moment == nil || exact.period.start.moment != nil
        {
            take(verbatim, "seen", &cells)
            return exact
        }
        guard date.text.utf8.count == 10, let time = cells.first(["time", "eventtime"]),
            let clock = time.value.text.flatMap({ WrittenTime($0.trimmed[...]) }),
            let moment = EDTFDate("\(date.text)T\(clock.clock)\(clock.offset)")
        else { return date }
        take(time, "seen", &cells)
        return moment
    }

    /// The date in three columns, or as somebody wrote it in EDTF.
    func dateOfParts(_ cells: inout ForeignCells) -> TableCell? {
        let parts = ["year", "month", "day"].map { cells.first([$0]) }
        guard let year = parts[0] else {
            guard let verbatim = cells.first(["verbatimeventdate"]),
                let date = verbatim.value.text.flatMap({ EDTFDate($0.trimmed) })
            else { return nil }
            take(verbatim, "seen", &cells)
            return TableCell(field: .seen, .date(date), from: verbatim)
        }
        let given = parts.prefix { $0 != nil }.compactMap(\.self)
        let texts = given.map { cell -> String in
            let text = cell.value.text?.trimmed ?? ""
            return text.utf8.count == 1 ? "0" + text : text
        }
        guard let date = EDTFDate(written: texts.joined(separator: "-")) else {
            let wrong = given.indices.first { last in
                EDTFDate(written: texts[...last].joined(separator: "-")) == nil
            }
            cells.refuse(given[wrong ?? 0], Field.seen.name)
            return nil
        }
        for cell in given {
            take(cell, "seen", &cells)
        }
        return TableCell(field: .seen, .date(date), from: year)
    }

    /// The position in two columns, or the square of a grid, whose name stays in the document, too.
    func position(_ cells: inout ForeignCells) -> TableCell? {
        let number = { (cell: TableCell?) in
            cell?.value.text.flatMap { Double($0.trimmed.withDecimalPoints) }
        }
        let degrees = { (cell: TableCell, isLatitude: Bool) in
            cell.value.text.flatMap { Position.degrees($0, ofLatitude: isLatitude) }
        }
        for (north, east) in Self.positions {
            let given = [cells.first([north]), cells.first([east])]
            guard let one = given[0], let other = given[1], let latitude = degrees(one, true),
                let longitude = degrees(other, false),
                Position(latitude: latitude, longitude: longitude) != nil
            else {
                let wrong = zip(given, [90.0, 180]).first { cell, most in
                    cell.map { degrees($0, most == 90).map { abs($0) > most } ?? true } ?? false
                }
                if let cell = wrong?.0 ?? given[0] ?? given[1] { cells.refuse(cell, Field.at.name) }
                continue
            }
            // Where a program hides a place, its public position is far away from it.
            let isHidden = cells.first(["coordinatesobscured"])?.value.text?.lowercased() == "true"
            let isPublic = isHidden && north != "privatelatitude"
            let uncertain = cells.first(
                isPublic ? ["publicpositionalaccuracy"] : Self.uncertainties)
            let metres = number(uncertain)
            // Programs that know no position write this one.
            guard latitude != 0 || longitude != 0,
                let position = Position(
                    latitude: latitude, longitude: longitude, uncertainty: metres)
                    ?? Position(latitude: latitude, longitude: longitude)
            else { continue }
            guard isUsual(cells) else { return nil }
            for cell in [one, other]
                + (metres != nil && position.uncertainty == metres ? [uncertain] : [])
            {
                guard let cell else { continue }
                take(cell, "at", &cells)
            }
            return TableCell(field: .at, .position(position), from: one)
        }
        guard let cell = cells.first(Self.references) else { return nil }
        guard let position = cell.value.text.flatMap({ try? Position($0) }) else {
            cells.refuse(cell, Field.at.name)
            return nil
        }
        guard isUsual(cells) else { return nil }
        note(cell.column, "at")
        return TableCell(field: .at, .position(position), from: cell)
    }
}

extension TableCell {
    /// The value that a field has by one cell and others.
    fileprivate init(field: Field, _ value: FieldValue, from cell: TableCell) {
        (column, position, self.value) = (field.name, cell.position, cell.value)
        fieldValue = value
    }
}

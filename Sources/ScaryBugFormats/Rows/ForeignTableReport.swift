/// What became of the columns and the rows of another program's table, for people.
package struct ForeignTableReport {
    /// The number of rows that are known by all of their values.
    var unnamedCount = 0
    /// The number of rows whose identifier an earlier row has.
    var repeatedCount = 0
    /// The datums of positions that are not of WGS 84.
    var otherDatums = Tally<String>()
    /// The fields by the columns that they were taken from.
    private var taken: [(column: String, field: String)] = []
    /// The columns with values that stay under the column's name.
    private var keptNames: [String] = []
    private var keptCounts: [String: Int] = [:]
    /// The values of each column that no field could take, with a noun such as `date`.
    private var refusals: [Tally<(cell: TableCell, line: Int, noun: String)>] = []
    /// The lines of rows that have nothing but an identifier.
    var emptyRows = Tally<Int>()
    /// The paths of files of the archive that are no pictures, sounds or videos.
    var otherFiles = Tally<String>()

    /// The most columns that are told apart. Each JSON object may have others.
    private static let mostColumns = 200
    private static let mostNamed = 40
    /// The fields whose loss is worth a warning, and what they are called.
    private static let nouns = [
        Field.seen.name: "date", Field.at.name: "position", Field.count.name: "number",
    ]

    /// Notes that a field has a value of a column.
    mutating func take(_ column: String, _ field: String) {
        guard !taken.contains(where: { $0.column == column && $0.field == field }) else { return }
        taken.append((column, field))
    }

    /// Notes that a value stays under its column's name.
    mutating func keep(_ column: String) {
        if let count = keptCounts[column] {
            keptCounts[column] = count + 1
        } else if keptNames.count < Self.mostColumns {
            keptNames.append(column)
            keptCounts[column] = 1
        }
    }

    /// Notes that a document lacks a field, since it can't have the value.
    mutating func refuse(_ cell: TableCell, _ field: String, as part: String?, line: Int) {
        guard let noun = part ?? Self.nouns[field] else { return }
        var index = refusals.firstIndex { $0.first?.cell.column == cell.column }
        if index == nil, refusals.count < Self.mostColumns {
            index = refusals.count
            refusals.append(Tally())
        }
        if let index { refusals[index].add((cell, line, noun)) }
    }

    /// What an update should know about rows without an identifier; nil if each row has one.
    package var advice: String? {
        unnamedCount == 0
            ? nil
            : "no column says which record a row is, so a corrected row comes as a new one; "
                + "--map COLUMN=\(ForeignTable.identifierColumn) names such a column"
    }

    /// What became of the columns, as lines.
    package var remarks: [String] {
        let pairs = taken.map { column, field in
            let count = keptCounts[column].map { " (\($0.counting("value")) kept)" }
            return "\(column) → \(field)\(count ?? "")"
        }
        let others = keptNames.filter { name in !taken.contains { $0.column == name } }
        let more = others.count - Self.mostNamed
        let names = others.prefix(Self.mostNamed).joined(separator: ", ")
        return [
            pairs.isEmpty ? nil : "taken: " + pairs.joined(separator: ", "),
            others.isEmpty
                ? nil
                : "kept under their own names: \(names)" + (more > 0 ? " and \(more) more" : ""),
        ].compactMap(\.self)
    }

    /// Sentences about values and rows that are not what they seem, each with its line if it is about one.
    package var warnings: [(line: Int?, text: String)] {
        var warnings = refusals.compactMap { refusal -> (line: Int?, text: String)? in
            guard let (cell, line, noun) = refusal.first else { return nil }
            let value = cell.value.text.map { "'\($0.shortened)'" } ?? "several values in one"
            let more = refusal.more("value")
            return (line, "\(cell.place): not a \(noun): \(value)\(more); kept as text")
        }
        if let line = emptyRows.first {
            let more = emptyRows.more("row", after: " and in")
            warnings.append((line, "nothing but an identifier in the row\(more); left out"))
        }
        if let path = otherFiles.first {
            let more = otherFiles.more("file") + (otherFiles.count == 1 ? " is" : " are")
            warnings.append((nil, "\(path.shortened)\(more) no picture, sound or video; left out"))
        }
        if let name = otherDatums.first {
            warnings.append((nil, Datum.warning(about: otherDatums.count, name)))
        }
        if repeatedCount > 0 {
            warnings.append(
                (
                    nil,
                    "\(repeatedCount.counting("row")) \(repeatedCount == 1 ? "has" : "have") the "
                        + "identifier of an earlier row; each is a document of its own"
                ))
        }
        return warnings
    }
}

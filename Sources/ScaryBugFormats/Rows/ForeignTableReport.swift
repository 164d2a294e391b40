/// What became of the columns and the rows of another program's table, for people.
package struct ForeignTableReport {
    /// The first value of a column that no field could take, and the number of all.
    private struct Refusal {
        let cell: TableCell
        let line: Int
        /// Such as `date`.
        let noun: String
        var count = 1
    }

    /// The number of rows whose identifier an earlier row has.
    var repeatedCount = 0
    /// The number of positions of another datum than WGS 84, and the first datum.
    private var otherDatum: (count: Int, name: String) = (0, "")
    /// The fields by the columns that they were taken from.
    private var taken: [(column: String, field: String)] = []
    /// The columns with values that stay under the column's name.
    private var keptNames: [String] = []
    private var keptCounts: [String: Int] = [:]
    private var refusals: [Refusal] = []
    /// The first row that has nothing but an identifier, and the number of all.
    private var emptyRows: (line: Int, count: Int) = (0, 0)

    /// The first file that is no picture, sound or video, and the number of all.
    private var otherFiles: (path: String, count: Int) = ("", 0)

    /// The most columns that are told apart. Each JSON object may have others.
    private static let mostColumns = 200
    private static let mostNamed = 40
    /// The fields whose loss is worth a warning, and what they are called.
    private static let nouns = [Field.seen.name: "date", Field.at.name: "position"]

    /// Notes that a field has a value of a column.
    mutating func take(_ column: String, _ field: String) {
        guard !taken.contains(where: { $0.column == column && $0.field == field }) else { return }
        taken.append((column, field))
    }

    /// Notes the datum of a position that is not one of WGS 84.
    mutating func note(datum: String) {
        otherDatum = (otherDatum.count + 1, otherDatum.count == 0 ? datum : otherDatum.name)
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
    mutating func refuse(_ cell: TableCell, _ field: String, line: Int) {
        guard let noun = Self.nouns[field] else { return }
        if let index = refusals.firstIndex(where: { $0.cell.column == cell.column }) {
            refusals[index].count += 1
        } else if refusals.count < Self.mostColumns {
            refusals.append(Refusal(cell: cell, line: line, noun: noun))
        }
    }

    /// Notes a row that has nothing but an identifier.
    mutating func leaveOut(line: Int) {
        emptyRows = (emptyRows.count == 0 ? line : emptyRows.line, emptyRows.count + 1)
    }

    /// Notes a file of the archive that is no picture, sound or video.
    mutating func leaveOut(file path: String) {
        otherFiles = (otherFiles.count == 0 ? path : otherFiles.path, otherFiles.count + 1)
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
        var warnings: [(line: Int?, text: String)] = refusals.map { refusal in
            let value = refusal.cell.value.text?.shortened ?? ""
            let more =
                refusal.count == 1 ? "" : " and \((refusal.count - 1).counting("more value"))"
            return (
                refusal.line,
                "\(refusal.cell.place): not a \(refusal.noun): '\(value)'\(more); kept as text"
            )
        }
        if emptyRows.count > 0 {
            let more =
                emptyRows.count == 1 ? "" : " and in \((emptyRows.count - 1).counting("more row"))"
            warnings.append(
                (emptyRows.line, "nothing but an identifier in the row\(more); left out"))
        }
        if otherFiles.count > 0 {
            let more =
                otherFiles.count == 1
                ? " is" : " and \((otherFiles.count - 1).counting("more file")) are"
            warnings.append(
                (nil, "\(otherFiles.path.shortened)\(more) no picture, sound or video; left out"))
        }
        if otherDatum.count > 0 {
            warnings.append((nil, Datum.warning(about: otherDatum.count, otherDatum.name)))
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

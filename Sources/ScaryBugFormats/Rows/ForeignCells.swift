/// The cells of a row that have a value and belong to no field yet, by their plain names.
struct ForeignCells {
    /// The cells, nil for one that was taken.
    private var cells: [TableCell?]
    private var places: [String: Int] = [:]
    /// The columns whose cells fields have taken.
    private(set) var taken: [(column: String, field: Field)] = []
    /// The cells that fields refused. A part, such as a `time`, is missed although the field has a value.
    private(set) var refused: [(field: Field, cell: TableCell, part: String?)] = []

    /// The datum of a position that is not one of WGS 84, and stays as text.
    private(set) var otherDatum: String?

    /// The names of columns in the table, by what they mean.
    private let known: KnownColumns

    init(_ cells: [(name: String, cell: TableCell)], _ known: KnownColumns = KnownColumns()) {
        self.known = known
        self.cells = cells.map(\.cell)
        for (place, (name, _)) in cells.enumerated() where places[name] == nil {
            places[name] = place
        }
    }

    var rest: [TableCell] { cells.compactMap(\.self) }

    func first(_ names: [String]) -> TableCell? { all(names).first }

    func all(_ names: [String]) -> [TableCell] {
        names.compactMap { places[$0].flatMap { cells[$0] } }
    }

    /// The best cell of a part.
    ///
    /// - Parameter line: the line of the list that names its column, from 0; nil for all. A column that the user
    ///   maps comes before all.
    func first(_ part: ColumnVocabulary.Part, line: Int? = nil) -> TableCell? {
        (line == nil ? first([part.mappedName]) : nil) ?? first(known.names(part, line: line))
    }

    /// Removes a cell that ``first(_:)`` has found, whose value a field has.
    mutating func take(_ cell: TableCell, for field: Field) {
        remove(cell)
        note(cell, field)
    }

    /// Notes that a field has the value of a cell, which stays.
    mutating func note(_ cell: TableCell, _ field: Field) { taken.append((cell.column, field)) }

    mutating func remove(_ cell: TableCell) {
        let place = cells.firstIndex {
            $0?.position == cell.position && $0?.column == cell.column
        }
        if let place { cells[place] = nil }
    }

    mutating func add(_ cell: TableCell) { cells.append(cell) }

    /// Whether positions are those of WGS 84, as far as a column says it.
    mutating func isUsualDatum() -> Bool {
        // In German, a date is called so, and has been taken.
        let german = first(["datum"])?.value.text.flatMap { Datum.isNamed(in: $0) ? $0 : nil }
        let name = first(.datum)?.value.text ?? german ?? ""
        if Datum.isUsual(name) { return true }
        otherDatum = name
        return false
    }

    /// Notes that a field can't have a value.
    ///
    /// - Parameter part: what the cell is for, if the field may have a value without it.
    mutating func refuse(_ cell: TableCell, _ field: Field, as part: String? = nil) {
        refused.append((field, cell, part))
    }
}

/// The cells of a row that have a value and belong to no field yet, by their plain names.
struct ForeignCells {
    /// The cells, nil for one that was taken.
    private var cells: [TableCell?]
    private var places: [String: Int] = [:]
    /// The cells that fields refused.
    private(set) var refused: [(field: String, cell: TableCell)] = []

    init(_ cells: [(name: String, cell: TableCell)]) {
        self.cells = cells.map(\.cell)
        for (place, (name, _)) in cells.enumerated() where places[name] == nil {
            places[name] = place
        }
    }

    var rest: [TableCell] { cells.compactMap(\.self) }

    func first(_ names: [String]) -> TableCell? {
        names.lazy.compactMap { places[$0].flatMap { cells[$0] } }.first
    }

    /// Removes a cell that ``first(_:)`` has found.
    mutating func take(_ cell: TableCell, named name: String) {
        guard let place = places[name], cells[place] == cell else { return }
        cells[place] = nil
    }

    mutating func add(_ cell: TableCell) { cells.append(cell) }

    /// Notes that a field can't have a value.
    mutating func refuse(_ cell: TableCell, _ field: String) { refused.append((field, cell)) }
}

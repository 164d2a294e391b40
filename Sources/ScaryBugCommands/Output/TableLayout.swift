import ScaryBugs

/// A row of a table.
protocol TableRow {
    /// Calls `body` with each cell, from left to right.
    func forEachCell(_ body: (_ column: Int, _ cell: TableCell) -> Void)
}

/// The widths of a table's columns, and the lines that result from them.
///
/// A column is as wide as its widest cell, and two blanks separate columns. ``fit(_:)`` is called
/// for all rows before the first ``write(_:to:)``.
struct TableLayout {
    enum Style {
        case left, right
        /// At the left, and shortened first if a line is too long for the terminal.
        case cutFirst
    }

    private struct Column {
        let style: Style
        var width = 0
    }

    private var columns: [Column]
    private var lineWidth: Int?

    init(_ styles: [Style]) {
        columns = styles.map { Column(style: $0) }
    }

    /// Widens the columns to fit a row.
    mutating func fit(_ row: some TableRow) {
        row.forEachCell { index, cell in
            columns[index].width = max(columns[index].width, cell.width)
        }
    }

    /// Limits lines to a terminal's width, in columns. Narrows the column that is shortened first
    /// until the others fit, but keeps it readable.
    mutating func limit(to width: Int) {
        lineWidth = width
        guard let index = columns.firstIndex(where: { $0.style == .cutFirst }),
            let last = columns.last?.width
        else { return }
        let line = columns.reduce(2 * (columns.count - 1)) { $0 + $1.width }
        // The last column is cut at the edge of the terminal, so its first part is enough.
        let surplus = index < columns.count - 1 ? last - min(last, width / 4) : 0
        let excess = max(0, line - surplus - width)
        let own = columns[index].width
        columns[index].width = min(own, max(width / 4, own - excess))
    }

    /// Appends a row's line.
    func write(_ row: some TableRow, to lines: inout LineBuffer) {
        row.forEachCell { index, cell in
            if index > 0 { lines.append(blanks: 2) }
            write(cell, in: columns[index], to: &lines)
        }
        lines.trimLine()
        if let lineWidth { lines.cutLine(to: lineWidth) }
        lines.endLine()
    }

    private func write(_ cell: TableCell, in column: Column, to lines: inout LineBuffer) {
        var cell = cell
        var padding = column.width - cell.width
        if padding < 0, column.style == .cutFirst {
            cell = cell.cut(to: column.width)
            padding = column.width - cell.width
        }
        if column.style == .right { lines.append(blanks: padding) }
        cell.append(to: &lines)
        if column.style != .right { lines.append(blanks: padding) }
    }
}

import ScaryBugs

/// A row of a table.
protocol LayoutRow {
    associatedtype Content: LayoutCell

    func cell(in column: Int) -> Content
}

/// The widths of a table's columns, and the lines that result from them.
///
/// A column is as wide as its widest cell, and two blanks separate columns. ``fit(_:)`` is called
/// for all rows, then ``narrow()``, before the first ``write(_:to:)``.
struct TableLayout {
    enum Style {
        case left, right
        /// A document's number: at the right, and coloured in the first column.
        case number
        /// At the left, and shortened first if a line is too long for the terminal.
        case cutFirst
    }

    private struct Column {
        let style: Style
        var width = 0
    }

    private var columns: [Column]
    private let lineWidth: Int?
    private let hasColors: Bool

    /// - Parameter lineWidth: the terminal's width, in columns; nil for no limit.
    init(_ styles: [Style], lineWidth: Int?, colors hasColors: Bool = false) {
        columns = styles.map { Column(style: $0) }
        self.lineWidth = lineWidth
        self.hasColors = hasColors && styles.first == .number
    }

    /// Widens the columns to fit a row.
    mutating func fit(_ row: some LayoutRow) {
        for index in columns.indices where needsWidth(index) {
            let width = row.cell(in: index).width
            if width > columns[index].width { columns[index].width = width }
        }
    }

    /// Nothing follows the last column, so its width counts only where lines are limited.
    private func needsWidth(_ index: Int) -> Bool {
        index < columns.count - 1 || lineWidth != nil || columns[index].style == .right
            || columns[index].style == .number
    }

    /// Narrows the column that is shortened first until the others fit on a line, but keeps it
    /// readable.
    mutating func narrow() {
        guard let lineWidth, let last = columns.last?.width,
            let index = columns.firstIndex(where: { $0.style == .cutFirst })
        else { return }
        let line = columns.reduce(2 * (columns.count - 1)) { $0 + $1.width }
        // The last column is cut at the edge of the terminal, so its first part is enough.
        let surplus = index < columns.count - 1 ? last - min(last, lineWidth / 4) : 0
        let excess = max(0, line - surplus - lineWidth)
        let own = columns[index].width
        columns[index].width = min(own, max(lineWidth / 4, own - excess))
    }

    /// Appends a row's line.
    func write(_ row: some LayoutRow, to lines: inout LineBuffer) {
        for index in columns.indices {
            if index > 0 { lines.append(blanks: 2) }
            write(row.cell(in: index), in: columns[index], to: &lines)
        }
        if let lineWidth { lines.cutLine(to: lineWidth) }
        if hasColors {
            let width = row.cell(in: 0).width
            lines.color(width, after: columns[0].width - width, as: .number)
        }
        lines.endLine()
    }

    private func write(_ cell: some LayoutCell, in column: Column, to lines: inout LineBuffer) {
        switch column.style {
        case .right, .number:
            lines.append(blanks: column.width - cell.width)
            _ = cell.append(to: &lines)
        case .cutFirst where lineWidth != nil && cell.width > column.width:
            let cut = cell.cut(to: column.width)
            lines.append(blanks: column.width - cut.append(to: &lines))
        case .left, .cutFirst:
            lines.append(blanks: column.width - cell.append(to: &lines))
        }
    }
}

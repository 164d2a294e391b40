import ScaryBugs

/// A row of a table.
protocol LayoutRow {
    associatedtype Content: LayoutCell

    func cell(in column: Int) -> Content
}

/// The widths of a table's columns, and the lines that result from them.
///
/// A column is as wide as its widest cell, and two blanks separate columns. ``fit(_:)`` is called
/// for all rows, then ``narrow()``, before the first ``write(_:to:)``. At a terminal, the last column
/// wraps at words.
struct TableLayout {
    enum Style {
        case left, right
        /// A document's number: at the right, and coloured in the first column.
        case number
        /// A rating: at the right, and stars where the terminal has them.
        case rating
        /// At the left, and shortened in this order if a line is too long for the terminal. The style
        /// `right` follows.
        case cutFirst, cutNext, cutLast
    }

    private struct Column {
        let style: Style
        var width = 0
    }

    private var columns: [Column]
    private let lineWidth: Int?
    private let hasColors: Bool
    private let hasStars: Bool

    /// The least room for a column that wraps. With less it begins on the next line.
    private static let leastRoom = 16

    /// - Parameter lineWidth: the terminal's width, in columns; nil for no limit.
    init(
        _ styles: [Style], lineWidth: Int?, colors hasColors: Bool = false,
        stars hasStars: Bool = false
    ) {
        columns = styles.map { Column(style: $0) }
        self.lineWidth = lineWidth
        self.hasColors = hasColors && styles.first == .number
        self.hasStars = hasStars
    }

    /// Whether the last column wraps.
    private var wraps: Bool { lineWidth != nil && columns.last?.style == .left }

    /// Widens the columns to fit a row.
    mutating func fit(_ row: some LayoutRow) {
        for index in columns.indices where needsWidth(index) {
            let width = width(of: row.cell(in: index), columns[index].style)
            if width > columns[index].width { columns[index].width = width }
        }
    }

    private func width(of cell: some LayoutCell, _ style: Style) -> Int {
        if hasStars, style == .rating, let stars = cell.stars { return stars.width }
        return cell.width
    }

    /// Nothing follows the last column, so its width counts only where lines are limited.
    private func needsWidth(_ index: Int) -> Bool {
        index < columns.count - 1 || lineWidth != nil
            || [.right, .number, .rating].contains(columns[index].style)
    }

    /// Narrows columns until all fit on a line, but keeps them readable. The end of a line that is
    /// still too long is cut.
    mutating func narrow() {
        guard let lineWidth, let last = columns.last?.width else { return }
        let surplus = wraps ? last - min(last, Self.leastRoom) : 0
        var excess = columns.reduce(2 * (columns.count - 1)) { $0 + $1.width } - surplus - lineWidth
        for style in [Style.cutFirst, .cutNext, .cutLast, .right] {
            for index in columns.indices where columns[index].style == style {
                let room = max(0, columns[index].width - max(1, lineWidth / 4))
                let given = max(0, min(excess, room))
                columns[index].width -= given
                excess -= given
            }
        }
    }

    /// Appends a row's line, or its lines if the last column wraps.
    func write(_ row: some LayoutRow, to lines: inout LineBuffer) {
        for index in columns.indices.dropLast(wraps ? 1 : 0) {
            if index > 0 { lines.append(blanks: 2) }
            write(row.cell(in: index), in: columns[index], to: &lines)
        }
        guard wraps, let lineWidth else { return endLine(of: row, &lines) }
        let start = columns.dropLast().reduce(0) { $0 + $1.width + 2 }
        let hasRoom = lineWidth - start >= min(columns.last?.width ?? 0, Self.leastRoom)
        // The lines of a text that fills the row are indented after the first.
        let indent = !hasRoom ? 4 : columns.count == 1 ? 2 : start
        let text = row.cell(in: columns.count - 1).visible
        let pieces = text.isEmpty ? [] : WordWrap.lines(of: text, width: max(2, lineWidth - indent))
        if hasRoom, let first = pieces.first {
            if columns.count > 1 { lines.append(blanks: 2) }
            lines.append(String(first))
        }
        endLine(of: row, &lines)
        for piece in pieces.dropFirst(hasRoom ? 1 : 0) {
            lines.append(blanks: indent)
            lines.append(String(piece))
            lines.endLine()
        }
    }

    private func endLine(of row: some LayoutRow, _ lines: inout LineBuffer) {
        if let lineWidth { lines.cutLine(to: lineWidth) }
        if hasColors {
            let width = row.cell(in: 0).width
            lines.color(width, after: columns[0].width - width, as: .number)
        }
        lines.endLine()
    }

    private func write(_ cell: some LayoutCell, in column: Column, to lines: inout LineBuffer) {
        if hasStars, column.style == .rating, let stars = cell.stars {
            lines.append(blanks: column.width - stars.width)
            return lines.append(stars)
        }
        if lineWidth != nil, cell.width > column.width {
            let cut = DisplayWidth.cut(cell.visible, to: column.width)
            return lines.append(blanks: column.width - cut.append(to: &lines))
        }
        switch column.style {
        case .right, .number, .rating:
            lines.append(blanks: column.width - cell.width)
            _ = cell.append(to: &lines)
        case .left, .cutFirst, .cutNext, .cutLast:
            lines.append(blanks: column.width - cell.append(to: &lines))
        }
    }
}

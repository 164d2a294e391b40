import ScaryBugs

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
        /// At the left, with one blank before the next column: the words before a number.
        case label
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
        /// Whether lines depend on the width. Nothing follows the last column, so its width counts only
        /// where lines are limited.
        let needsWidth: Bool
        var width = 0

        var gap: Int { style == .label ? 1 : 2 }

        /// Appends a cell that is at most as wide as the column.
        @inline(__always)
        func write(_ cell: some LayoutCell, to lines: inout LineBuffer) {
            switch style {
            case .right, .number, .rating:
                lines.append(blanks: width - cell.width)
                _ = cell.append(to: &lines)
            case .left, .label, .cutFirst, .cutNext, .cutLast:
                lines.append(blanks: width - cell.append(to: &lines))
            }
        }
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
        columns = styles.enumerated().map { index, style in
            Column(
                style: style,
                needsWidth: index < styles.count - 1 || lineWidth != nil
                    || [.right, .number, .rating].contains(style))
        }
        self.lineWidth = lineWidth
        self.hasColors = hasColors
        self.hasStars = hasStars
    }

    /// Whether no line is cut, wrapped or coloured, and ratings are numbers, as for a program.
    private var isPlain: Bool { lineWidth == nil && !hasColors && !hasStars }

    private var wraps: Bool { lineWidth != nil && columns.last?.style == .left }

    mutating func fit(_ row: some LayoutRow) {
        for index in columns.indices where columns[index].needsWidth {
            let width = width(of: row.cell(in: index), columns[index].style)
            if width > columns[index].width { columns[index].width = width }
        }
    }

    @inline(__always)
    private func width(of cell: some LayoutCell, _ style: Style) -> Int {
        if hasStars, style == .rating, let stars = cell.stars { return stars.width }
        return cell.width
    }

    /// Narrows columns until all fit on a line, but keeps them readable. The end of a line that is
    /// still too long is cut.
    mutating func narrow() {
        guard let lineWidth, let last = columns.last?.width else { return }
        let surplus = wraps ? last - min(last, Self.leastRoom) : 0
        var excess = start(of: columns.count - 1) + last - surplus - lineWidth
        for least in (wraps ? Self.leastSharesBeforeText : Self.leastShares).map({
            max(1, lineWidth / $0)
        }) {
            for style in [Style.cutFirst, .cutNext, .cutLast, .right] {
                for index in columns.indices where columns[index].style == style {
                    let given = max(0, min(excess, columns[index].width - least))
                    columns[index].width -= given
                    excess -= given
                }
            }
        }
    }

    /// The parts of the line that columns keep: first all give way to a third, and only then to less.
    private static let leastShares = [3, 4, 6, 8]
    /// The parts where the last column can begin on the next line.
    private static let leastSharesBeforeText = [3, 4]

    private func start(of column: Int) -> Int {
        columns.prefix(column).reduce(0) { $0 + $1.width + $1.gap }
    }

    func write(header: some LayoutRow, to lines: inout LineBuffer) {
        for index in columns.indices {
            if index > 0 { lines.append(blanks: columns[index - 1].gap) }
            write(header.cell(in: index), in: columns[index], to: &lines)
        }
        if let lineWidth { lines.cutLine(to: lineWidth) }
        if hasColors { lines.colorLine(as: .heading) }
        lines.endLine()
    }

    /// Appends a row's line, or its lines if the last column wraps.
    func write(_ row: some LayoutRow, to lines: inout LineBuffer) {
        guard !isPlain else { return writePlain(row, to: &lines) }
        for index in columns.indices.dropLast(wraps ? 1 : 0) {
            if index > 0 { lines.append(blanks: columns[index - 1].gap) }
            write(row.cell(in: index), in: columns[index], to: &lines)
        }
        guard wraps, let lineWidth else { return endLine(of: row, &lines) }
        let start = start(of: columns.count - 1)
        let hasRoom = lineWidth - start >= min(columns.last?.width ?? 0, Self.leastRoom)
        // The lines of a text that fills the row are indented after the first.
        let indent = !hasRoom ? 4 : columns.count == 1 ? 2 : start
        let text = row.cell(in: columns.count - 1).visible
        let pieces = text.isEmpty ? [] : WordWrap.lines(of: text, width: max(2, lineWidth - indent))
        if hasRoom, let first = pieces.first {
            lines.append(blanks: columns.dropLast().last?.gap ?? 0)
            lines.append(String(first))
        }
        endLine(of: row, &lines)
        for piece in pieces.dropFirst(hasRoom ? 1 : 0) {
            lines.append(blanks: indent)
            lines.append(String(piece))
            lines.endLine()
        }
    }

    private func writePlain(_ row: some LayoutRow, to lines: inout LineBuffer) {
        for index in columns.indices {
            columns[index].write(row.cell(in: index), to: &lines)
            lines.append(blanks: columns[index].gap)
        }
        lines.endLine()
    }

    private func endLine(of row: some LayoutRow, _ lines: inout LineBuffer) {
        if let lineWidth { lines.cutLine(to: lineWidth) }
        if hasColors, columns.first?.style == .number {
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
        column.write(cell, to: &lines)
    }
}

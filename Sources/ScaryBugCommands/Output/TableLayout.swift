import ScaryBugs

/// The widths of a table's columns, and the lines that result from them.
///
/// A column is as wide as its widest cell, and two blanks separate columns. ``fit(_:)`` is called
/// for all rows or their widths, then ``narrow()``, before the first ``write(_:to:)``. At a terminal, the last column
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
        /// At the left, and left out if a line is too long for the terminal.
        case leftOut
    }

    private struct Column {
        let style: Style
        var width = 0

        /// Whether it takes no room, since no cell has a text.
        var isAbsent = false

        var gap: Int { isAbsent ? 0 : style == .label ? 1 : 2 }
        var isRightAligned: Bool { [.right, .number, .rating].contains(style) }
    }

    private var columns: [Column]
    private let lineWidth: Int?
    private let hasColors: Bool

    /// The least room for a column that wraps. With less it begins on the next line.
    private static let leastRoom = 16

    /// - Parameter lineWidth: the terminal's width, in columns; nil for no limit.
    init(_ styles: [Style], lineWidth: Int?, colors hasColors: Bool = false) {
        columns = styles.map { Column(style: $0) }
        self.lineWidth = lineWidth
        self.hasColors = hasColors
    }

    private var wraps: Bool { lineWidth != nil && columns.last?.style == .left }

    mutating func fit(_ row: [Record.Cell]) { fit(widths: row.map(\.width)) }

    mutating func fit(widths: [Int]) {
        for index in widths.indices {
            columns[index].width = max(columns[index].width, widths[index])
        }
    }

    /// Narrows columns until all fit on a line, but keeps them readable. The end of a line that is
    /// still too long is cut.
    mutating func narrow() {
        guard let lineWidth, let last = columns.last?.width else { return }
        for index in columns.indices { columns[index].isAbsent = columns[index].width == 0 }
        let surplus = wraps ? last - min(last, Self.leastRoom) : 0
        var excess = start(of: columns.count - 1) + last - surplus - lineWidth
        for index in columns.indices where columns[index].style == .leftOut && excess > 0 {
            excess -= columns[index].width + columns[index].gap
            columns[index].isAbsent = true
        }
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

    func write(header: [Record.Cell], to lines: inout LineBuffer) {
        write(header, upTo: columns.count, to: &lines)
        if let lineWidth { lines.cutLine(to: lineWidth) }
        if hasColors { lines.colorLine(as: .heading) }
        lines.endLine()
    }

    /// Appends a row's line, or its lines if the last column wraps.
    func write(_ row: [Record.Cell], to lines: inout LineBuffer) {
        write(row, upTo: columns.count - (wraps ? 1 : 0), to: &lines)
        guard wraps, let lineWidth else { return endLine(of: row, &lines) }
        let start = start(of: columns.count - 1)
        let hasRoom = lineWidth - start >= min(columns.last?.width ?? 0, Self.leastRoom)
        // The lines of a text that fills the row are indented after the first.
        let indent = !hasRoom ? 4 : columns.count == 1 ? 2 : start
        let text = row.count < columns.count ? "" : row[columns.count - 1].text
        let pieces = text.isEmpty ? [] : WordWrap.lines(of: text, width: max(2, lineWidth - indent))
        if hasRoom, let first = pieces.first { lines.append(String(first)) }
        endLine(of: row, &lines)
        for piece in pieces.dropFirst(hasRoom ? 1 : 0) {
            lines.append(blanks: indent)
            lines.append(String(piece))
            lines.endLine()
        }
    }

    /// Appends the first cells of a row, each with the gap after it.
    private func write(_ row: [Record.Cell], upTo end: Int, to lines: inout LineBuffer) {
        for index in 0..<min(end, row.count) {
            let column = columns[index]
            if column.isAbsent { continue }
            var (text, width) = (row[index].text, row[index].width)
            if lineWidth != nil, width > column.width {
                text = DisplayWidth.cut(text, to: column.width)
                width = DisplayWidth.columns(of: text)
            }
            if column.isRightAligned { lines.append(blanks: column.width - width) }
            lines.append(text)
            if !column.isRightAligned { lines.append(blanks: column.width - width) }
            lines.append(blanks: column.gap)
        }
    }

    private func endLine(of row: [Record.Cell], _ lines: inout LineBuffer) {
        if let lineWidth { lines.cutLine(to: lineWidth) }
        if hasColors, columns.first?.style == .number, let width = row.first?.width {
            lines.color(width, after: columns[0].width - width, as: .number)
        }
        lines.endLine()
    }
}

/// Lines of output, collected to be written in large pieces.
///
/// Drops blanks at the end of a line.
struct LineBuffer {
    private var bytes: [UInt8] = []
    private var lineStart = 0
    /// Blanks that are written only if the line goes on.
    private var blanks = 0

    private static let size = 65_536

    var count: Int { bytes.count }
    var isEmpty: Bool { bytes.isEmpty }
    var isFull: Bool { bytes.count >= Self.size }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes(body)
    }

    mutating func append(_ text: String) {
        guard !text.isEmpty else { return }
        for _ in 0..<blanks { bytes.append(UInt8(ascii: " ")) }
        blanks = 0
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Appends blanks; none for a negative number.
    mutating func append(blanks count: Int) {
        blanks += max(0, count)
    }

    /// Shortens the current line to a terminal's width, in columns.
    mutating func cutLine(to width: Int) {
        // A column holds at least one byte.
        guard count - lineStart > width else { return }
        let line = String(decoding: bytes[lineStart...], as: UTF8.self)
        bytes.removeSubrange(lineStart...)
        blanks = 0
        append(DisplayWidth.cut(line, to: width))
    }

    /// Colours a part of the current line, which must be ASCII up to its end.
    ///
    /// - Parameters:
    ///   - length: the bytes of the part.
    ///   - start: the bytes of the line before the part.
    mutating func color(_ length: Int, after start: Int, as color: Color) {
        let range = (lineStart + start)..<(lineStart + start + length)
        guard length > 0, range.upperBound <= count else { return }
        let text = String(decoding: bytes[range], as: UTF8.self)
        bytes.replaceSubrange(range, with: color.text(text).utf8)
    }

    mutating func colorLine(as color: Color) {
        self.color(count - lineStart, after: 0, as: color)
    }

    mutating func endLine() {
        blanks = 0
        bytes.append(UInt8(ascii: "\n"))
        lineStart = count
    }

    /// Removes the last bytes, which are whole lines.
    mutating func removeLast(_ removed: Int) {
        bytes.removeLast(removed)
        (lineStart, blanks) = (count, 0)
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        (lineStart, blanks) = (0, 0)
    }
}

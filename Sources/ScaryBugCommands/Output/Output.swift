import ScaryBugs

/// The only type that prints: results to one sink, messages to another.
///
/// Results are buffered until ``flush()``, which runs after the reported changes are safe on disk.
final class Output {
    var format: OutputFormat
    /// Whether results appear at a terminal.
    let isTerminal: Bool
    /// Whether results for people are coloured.
    private(set) var hasColors = false
    private(set) var hasColoredMessages = false
    /// Whether ratings for people are stars.
    private(set) var hasStars = false

    let results: PagedTerminal
    let messages: any OutputSink
    /// Results that are not written yet.
    private var lines = LineBuffer()
    /// The columns of the last CSV row. The header is printed again only if they change.
    private var columns: Record.Values = []
    /// The table whose column widths are known, so that its rows don't wait; nil for none.
    private var layout: TableLayout?
    /// The cells of rows whose column widths are not known yet.
    private var rows: [[Record.Cell]] = []
    /// The memory for these rows, in bytes.
    private var rowBytes = 0
    /// The cells of the line above the next rows; nil for none.
    private var columnNames: [Record.Cell]?
    /// The most memory for rows, enough for 150,000 documents. The columns of a longer table may differ
    /// from there on.
    private static let mostRowBytes = 32 << 20

    /// A file that holds a group's results until it commits; nil outside a group.
    private var held: HeldResults?
    /// Whether results are discarded because that file couldn't be made.
    private var isDropping = false

    /// Makes the changes that the buffered results report. If that fails, they are not printed.
    var beforeWriting: () throws -> Void = {}
    /// The bytes of buffered results whose changes have been made.
    private var safeCount = 0

    /// Thrown when the reader of the results has closed the pipe, so that the program ends.
    struct Closed: SessionEnd {}

    init(
        format: OutputFormat = .table, results: any OutputSink = StandardStream.output,
        messages: any OutputSink = StandardStream.error
    ) {
        self.format = format
        self.messages = messages
        self.results = PagedTerminal(results) { bytes in
            // If messages can't be written, there is no other place to report that.
            try? bytes.withUnsafeBytes { try messages.write($0) }
        }
        isTerminal = results.terminalWidth != nil
    }

    func use(_ mode: ColorMode, in environment: Environment) {
        hasStars = isTerminal && environment.isUTF8
        hasColors = mode.colors(aTerminal: isTerminal, in: environment)
        hasColoredMessages = mode.colors(aTerminal: messages.terminalWidth != nil, in: environment)
    }

    /// The width for text that is wrapped at words, in columns.
    var textWidth: Int { results.terminalWidth ?? 80 }

    /// Runs one line with another format, nil for the same. A table of CSV then has its header.
    func using(_ format: OutputFormat?, _ body: () throws -> Void) throws {
        guard let format else { return try body() }
        let outer = (self.format, columns)
        (self.format, columns) = (format, [])
        defer { (self.format, columns) = outer }
        try body()
    }

    // MARK: Results

    func print(_ record: Record) throws {
        try print(row: record)
        try endRows()
    }

    /// Prints a line for people, such as that nothing changed. Programs get nothing.
    func print(note: String) throws {
        if format == .table { try print(Record(note, [])) }
    }

    /// Prints one of several results. ``endRows()``, or the end of the command, ends them, because a
    /// table for people needs the widths of all its rows.
    func print(row record: Record) throws {
        switch format {
        case .table where layout != nil:
            layout?.write(shown(record.cells), to: &lines)
            try flushIfFull()
        case .table:
            // Rows of another form are another table.
            if rows.last?.first?.style != record.cells.first?.style { try endRows() }
            rows.append(record.cells)
            rowBytes += record.cells.reduce(0) {
                $0 + MemoryLayout<Record.Cell>.stride + $1.text.utf8.count
            }
            if rowBytes > Self.mostRowBytes { try endRows() }
        case .json: try print(text: JSON.line(record.values))
        case .csv:
            let values = record.columns
            try print(csvHeader: values)
            let line = CSV.line(values)
            // Programs get the text as it is, a terminal as it can be seen.
            try print(text: isTerminal ? TerminalText.text(line) : line)
        }
    }

    /// Prints the header of CSV, unless the rows before have it.
    func print(csvHeader values: Record.Values) throws {
        if CSV.haveSameColumns(values, columns) { return }
        columns = values
        try print(text: CSV.header(values))
    }

    /// Names the columns of the next rows, for people at a terminal. Scripts get rows only.
    func print(header: [Record.Cell]) {
        if isTerminal, format == .table { columnNames = header }
    }

    /// Begins a table whose widths are known.
    ///
    /// - Parameter widths: the greatest width of the cells in each column, without the column names.
    func beginTable(_ styles: [TableLayout.Style], widths: [Int]) {
        layout = layout(styles, widths)
    }

    func endRows() throws {
        defer { (rows, rowBytes, layout) = ([], 0, nil) }
        try print(cells: rows)
    }

    func print(cells rows: [[Record.Cell]]) throws {
        guard let widest = rows.max(by: { $0.count < $1.count }) else { return }
        let rows = rows.map(shown)
        var widths = widest.map { _ in 0 }
        for row in rows { widths.widen(to: row.map(\.width)) }
        let layout = layout(widest.map(\.style), widths)
        for row in rows {
            layout.write(row, to: &lines)
            try flushIfFull()
        }
    }

    /// The layout of a table with the widths of its cells. Writes the line above its rows, if there is one.
    private func layout(_ styles: [TableLayout.Style], _ widths: [Int]) -> TableLayout {
        var layout = TableLayout(styles, lineWidth: results.terminalWidth, colors: hasColors)
        if let columnNames { layout.fit(columnNames) }
        layout.fit(widths: widths)
        layout.narrow()
        if let columnNames { layout.write(header: columnNames, to: &lines) }
        columnNames = nil
        return layout
    }

    /// The cells as the terminal shows them.
    private func shown(_ cells: [Record.Cell]) -> [Record.Cell] {
        guard hasStars else { return cells }
        return cells.map { cell in
            guard cell.style == .rating, let stars = Float(cell.text).flatMap(Stars.text) else {
                return cell
            }
            return Record.Cell(stars, .rating)
        }
    }

    /// The widths of the cells of a row.
    func widths(of cells: [Record.Cell]) -> [Int] { shown(cells).map(\.width) }

    /// A value for people; nil for a missing one. Ratings may be stars.
    func text(_ value: Record.Value) -> String? { Self.text(value, hasStars: hasStars) }

    /// Discards rows that weren't ended.
    func dropRows() {
        (rows, rowBytes, columnNames, layout) = ([], 0, nil, nil)
    }

    /// Prints the first line of a part of the results for people.
    func print(heading: String) throws {
        try print(text: hasColors ? Color.heading.text(heading) : heading)
    }

    /// Prints text that isn't a table, such as help.
    func print(text: String) throws {
        lines.append(text)
        lines.endLine()
        try flushIfFull()
    }

    private func flushIfFull() throws {
        if lines.isFull { try flush() }
    }

    /// Writes the buffered results. Throws ``Closed`` if the reader has closed the pipe.
    func flush() throws {
        try commit()
        guard !lines.isEmpty else { return }
        defer {
            lines.removeAll()
            safeCount = 0
        }
        if !isDropping { try lines.withBytes { try sink.write($0) } }
    }

    /// Makes the changes that the buffered results report.
    func commit() throws {
        do { try beforeWriting() } catch {
            dropUnsafe()
            throw error
        }
        safeCount = lines.count
    }

    /// Drops the results of changes that could not be made.
    func dropUnsafe() { lines.removeLast(lines.count - safeCount) }

    /// Called after each line of a session or a script.
    ///
    /// - Parameter isPending: whether changes still wait to be made.
    func didEndLine(isPending: Bool) { if !isPending { safeCount = lines.count } }

    /// Calls `body` to write bytes, after the buffered results.
    func writeRaw(_ body: (borrowing File) throws -> Void) throws {
        try flush()
        if !isDropping { try sink.withFile(body) }
    }

    private var sink: any OutputSink { held ?? results }

    // MARK: Groups

    /// Whether results wait for the end of a group.
    var isHeld: Bool { held != nil || isDropping }

    func hold() throws {
        try flush()
        isDropping = true
        held = try HeldResults()
        isDropping = false
    }

    /// Prints the results that were held back.
    func release() throws {
        try flush()
        let held = held
        self.held = nil
        try held?.copy(to: results)
    }

    /// Discards the results that were held back.
    func drop() {
        guard held != nil || isDropping else { return }
        lines.removeAll()
        (held, isDropping) = (nil, false)
    }

    /// Clears the screen that shows results, and puts the cursor into its first row.
    func clearScreen() throws {
        guard isTerminal else { return }
        lines.append("\u{1B}[H\u{1B}[2J")
        try flush()
    }
}

/// An error that ends the session and needs no report.
protocol SessionEnd: Error {}

extension [Int] {
    /// Makes widths as great as others where these are greater.
    mutating func widen(to others: [Int]) {
        for (index, other) in zip(indices, others) { self[index] = Swift.max(self[index], other) }
    }
}

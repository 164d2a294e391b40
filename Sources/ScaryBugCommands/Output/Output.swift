import Glibc
import ScaryBugs
import SystemPackage

/// The only type that prints: results to standard output, messages to standard error.
///
/// Results are buffered until ``flush()``, which runs after the reported changes are safe on disk.
final class Output {
    var format: OutputFormat
    /// Whether standard output is a terminal.
    let isTerminal: Bool

    private var buffer: [UInt8] = []
    /// The columns of the last CSV row. The header is printed again only if they change.
    private var header = ""
    /// Rows of a table whose column widths are not known yet.
    private var rows: [[Record.Cell]] = []

    /// A file that holds a group's results until it commits; nil outside a group.
    private var held: HeldResults?
    /// Whether results are discarded because that file couldn't be made.
    private var isDropping = false

    private final class HeldResults {
        let file: File

        init(_ file: consuming File) { self.file = file }
    }

    private static let bufferSize = 65_536

    /// Thrown when the reader of standard output has closed the pipe, so that the program ends.
    struct Closed: SessionEnd {}

    init(format: OutputFormat) {
        self.format = format
        isTerminal = isatty(STDOUT_FILENO) == 1
    }

    // MARK: Results

    /// Prints one result.
    func print(_ record: Record) throws {
        try print(row: record)
        try endRows()
    }

    /// Prints one of several results. ``endRows()`` ends them, because a table for people needs the
    /// widths of all its rows.
    func print(row record: Record) throws {
        switch format {
        case .table: rows.append(record.cells)
        case .json: try write(line: JSON.line(record.values))
        case .csv:
            let values = record.columns
            let header = CSV.header(values)
            if header != self.header { try write(line: header) }
            self.header = header
            let line = CSV.line(values)
            // Programs get the text as it is, a terminal as it can be seen.
            try write(line: isTerminal ? TerminalText.text(line) : line)
        }
    }

    /// Ends the rows that ``print(row:)`` collected.
    func endRows() throws {
        guard !rows.isEmpty else { return }
        defer { rows = [] }
        for line in TextTable.lines(rows, width: isTerminal ? TerminalSize.current.columns : nil) {
            try write(line: line)
        }
    }

    /// Prints a list of documents for people, reading the rows twice if it has to.
    ///
    /// - Parameters:
    ///   - listed: on entry, the number of rows that were already printed. On return, also after an
    ///     error, the number printed so far.
    ///   - report: called for a document that can't be read, in place of its row.
    func print(
        listing rows: Workspace.Rows, after listed: inout Int, report: (String) throws -> Void
    ) throws {
        guard !isTerminal else { return try print(table: rows, report: report) }
        try flush()
        var lines = LineBuffer { [self] in try send($0) }
        var layout = ListLayout()
        try rows.visit { if $0.problem == nil { layout.add($0) } }
        var position = 0
        do {
            try rows.visit { row in
                position += 1
                guard position > listed else { return }
                listed = position
                if let problem = row.problem {
                    try lines.flush()
                    return try report(problem)
                }
                try layout.write(row, to: &lines)
            }
        } catch {
            try lines.flush()
            throw error
        }
        try lines.flush()
    }

    /// Prints the table after all rows have been read.
    private func print(table rows: Workspace.Rows, report: (String) throws -> Void) throws {
        var records: [Record] = []
        var problems: [String] = []
        try rows.visit { row in
            if let problem = row.problem {
                problems.append(problem)
            } else {
                records.append(Record(row))
            }
        }
        for problem in problems { try report(problem) }
        for record in records { try print(row: record) }
        try endRows()
    }

    /// Discards rows that weren't ended.
    func dropRows() {
        rows = []
    }

    /// Prints text that isn't a result, such as help.
    func print(text: String) throws {
        try write(line: text)
    }

    private func write(line: String) throws {
        buffer += line.utf8
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Writes the buffered results to standard output.
    ///
    /// - Throws: ``Closed`` if the reader has closed the pipe.
    func flush() throws {
        guard !buffer.isEmpty else { return }
        defer { buffer.removeAll(keepingCapacity: true) }
        try buffer.withUnsafeBytes { try send($0) }
    }

    private func send(_ bytes: UnsafeRawBufferPointer) throws {
        if isDropping { return }
        if let held { return try held.file.write(bytes) }
        try Self.noticingClosed {
            try FileDescriptor.standardOutput.write(all: bytes, to: "the output")
        }
    }

    /// Calls `body` to write bytes to standard output, after the buffered results.
    func writeRaw(_ body: (borrowing File) throws -> Void) throws {
        try flush()
        if isDropping { return }
        if let held { return try body(held.file) }
        let copy = try FileDescriptor.standardOutput.duplicate()
        try Self.noticingClosed { try body(File(descriptor: copy, name: "standard output")) }
    }

    private static func noticingClosed(_ body: () throws -> Void) throws {
        do { try body() } catch let error as ScaryBugsError
            where error.code == .system(.brokenPipe)
        {
            throw Closed()
        }
    }

    // MARK: Groups

    /// Holds back results from now on, in an unnamed file.
    func hold() throws {
        try flush()
        isDropping = true
        held = try HeldResults(Directory.openSpool().temporaryFile())
        isDropping = false
    }

    /// Prints the results that were held back.
    func release() throws {
        try flush()
        guard let results = held else { return }
        held = nil
        let copy = try FileDescriptor.standardOutput.duplicate()
        try Self.noticingClosed {
            try File(descriptor: copy, name: "standard output").copy(
                from: results.file, limit: .none)
        }
    }

    /// Discards the results that were held back.
    func drop() {
        guard held != nil || isDropping else { return }
        buffer.removeAll(keepingCapacity: true)
        (held, isDropping) = (nil, false)
    }

    // MARK: Messages

    /// Prints a question on standard error, after the buffered results. The user types the answer
    /// on the same line.
    func ask(_ question: String) throws {
        try flush()
        _ = try? FileDescriptor.standardError.writeAll(Array(TerminalText.text(question).utf8))
    }

    /// Ends the line of a question that got no answer.
    func endQuestion() {
        _ = try? FileDescriptor.standardError.writeAll(Array("\n".utf8))
    }

    /// Prints a line on standard error, after the buffered results.
    func talk(_ message: String) throws {
        try flush()
        // If standard error can't be written, there is no other place to report that.
        _ = try? FileDescriptor.standardError.writeAll(
            Array("scarybug: \(TerminalText.text(message))\n".utf8))
    }
}

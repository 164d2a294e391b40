import Glibc
import ScaryBugs
import SystemPackage

/// The one place that prints: results to standard output, talk to standard error.
///
/// Results are held back until ``flush()``, which comes after what they report is safe on disk.
final class Output {
    var format: OutputFormat
    /// Whether standard output is a terminal.
    let isTerminal: Bool

    private var buffer: [UInt8] = []
    /// The columns of the CSV rows so far, whose header need not be repeated.
    private var header = ""
    /// Rows whose columns are not yet known.
    private var rows: [[Record.Cell]] = []

    /// A file for results that are shown only if a group commits; nil outside of a group.
    private var held: HeldResults?
    /// Whether results are dropped, since that file could not be made.
    private var isDropping = false

    private final class HeldResults {
        let file: File

        init(_ file: consuming File) { self.file = file }
    }

    private static let bufferSize = 65_536

    /// The reader of standard output has gone, and so the program may.
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

    /// Prints one of several results that belong together, until ``endRows()``: only a table for
    /// people needs to know all of them.
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
            try write(line: isTerminal ? Visible.text(line) : line)
        }
    }

    /// Ends what ``print(row:)`` began.
    func endRows() throws {
        guard !rows.isEmpty else { return }
        defer { rows = [] }
        for line in TextTable.lines(rows, width: isTerminal ? TerminalSize.current.columns : nil) {
            try write(line: line)
        }
    }

    /// Prints a list of documents for people, looking at the rows as often as it must.
    ///
    /// - Parameters:
    ///   - listed: how many of them need not be printed any more; afterwards, also if the rows end
    ///     with an error, how many there are then.
    ///   - report: called in the place of a document that cannot be read.
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

    /// Prints nothing before all rows are there.
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

    /// Forgets rows that were not ended.
    func dropRows() {
        rows = []
    }

    /// Prints text of the program's own, such as help.
    func print(text: String) throws {
        try write(line: text)
    }

    private func write(line: String) throws {
        buffer += line.utf8
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Sends what is held back to standard output.
    ///
    /// - Throws: ``Closed`` if nobody reads it any more.
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

    /// Lets `body` write bytes to standard output, after the results that came before them.
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

    /// Holds results back from now on, in a file without a name.
    func hold() throws {
        try flush()
        isDropping = true
        held = try HeldResults(Directory.openSpool().temporaryFile())
        isDropping = false
    }

    /// Shows the results that were held back.
    func release() throws {
        try flush()
        guard let results = held else { return }
        held = nil
        let copy = try FileDescriptor.standardOutput.duplicate()
        try Self.noticingClosed {
            try File(descriptor: copy, name: "standard output").copy(
                from: results.file, limit: .max)
        }
    }

    /// Forgets the results that were held back.
    func drop() {
        guard held != nil || isDropping else { return }
        buffer.removeAll(keepingCapacity: true)
        (held, isDropping) = (nil, false)
    }

    // MARK: Talk

    /// Prints a question on standard error, after the results that came before it. The answer is
    /// typed on the same line.
    func ask(_ question: String) throws {
        try flush()
        _ = try? FileDescriptor.standardError.writeAll(Array(Visible.text(question).utf8))
    }

    /// Ends the line of a question that was left without an answer.
    func endQuestion() {
        _ = try? FileDescriptor.standardError.writeAll(Array("\n".utf8))
    }

    /// Prints a line on standard error, after the results that came before it.
    func talk(_ message: String) throws {
        try flush()
        // Where standard error cannot be written there is nobody to tell.
        _ = try? FileDescriptor.standardError.writeAll(
            Array("scarybug: \(Visible.text(message))\n".utf8))
    }
}

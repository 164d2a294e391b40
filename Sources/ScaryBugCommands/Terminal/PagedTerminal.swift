import ScaryBugs

/// A terminal that shows the results of a command with a pager if they are longer than its screen.
final class PagedTerminal: OutputSink {
    private let terminal: any OutputSink
    /// Whether the cursor is behind a line that shows the progress of the command.
    private var hasProgress = false
    /// Returns the pager's command line, nil for none; nil outside a command whose results may be
    /// paged.
    private var pagerCommand: (() -> String?)?
    /// Results that may still fit on the screen.
    private var held: [UInt8] = []
    /// The messages among them, each with the number of held bytes before it.
    private var heldMessages: [(position: Int, text: [UInt8])] = []
    private let writeMessage: ([UInt8]) -> Void
    /// The pager for results that are longer than the screen. It starts at once or, if the screen shows
    /// the progress of the command, when that ends.
    private var pager: Pager?
    /// Messages that have to wait, because the pager has the screen.
    private var messages: [UInt8] = []

    init(_ terminal: any OutputSink, messages writeMessage: @escaping ([UInt8]) -> Void) {
        (self.terminal, self.writeMessage) = (terminal, writeMessage)
    }

    var terminalWidth: Int? { terminal.terminalWidth }

    /// Holds back the results of a command until they are longer than the screen.
    ///
    /// - Parameter pagerCommand: called only for longer results.
    func begin(_ pagerCommand: @escaping () -> String?) {
        if terminalWidth != nil { self.pagerCommand = pagerCommand }
    }

    /// Writes what is held back, or waits until the user leaves the pager.
    ///
    /// - Returns: the pager's command line if it can't be run.
    func end() throws -> String? {
        defer { (pagerCommand, pager, messages) = (nil, nil, []) }
        // An interrupted command shows its results up to then.
        if let pager, !pager.isRunning { try Interruption.shielded { try start(pager) } }
        let failed = try pager.flatMap {
            try $0.finish(orWriteTo: terminal) ? nil : pagerCommand?()
        }
        try writeHeld()
        if !messages.isEmpty { writeMessage(messages) }
        return failed
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        if let pager { return try pager.write(bytes) }
        guard pagerCommand != nil else {
            clearProgress()
            return try terminal.write(bytes)
        }
        held += bytes
        if fits { return }
        guard let command = pagerCommand?() else { return try stopHolding() }
        let pager = try Pager(command)
        try held.withUnsafeBytes { try pager.write($0) }
        messages = heldMessages.flatMap(\.text)
        (held, heldMessages) = ([], [])
        self.pager = pager
        if !hasProgress { try start(pager) }
    }

    private func start(_ pager: Pager) throws {
        clearProgress()
        try pager.start()
    }

    /// The most messages among held results, in bytes.
    private static let mostMessages = 65_536

    /// Writes a message, after the results before it, or once the user has left the pager.
    ///
    /// - Parameter isUrgent: whether the command waits for something, so that the message must not
    ///   wait for its end.
    func write(message: [UInt8], isUrgent: Bool) throws {
        if let pager, pager.isRunning || !isUrgent {
            messages += message
        } else if pagerCommand == nil || isUrgent
            || heldMessages.reduce(0, { $0 + $1.text.count }) > Self.mostMessages
        {
            try writeHeld()
            clearProgress()
            writeMessage(message)
        } else {
            heldMessages.append((held.count, message))
        }
    }

    func withFile(_ body: (borrowing File) throws -> Void) throws {
        try stopHolding()
        clearProgress()
        try terminal.withFile(body)
    }

    /// Calls `body` with the terminal, before the next results, which a pager may still get.
    func draw(_ body: (borrowing File) throws -> Void) throws {
        try writeHeld()
        clearProgress()
        try terminal.withFile(body)
    }

    /// Shows a line in place of the last one. Nothing is shown while the pager has the screen.
    func show(progress line: String) {
        if pager?.isRunning == true { return }
        writeMessage(Array("\r\(line)\(Self.eraseToEnd)".utf8))
        hasProgress = true
    }

    /// Removes the line that shows the progress, before anything else is written.
    func clearProgress() {
        guard hasProgress else { return }
        hasProgress = false
        writeMessage(Array("\r\(Self.eraseToEnd)".utf8))
    }

    /// Erase in Line in ECMA-48, 8.3.41.
    private static let eraseToEnd = "\u{1B}[K"

    /// Whether the screen has room for what is held back, and for the next prompt.
    private var fits: Bool {
        let size = TerminalSize.current
        let lines = held.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // With more lines than rows, none has to be measured.
        return lines.count <= size.rows
            && lines.dropLast().reduce(0) { $0 + Self.rows(of: $1, size.columns) } < size.rows
    }

    private static func rows(of line: ArraySlice<UInt8>, _ columns: Int) -> Int {
        // Its bytes are at least its columns.
        guard line.count > columns else { return 1 }
        let text = Color.removed(from: String(decoding: line, as: UTF8.self))
        return max(1, (DisplayWidth.columns(of: text) + columns - 1) / columns)
    }

    private func stopHolding() throws {
        pagerCommand = nil
        try writeHeld()
    }

    private func writeHeld() throws {
        defer { (held, heldMessages) = ([], []) }
        var start = 0
        for (position, text) in heldMessages {
            try writeHeld(start..<position)
            clearProgress()
            writeMessage(text)
            start = position
        }
        try writeHeld(start..<held.count)
    }

    private func writeHeld(_ range: Range<Int>) throws {
        if range.isEmpty { return }
        clearProgress()
        try held[range].withUnsafeBytes { try terminal.write($0) }
    }
}

import ScaryBugs

/// A terminal that shows the results of a command with a pager if they are longer than its screen.
final class PagedTerminal: OutputSink {
    private let terminal: any OutputSink
    /// Returns the pager's command line, nil for none; nil outside a command whose results may be
    /// paged.
    private var pagerCommand: (() -> String?)?
    /// Results that may still fit on the screen.
    private var held: [UInt8] = []
    private var pager: Pager?
    /// Messages that have to wait, because the pager has the screen.
    private var messages: [UInt8] = []

    init(_ terminal: any OutputSink) {
        self.terminal = terminal
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
    /// - Returns: what to tell the user, such as the messages that had to wait.
    func end() throws -> [UInt8] {
        defer { (pagerCommand, pager, messages) = (nil, nil, []) }
        if let pager, try !pager.finish(orWriteTo: terminal) {
            let command = pagerCommand?() ?? ""
            messages += Array(
                ("scarybug: warning: the pager '\(command)' can't be run; set PAGER, or turn it off by "
                    + "'config pager=off'\n").utf8)
        }
        try writeHeld()
        return messages
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        if let pager { return try pager.write(bytes) }
        guard pagerCommand != nil else { return try terminal.write(bytes) }
        held += bytes
        if fits { return }
        guard let command = pagerCommand?() else { return try stopHolding() }
        pager = try Pager(command)
        try held.withUnsafeBytes { try pager?.write($0) }
        held = []
    }

    /// Keeps a message while the pager has the screen. Returns whether it did.
    func keep(message: [UInt8]) throws -> Bool {
        guard pager == nil else {
            messages += message
            return true
        }
        try writeHeld()
        return false
    }

    func withFile(_ body: (borrowing File) throws -> Void) throws {
        try stopHolding()
        try terminal.withFile(body)
    }

    /// Whether the screen has room for what is held back, and for the next prompt.
    private var fits: Bool {
        let size = TerminalSize.current
        let lines = held.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // A long line takes several rows. Its bytes are at least its columns.
        let rows = lines.dropLast().reduce(0) {
            $0 + max(1, ($1.count + size.columns - 1) / size.columns)
        }
        return rows < size.rows
    }

    private func stopHolding() throws {
        pagerCommand = nil
        try writeHeld()
    }

    private func writeHeld() throws {
        defer { held = [] }
        if !held.isEmpty { try held.withUnsafeBytes { try terminal.write($0) } }
    }
}

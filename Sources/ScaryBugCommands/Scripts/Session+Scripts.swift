import ScaryBugs
import Synchronization

extension Session {
    /// Runs all lines of a source until it ends or a line ends the session.
    func run(_ source: some LineSource) throws {
        var number = source.firstLine
        do { try run(source, &number) } catch let error as Interrupted where source.name != nil {
            try at(source, number) { try report(error) }
            throw ReportedInterruption()
        }
    }

    /// - Parameter first: the number of the current line.
    private func run(_ source: some LineSource, _ first: inout Int) throws {
        let isScript = source.name != nil
        if isScript { lineCounts.append(lineCounts.isEmpty ? scriptLineCount : 0) }
        defer {
            if isScript, let count = lineCounts.popLast(), lineCounts.isEmpty {
                scriptLineCount = count
            }
        }
        var number = first
        var isAtEnd = false
        while !isEnding {
            first = number
            if isScript { try Interruption.check() }
            var lexer = LineLexer(in: source)
            try runAhead(source, &lexer, &first, &number)
            if isEnding { return }
            guard try read(&lexer, from: source, first, &number) else {
                // A terminal that is gone has no answer, and then ends again.
                if try isScript || isAtEnd || mayLeaveGroup() { return }
                isAtEnd = true
                continue
            }
            isAtEnd = false
            try runCommand(in: lexer, from: source, first)
        }
    }

    private func runCommand(
        in lexer: consuming LineLexer, from source: some LineSource, _ first: Int
    ) throws {
        switch Result(catching: { () throws(LineLexer.Failure) in try lexer.finish() }) {
        case .success(let words): try run(LexedLine(words), from: source, first)
        case .failure(let error):
            countLine(of: source)
            let isLong = source.name != nil && error.line > 1
            let start = isLong ? "; its command began in line \(first)" : ""
            try at(source, first + error.line - 1) {
                try fail("\(error)\(start)", context: ErrorContext(error, in: lexer.failedLine))
            }
        }
    }

    private func run(_ line: LexedLine, from source: some LineSource, _ number: Int) throws {
        countLine(of: source)
        try at(source, number) { try run(line) }
    }

    private func countLine(of source: some LineSource) {
        if source.name != nil { lineCounts[lineCounts.count - 1] += 1 }
    }

    /// Runs the lines that have been read from the source already. Another thread is some lines
    /// ahead: it splits lines into words, and works out their changes.
    ///
    /// - Parameters:
    ///   - lexer: the lexer; at the end with the beginning of a command whose other lines must be
    ///     read.
    ///   - first: the number of the line in which the command begins.
    ///   - number: the number of the next line.
    private func runAhead(
        _ source: some LineSource, _ lexer: inout LineLexer, _ first: inout Int,
        _ number: inout Int
    ) throws {
        // A script within the lines of another one has no thread of its own. Scripts may be nested deep,
        // and each thread would take memory and room on the stack.
        guard !isReadingAhead, source.bufferedCount >= Self.bytesWorthThread,
            let context = try DraftContext(self)
        else { return }
        isReadingAhead = true
        defer { isReadingAhead = false }
        let start = lexer
        let kept = KeptLines()
        let pieces = Self.linesAhead / Self.linesOfPiece
        let work = OrderedWork(gathering: 0, itemsPerThread: pieces, threads: 1) {
            (lines: [[UInt8]], _) in
            lines.map { line in
                let lexed = LexedLine(start, line, drafting: context)
                kept.append(lexed)
                return (line: line, lexed: lexed)
            }
        }
        let next = { [self] in
            try isEnding || !context.drafter.isCurrent(for: workspace)
                ? nil : source.nextPiece(ofLines: Self.linesOfPiece)
        }
        defer { workspace.releaseLock() }
        try work.run(next: next) { pieces in
            for (line, lexed) in try pieces.flatMap({ try $0.get() }) {
                if isEnding { return }
                try Interruption.check()
                let lexed = number == first ? lexed : nil
                number += 1
                if lexed?.draft == nil {
                    workspace.releaseLock()
                } else {
                    workspace.keepLockIfFree()
                }
                if let lexed {
                    try run(lexed, from: source, first)
                } else if lexer.read(line) {
                    continue
                } else {
                    try runCommand(in: lexer, from: source, first)
                }
                (lexer, first) = (start, number)
            }
            // The next lines may not be ready yet.
            workspace.releaseLock()
        }
    }

    /// A thread takes longer to start than to work out a few lines.
    private static let bytesWorthThread = 1_024
    /// The lines that are worked out at a time, and the most that wait for their turn. Their documents
    /// are in memory, and their directories are open.
    fileprivate static let (linesOfPiece, linesAhead) = (32, 96)

    /// Reports that Ctrl-C ended a script, and what becomes of its changes.
    private func report(_ interruption: Interrupted) throws {
        var text = "\(interruption)"
        // The terminal has shown ^C on the current line.
        if output.canAsk { output.endLine() }
        if let group, losesGroup {
            try rollBack(after: interruption)
            text +=
                group.isAtomic
                ? "; nothing was changed" : "; the changes since 'begin' were rolled back"
        } else if interruption.details.isEmpty, workspace.hasScriptChanges {
            text +=
                "; the lines before stay, and '\(group == nil ? "undo" : "rollback")' "
                + "takes them back"
        }
        try notice(text, as: .error)
    }

    /// Passes a line, with the lines that continue it, to the lexer. Returns false at the end.
    private func read(
        _ lexer: inout LineLexer, from source: some LineSource, _ first: Int, _ number: inout Int
    ) throws -> Bool {
        while true {
            switch try source.next(isContinuation: number > first) {
            case .end: return number > first
            case .line(let line):
                number += 1
                if !lexer.read(line) { return true }
            case .part(let part): lexer.read(part: part)
            case .cancelled:
                lexer = LineLexer()
                return true
            }
        }
    }

    /// Runs `body`. Its errors name the line.
    private func at<Result>(
        _ source: some LineSource, _ number: Int, _ body: () throws -> Result
    ) throws -> Result {
        let outer = position
        defer { position = outer }
        position = source.name.map { ScriptPosition(script: $0, line: number) }
        return try body()
    }

    /// Runs a script file.
    ///
    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` if a script runs itself, or scripts are
    ///   nested too deep.
    func runScript(_ script: ScriptFile) throws {
        let identity = try script.file.status().identity
        guard !scripts.contains(identity) else {
            throw ScaryBugsError(
                .limitExceeded, "\(script.name ?? "") is running already and cannot run itself")
        }
        // The outermost script checks no limit, so that no preferences are read before its first
        // line.
        guard scripts.isEmpty || scripts.count < workspace.limits.sourceDepth else {
            throw ScaryBugsError.over(
                .sourceDepth,
                "scripts that run scripts are nested more than \(workspace.limits.sourceDepth.grouped) deep"
            )
        }
        scripts.append(identity)
        defer { scripts.removeLast() }
        script.beforeWaiting = { [unowned self, unowned script] in try idle(awaiting: script) }
        try runEndingGroups(script)
    }

    /// Runs a script and ends any group that it leaves open.
    func runEndingGroups(_ source: some LineSource) throws {
        let outer = group
        try run(source)
        guard outer == nil, let group, !group.isAtomic else { return }
        try rollBack()
        try fail(
            "\(source.name ?? "") ended without 'commit'; the changes since 'begin'"
                + "\(group.position.map { " in line \($0.line)" } ?? "") were rolled back")
    }

    /// Called before waiting for a script's next line. Prints the results, and syncs the changes
    /// within a second.
    private func idle(awaiting script: ScriptFile) throws {
        try output.flush()
        while workspace.hasUnsyncedChanges {
            if try script.wait(seconds: secondsUntilSync) { return }
            try syncIfDue()
        }
    }
}

extension LineLexer {
    fileprivate init(in source: some LineSource) {
        self.init(spanning: source.name == nil ? .allQuotes : .doubleQuotes)
    }
}

/// The last lines that a thread has split. It keeps them until the session has run them, so that it also
/// releases them, which takes a tenth as long as running them.
private final class KeptLines: Sendable {
    private struct Ring {
        var lines = [LexedLine?](repeating: nil, count: Session.linesAhead + Session.linesOfPiece)
        var next = 0
    }

    private let ring = Mutex(Ring())

    func append(_ line: LexedLine?) {
        ring.withLock { ring in
            ring.lines[ring.next] = line
            ring.next = (ring.next + 1) % ring.lines.count
        }
    }
}

extension LexedLine {
    /// Returns nil if the line is only the beginning of a command, or can't be split.
    fileprivate convenience init?(
        _ lexer: LineLexer, _ line: [UInt8], drafting context: DraftContext
    ) {
        var lexer = lexer
        guard !lexer.read(line), let words = try? lexer.finish() else { return nil }
        self.init(words, drafting: context)
    }
}

extension LineSource {
    /// Returns at most `count` lines that have been read; nil if there are none.
    fileprivate func nextPiece(ofLines count: Int) throws -> [[UInt8]]? {
        var lines: [[UInt8]] = []
        while lines.count < count, let line = try nextBuffered() { lines.append(line) }
        return lines.isEmpty ? nil : lines
    }
}

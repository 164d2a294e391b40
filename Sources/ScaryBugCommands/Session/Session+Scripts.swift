import ScaryBugs

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
            var lexer = LineLexer(spanning: isScript ? .doubleQuotes : .allQuotes)
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
        case .success(let words):
            countLine(of: source)
            try at(source, first) { try run(words) }
        case .failure(let error):
            countLine(of: source)
            let isLong = source.name != nil && error.line > 1
            let start = isLong ? "; its command began in line \(first)" : ""
            try at(source, first + error.line - 1) {
                try fail("\(error)\(start)", context: ErrorContext(error, in: lexer.failedLine))
            }
        }
    }

    private func countLine(of source: some LineSource) {
        if source.name != nil { lineCounts[lineCounts.count - 1] += 1 }
    }

    /// Reports that Ctrl-C ended a script, and what becomes of its changes.
    private func report(_ interruption: Interrupted) throws {
        var text = "\(interruption)"
        // The terminal has shown ^C on the current line.
        if output.canAsk { output.endLine() }
        if let group, losesGroup {
            try rollBack()
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
        script.beforeWaiting = { [unowned self] in try reportingErrors { try output.flush() } }
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
}

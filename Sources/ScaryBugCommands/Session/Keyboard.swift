import ScaryBugs

final class Keyboard: LineSource {
    var name: String? { nil }

    private unowned let session: Session
    private let editor: LineEditor
    private var historyOwner: UserName?
    private var history: LineHistory?
    /// Whether the session has told how to leave a line that goes on.
    private var hasExplainedContinuation = false

    init(_ session: Session) throws {
        self.session = session
        editor = try LineEditor(complete: Completer(session).complete)
        session.ask = { [weak self] in try self?.answer(to: $0) }
        session.clearTypedLines = { [weak self] in self?.editor.replaceHistory(with: []) }
    }

    func next(isContinuation: Bool) throws -> SourceLine {
        // Ctrl-C may interrupt the program while it writes. The rest of that output is dropped.
        try session.reportingErrors { try session.output.flush() }
        Interruption.reset()
        try useHistory()
        if !isContinuation {
            try session.noticeNewMessages()
            editor.earlierLines = ""
        } else if !hasExplainedContinuation {
            hasExplainedContinuation = true
            try session.notice(
                "the line goes on: a quote is open, or it ended with a backslash; Ctrl-C drops it")
        }
        let line = try editor.readLine(prompt: isContinuation ? "...> " : prompt)
        switch line {
        case .line(let bytes):
            Interruption.reset()
            // In a walk, Enter alone goes on.
            if bytes.isEmpty, !isContinuation, session.walk != nil {
                return .line(Array(NextCommand.declaration.name.utf8))
            }
            let text = String(decoding: bytes, as: UTF8.self)
            editor.addToHistory(text)
            try? remember(text)
            editor.earlierLines += text + "\n"
        case .cancelled: Interruption.reset()
        case .part, .end: break
        }
        return line
    }

    /// Reads the answer to a question. It doesn't go into the history.
    private func answer(to question: String) throws -> String? {
        switch try editor.readLine(prompt: session.output.begin(question: question)) {
        case .line(let line): return String(decoding: line, as: UTF8.self)
        case .cancelled:
            Interruption.reset()
            return nil
        case .part, .end: return nil
        }
    }

    /// The user, the open document, and a `*` in a group, as in psql: `alice/3*> `.
    private var prompt: String {
        let document = session.openDocument.map { "/\($0.number)" } ?? ""
        let group = session.group == nil ? "" : "*"
        let text = "\(session.user)\(document)\(group)>"
        guard session.output.hasColors else { return text + " " }
        let mark = LineEditor.promptEscape
        return "\(mark)\(Color.heading.start)\(mark)\(text)\(mark)\(Color.end)\(mark) "
    }

    /// Loads the history of the current user, which is stored in the user's workspace. Before that
    /// exists, a file outside of it has the lines.
    private func useHistory() throws {
        guard history == nil || historyOwner != session.user else { return }
        let isOther = historyOwner != session.user
        historyOwner = session.user
        history = try session.workspace.directory().map {
            LineHistory(directory: $0, name: LineHistory.fileName)
        }
        let early = try? LineHistory(ofNewUser: session.user, in: session.environment)
        if let history { try? early?.move(to: history) }
        if isOther { editor.replaceHistory(with: (try? (history ?? early)?.load()) ?? []) }
    }

    private func remember(_ line: String) throws {
        let early = { [session] in
            try LineHistory(ofNewUser: session.user, in: session.environment, isMaking: true)
        }
        try (history ?? early())?.append(line)
    }
}

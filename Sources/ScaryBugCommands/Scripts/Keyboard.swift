import ScaryBugs

/// The lines that a user types.
final class Keyboard: LineSource {
    var name: String? { nil }

    private unowned let session: Session
    private let editor: LineEditor
    private let earlier: EarlierLines
    private var historyOwner: UserName?
    private var history: LineHistory?

    init(_ session: Session) throws {
        self.session = session
        let (completer, earlier) = (Completer(session), EarlierLines())
        self.earlier = earlier
        editor = try LineEditor { line, cursor in
            completer.complete(line, at: cursor, continuing: earlier.text)
        }
        session.ask = { [weak self] in try self?.answer(to: $0) }
    }

    func next(isContinuation: Bool) throws -> SourceLine {
        // Ctrl-C may interrupt the program while it writes. The rest of that output is dropped.
        try session.reportingErrors { try session.output.flush() }
        Interruption.reset()
        try useHistory()
        if !isContinuation { earlier.text = "" }
        switch try editor.readLine(prompt: isContinuation ? "...> " : prompt) {
        case .line(let line):
            Interruption.reset()
            let text = String(decoding: line, as: UTF8.self)
            editor.addToHistory(text)
            try? history?.append(text)
            earlier.text += text + "\n"
            return .line(line)
        case .interrupted:
            Interruption.reset()
            return .cancelled
        case .endOfInput: return .end
        }
    }

    /// Reads the answer to a question. It doesn't go into the history.
    private func answer(to question: String) throws -> String? {
        try session.output.flush()
        switch try editor.readLine(prompt: TerminalText.text(question)) {
        case .line(let line): return String(decoding: line, as: UTF8.self)
        case .interrupted:
            Interruption.reset()
            return nil
        case .endOfInput: return nil
        }
    }

    private var prompt: String {
        let document = session.openDocument.map { "/\($0.number)" } ?? ""
        let text = "\(session.user)\(document)>"
        guard session.output.hasColors else { return text + " " }
        let mark = LineEditor.promptEscape
        return "\(mark)\(Color.heading.start)\(mark)\(text)\(mark)\(Color.end)\(mark) "
    }

    /// Loads the history of the current user, which is stored in the user's workspace if that
    /// exists.
    private func useHistory() throws {
        guard history == nil || historyOwner != session.user else { return }
        let isOther = historyOwner != session.user
        historyOwner = session.user
        history = try session.workspace.directory().map {
            LineHistory(directory: $0, name: LineHistory.fileName)
        }
        if isOther { editor.replaceHistory(with: (try? history?.load()) ?? []) }
    }
}

/// The lines that the typed line continues. The editor's completion sees them, too.
private final class EarlierLines {
    var text = ""
}

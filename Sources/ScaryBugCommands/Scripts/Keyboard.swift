import ScaryBugs

/// Lines that a person types.
final class Keyboard: LineSource {
    var name: String? { nil }

    private unowned let session: Session
    private let editor: LineEditor
    private var historyOwner: UserName?
    private var history: LineHistory?

    init(_ session: Session) throws {
        self.session = session
        let completer = Completer(session)
        editor = try LineEditor { line, cursor in completer.complete(line, at: cursor) }
        session.ask = { [weak self] in try self?.answer(to: $0) }
    }

    func next(isContinuation: Bool) throws -> SourceLine {
        // Ctrl-C may meet the program while it writes; then the rest of that output is dropped.
        try session.reportingErrors { try session.output.flush() }
        Interruption.reset()
        try useHistory()
        switch try editor.readLine(prompt: isContinuation ? "...> " : prompt) {
        case .line(let line):
            Interruption.reset()
            let text = String(decoding: line, as: UTF8.self)
            editor.addToHistory(text)
            try? history?.append(text)
            return .line(line)
        case .interrupted:
            Interruption.reset()
            return .dropped(nil)
        case .endOfInput: return .end
        }
    }

    /// Lets the user answer a question, which the history does not keep.
    private func answer(to question: String) throws -> String? {
        try session.output.flush()
        switch try editor.readLine(prompt: Visible.text(question)) {
        case .line(let line): return String(decoding: line, as: UTF8.self)
        case .interrupted:
            Interruption.reset()
            return nil
        case .endOfInput: return nil
        }
    }

    private var prompt: String {
        let document = session.openDocument.map { "/\($0.number)" } ?? ""
        return "\(session.user)\(document)> "
    }

    /// Each user has a history, kept where the workspace is, once there is one.
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

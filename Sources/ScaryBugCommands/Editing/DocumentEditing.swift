import ScaryBugs

/// The editing of a document as a text, from the first look to the step.
struct DocumentEditing {
    private let name: DocumentName
    private let session: Session
    private let kind: DocumentKind
    /// The document's text when the editing began.
    private let before: DocumentText
    private let editor: TerminalProgram

    init(of name: DocumentName, in session: Session) throws {
        (self.name, self.session) = (name, session)
        kind = session.workspace.kind(name.kind)
        before = try Self.text(of: name, kind, session)
        let environment = session.environment
        editor = TerminalProgram(
            command: environment["VISUAL"] ?? environment["EDITOR"] ?? "editor")
    }

    private static func text(
        of name: DocumentName, _ kind: DocumentKind, _ session: Session
    ) throws -> DocumentText {
        let document = try session.workspace.document(name, looksAtPicture: false)
        return DocumentText(of: document.data, kind: kind)
    }

    /// Opens the editor until the text is taken, or left as it is.
    func run() throws {
        try session.output.flush()
        var file = try EditedFile(
            Array(before.text(of: name).utf8), in: session.environment["TMPDIR"] ?? "/tmp",
            number: name.number)
        var errors: [ScaryBugsError] = []
        for _ in 1...Self.mostAttempts {
            try Interruption.check()
            guard let text = try edit(file, after: errors) else { return }
            errors = try take(text)
            if errors.isEmpty { return file.remove() }
            do { try file.write(DocumentText.text(text, explaining: errors)) } catch {
                throw kept(errors, file)
            }
        }
        throw kept(errors, file)
    }

    /// How often the editor opens at most. A program that makes the same error each time would run for
    /// ever.
    private static let mostAttempts = 50

    /// Runs the editor once.
    ///
    /// - Parameter errors: the errors of the text that the editor opens; none for the first time.
    /// - Returns: the new bytes; nil if nothing changed.
    private func edit(_ file: EditedFile, after errors: [ScaryBugsError]) throws -> [UInt8]? {
        let status = try keeping(file) { try editor.run(file.path) }
        guard try file.exists() else {
            throw ScaryBugsError(
                .refused, "'\(editor.command)' removed the text, so nothing was changed")
        }
        let text = try keeping(file) {
            DocumentText.withLineFeeds(
                try file.read(limit: Limit(session.workspace.limits.dataFileBytes, .dataFileBytes)))
        }
        // A text without any field is an editor's accident, and would clear the notes.
        if DocumentText(parsing: String(decoding: text, as: UTF8.self)).isEmpty {
            file.remove()
            throw ScaryBugsError(.refused, "the text is empty, so nothing was changed")
        }
        if text != file.written, status == 0 { return text }
        guard errors.isEmpty, text == file.written else {
            throw kept(errors.isEmpty ? [Self.failure(of: editor, status)] : errors, file)
        }
        file.remove()
        guard status == 0 else { throw Self.failure(of: editor, status) }
        try report([])
        return nil
    }

    private static func failure(of editor: TerminalProgram, _ status: Int) -> ScaryBugsError {
        // A shell returns these for a command that it can't run.
        let advice = [126, 127].contains(status) ? "; set EDITOR to your editor" : ""
        return ScaryBugsError(
            .refused,
            "'\(editor.command)' ended with the status \(status), so nothing was changed\(advice)")
    }

    /// The most errors that one message has. The text has more of them.
    private static let mostErrors = 10

    private func kept(_ errors: [ScaryBugsError], _ file: EditedFile) -> any Error {
        let place = "the text is in \(file.path)"
        guard let first = errors.first else { return ScaryBugsError(.refused, place) }
        let others = errors.dropFirst().prefix(Self.mostErrors - 1).map(\.message)
        let more = errors.count - 1 - others.count
        let remarks = others + (more > 0 ? ["and \(more.grouped) more", place] : [place])
        return first.adding(remarks.joined(separator: "; "))
    }

    private func keeping<Result>(_ file: EditedFile, _ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as ScaryBugsError { throw kept([error], file) }
    }

    /// Changes the document as the text says, and returns all errors that prevent it.
    private func take(_ bytes: [UInt8]) throws -> [ScaryBugsError] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return [ScaryBugsError(.invalidValue, "the text is not UTF-8")]
        }
        if bytes.contains(0) {
            return [ScaryBugsError(.invalidValue, "the text has a character NUL")]
        }
        let edited = DocumentText(parsing: text)
        let assignments = edited.changes(from: before)
        var errors = edited.errors
        for assignment in assignments where errors.count < DocumentText.mostErrors {
            do {
                _ = try session.edits([assignment], of: name.kind)
            } catch let error as ScaryBugsError {
                errors.append(error)
            }
        }
        if errors.count == DocumentText.mostErrors {
            errors.append(ScaryBugsError(.invalidValue, "there may be more errors than these"))
        }
        guard errors.isEmpty else { return errors }
        do {
            let present = try Self.text(of: name, kind, session)
            if let other = assignments.first(where: { present[$0.field] != before[$0.field] }) {
                throw ScaryBugsError(
                    .busy,
                    "another session changed \(other.field) of document \(name.number) meanwhile; "
                        + "repeat your changes with 'edit \(name.number)'")
            }
            try report(assignments)
            return []
        } catch let error as ScaryBugsError {
            return [error]
        }
    }

    /// Makes the changes, and prints the result.
    private func report(_ assignments: [Assignment]) throws {
        let changes = try session.edits(assignments, of: name.kind)
        let printer = EffectPrinter(.edited, isDryRun: false, in: session)
        let results = try session.workspace.edit([name], now: session.now) { _ in
            changes.documentEdit
        }
        for result in results { try printer.print(result.get()) }
        try printer.reportFilled()
    }
}

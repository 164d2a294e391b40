import Glibc
import ScaryBugs
import SystemPackage

extension Session {
    var paths: PathExpander { PathExpander(home: environment["HOME"]) }

    /// Checks that a command may read standard input.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if the session reads its lines from it.
    func checkStandardInput() throws {
        guard readsStandardInput || hasReadStandardInput else { return }
        throw ScaryBugsError(
            .invalidValue,
            hasReadStandardInput
                ? "standard input was read to its end already; give a file instead of -"
                : isInteractive
                    ? "standard input is this session; give a file, or a text in quotes"
                    : "standard input is the script itself; give a file instead of -")
    }

    /// Reads the file that a value names with `@`. `-` is standard input, which a line reads once
    /// for documents of all kinds.
    func textFile(_ path: String) throws -> [UInt8] {
        let limit = Limit(workspace.limits.textFileBytes, .textFileBytes)
        guard path == "-" else {
            return try File.open(path: path) { try self.notice($0) }.contents(limit: limit)
        }
        if let standardInputText { return standardInputText }
        try checkStandardInput()
        let input = File(
            descriptor: try environment.standardInput.duplicate(), name: "standard input")
        let text = try input.contents(limit: limit)
        guard !text.isEmpty else {
            throw ScaryBugsError(
                .invalidValue, "standard input is empty; write FIELD= to clear a field")
        }
        (standardInputText, hasReadStandardInput) = (text, true)
        return text
    }

    /// The command line of the user's pager; nil if there is none or the user wants none.
    func pagerCommand() -> String? {
        guard workspace.preferences[.pager] == .text(Preference.on),
            environment.hasSmartTerminal
        else { return nil }
        return environment["SCARYBUG_PAGER"] ?? environment["PAGER"] ?? "less -FRX"
    }

    /// Draws the photograph of a document at a terminal that shows pictures.
    ///
    /// - Parameter isLarge: whether it may fill the screen but for a few lines.
    func drawPhotograph(of name: DocumentName, isLarge: Bool = false) throws {
        guard output.canDraw, environment.hasSmartTerminal,
            workspace.preferences[.pictures] == .text(Preference.on)
        else { return }
        do {
            guard let file = try workspace.openPhotograph(of: name) else { return }
            // The drawing program never gets the photograph, which may be made to do harm.
            let results = try Thumbnails.make(of: [file.descriptor], pixels: Self.pixels(isLarge))
            for result in results {
                let picture = try result.get()
                // Terminals are asked only for pictures that can be drawn.
                if let form = try pictureForm() { try draw(picture, as: form, isLarge) }
            }
        } catch let error as MissingProgram {
            let remark = "photographs are not shown: \(error), or use 'config pictures=off'"
            if reportedRemarks.insert(remark).inserted { try notice(remark) }
        } catch let error as ScaryBugsError {
            try notice("the photograph of \(name.number) is not shown: \(error)")
        }
    }

    /// The longer side of a drawn picture, in pixels.
    private static func pixels(_ isLarge: Bool) -> Int {
        // The cells of most terminals are at most ten pixels wide.
        isLarge ? min(max(TerminalSize.current.columns * 10, 640), 1_600) : 640
    }

    private func draw(_ picture: [UInt8], as form: PictureForm, _ isLarge: Bool) throws {
        let file = try File.temporary()
        try file.write(picture)
        _ = lseek(file.descriptor.rawValue, 0, SEEK_SET)
        let options = form.options(environment, hasColors: output.hasColors, isLarge: isLarge)
        let program = ChildProcess(["chafa"] + options + ["-"], from: "chafa")
        try output.draw { screen in
            let end = try program.run(input: file.descriptor, output: screen.descriptor)
            guard end.isSuccess else {
                throw ScaryBugsError(.refused, "chafa could not draw it: \(end.messages.trimmed)")
            }
            // These leave the cursor in the last row of the picture.
            if form == .iterm || form == .sixels { try screen.write(Array("\n".utf8)) }
        }
    }

    /// The form of pictures; nil if the terminal shows none. It is found out once.
    private func pictureForm() throws -> PictureForm? {
        if let known = knownPictureForm { return known }
        let form = try PictureForm(environment) {
            // The first attribute is the class. From 62 on, terminals list what they have.
            guard let attributes = try TerminalQuestion.attributes(), let level = attributes.first
            else { return false }
            return level >= 62 && attributes.dropFirst().contains(4)
        }
        knownPictureForm = .some(form)
        return form
    }
}

/// The confirmation that a command asks for once before it changes or deletes many documents.
///
///     delete 12 documents (1 Bullet Ant; 2 Ladybird; 3 Stag Beetle; ...)? [y/N]
///
/// Only typed lines ask for confirmation, because a script has nobody to answer.
enum Confirmation {
    private static let exampleCount = 3
    /// The width of a title in the question, in columns. The whole question should fit on a line or
    /// two.
    private static let titleWidth = 24

    /// Asks about documents, unless these are few or the command has the option.
    ///
    /// - Parameters:
    ///   - verb: the command's verb: `delete`.
    ///   - limit: the highest number of documents that needs no confirmation.
    static func ask(
        to verb: String, _ names: [DocumentName], moreThan limit: Int, _ arguments: Arguments,
        in session: Session
    ) throws {
        guard names.count > limit, !arguments.has(.yes) else { return }
        try ask(question(to: verb, names, in: session.workspace), in: session)
    }

    /// Asks a question. Returns if the command may continue.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` for every answer except `y` and `yes`.
    static func ask(_ question: @autoclosure () throws -> String, in session: Session) throws {
        guard try answer(to: question(), in: session) ?? true else {
            throw ScaryBugsError(.refused, "nothing was changed")
        }
    }

    /// Asks a question, and returns whether the answer is `y` or `yes`; nil if no user typed the
    /// line.
    ///
    /// - Parameter refusal: as for ``text(for:in:orElse:)``.
    static func answer(
        to question: @autoclosure () throws -> String, in session: Session,
        orElse refusal: String? = nil
    ) throws -> Bool? {
        try text(for: question(), in: session, orElse: refusal)
            .map { ["y", "yes"].contains($0.lowercased()) }
    }

    /// Asks a question, and returns the answer; nil if no user typed the line.
    ///
    /// - Parameter refusal: the message of the error if the input ends; nil if that is an empty answer.
    static func text(
        for question: @autoclosure () throws -> String, in session: Session,
        orElse refusal: String? = nil
    ) throws -> String? {
        // A line of a script has a position, even if a session runs the script with `source`.
        guard session.position == nil, let ask = session.ask else { return nil }
        try Interruption.check()
        let answer = try ask(try question())
        if answer == nil, let refusal { throw ScaryBugsError(.refused, refusal) }
        return answer?.trimmed ?? ""
    }

    private static func question(
        to verb: String, _ names: [DocumentName], in workspace: Workspace
    ) -> String {
        var examples = names.prefix(exampleCount).map { name in
            // An unreadable document still has a number.
            let title = (try? workspace.document(name, looksAtPicture: false).title) ?? ""
            return "\(name.number) "
                + DisplayWidth.cut(
                    Record.shownTitle(TerminalText.text(title)), to: titleWidth)
        }
        if names.count > examples.count { examples.append("...") }
        return
            "\(verb) \(names.count.grouped) documents (\(examples.joined(separator: "; ")))? [y/N] "
    }
}

extension Output {
    /// Asks a question at the terminal, without line editing. Returns the answer; nil for the end of
    /// input.
    ///
    /// - Throws: ``Interrupted`` for Ctrl-C, which then is the program's exit status, too.
    func answer(to question: String) throws -> String? {
        write(message: try begin(question: question))
        let input = try ScriptFile(named: "standard input")
        do {
            if case .line(let line) = try input.next(isContinuation: false) {
                return String(decoding: line, as: UTF8.self)
            }
        } catch is Interrupted {
            endLine()
            throw Interrupted("; nothing was changed")
        }
        endLine()
        return nil
    }
}

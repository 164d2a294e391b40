import CEditLine
import Glibc
import ScaryBugs
import SystemPackage

/// One line typed at a terminal with libedit's editing; owns the EditLine and its history list.
///
/// libedit calls back with its own pointer, from which the editor is found again: it does not own
/// the editor, and ends with it.
final class LineEditor {
    /// What the user did.
    enum Outcome: Equatable {
        /// A line, without its newline.
        case line([UInt8])
        /// Ctrl-C: the line is dropped.
        case interrupted
        /// Ctrl-D on an empty line, or the terminal is gone.
        case endOfInput
    }

    /// Lines that can be gone back to.
    static let historyLimit = 1_000

    /// In a prompt, what stands between two of these is sent to the terminal and has no width. It
    /// cannot be the prompt's last character.
    static let promptEscape: Character = "\u{1}"

    let editor: OpaquePointer
    private let terminal: UnsafeMutablePointer<FILE>
    let complete: (_ line: String, _ cursor: Int) -> Completion
    let signals: TerminalSignals
    /// The prompt, which libedit reads whenever it draws the line.
    private(set) var prompt: UnsafeMutablePointer<CChar>?
    /// What was pasted and not yet handed out.
    var pasted: ArraySlice<UInt8> = []
    /// Why the line being read is given up, once it is.
    var givenUp: Outcome?
    /// A byte that was read but belongs to the next character.
    var heldByte: UInt8?
    /// Whether the terminal's own editing is used, without history and completion.
    private(set) var isPlain = false
    /// Whether the terminal is asked to mark what is pasted.
    private(set) var marksPastes = false

    private let history: OpaquePointer
    private var lastInHistory: String?

    /// Opens standard input and the terminal for editing.
    ///
    /// - Parameter complete: what could stand at the cursor, an offset in UTF-8, when Tab is typed.
    init(complete: @escaping (_ line: String, _ cursor: Int) -> Completion) throws {
        Self.useUTF8()
        guard let terminal = editline_terminal() else { throw Self.outOfMemory }
        guard let editor = editline_open("scarybug", terminal) else {
            editline_close(terminal)
            throw Self.outOfMemory
        }
        guard let history = history_init() else {
            el_end(editor)
            editline_close(terminal)
            throw Self.outOfMemory
        }
        do { signals = try TerminalSignals() } catch {
            el_end(editor)
            editline_close(terminal)
            history_end(history)
            throw error
        }
        self.editor = editor
        self.terminal = terminal
        self.history = history
        self.complete = complete
        setUp()
    }

    deinit {
        // Else libedit sets the modes once more, and throws away what was typed ahead for the shell.
        editline_set_editing(editor, 0)
        el_end(editor)
        editline_close(terminal)
        history_end(history)
        free(prompt)
    }

    private func setUp() {
        editline_history_limit(history, CInt(Self.historyLimit))
        editline_use_history(editor, history)
        editline_set_client(editor, Unmanaged.passUnretained(self).toOpaque())
        editline_set_prompt(
            editor, { LineEditor.of($0)?.prompt },
            CChar(bitPattern: Self.promptEscape.asciiValue ?? 0))
        editline_set_reader(editor) { editor, character in
            guard let editor = LineEditor.of(editor), let character else { return -1 }
            return editor.readCharacter(into: character)
        }
        bindKeys()
        // Without a way to move the cursor the terminal's own line editing serves better.
        if editline_has(editor, "up") == 0 { editline_set_editing(editor, 0) }
        isPlain = editline_is_editing(editor) == 0
        // Not among vi's keys, where an escape leaves the insertion before anything can follow it.
        marksPastes = !isPlain && editline_is_vi(editor) == 0
    }

    /// The editor that libedit's pointer belongs to.
    static func of(_ editor: OpaquePointer?) -> LineEditor? {
        guard let client = editline_client(editor) else { return nil }
        return Unmanaged<LineEditor>.fromOpaque(client).takeUnretainedValue()
    }

    // MARK: Reading

    /// Lets the user type a line.
    ///
    /// - Parameter prompt: what stands before the line; see ``promptEscape``.
    /// - Throws: when the memory is used up.
    func readLine(prompt text: String) throws -> Outcome {
        try setPrompt(text)
        // Whoever stops a command wants none of what was pasted after it.
        if Interruption.isRequested { pasted = [] }
        if hasPendingEnd() { return .endOfInput }
        let outcome = edit()
        switch outcome {
        case .line: break
        case .interrupted: leaveLine(mark: isPlain ? "" : "^C")
        case .endOfInput: editline_write(editor, "\n")
        }
        return outcome
    }

    private func edit() -> Outcome {
        givenUp = nil
        signals.start()
        // Before the prompt is seen, so that what answers it is not echoed twice.
        if !isPlain { editline_prepare_terminal(editor, 1) }
        startPasting()
        // The rest of a paste of several lines is fetched as if its mark came again.
        if !pasted.isEmpty { el_push(editor, Self.pasteBegins) }
        let line = editedLine()
        stopPasting()
        signals.stop()
        if givenUp != nil { (pasted, heldByte) = ([], nil) }
        return givenUp ?? line.map(Outcome.line) ?? .endOfInput
    }

    private func editedLine() -> [UInt8]? {
        var count: CInt = 0
        guard let text = el_gets(editor, &count), count > 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
        let end = bytes.last.map { $0 == 0x0A || $0 == 0x0D } == true ? 1 : 0
        return Array(bytes.dropLast(end))
    }

    private func setPrompt(_ text: String) throws {
        guard let copy = strdup(text) else { throw Self.outOfMemory }
        free(prompt)
        prompt = copy
    }

    // MARK: History

    /// Makes these the lines that can be gone back to, the newest last.
    func replaceHistory(with lines: [String]) {
        editline_history_clear(history)
        lastInHistory = nil
        lines.suffix(Self.historyLimit).forEach(addToHistory)
    }

    /// Makes a line the newest that can be gone back to: not a blank one, nor the same twice in a
    /// row.
    func addToHistory(_ line: String) {
        guard line != lastInHistory, !line.allSatisfy(\.isWhitespace) else { return }
        editline_history_add(history, line)
        lastInHistory = line
    }

    // MARK: Surroundings

    /// Lets libedit take what is typed as UTF-8: in the environment's locale if that has it, else
    /// in the one that every system has.
    private static func useUTF8() {
        setlocale(LC_CTYPE, "")
        guard let name = nl_langinfo(CInt(CODESET)), strcmp(name, "UTF-8") != 0 else { return }
        setlocale(LC_CTYPE, "C.UTF-8")
    }

    private static var outOfMemory: ScaryBugsError {
        .system(.noMemory, "cannot edit lines")
    }
}

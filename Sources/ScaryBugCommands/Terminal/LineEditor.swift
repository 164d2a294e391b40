import CEditLine
import Glibc
import ScaryBugs
import SystemPackage

/// Reads lines from a terminal with libedit's editing. Owns the EditLine and its history list.
///
/// libedit calls back with its own pointer, which refers back to the editor without owning it.
final class LineEditor {
    /// Text in a prompt between two of these marks goes to the terminal and has no width. The mark
    /// can't be the prompt's last character.
    static let promptEscape: Character = "\u{1}"

    let editor: OpaquePointer
    private let terminal: UnsafeMutablePointer<FILE>
    let complete: (_ line: String, _ cursor: Int, _ earlier: String) -> Completion
    /// The lines that the typed line continues, each with its newline.
    var earlierLines = ""
    let signals: TerminalSignals
    /// The prompt. libedit reads it whenever it draws the line.
    private(set) var prompt: UnsafeMutablePointer<CChar>?
    /// Pasted text that hasn't been returned yet.
    var pasted: ArraySlice<UInt8> = []
    /// The reason for cancelling the current line; nil while it is read.
    var givenUp: SourceLine?
    /// A byte that was read early and belongs to the next character.
    var heldByte: UInt8?
    /// The number of bytes that waited when the terminal's modes were set for this line, and haven't
    /// been read.
    var typedAhead: CInt = 0
    /// Whether the terminal's own line editing is used, without history and completion.
    private(set) var isPlain = false
    /// Whether the terminal is asked to mark pasted text.
    private(set) var marksPastes = false

    private let history: OpaquePointer
    private var lastInHistory: String?

    /// Opens standard input and the terminal for editing.
    ///
    /// - Parameter complete: returns the completions at the cursor, an offset in UTF-8.
    init(
        complete: @escaping (_ line: String, _ cursor: Int, _ earlier: String) -> Completion
    ) throws {
        Self.useUTF8()
        signals = try TerminalSignals()
        guard let terminal = editline_terminal() else { throw Self.outOfMemory }
        TerminalSize.correct()
        guard let editor = editline_open("scarybug", terminal) else {
            editline_close(terminal)
            throw Self.outOfMemory
        }
        guard let history = history_init() else {
            el_end(editor)
            editline_close(terminal)
            throw Self.outOfMemory
        }
        self.editor = editor
        self.terminal = terminal
        self.history = history
        self.complete = complete
        setUp()
    }

    deinit {
        // Otherwise `el_end` sets the modes again and discards text typed ahead for the shell.
        editline_set_editing(editor, 0)
        el_end(editor)
        editline_close(terminal)
        history_end(history)
        free(prompt)
    }

    private func setUp() {
        editline_history_limit(history, CInt(LineHistory.lineLimit))
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
        // The terminal's own line editing is better if the terminal can't move the cursor up.
        if editline_has(editor, "up") == 0 { editline_set_editing(editor, 0) }
        isPlain = editline_is_editing(editor) == 0
        // Not in vi mode: the escape of the mark would leave insert mode.
        marksPastes = !isPlain && editline_is_vi(editor) == 0
    }

    static func of(_ editor: OpaquePointer?) -> LineEditor? {
        guard let client = editline_client(editor) else { return nil }
        return Unmanaged<LineEditor>.fromOpaque(client).takeUnretainedValue()
    }

    // MARK: Reading

    /// - Parameter prompt: the text before the line; see ``promptEscape``.
    /// - Returns: the end for Ctrl-D on an empty line, or if the terminal is gone.
    /// - Throws: if memory runs out.
    func readLine(prompt text: String) throws -> SourceLine {
        guard let copy = strdup(text) else { throw Self.outOfMemory }
        free(prompt)
        prompt = copy
        // Ctrl-C at a command also discards the lines pasted after it.
        if Interruption.isRequested { pasted = [] }
        let line = edit()
        switch line {
        case .line, .part: break
        case .cancelled: leaveLine(mark: isPlain ? "" : "^C")
        case .end: editline_write(editor, "\n")
        }
        return line
    }

    private func edit() -> SourceLine {
        givenUp = nil
        TerminalSize.correct()
        signals.start()
        // Before the prompt is shown, so that the terminal doesn't echo an early answer twice.
        if !isPlain { prepareTerminal() }
        startPasting()
        // Starts the next line of a paste as if its begin mark had just arrived.
        if !pasted.isEmpty { el_push(editor, Self.pasteBegins) }
        let line = editedLine()
        stopPasting()
        signals.stop()
        if givenUp != nil { (pasted, heldByte) = ([], nil) }
        return givenUp ?? line.map(SourceLine.line) ?? .end
    }

    private func editedLine() -> [UInt8]? {
        var count: CInt = 0
        guard let text = el_gets(editor, &count), count > 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
        let end = bytes.last.map { $0 == 0x0A || $0 == 0x0D } == true ? 1 : 0
        return Array(bytes.dropLast(end))
    }

    /// Replaces the history. The newest line comes last.
    func replaceHistory(with lines: [String]) {
        editline_history_clear(history)
        lastInHistory = nil
        lines.suffix(LineHistory.lineLimit).forEach(addToHistory)
    }

    /// Adds a line to the history, unless it is blank or repeats the last one.
    func addToHistory(_ line: String) {
        guard line != lastInHistory, !line.allSatisfy(\.isWhitespace) else { return }
        editline_history_add(history, line)
        lastInHistory = line
    }

    /// Selects UTF-8 input: the environment's locale if it uses UTF-8, otherwise C.UTF-8, which
    /// every system has.
    private static func useUTF8() {
        setlocale(LC_CTYPE, "")
        guard let name = nl_langinfo(CInt(CODESET)), strcmp(name, "UTF-8") != 0 else { return }
        setlocale(LC_CTYPE, "C.UTF-8")
    }

    private static var outOfMemory: ScaryBugsError {
        .system(.noMemory, "cannot edit lines")
    }
}

extension LineEditor {
    /// Handles Tab: inserts the common prefix, and lists the candidates.
    func completeWord() -> CInt {
        if insertPastedTab() { return CC_REFRESH }
        let (text, cursor) = current
        let completion = complete(text, cursor, earlierLines)
        let before = text.utf8.prefix(cursor).dropFirst(completion.start)
        let word = String(decoding: before, as: UTF8.self)
        let candidates = completion.candidates.list
        guard let first = candidates.first else { return CC_ERROR }
        guard candidates.count == 1 else { return insertOrList(completion, for: word) }
        return insert(first, for: word, before: text.utf8.dropFirst(cursor))
    }

    private func insert(
        _ candidate: Candidate, for word: String, before rest: Substring.UTF8View
    ) -> CInt {
        let needsBlank = candidate.isFinal && rest.first != UInt8(ascii: " ")
        replace(word, with: candidate.replacement + (needsBlank ? " " : ""))
        return CC_REFRESH
    }

    private func insertOrList(_ completion: Completion, for word: String) -> CInt {
        let prefix = completion.commonPrefix
        if prefix.utf8.count > word.utf8.count {
            replace(word, with: prefix)
            return CC_REFRESH
        }
        let size = TerminalSize.current
        show(completion.candidates.lines(columns: size.columns, rows: size.rows))
        return CC_NORM
    }

    private func replace(_ word: String, with text: String) {
        // libedit counts code points.
        el_deletestr(editor, CInt(word.unicodeScalars.count))
        el_insertstr(editor, text)
    }
}

enum SourceLine {
    case line([UInt8])
    /// The beginning of a line that is too long.
    case part([UInt8])
    /// A line that the user cancelled with Ctrl-C.
    case cancelled
    case end
}

import CEditLine
import Glibc
import ScaryBugs

extension LineEditor {
    /// The marks around pasted text, which the terminal sends after ``startPasting()`` has asked
    /// for them.
    static let pasteBegins = "\u{1B}[200~"
    static let pasteEnds = "\u{1B}[201~"

    /// Binds keys that libedit leaves unbound or binds differently from most programs. The user's
    /// `~/.editrc` overrides all of them except Tab and pasting.
    func bindKeys() {
        addFunctions()
        bindEmacsKeys()
        readUserSettings()
        // `bind -v` removes all earlier bindings.
        let isVi = editline_is_vi(editor) != 0
        if isVi { bindViKeys() } else { bindArrowKeys() }
        for key in ["^H", "^?"] { editline_bind(editor, key, "scarybug-delete-prev") }
        editline_bind(editor, "^I", "scarybug-complete")
        if !isVi { editline_bind(editor, "\\e[200~", "scarybug-paste") }
    }

    /// Reads `~/.editrc`, or the file that `EDITRC` names. A pipe would make the session wait, and
    /// a device may have no end.
    private func readUserSettings() {
        let home = getenv("HOME").map { String(cString: $0) + "/.editrc" }
        guard let path = getenv("EDITRC").map({ String(cString: $0) }) ?? home else { return }
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG { el_source(editor, path) }
    }

    private func addFunctions() {
        add("scarybug-complete", "Complete the word") { editor, _ in
            LineEditor.run(editor) { $0.completeWord() }
        }
        add("scarybug-paste", "Insert what is pasted") { editor, _ in
            LineEditor.run(editor) { $0.paste() }
        }
        add("scarybug-prev", "Move to the character before") { editor, _ in
            LineEditor.run(editor) { $0.moveToPreviousCharacter() }
        }
        add("scarybug-next", "Move to the next character") { editor, _ in
            LineEditor.run(editor) { $0.moveToNextCharacter() }
        }
        add("scarybug-delete-prev", "Delete the character before") { editor, _ in
            LineEditor.run(editor) { $0.deletePreviousCharacter() }
        }
        add("scarybug-delete-next", "Delete the next character") { editor, _ in
            LineEditor.run(editor) { $0.deleteNextCharacter() }
        }
        add("scarybug-delete-or-end", "Delete the next character, or end the input") { editor, _ in
            LineEditor.run(editor) { $0.deleteNextCharacterOrEnd() }
        }
    }

    private func add(
        _ name: String, _ help: String,
        _ function: @convention(c) (OpaquePointer?, CInt) -> UInt8
    ) {
        editline_add_function(editor, name, help, function)
    }

    private static func run(_ editor: OpaquePointer?, _ function: (LineEditor) -> CInt) -> UInt8 {
        UInt8(of(editor).map(function) ?? CC_ERROR)
    }

    /// Not in vi mode: the escape at their beginning leaves insert mode.
    private func bindArrowKeys() {
        for key in ["\\e[D", "\\eOD"] { editline_bind(editor, key, "scarybug-prev") }
        for key in ["\\e[C", "\\eOC"] { editline_bind(editor, key, "scarybug-next") }
    }

    private func bindEmacsKeys() {
        editline_set_mode(editor, "emacs")
        editline_bind(editor, "^B", "scarybug-prev")
        editline_bind(editor, "^F", "scarybug-next")
        editline_bind(editor, "^D", "scarybug-delete-or-end")
        editline_bind(editor, "^R", "em-inc-search-prev")
        editline_bind(editor, "^W", "ed-delete-prev-word")
        editline_bind(editor, "\\e[3~", "scarybug-delete-next")
        editline_bind(editor, "\\e[1~", "ed-move-to-beg")
        editline_bind(editor, "\\e[4~", "ed-move-to-end")
        editline_bind(editor, "\\e[1;5C", "em-next-word")
        editline_bind(editor, "\\e[1;5D", "ed-prev-word")
    }

    private func bindViKeys() {
        editline_bind(editor, "^R", "em-inc-search-prev")
        // By default this key starts an editor, and the program must not start other programs.
        editline_bind_alternative(editor, "v", "ed-unassigned")
    }

    /// The text of the line, and the cursor's offset in UTF-8.
    var current: (text: String, cursor: Int) {
        guard let info = el_line(editor)?.pointee, let start = info.buffer else { return ("", 0) }
        let bytes = UnsafeRawBufferPointer(start: start, count: info.lastchar - start)
        return (String(decoding: bytes, as: UTF8.self), info.cursor - start)
    }

    /// Moves the cursor to the next line, and erases what follows.
    ///
    /// - Parameter mark: the text to write at the cursor first.
    func leaveLine(mark: String = "") {
        editline_write(editor, mark)
        if !isPlain { editline_send(editor, "cd") }
        editline_write(editor, "\n")
    }

    /// Prints lines below the line being edited, then redraws the line below them.
    func show(_ lines: [String]) {
        leaveLine()
        editline_write(editor, lines.map { $0 + "\n" }.joined())
        editline_refresh(editor)
    }

    /// Handles a change of the window's size.
    func followResize() {
        adoptSize()
        if isPlain { return }
        editline_send(editor, "cr")
        editline_send(editor, "cd")
        editline_refresh(editor)
    }

    private func adoptSize() {
        TerminalSize.correct()
        el_resize(editor)
    }

    /// Draws a text with characters that a terminal may join, such as the parts of an emoji. libedit
    /// counts the columns of each part, and would leave the cursor in the wrong place.
    func redrawJoined() {
        let (text, cursor) = current
        guard text.hasJoinedCharacters,
            DisplayWidth.columns(of: promptText + text) < TerminalSize.current.columns
        else { return }
        editline_send(editor, "cr")
        editline_write(editor, promptText + text)
        editline_send(editor, "ce")
        editline_send(editor, "cr")
        let before = String(decoding: text.utf8.prefix(cursor), as: UTF8.self)
        editline_write(editor, promptText + before)
    }

    /// The prompt as the terminal gets it.
    var promptText: String {
        prompt.map { String(cString: $0).filter { $0 != Self.promptEscape } } ?? ""
    }

    /// Redraws the line after a stop, when other programs may have changed the terminal.
    func redrawAfterStop() {
        // Sets both modes, because libedit assumes that the terminal still has the modes it set.
        editline_prepare_terminal(editor, 0)
        if isPlain {
            editline_write(editor, promptText)
        } else {
            editline_prepare_terminal(editor, 1)
            adoptSize()
            editline_refresh(editor)
        }
    }
}

extension String {
    /// Whether several code points with a width are one character. A text with hidden characters
    /// counts as one without, because libedit shows these in its own way.
    fileprivate var hasJoinedCharacters: Bool {
        guard !utf8.allSatisfy({ $0 < 0x80 }),
            !unicodeScalars.contains(where: TerminalText.isHidden)
        else { return false }
        return contains { $0.unicodeScalars.count { $0.value >= 0x2000 } > 1 }
    }
}

/// Editing of whole characters. libedit's own functions move over and delete code points, and an emoji may
/// have several.
extension LineEditor {
    func moveToPreviousCharacter() -> CInt { move(by: previousCharacter.map { -$0.length }) }

    func moveToNextCharacter() -> CInt { move(by: nextCharacter?.length) }

    private func move(by codePoints: CInt?) -> CInt {
        guard let codePoints else { return CC_ERROR }
        el_cursor(editor, codePoints)
        return CC_CURSOR
    }

    func deletePreviousCharacter() -> CInt {
        guard let before = previousCharacter else { return CC_ERROR }
        el_deletestr(editor, before.length)
        return CC_REFRESH
    }

    func deleteNextCharacter() -> CInt {
        guard let next = nextCharacter else { return CC_ERROR }
        el_cursor(editor, next.length)
        el_deletestr(editor, next.length)
        return CC_REFRESH
    }

    /// Handles Ctrl-D, which ends the input on an empty line.
    func deleteNextCharacterOrEnd() -> CInt {
        current.text.isEmpty ? CC_EOF : deleteNextCharacter()
    }

    private var previousCharacter: Character? {
        let (text, cursor) = current
        return String(decoding: text.utf8.prefix(cursor), as: UTF8.self).last
    }

    private var nextCharacter: Character? {
        let (text, cursor) = current
        return String(decoding: text.utf8.dropFirst(cursor), as: UTF8.self).first
    }
}

extension Character {
    /// The number of code points, which libedit counts.
    var length: CInt { CInt(clamping: unicodeScalars.count) }
}

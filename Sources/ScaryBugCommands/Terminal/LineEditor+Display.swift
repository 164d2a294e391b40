import CEditLine
import Glibc
import ScaryBugs

extension LineEditor {
    /// The text of the line, and the cursor's offset in UTF-8.
    var current: (text: String, cursor: Int) {
        guard let info = el_line(editor)?.pointee, let start = info.buffer else { return ("", 0) }
        let bytes = UnsafeRawBufferPointer(start: start, count: info.lastchar - start)
        return (String(decoding: bytes, as: UTF8.self), info.cursor - start)
    }

    /// Moves the cursor to the line below the one that it is in, and erases what follows.
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
        if !isPlain { editline_refresh(editor) }
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

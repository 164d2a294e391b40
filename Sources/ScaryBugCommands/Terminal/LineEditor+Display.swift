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

    /// Moves the cursor to the line below the text being edited.
    ///
    /// - Parameter mark: the text to write at the cursor first.
    func leaveLine(mark: String = "") {
        let (text, cursor) = current
        let below = isPlain ? 0 : row(of: text.utf8[...]) - row(of: text.utf8.prefix(cursor))
        editline_write(editor, mark + String(repeating: "\n", count: below + 1))
    }

    /// Prints lines below the line being edited, then redraws the line below them.
    func show(_ lines: [String]) {
        leaveLine()
        editline_write(editor, lines.map { $0 + "\n" }.joined())
        editline_refresh(editor)
    }

    /// Handles a change of the window's size: erases the line as the terminal has wrapped it, and
    /// redraws it.
    func followResize() {
        if !isPlain { erase() }
        adoptSize()
        if !isPlain { editline_refresh(editor) }
    }

    private func adoptSize() {
        TerminalSize.correct()
        el_resize(editor)
    }

    /// Erases the prompt and the text, and puts the cursor where the prompt began.
    private func erase() {
        let (text, cursor) = current
        for _ in 0..<row(of: text.utf8.prefix(cursor)) { editline_send(editor, "up") }
        editline_send(editor, "cr")
        editline_send(editor, "cd")
    }

    /// Draws the line once more where libedit draws it wrongly.
    func redrawWhereNeeded() {
        let (text, cursor) = current
        defer { drawnText = text }
        guard !isPlain else { return }
        if row(of: text.utf8[...]) > 0 {
            // libedit may erase a row after the one in which a text was changed.
            guard text != drawnText, cursor < text.utf8.count else { return }
            erase()
            editline_refresh(editor)
        } else if text.hasJoinedCharacters {
            redrawJoined(text, cursor)
        }
    }

    /// Draws a text with characters that a terminal may join, such as the parts of an emoji. libedit
    /// counts the columns of each part, and would leave the cursor in the wrong place.
    private func redrawJoined(_ text: String, _ cursor: Int) {
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

    /// The number of rows from the prompt's first row to the end of a part of the line.
    private func row(of text: Substring.UTF8View) -> Int {
        let prompt = prompt.map { String(cString: $0) } ?? ""
        var position = TextPosition(columns: TerminalSize.current.columns)
        position.advance(overPrompt: prompt, escape: Self.promptEscape)
        position.advance(over: String(decoding: text, as: UTF8.self))
        return position.row
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

import CEditLine
import Glibc

/// What is drawn beside libedit's own line.
extension LineEditor {
    /// The line as it stands, and the cursor's offset in UTF-8.
    var current: (text: String, cursor: Int) {
        guard let info = el_line(editor)?.pointee, let start = info.buffer else { return ("", 0) }
        let bytes = UnsafeRawBufferPointer(start: start, count: info.lastchar - start)
        return (String(decoding: bytes, as: UTF8.self), info.cursor - start)
    }

    /// Puts the cursor on the line below what is being edited.
    ///
    /// - Parameter mark: what is written where the cursor stood.
    func leaveLine(mark: String = "") {
        let (text, cursor) = current
        let below = isPlain ? 0 : row(of: text.utf8[...]) - row(of: text.utf8.prefix(cursor))
        editline_write(editor, mark + String(repeating: "\n", count: below + 1))
    }

    /// Writes lines below the one being edited, and draws that again below them.
    func show(_ lines: [String]) {
        leaveLine()
        editline_write(editor, lines.map { $0 + "\n" }.joined())
        editline_refresh(editor)
    }

    /// The window has another size: what was drawn is taken away, as it lies now, and drawn again.
    func followResize() {
        if !isPlain {
            let (text, cursor) = current
            for _ in 0..<row(of: text.utf8.prefix(cursor)) { editline_send(editor, "up") }
            editline_send(editor, "cr")
            editline_send(editor, "cd")
        }
        el_resize(editor)
        if !isPlain { editline_refresh(editor) }
    }

    /// The program was stopped: others used the terminal meanwhile.
    func redrawAfterStop() {
        // Both, since libedit believes that the modes are still those that it set.
        editline_prepare_terminal(editor, 0)
        if isPlain {
            editline_write(editor, prompt.map { String(cString: $0) } ?? "")
        } else {
            editline_prepare_terminal(editor, 1)
            el_resize(editor)
            editline_refresh(editor)
        }
    }

    /// How many rows below the prompt's first one a part of the line ends.
    private func row(of text: Substring.UTF8View) -> Int {
        let prompt = prompt.map { String(cString: $0) } ?? ""
        var position = TextPosition(columns: TerminalSize.current.columns)
        position.advance(overPrompt: prompt, escape: Self.promptEscape)
        position.advance(over: String(decoding: text, as: UTF8.self))
        return position.row
    }
}

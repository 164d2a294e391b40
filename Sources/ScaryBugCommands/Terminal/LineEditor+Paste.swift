import CEditLine

/// Bracketed paste. Pasted text is inserted as text, so a tab in it completes nothing and an escape
/// runs no command.
extension LineEditor {
    /// Asks the terminal to mark pasted text. A terminal without that feature ignores the request.
    func startPasting() {
        if marksPastes { editline_write(editor, "\u{1B}[?2004h") }
    }

    func stopPasting() {
        if marksPastes { editline_write(editor, "\u{1B}[?2004l") }
    }

    /// Inserts a blank if a tab was pasted into a terminal that does not mark pasted text: more keys have
    /// arrived with it. Returns false for any other tab.
    func insertPastedTab() -> Bool {
        guard !marksPastes, hasWaitingInput else { return false }
        el_insertstr(editor, " ")
        return true
    }

    /// Inserts pasted text up to its first newline, which ends the line.
    func paste() -> CInt {
        if pasted.isEmpty { pasted = readPasted()[...] }
        let line = pasted.prefix { $0 != 0x0A }
        let hasMore = line.count < pasted.count
        pasted = pasted.dropFirst(line.count + (hasMore ? 1 : 0))
        el_insertstr(editor, String(decoding: line, as: UTF8.self))
        if hasMore { el_push(editor, "\n") }
        return CC_REFRESH
    }

    /// Reads pasted text up to the end mark, converting line endings to newlines, and tabs to blanks.
    private func readPasted() -> [UInt8] {
        var bytes: [UInt8] = []
        let end = Array(Self.pasteEnds.utf8)
        while let scalar = readScalar() {
            // Terminals send a carriage return for a newline, as for the Return key.
            let isReturn = scalar == "\r" || scalar == "\n"
            bytes += isReturn ? [0x0A] : Array(String(scalar == "\t" ? " " : scalar).utf8)
            if scalar == "~", bytes.suffix(end.count).elementsEqual(end) {
                return Array(bytes.dropLast(end.count))
            }
        }
        return bytes
    }
}

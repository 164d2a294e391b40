import CEditLine

/// Pasting, with the marks that terminals put around it: what is pasted is text, so a tab in it
/// completes nothing and an escape is no command.
extension LineEditor {
    /// Asks the terminal for the marks; a terminal that does not know them ignores it.
    func startPasting() {
        if marksPastes { editline_write(editor, "\u{1B}[?2004h") }
    }

    func stopPasting() {
        if marksPastes { editline_write(editor, "\u{1B}[?2004l") }
    }

    /// Inserts the pasted text, and ends the line where the text does.
    func paste() -> CInt {
        if pasted.isEmpty { pasted = readPasted()[...] }
        let line = pasted.prefix { $0 != 0x0A }
        let hasMore = line.count < pasted.count
        pasted = pasted.dropFirst(line.count + (hasMore ? 1 : 0))
        el_insertstr(editor, String(decoding: line, as: UTF8.self))
        if hasMore { el_push(editor, "\n") }
        return CC_REFRESH
    }

    /// What comes before the mark of the end, its lines ended by newlines.
    private func readPasted() -> [UInt8] {
        var bytes: [UInt8] = []
        let end = Array(Self.pasteEnds.utf8)
        while let scalar = readScalar() {
            // Terminals send a carriage return for each newline, as for the Return key.
            let isReturn = scalar == "\r" || scalar == "\n"
            bytes += isReturn ? [0x0A] : Array(String(scalar).utf8)
            if scalar == "~", bytes.suffix(end.count).elementsEqual(end) {
                return Array(bytes.dropLast(end.count))
            }
        }
        return bytes
    }
}

import CEditLine

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

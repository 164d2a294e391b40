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

    private var textAfterCursor: String {
        let (text, cursor) = current
        return String(decoding: text.utf8.dropFirst(cursor), as: UTF8.self)
    }

    var previousCharacter: Character? {
        let (text, cursor) = current
        return String(decoding: text.utf8.prefix(cursor), as: UTF8.self).last
    }

    var nextCharacter: Character? { textAfterCursor.first }

    /// Whether the cursor is on the last character, or behind it.
    var isOnLastCharacter: Bool { textAfterCursor.dropFirst().isEmpty }

    /// The code points before the cursor that belong to the character under it.
    var codePointsBeforeCursor: CInt {
        let (text, cursor) = current
        let index = text.utf8.index(text.startIndex, offsetBy: cursor)
        let start = text.indices.last { $0 <= index } ?? text.startIndex
        return index < text.endIndex ? CInt(clamping: text.unicodeScalars[start..<index].count) : 0
    }
}

extension Character {
    /// The number of code points, which libedit counts.
    var length: CInt { CInt(clamping: unicodeScalars.count) }
}

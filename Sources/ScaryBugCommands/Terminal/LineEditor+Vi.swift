import CEditLine

/// Whole characters in vi's command mode.
///
/// libedit's own functions know counts, operators and undo, but they count code points. So each key here
/// passes the number of a character's code points on to them, as a count. A count that the user types
/// stays one of code points.
extension LineEditor {
    private struct ViKey {
        /// The key, or the last character of the sequences that it sends.
        let character: Unicode.Scalar
        let sequences: [String]
        let function: String
        /// The key that libedit's own function is bound to: a control character that nobody types.
        let native: Unicode.Scalar

        var isForward: Bool { function != "ed-prev-char" && function != "ed-delete-prev-char" }

        init(
            _ character: Unicode.Scalar, _ function: String, _ native: Unicode.Scalar,
            sequences: String...
        ) {
            (self.character, self.function, self.native) = (character, function, native)
            // The escape that begins a sequence leaves insert mode.
            self.sequences =
                sequences.isEmpty ? [String(character)] : sequences + sequences.map { "\\e" + $0 }
        }
    }

    private static let viKeys = [
        ViKey("h", "ed-prev-char", "\u{80}"),
        ViKey("D", "ed-prev-char", "\u{80}", sequences: "[D", "OD"),
        ViKey("l", "ed-next-char", "\u{81}"),
        ViKey(" ", "ed-next-char", "\u{81}"),
        ViKey("C", "ed-next-char", "\u{81}", sequences: "[C", "OC"),
        ViKey("X", "ed-delete-prev-char", "\u{82}"),
        ViKey("x", "ed-delete-next-char", "\u{83}"),
        ViKey("~", "ed-delete-next-char", "\u{83}", sequences: "[3~"),
        ViKey("s", "vi-substitute-char", "\u{84}"),
        ViKey("a", "vi-add", "\u{85}"),
        ViKey("p", "vi-paste-next", "\u{86}"),
    ]

    func bindViCharacterKeys() {
        for key in Self.viKeys {
            editline_bind_alternative(editor, String(key.native), key.function)
            for keys in key.sequences { editline_bind_alternative(editor, keys, "scarybug-vi") }
        }
        editline_bind(editor, "\\e", "scarybug-vi-escape")
        editline_bind(editor, Self.leaveInsertMode, "vi-command-mode")
        editline_bind_alternative(editor, Self.align, "scarybug-vi-align")
    }

    /// Keys that nobody types, as above.
    private static let (leaveInsertMode, align) = ("\u{87}", "\u{88}")

    /// Handles Escape, after which the cursor is on the last character.
    func leaveViInsertMode() -> CInt {
        el_push(editor, Self.leaveInsertMode + Self.align)
        return CC_ARGHACK
    }

    /// Moves from within a character to its first code point.
    func alignViCursor() -> CInt {
        el_cursor(editor, -codePointsBeforeCursor)
        return CC_CURSOR
    }

    func useViKey(_ character: CInt) -> CInt {
        guard let key = Self.viKeys.first(where: { $0.character.value == UInt32(character) })
        else { return CC_ERROR }
        var count: CInt = 1
        if !viKeysRead.areAfterCount {
            guard let codePoints = codePoints(for: key) else { return CC_ERROR }
            count = codePoints
        }
        el_push(editor, (count > 1 ? "\(count)" : "") + String(key.native))
        // Keeps the count or the operator for the pushed key.
        return CC_ARGHACK
    }

    /// The code points between the cursor and the other side of the character; nil if there is none.
    private func codePoints(for key: ViKey) -> CInt? {
        // Vi's other keys can stop within a character.
        _ = alignViCursor()
        guard key.isForward else { return previousCharacter?.length }
        // Vi's cursor stays on the last character.
        let length = nextCharacter?.length
        switch key.function {
        case "ed-next-char": return isOnLastCharacter ? nil : length
        case "vi-add", "vi-paste-next":
            if let length { el_cursor(editor, length - 1) }
            return 1
        default: return length
        }
    }
}

/// The keys that were read, as far as vi's command mode is concerned.
struct ViKeysRead {
    /// Whether the last key completes a count, such as the `x` of `3x`.
    private(set) var areAfterCount = false
    private var isCount = false
    private var last: Unicode.Scalar = " "

    mutating func add(_ key: Unicode.Scalar) {
        areAfterCount = isCount
        switch key {
        // The digit of `ESC [ 3 ~` is no count.
        case "1"..."9": isCount = last != "["
        case "0": break
        default: isCount = false
        }
        last = key
    }
}

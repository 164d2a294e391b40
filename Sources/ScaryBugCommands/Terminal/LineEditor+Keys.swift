import CEditLine
import Glibc

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
}

import CEditLine

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
        el_source(editor, nil)
        // `bind -v` removes all earlier bindings.
        let isVi = editline_is_vi(editor) != 0
        if isVi { bindViKeys() }
        editline_bind(editor, "^I", "scarybug-complete")
        if !isVi { editline_bind(editor, "\\e[200~", "scarybug-paste") }
    }

    private func addFunctions() {
        editline_add_function(editor, "scarybug-complete", "Complete the word") { editor, _ in
            UInt8(LineEditor.of(editor)?.completeWord() ?? CC_ERROR)
        }
        editline_add_function(editor, "scarybug-paste", "Insert what is pasted") { editor, _ in
            UInt8(LineEditor.of(editor)?.paste() ?? CC_ERROR)
        }
    }

    private func bindEmacsKeys() {
        editline_set_mode(editor, "emacs")
        editline_bind(editor, "^R", "em-inc-search-prev")
        editline_bind(editor, "^W", "ed-delete-prev-word")
        editline_bind(editor, "\\e[3~", "ed-delete-next-char")
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

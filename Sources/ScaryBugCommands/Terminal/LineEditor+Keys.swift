import CEditLine

extension LineEditor {
    /// A pasted text begins with the first of these and ends with the second, once
    /// ``startPasting()`` asked the terminal for it.
    static let pasteBegins = "\u{1B}[200~"
    static let pasteEnds = "\u{1B}[201~"

    /// Binds keys that libedit leaves out or uses otherwise than most programs do; the user's
    /// `~/.editrc` has the last word, but for Tab and pasting.
    func bindKeys() {
        addFunctions()
        bindEmacsKeys()
        el_source(editor, nil)
        // `bind -v` throws away all that was bound before it.
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
        // It would run an editor, and no line of ours may start a program.
        editline_bind_alternative(editor, "v", "ed-unassigned")
    }
}

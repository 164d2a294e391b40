import CEditLine
import ScaryBugs

extension LineEditor {
    /// Handles Tab: inserts the common prefix, and lists the candidates.
    func completeWord() -> CInt {
        if insertPastedTab() { return CC_REFRESH }
        let (text, cursor) = current
        let completion = complete(text, cursor, earlierLines)
        let before = text.utf8.prefix(cursor).dropFirst(completion.start)
        let word = String(decoding: before, as: UTF8.self)
        let candidates = completion.candidates.list
        guard let first = candidates.first else { return CC_ERROR }
        guard candidates.count == 1 else { return insertOrList(completion, for: word) }
        return insert(first, for: word, before: text.utf8.dropFirst(cursor))
    }

    private func insert(
        _ candidate: Candidate, for word: String, before rest: Substring.UTF8View
    ) -> CInt {
        let needsBlank = candidate.isFinal && rest.first != UInt8(ascii: " ")
        replace(word, with: candidate.replacement + (needsBlank ? " " : ""))
        return CC_REFRESH
    }

    private func insertOrList(_ completion: Completion, for word: String) -> CInt {
        let prefix = completion.commonPrefix
        if prefix.utf8.count > word.utf8.count {
            replace(word, with: prefix)
            return CC_REFRESH
        }
        let size = TerminalSize.current
        show(completion.candidates.lines(columns: size.columns, rows: size.rows))
        return CC_NORM
    }

    private func replace(_ word: String, with text: String) {
        // libedit counts code points.
        el_deletestr(editor, CInt(word.unicodeScalars.count))
        el_insertstr(editor, text)
    }
}

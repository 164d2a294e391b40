import CEditLine
import ScaryBugs

extension LineEditor {
    /// Handles Tab: inserts the common prefix, and lists the candidates.
    func completeWord() -> CInt {
        let (text, cursor) = current
        var completion = complete(text, cursor)
        // Drops names that contain a newline, because it would end the line too early.
        completion.candidates.removeAll { Self.hasControls($0.replacement) }
        let before = text.utf8.prefix(cursor).dropFirst(completion.start)
        let word = String(decoding: before, as: UTF8.self)
        guard let first = completion.candidates.first else { return CC_ERROR }
        guard completion.candidates.count == 1 else { return insertOrList(completion, for: word) }
        return insert(first, for: word, before: text.utf8.dropFirst(cursor))
    }

    private func insert(
        _ candidate: Completion.Candidate, for word: String, before rest: Substring.UTF8View
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
        let list = CandidateList(
            labels: completion.candidates.map { TerminalText.text($0.label) },
            columns: size.columns,
            rows: size.rows)
        show(list.lines)
        return CC_NORM
    }

    private static func hasControls(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value }
    }

    private func replace(_ word: String, with text: String) {
        // libedit counts code points.
        el_deletestr(editor, CInt(word.unicodeScalars.count))
        el_insertstr(editor, text)
    }
}

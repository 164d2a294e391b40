import Testing

@testable import ScaryBugCommands

/// What can be seen without a terminal; the rest is typed at one, in the tests of the program.
@Suite struct LineEditorTests {
    @Test func isLetGoOf() throws {
        weak var gone: LineEditor?
        do {
            let editor = try LineEditor { _, _ in .none }
            editor.replaceHistory(with: ["list"])
            editor.addToHistory("list")
            gone = editor
            #expect(gone != nil)
        }
        #expect(gone == nil)
    }
}

import Testing

@testable import ScaryBugCommands

/// Line editing as far as it can be tested without a terminal. The end-to-end tests cover the rest.
@Suite struct LineEditorTests {
    @Test func isLetGoOf() throws {
        weak var gone: LineEditor?
        do {
            let editor = try LineEditor { _, _, _ in .none }
            editor.replaceHistory(with: ["list"])
            editor.addToHistory("list")
            gone = editor
            #expect(gone != nil)
        }
        #expect(gone == nil)
    }
}

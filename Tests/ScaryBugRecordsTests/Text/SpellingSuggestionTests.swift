import Testing

@testable import ScaryBugRecords

@Suite struct SpellingSuggestionTests {
    private let names = ["list", "ls", "login", "show", "set", "export", "import", "delete"]

    @Test(arguments: [
        ("lst", "list"), ("lsit", "list"), ("LIST", "list"), ("exprot", "export"), ("sho", "show"),
        ("del", "delete"), ("imports", "import"), ("logon", "login"),
    ])
    func `a misspelled name gets a suggestion`(word: String, name: String) {
        #expect(SpellingSuggestion.name(to: word, among: names) == name)
    }

    @Test(arguments: ["", "xyzzy", "q", "frobnicate", String(repeating: "list", count: 10_000)])
    func `no name is similar`(word: String) {
        #expect(SpellingSuggestion.name(to: word, among: names) == nil)
    }

    @Test func `there is always a closest name, unless there are none`() {
        #expect(SpellingSuggestion.closest(to: "-rf", among: ["--help", "--yes"]) == "--yes")
        #expect(SpellingSuggestion.closest(to: "-f", among: ["--format", "--force"]) == "--force")
        #expect(SpellingSuggestion.closest(to: "-x", among: []) == nil)
    }
}

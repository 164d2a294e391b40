import Testing

@testable import ScaryBugCommands

@Suite struct CompletionTests {
    @Test(arguments: [
        (["delete", "decline"], "de"), (["café", "cafe"], "caf"), (["list"], "list"),
        (["a", "b"], ""), ([], ""), (["a b", "a'c"], "a"), (["a b", "a bc"], "a\\ b"),
        (["👨‍👩‍👧x", "👨‍👩‍👧y"], "👨‍👩‍👧"),
    ])
    func commonPrefix(of words: [String], is prefix: String) {
        let completion = Completion(start: 0, candidates: Candidates(words.map { Candidate($0) }))
        #expect(completion.commonPrefix == prefix)
    }

    private func list(_ names: [String], columns: Int, rows: Int) -> [String] {
        Candidates(names.map { Candidate($0) }).lines(columns: columns, rows: rows)
    }

    @Test func listsInColumnsDownwards() {
        let list = self.list(["one", "two", "three", "four", "five"], columns: 20, rows: 24)
        #expect(list == ["one    four", "two    five", "three"])
    }

    @Test func countsWideCharacters() {
        let list = self.list(["カブト", "ab", "cd", "ef"], columns: 17, rows: 24)
        #expect(list == ["カブト  cd", "ab      ef"])
    }

    @Test func listsNoMoreThanAScreen() {
        let list = self.list((1...50).map { "word\($0)" }, columns: 8, rows: 12)
        #expect(list.count == 11)
        #expect(list.last == "and 40 more")
    }

    @Test func listsSummariesBelowOneAnother() {
        let names = ["--force", "--yes"].map { Candidate($0, "about \($0)", showsSummary: true) }
        let list = Candidates(names, areAll: false).lines(columns: 30, rows: 24)
        #expect(
            list == ["--force  about --force", "--yes    about --yes", "and more"])
    }

    @Test func listsLabelsWiderThanTheTerminal() {
        let list = self.list(["a long label", "another"], columns: 5, rows: 24)
        #expect(list == ["a l…", "ano…"])
    }
}

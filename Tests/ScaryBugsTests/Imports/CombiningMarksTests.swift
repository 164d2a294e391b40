import TestSupport
import Testing
import XML

@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugStoreTests

/// Swift compares a character with many marks in quadratic time, so such texts don't get in.
@Suite struct CombiningMarksTests {
    private let bench: Bench
    private let alice: Workspace

    /// Marks that are not in canonical order.
    private let text = "a" + String(repeating: "\u{301}\u{316}", count: 2_000)
    private let refusal = "a character with more than 100 accents"

    init() throws {
        bench = try Bench()
        alice = try bench.workspace(of: "alice")
    }

    @Test(arguments: ["title,notes\nMoth,%\n", "title,%\nMoth,x\n"])
    func `a table with such a text is refused`(table: String) throws {
        let path = try bench.directory.write(
            table.replacing("%", with: text), to: "table.csv")
        #expect(message { _ = try alice.importDocument(path) }?.contains(refusal) == true)
    }

    @Test(arguments: [#"{"title":"Moth","notes":"%"}"#, #"{"title":"Moth","%":"x"}"#])
    func `a JSON line with such a text is refused`(line: String) throws {
        let path = try bench.directory.write(
            line.replacing("%", with: text), to: "lines.jsonl")
        #expect(message { _ = try alice.importDocument(path) }?.contains(refusal) == true)
    }

    @Test func `a document with such a text cannot be read, whatever the key`() throws {
        var data = try DocumentData(new: .bug, now: Bench.now)
        try data.set(.text("Moth"), for: .title)
        for key in ["Notes", "other", text] {
            var archive = data.archive
            try archive.setValue(.string(text), forKey: key, of: data.object)
            let bytes = try archive.encoded()
            let error = #expect(throws: ScaryBugsError.self) {
                try DocumentData(bytes, kind: .bug, modified: Bench.now)
            }
            #expect(error?.code == .limitExceeded)
            #expect(error?.message.contains("more than 100 accents") == true)
        }
    }

    @Test func `ordinary marks stay`() {
        let words = ["Käfer", "e\u{301}", "กี", "नि", "שָׁלוֹם"].joined(separator: " ")
        #expect(!CombiningMarks.areTooMany(in: String(repeating: words, count: 1_000)))
    }
}

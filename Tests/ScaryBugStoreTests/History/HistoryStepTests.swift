import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugStore

/// What a step changed, field by field.
@Suite struct HistoryStepTests {
    let bench: Bench
    let session: Workspace

    init() throws {
        bench = try Bench()
        session = try bench.session()
        try session.addEach("a", "b")
    }

    private func changes(_ step: Int) throws -> [String] {
        try session.historyStep(step).changes.map { change in
            let subject = change.document.map { "\($0.number)" } ?? "-"
            return
                "\(subject) \(change.field ?? "all"): \(text(change.before)) → \(text(change.after))"
        }
    }

    private func text(_ value: FieldChange.Value?) -> String {
        switch value {
        case .field(let value): value.text
        case .picture(let picture): picture.fileName
        case .other: "?"
        case nil: "-"
        }
    }

    @Test func `the fields of each document, with both values`() throws {
        try session.line("set 1-2") {
            _ = try session.edit(session.documentNames(), now: Bench.now) { _ in
                .init([.set(.rating, .rating(5)), .set(.title, .text("c"))])
            }
        }
        let expected = [
            "1 title: a → c", "1 rating: 0 → 5", "2 title: b → c", "2 rating: 0 → 5",
        ]
        #expect(try changes(3).sorted() == expected.sorted())
        #expect(try changes(1) == ["1 all: - → a"])
        let (step, _) = try session.historyStep(3)
        #expect(step.command == "set 1-2" && step.documents == [1, 2] && !step.isUndone)
    }

    @Test func `later changes, undo and redo do not change it`() throws {
        try session.rename(1, "c")
        let expected = ["1 title: a → c"]
        #expect(try changes(3) == expected)
        try session.undo()
        #expect(try changes(3) == expected)
        #expect(try session.historyStep(3).step.isUndone)
        try session.redo()
        #expect(try changes(3) == expected)
        try session.rename(1, "d")
        #expect(try changes(3) == expected)
        #expect(try changes(4) == ["1 title: c → d"])
        try session.undo([3, 4])
        try session.rename(1, "e")
        #expect(try changes(3) == expected)
        #expect(try changes(4) == ["1 title: c → d"])
        #expect(try changes(5) == ["1 title: a → e"])
    }

    @Test func `a deleted document still has its changes`() throws {
        try session.rename(1, "c")
        try session.line("delete 1") { try session.delete(1) }
        for _ in 1...2 {
            #expect(try changes(1) == ["1 all: - → a"])
            #expect(try changes(3) == ["1 title: a → c"])
            #expect(try changes(4) == ["1 all: c → -"])
            // A document with the same number has nothing to do with it.
            try session.line("new d") { try session.add("d") }
        }
        try session.undo([4])
        #expect(try changes(3) == ["1 title: a → c"])
        #expect(try changes(4) == ["1 all: c → -"])
    }

    @Test func `a photograph`() throws {
        let path = try bench.directory.write(Bench.jpeg, to: "a.jpg")
        try session.line("set 1 image=a.jpg") {
            _ = try session.edit(1, picture: .replace(PictureFile(path: path)))
        }
        try session.rename(1, "c")
        let expected = ["1 image: - → fullImage.jpg"]
        #expect(try changes(3) == expected)
        try session.undo([3, 4])
        #expect(try changes(3) == expected)
        #expect(try changes(4) == ["1 title: a → c"])
    }

    @Test func `settings`() throws {
        try session.line("config") { try session.change([(.kind, .text("book"))]) }
        try session.line("config") { try session.change([(.kind, .text("creature"))]) }
        #expect(try changes(3) == ["- kind: - → book"])
        #expect(try changes(4) == ["- kind: book → creature"])
        try session.undo()
        #expect(try changes(4) == ["- kind: book → creature"])
    }

    @Test func `a script has the effect of all its lines`() throws {
        session.beginScript("a.bugs")
        try session.rename(1, "c", lines: [1])
        try session.rename(1, "d", lines: [2])
        try session.line("new e", [3]) { try session.add("e") }
        try session.rename(3, "f", lines: [4])
        try session.endScript()
        #expect(try changes(3) == ["1 title: a → d", "3 all: - → f"])
    }

    @Test func `a step that does not exist`() throws {
        #expect(throws: ScaryBugsError.self) { try session.historyStep(9) }
        #expect(throws: ScaryBugsError.self) { try bench.workspace(of: "bob").historyStep(1) }
    }

    @Test func `the steps of some documents`() throws {
        try session.rename(1, "c")
        try session.line("delete 2") { try session.delete(2) }
        let steps = { (numbers: [Int]) in
            try session.history(of: numbers).steps.map(\.number)
        }
        #expect(try steps([1]) == [3, 1])
        #expect(try steps([2]) == [4, 2])
        #expect(try steps([1, 2]) == [4, 3, 2, 1])
        #expect(try steps([9]) == [])
        #expect(try session.history(limit: 1, of: [1]).steps.map(\.number) == [3])
        try session.undo()
        #expect(try steps([2]) == [4, 2])
    }
}

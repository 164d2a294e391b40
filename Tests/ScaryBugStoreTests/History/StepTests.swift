import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugs

/// Each command of the user is one step of the history.
@Suite struct StepTests {
    let bench: Bench
    let session: Workspace
    let picture: String

    init() throws {
        bench = try Bench()
        session = try bench.session()
        picture = try bench.directory.write(Bench.jpeg, to: "a.jpg")
        try session.addEach("a", "b")
    }

    private var field: Field { get throws { try Field(custom: "size", .number) } }

    @Test func `the history has only the beginning of a long command`() throws {
        let long = "import " + String(repeating: "é", count: 5_000)
        try session.line(long) { try session.add("c") }
        #expect(try session.commands.last == String(long.prefix(1_000)) + "…")
    }

    @Test func `whatever changes the workspace is a step`() throws {
        let before = try WorkspaceSnapshot(of: bench)
        try session.line("config") { try session.change([(.kind, .text("book"))]) }
        try session.line("field") { try session.add(field) }
        try session.line("query") {
            try session.save(SavedQuery(name: "scary", words: ["rating:5"]))
        }
        try session.line("set") { try session.edit(1, [.set(field, .number(3))]) }
        try session.line("image") {
            try session.edit(1, [], picture: .replace(PictureFile(path: picture)))
        }
        try session.line("delete") { try session.delete(session.documentNames()) }
        let damage = bench.documentPath("notes")
        try bench.directory.write("notes", to: damage)
        try session.line("check --repair") { try session.check(repairing: true) { _ in } }
        let commands = ["config", "field", "query", "set", "image", "delete", "check --repair"]
        #expect(try session.commands == ["new a", "new b"] + commands)
        #expect(!bench.directory.exists(damage))
        try session.undoEach(commands.count)
        try bench.directory.remove(damage)
        #expect(try WorkspaceSnapshot(of: bench) == before)
    }

    @Test func `an edit that changes no byte is not a step`() throws {
        let image = { try PictureFile(path: self.picture) }
        try session.line("image") { try session.edit(1, [], picture: .replace(image())) }
        _ = try session.add(field)
        _ = try session.save(SavedQuery(name: "a", words: ["b"]))
        _ = try session.change([(.kind, .text("book"))])
        let steps = try session.history().steps.count
        let before = try WorkspaceSnapshot(of: bench)

        _ = try session.edit(1, [.set(.title, .text("a"))])
        _ = try session.edit(1, [], picture: .replace(image()))
        _ = try session.edit(2, [], picture: .remove)
        #expect(try !session.add(field))
        _ = try session.save(SavedQuery(name: "a", words: ["b"]))
        _ = try session.change([(.kind, .text("book"))])
        _ = try session.delete([])
        _ = try session.check(repairing: true) { _ in }
        #expect(throws: ScaryBugsError.self) { try session.delete(9) }
        #expect(try session.history().steps.count == steps)
        #expect(try WorkspaceSnapshot(of: bench) == before)
    }

    @Test func `an export is no step`() throws {
        let path = bench.directory.path("a.scarybug")
        let export = try Export(from: session, to: path, count: 1, replacing: false)
        try session.line("export") { try export.write([session.documentName(1)]) }
        #expect(try session.commands == ["new a", "new b"])
    }

    @Test func `a line is one step however much it changes`() throws {
        try session.line("import t.csv") {
            let path = try bench.directory.write("title\nc\nd\n", to: "t.csv")
            _ = try session.importAll(path)
            _ = try session.importAll(path)
        }
        let step = try #require(session.history().steps.first)
        #expect(step.number == 3)
        #expect(step.documents == [3, 4, 5, 6])
        #expect(step.changeCount == 4)
        #expect(step.lineCount == nil)
        #expect(!step.isUndone)
        #expect(try session.undone() == ["-3 c", "-4 d", "-5 c", "-6 d"])
        #expect(try session.titles == ["1 a", "2 b"])
        #expect(try session.history().steps.first?.isUndone == true)
        #expect(try session.redone() == ["+3 c", "+4 d", "+5 c", "+6 d"])
    }

    @Test func `many documents are one step`() throws {
        let rows = (1...1_100).map { "bug \($0)\n" }.joined()
        let path = try bench.directory.write("title\n" + rows, to: "t.csv")
        try session.line("import") { _ = try session.importAll(path) }
        try session.line("delete all") { _ = try session.delete(session.documentNames()) }
        let other = try bench.session()
        #expect(try other.undone().count == 1_102)
        #expect(try other.documentNames().count == 1_102)
        #expect(try other.undone().count == 1_100)
        #expect(try other.titles == ["1 a", "2 b"])
        #expect(try other.redone().count == 1_100)
        #expect(try session.document(1_102).title == "bug 1100")
    }

    @Test func `the newest steps are shown`() throws {
        let list = try bench.session().history(limit: 1)
        #expect(list.steps.map(\.command) == ["new b"])
        #expect(list.steps.map(\.number) == [2])
        #expect(try session.history(limit: 0).steps.isEmpty)
        #expect(try bench.workspace(of: "bob").history().steps.isEmpty)
    }

    @Test func `there is nothing to undo or redo`() throws {
        let bob = try bench.workspace(of: "bob")
        #expect(throws: ScaryBugsError.self) { try bob.undo() }
        #expect(!bench.directory.exists(bench.path("", of: "bob")))
        for undo in [session.undo, session.redo] {
            #expect(throws: ScaryBugsError.self) { try undo([3], nil) }
        }
        #expect(throws: ScaryBugsError.self) { try session.redo([2]) }
        try session.undoEach(2)
        #expect(throws: ScaryBugsError.self) { try session.undo() }
        #expect(
            message { try session.undo([2]) }
                == "step 2 is undone already; 'redo 2' brings it back")
        try session.redo([1, 2])
        #expect(throws: ScaryBugsError.self) { try session.redo() }
    }

    @Test func `a later change does not end redo`() throws {
        try session.undo()
        try session.rename(1, "z")
        try session.addEach("y")
        #expect(try session.redone() == ["+3 b (was 2)"])
        #expect(try session.titles == ["1 z", "2 y", "3 b"])
        #expect(try session.undone(1, 3) == ["-1 z"])
        #expect(try session.undone(2) == ["-3 b"])
        #expect(try session.redone(1, 3) == ["+1 z"])
    }

    @Test func `redo brings back all that the last undo took back`() throws {
        try session.addEach("c", "d")
        #expect(try session.undone(2, 4) == ["-2 b", "-4 d"])
        #expect(try session.undone(3) == ["-3 c"])
        #expect(try session.redone() == ["+3 c"])
        #expect(try session.redone() == ["+2 b", "+4 d"])
        try session.undo([2, 3, 4])
        #expect(try session.redone(3) == ["+3 c"])
        #expect(try session.redone() == ["+2 b", "+4 d"])
    }

    @Test func `undo and redo say what they did`() throws {
        try session.rename(2, "c")
        let undone = try session.undo([3, 1])
        #expect(undone.steps.map(\.number) == [3, 1])
        #expect(undone.steps.map(\.command) == ["set 2 title=c", "new a"])
        #expect(undone.effects.map(\.text) == ["-1 a", "+2 b"])
        #expect(try session.redo().steps.map(\.number) == undone.steps.map(\.number).reversed())
        #expect(try session.history().steps.map(\.number) == [3, 2, 1])
    }
}

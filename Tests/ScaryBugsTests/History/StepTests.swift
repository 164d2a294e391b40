import TestSupport
import Testing

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
        for _ in commands { try session.undo() }
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
        let step = try #require(session.history().steps.last)
        #expect(step.number == 3)
        #expect(step.documents == [3, 4, 5, 6])
        #expect(step.changeCount == 4)
        #expect(step.lineCount == nil)
        #expect(!step.isUndone)
        #expect(try session.undo().map(\.text) == ["-3 c", "-4 d", "-5 c", "-6 d"])
        #expect(try session.titles == ["1 a", "2 b"])
        #expect(try session.history().steps.last?.isUndone == true)
        #expect(try session.redo().map(\.text) == ["+3 c", "+4 d", "+5 c", "+6 d"])
    }

    @Test func `more documents than one transaction changes are one step`() throws {
        let rows = (1...1_100).map { "bug \($0)\n" }.joined()
        let path = try bench.directory.write("title\n" + rows, to: "t.csv")
        try session.line("import") { _ = try session.importAll(path) }
        try session.line("delete all") { _ = try session.delete(session.documentNames()) }
        let other = try bench.session()
        #expect(try other.undo().count == 1_102)
        #expect(try other.documentNames().count == 1_102)
        #expect(try other.undo().count == 1_100)
        #expect(try other.titles == ["1 a", "2 b"])
        #expect(try other.redo().count == 1_100)
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
        let nothing = "there is nothing to undo; 'history' lists the steps"
        #expect(message { try bob.undo() } == nothing)
        #expect(!bench.directory.exists(bench.path("", of: "bob")))
        #expect(message { try session.undo(3) } == "only 2 steps can be undone; write 'undo 2'")
        try session.undo(2)
        #expect(message { try session.undo() } == nothing)
        #expect(message { try session.redo(3) } == "only 2 steps can be redone; write 'redo 2'")
        try session.redo(1)
        #expect(message { try session.redo(2) } == "only 1 step can be redone; write 'redo 1'")
        try session.redo(1)
        #expect(
            message { try session.redo() }
                == "there is nothing to redo; 'history' lists the steps")
    }

    @Test func `after a change nothing can be redone`() throws {
        try session.undo()
        try session.rename(1, "z")
        #expect(
            message { try session.redo() }
                == "there is nothing to redo; 'history' lists the steps")
        #expect(try session.undo().map(\.text) == ["+1 a"])
        #expect(try session.redo().map(\.text) == ["+1 z"])
        #expect(throws: ScaryBugsError.self) { try session.redo() }
    }

    @Test func `steps are redone one by one however they were undone`() throws {
        try session.addEach("c", "d")
        try session.undo(3)
        #expect(try session.redo().map(\.text) == ["+2 b"])
        #expect(try session.redo(2).map(\.text) == ["+3 c", "+4 d"])
    }
}

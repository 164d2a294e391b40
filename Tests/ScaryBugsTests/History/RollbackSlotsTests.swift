import TestSupport
import Testing

@testable import ScaryBugs

/// The earlier versions that a rollback keeps and removes.
@Suite struct RollbackSlotsTests {
    let bench: Bench
    let session: Workspace

    init() throws {
        bench = try Bench()
        session = try bench.session()
    }

    private func heldBytes() throws -> Int64 {
        try #require(bench.records.last).state.heldBytes
    }

    @Test func `what was rolled back takes no room in the history`() throws {
        try session.addEach("a", "b")
        try session.rename(1, "c")
        let (slots, held) = try (bench.slots, heldBytes())
        session.beginGroup()
        try session.addEach("d")
        try session.rename(1, "e")
        try session.rename(1, "f")
        try session.delete(2)
        try session.rollBackGroup()
        try session.sync()
        #expect(try bench.slots == slots)
        #expect(try heldBytes() == held)
        #expect(try bench.session().undo().map(\.text) == ["+1 a"])
    }

    @Test func `what was rolled back is not subtracted twice when steps are forgotten`() throws {
        _ = try session.change([(.historySteps, .integer(3))])
        let bytes = Bench.jpeg + Array(repeating: 1, count: 50_000)
        let picture = try bench.directory.write(bytes, to: "a.jpg")
        for number in 1...9 {
            session.beginGroup()
            try session.add("b", picture: picture)
            try session.rollBackGroup()
            try session.sync()
            try session.addEach("\(number)")
            try session.sync()
            #expect(try heldBytes() == 0)
        }
    }

    @Test func `a sum below zero of an earlier version is replaced by the files' sizes`() throws {
        try session.addEach("a")
        try session.rename(1, "b")
        let held = try heldBytes()
        let journal = bench.path("History/journal")
        let line = try #require(bench.records.last)
        var wrong = line
        wrong.state.heldBytes = -227_115
        let text = try bench.directory.bytes(of: journal)
        let end = try line.line().count
        try bench.directory.write(text.dropLast(end) + wrong.line(), to: journal)
        #expect(held > 0)
        let size = try Int64(bench.directory.bytes(of: journal).count)
        #expect(try bench.workspace().history().usedBytes == held + size)
        try bench.session().rename(1, "c")
        #expect(try heldBytes() > held)
    }

    @Test func `an undo that was rolled back can be undone later`() throws {
        let rows = (1...1_100).map { "bug \($0)\n" }.joined()
        let path = try bench.directory.write("title\n" + rows, to: "t.csv")
        try session.line("import") { _ = try session.importAll(path) }
        let names = try session.documentNames()
        try session.line("set all title=Bee") {
            _ = try session.edit(names, now: Bench.now) { _ in
                Workspace.DocumentEdit([.set(.title, .text("Bee"))], picture: .keep)
            }
        }
        // An undo begins with the newest changes, and meets this document after 1,000 of them.
        let data = try bench.directory.bytes(of: bench.documentPath("1.scarybug/data.plist"))
        try bench.directory.write([1], to: bench.documentPath("1.scarybug/data.plist"))
        #expect(
            message { try session.undo() }
                == "cannot undo 'set all title=Bee': document 1 was changed later by another "
                + "program; nothing was changed")
        #expect(try session.document(1_100).title == "Bee")
        try session.sync()
        try bench.directory.write(data, to: bench.documentPath("1.scarybug/data.plist"))
        #expect(try session.undo().count == 1_100)
        #expect(try session.document(1_100).title == "bug 1100")
    }
}

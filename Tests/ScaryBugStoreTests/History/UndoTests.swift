import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore

/// The documents that undo and redo restore.
@Suite struct UndoTests {
    let bench: Bench
    let session: Workspace

    init() throws {
        bench = try Bench()
        session = try bench.session()
        try bench.directory.write(Bench.jpeg, to: "a.jpg")
        try bench.directory.write(Bench.png, to: "b.png")
    }

    private func picture(_ name: String) throws -> Workspace.PictureEdit {
        .replace(try PictureFile(path: bench.directory.path(name)))
    }

    @Test func `a picture and its thumbnail come back after a restart`() throws {
        try session.add("a", picture: bench.directory.path("a.jpg"))
        try bench.directory.write(Bench.png, to: bench.documentPath("1.scarybug/thumbImage.jpg"))
        let before = try WorkspaceSnapshot(of: bench)
        do {
            let other = try bench.session()
            try other.line("set 1 image=b.png") {
                try other.edit(1, [], picture: picture("b.png"))
            }
            let after = try WorkspaceSnapshot(of: bench)
            #expect(after.entries["1.scarybug/thumbImage.jpg"] == nil)
            let another = try bench.session()
            try another.undo()
            #expect(try WorkspaceSnapshot(of: bench) == before)
            try other.redo()
            #expect(try WorkspaceSnapshot(of: bench) == after)
        }
        #expect(try bench.session().undone() == ["+1 a"])
        #expect(try WorkspaceSnapshot(of: bench) == before)
    }

    @Test func `a damaged document that was deleted comes back`() throws {
        try session.addEach("a", "b")
        try bench.directory.write("junk", to: bench.documentPath("1.scarybug/data.plist"))
        try bench.directory.link(bench.documentPath("1.scarybug/link"), to: "/etc/passwd")
        try bench.directory.makeDirectory(bench.documentPath("1.scarybug/more/and more"))
        let before = try WorkspaceSnapshot(of: bench)
        let other = try bench.session()
        try other.line("delete 1") { try other.delete(1) }
        #expect(try other.titles == ["2 b"])
        #expect(try other.undone() == ["+1 "])
        #expect(try WorkspaceSnapshot(of: bench) == before)
        try other.redo()
        #expect(try other.titles == ["2 b"])
    }

    @Test func `undoing an import frees its numbers`() throws {
        try session.addEach("a")
        let table = try bench.directory.write("title\nb\nc\n", to: "t.csv")
        try session.line("import") { _ = try session.importAll(table) }
        try session.undo()
        #expect(try session.add("d").number == 2)
    }

    @Test func `redoing an import takes new numbers where its own are taken`() throws {
        try session.addEach("a")
        let table = try bench.directory.write("title\nb\nc\nd\n", to: "t.csv")
        try session.line("import") { _ = try session.importAll(table) }
        try session.undo()
        try bench.directory.makeDirectory(bench.documentPath("3.book"))
        let redone = try session.redone()
        #expect(redone == ["+2 b", "+4 d", "+5 c (was 3)"])
        let before = try WorkspaceSnapshot(of: bench)
        #expect(try session.undone() == ["-2 b", "-4 d", "-5 c"])
        #expect(try session.documentNames().map(\.number) == [1, 3])
        try bench.directory.remove(bench.documentPath("3.book"))
        // The step keeps its new numbers from now on.
        #expect(try session.redone() == ["+2 b", "+4 d", "+5 c"])
        #expect(try before.differences(from: WorkspaceSnapshot(of: bench)) == ["3.book"])
    }

    @Test func `steps that are redone together follow a document to its new number`() throws {
        try session.addEach("a", "b")
        try session.rename(2, "c")
        try session.undo([2, 3])
        try bench.directory.makeDirectory(bench.documentPath("2.book"))
        let redone = try session.redone()
        #expect(redone == ["+3 c (was 2)"])
        #expect(try session.document(3).title == "c")
        #expect(try session.undone(3) == ["+3 b"])
        #expect(try bench.directory.names(in: bench.documentPath("2.book")).isEmpty)
    }

    @Test func `steps of other sessions are undone as well`() throws {
        let other = try bench.session()
        try session.addEach("a")
        try other.addEach("b")
        try session.rename(2, "c")
        try other.undo()
        #expect(try session.titles == ["1 a", "2 b"])
        try session.undo()
        #expect(try other.titles == ["1 a"])
        try other.redo([2, 3])
        #expect(try session.titles == ["1 a", "2 c"])
    }

    @Test func `sessions that undo at the same time each undo another step`() async throws {
        try session.addEach("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")
        let bench = bench
        let undone = try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 1...4 {
                group.addTask {
                    let other = try bench.session()
                    return try (1...2).flatMap { _ in
                        try other.undo().effects.compactMap(\.document?.number)
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(undone.sorted() == Array(3...10))
        #expect(try session.titles == ["1 1", "2 2"])
        #expect(try session.redo(Array(3...10)).effects.count == 8)
    }

    @Test func `steps are chosen again if another session changes them meanwhile`() throws {
        try session.addEach("a", "b")
        let other = try bench.session()
        var asked: [[Int]] = []
        let undone = try session.undo { steps in
            asked.append(steps.map(\.number))
            if asked.count == 1 { try other.undo() }
        }
        #expect(asked == [[2], [1]])
        #expect(undone.effects.map(\.text) == ["-1 a"])
    }

    @Test func `preferences that were undone count at once`() throws {
        try session.addEach("a")
        try session.line("field") { try session.add(Field(custom: "size", .number)) }
        try session.line("config") { try session.change([(.kind, .text("book"))]) }
        #expect(try session.undone() == ["+config kind=bug"])
        #expect(session.preferences[.kind] == .text("bug"))
        try session.undo()
        #expect(session.customFields.isEmpty)
        #expect(!bench.directory.exists(bench.path("preferences.plist")))
        try session.redo([2])
        #expect(session.customFields.map(\.name) == ["size"])
    }
}

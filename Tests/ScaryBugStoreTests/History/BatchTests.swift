import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugStore

/// The lines of a script gather in batches, each with one commit.
@Suite struct BatchTests {
    let bench: Bench
    let session: Workspace

    init() throws {
        bench = try Bench()
        session = try bench.session(gathersLines: true)
        session.beginScript("a.bugs")
        try session.line("new a", [1]) { try session.add("a") }
    }

    @Test func `others see a batch when it is committed`() throws {
        let other = try bench.session()
        #expect(session.hasPendingChanges)
        #expect(try other.titles == [])
        #expect(try other.history().steps.isEmpty)
        try session.commitBatch()
        #expect(!session.hasPendingChanges)
        #expect(try other.titles == ["1 a"])
        #expect(try other.history().steps.map(\.command) == ["a.bugs"])
    }

    @Test func `a pending document is read by its number`() throws {
        try session.rename(1, "b", lines: [2])
        #expect(try session.document(1).title == "b")
        try session.line("delete 1", [3]) { try session.delete(1) }
        #expect(message { _ = try session.document(1) }?.contains("no document 1") == true)
        #expect(session.hasPendingChanges)
        #expect(try session.documentNames().isEmpty)
        #expect(!session.hasPendingChanges)
        try session.endScript()
        #expect(try session.undone() == [])
    }

    @Test func `a failed line takes back only itself`() throws {
        let failure = message {
            try session.line("import", [2]) {
                try session.writing("import") { writer in
                    let staged = try [session.staged("b"), session.staged("c")]
                    let names = try writer.add(preferring: [nil, nil]) { index, _ in staged[index] }
                    #expect(names.map(\.number) == [2, 3])
                    try writer.remove(session.documentName(1), .unknown)
                    throw TestFailure("full of bugs")
                }
            }
        }
        #expect(failure == "full of bugs")
        #expect(try session.document(1).title == "a")
        try session.line("new d", [3]) { try session.add("d") }
        #expect(message { try session.rename(9, "e", lines: [4]) } != nil)
        #expect(session.hasPendingChanges)
        try session.endScript()
        #expect(try session.titles == ["1 a", "2 d"])
        let step = try #require(session.history().steps.first)
        #expect((step.lineCount, step.changeCount, step.documents) == (2, 2, [1, 2]))
        #expect(try bench.store()?.rows(after: 0).map(\.number) == [1, 2])
        #expect(try session.undone() == ["-1 a", "-2 d"])
    }

    /// The same lines in batches and alone.
    @Test(arguments: [false, true])
    func `documents, numbers and history do not depend on batches`(gathers: Bool) throws {
        let bob = Workspace(
            home: bench.home, user: try UserName("bob"), gathersLines: gathers)
        let picture = try PictureFile(path: bench.directory.write(Bench.jpeg, to: "a.jpg"))
        bob.beginScript("b.bugs")
        func line(_ command: String, _ body: () throws -> Void) throws {
            try bob.line(command, [1], body)
            #expect(bob.hasPendingChanges == gathers || command == "config")
        }
        try line("new") { try bob.add("a") }
        try line("new") { try bob.add("b", picture: picture.path) }
        try line("set") { try bob.edit(2, [.set(.rating, .rating(3))]) }
        try line("image") { try bob.edit(1, picture: .replace(picture)) }
        try line("set") { try bob.edit(1, [.set(.title, .text("c"))]) }
        try line("delete") { try bob.delete(2) }
        try line("new") { try bob.add("d", kind: .book) }
        try line("image") { try bob.edit(1, picture: .remove) }
        try line("delete") { try bob.delete(1) }
        try line("new") { try bob.add("e") }
        try line("config") { _ = try bob.change([(.kind, .text("book"))]) }
        try line("config") { _ = try bob.change([(.kind, .text("creature"))]) }
        try bob.endScript()
        #expect(try bob.titles == ["2 d", "3 e"])
        #expect(bob.preferences[.kind] == .text("creature"))
        let step = try #require(bob.history().steps.first)
        #expect(step.changeCount == 12 && step.documents == [1, 2, 3])
        #expect(try bob.undone() == ["+config kind=bug", "-2 d", "-3 e"])
        #expect(try bob.documentNames().isEmpty)
        #expect(try bob.redone().count == 3)
        #expect(try bob.titles == ["2 d", "3 e"])
    }

    @Test func `a batch leaves the number that another program takes`() throws {
        try session.commitBatch()
        let before = try WorkspaceSnapshot(of: bench)
        try session.line("new b", [2]) { try session.add("b") }
        try session.rename(1, "c", lines: [3])
        try bench.directory.makeDirectory(bench.documentPath("2.scarybug"))
        let error = #expect(throws: ScaryBugsError.self) { try session.commitBatch() }
        #expect(error?.code == .system(.fileExists))
        #expect(!session.hasPendingChanges)
        try bench.directory.remove(bench.documentPath("2.scarybug"))
        #expect(try WorkspaceSnapshot(of: bench) == before)
        try session.line("new d", [4]) { try session.add("d") }
        try session.endScript()
        #expect(try session.titles == ["1 a", "2 d"])
        #expect(try bench.findings() == [])
        #expect(try session.undone() == ["-1 a", "-2 d"])
    }

    @Test func `a command alone takes the next number instead`() throws {
        try session.endScript()
        let other = try bench.session()
        let staged = try session.staged("b")
        var attempts = 0
        let names = try other.writing("new") { writer in
            let names = try writer.add(preferring: [nil]) { _, _ in try other.staged("b") }
            attempts += 1
            if attempts == 1 {
                try bench.directory.makeDirectory(bench.documentPath("2.scarybug"))
            }
            return names
        }
        #expect(attempts == 2 && names.map(\.number) == [3])
        #expect(staged.kind == .bug)
    }

    @Test func `a file that another program changes meanwhile stays`() throws {
        try session.commitBatch()
        let path = bench.documentPath("1.scarybug/data.plist")
        try session.rename(1, "b", lines: [2])
        try bench.directory.write("foreign", to: path)
        let error = #expect(throws: ScaryBugsError.self) { try session.commitBatch() }
        #expect(error?.code == .system(.fileExists))
        #expect(try bench.directory.text(of: path) == "foreign")
        try session.endScript()
        #expect(try session.history().steps.first?.changeCount == 1)
    }

    @Test func `a group in a script ends the batch`() throws {
        try session.beginGroup()
        #expect(!session.hasPendingChanges)
        try session.line("new b", [3]) { try session.add("b") }
        try session.rollBackGroup()
        try session.line("new c", [5]) { try session.add("c") }
        try session.endScript()
        #expect(try session.titles == ["1 a", "2 c"])
        #expect(try session.undone() == ["-1 a", "-2 c"])
    }
}

extension Workspace {
    fileprivate func staged(_ title: String) throws -> StagedDocument {
        var data = try DocumentData(new: .bug, now: Bench.now)
        try data.set(.text(title), for: .title)
        return try stage(NewDocument(data, limits: limits), [])
    }
}

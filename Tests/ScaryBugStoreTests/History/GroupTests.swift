import Foundation
import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

/// Changes that take effect together or not at all.
@Suite struct GroupTests {
    let bench: Bench
    let session: Workspace
    let before: WorkspaceSnapshot

    init() throws {
        bench = try Bench()
        session = try bench.session()
        try session.addEach("a", "b", "c")
        before = try WorkspaceSnapshot(of: bench)
    }

    private func changeMuch() throws {
        try session.addEach("d")
        try session.rename(4, "e")
        try session.rename(1, "f")
        try session.line("field") { try session.add(Field(custom: "size", .number)) }
        try session.line("delete") { _ = try session.delete(session.documentNames()) }
        try session.addEach("g")
    }

    @Test func `a group that is rolled back leaves nothing`() throws {
        try session.beginGroup()
        try changeMuch()
        try session.rollBackGroup()
        #expect(!session.isInGroup)
        #expect(try WorkspaceSnapshot(of: bench) == before)
        #expect(session.customFields.isEmpty)
        #expect(try session.commands == ["new a", "new b", "new c"])
        #expect(throws: ScaryBugsError.self) { try session.redo() }
        #expect(try session.undone() == ["-3 c"])
    }

    @Test func `a group that is committed is one step`() throws {
        try session.beginGroup()
        try changeMuch()
        let after = try WorkspaceSnapshot(of: bench)
        try session.commitGroup()
        #expect(try session.history().steps.count == 4)
        try session.undo()
        #expect(try WorkspaceSnapshot(of: bench) == before)
        try session.redo()
        #expect(try WorkspaceSnapshot(of: bench) == after)
    }

    @Test func `a rollback leaves what can be redone`() throws {
        try session.undo()
        try session.beginGroup()
        try session.rename(1, "d")
        try session.rollBackGroup()
        #expect(try session.redone() == ["+3 c"])
    }

    @Test func `a group without changes is no step`() throws {
        try session.beginGroup()
        try session.commitGroup()
        try session.beginGroup()
        try session.rollBackGroup()
        #expect(try session.history().steps.count == 3)
    }

    @Test func `a group in a new workspace that changes nothing leaves the workspace free`() throws
    {
        let (one, other) = try (bench.workspace(of: "bob"), bench.workspace(of: "bob"))
        for _ in 1...2 {
            try one.beginGroup()
            #expect(throws: ScaryBugsError.self) { try one.removeQuery(named: "none") }
            #expect(one.isInGroup)
            try one.rollBackGroup()
        }
        try one.add("a")
        _ = try other.change([(.wait, .integer(0))])
        try other.add("b")
        #expect(try one.titles == ["1 a", "2 b"])
    }

    @Test func `a group in a script is one of its lines`() throws {
        session.beginScript("a.bugs")
        try session.rename(1, "d", lines: [1])
        session.beginLine("begin", lines: [2])
        try session.beginGroup()
        try session.rename(2, "e", lines: [3])
        try session.rename(3, "f", lines: [4])
        try session.commitGroup()
        session.beginLine("undo", lines: [6])
        #expect(try session.undone() == ["+2 b", "+3 c"])
        try session.endScript()
        #expect(try session.titles == ["1 d", "2 b", "3 c"])
    }

    @Test func `other sessions wait for the end of a group, and read beside it`() throws {
        let other = try bench.session()
        try session.line("config") { try session.change([(.wait, .integer(0))]) }
        try session.beginGroup()
        try session.rename(2, "d")
        #expect(try other.line("list") { try other.titles } == ["1 a", "2 d", "3 c"])
        for body in [
            { try other.rename(1, "e") }, { try other.addEach("e") }, { try other.undo() },
        ] {
            let error = #expect(throws: ScaryBugsError.self) { try body() }
            #expect(error?.isOfWorkspaceLock == true)
            #expect(
                error?.message.hasPrefix("process \(getpid()) has held alice's workspace since ")
                    == true)
            #expect(error?.message.contains("('begin')") == true)
        }
        try session.commitGroup()
        try other.rename(2, "e")
        #expect(try session.document(2).title == "e")
    }

    /// A session with an open group of changes, which then dies.
    private func die(_ body: (Workspace) throws -> Void) throws {
        let other = try bench.session()
        try other.beginGroup()
        try body(other)
        other.die()
    }

    @Test func `a group of a session that died is rolled back`() throws {
        try die { other in
            try other.rename(2, "d")
            try other.addEach("e")
        }
        let other = try bench.session()
        #expect(try other.titles == ["1 a", "2 b", "3 c"])
        #expect(try WorkspaceSnapshot(of: bench) == before)
        #expect(try other.undone() == ["-3 c"])
        #expect(try bench.findings() == [])
    }

    @Test(arguments: [false, true])
    func `an open session rolls such a group back before its next line`(hasWritten: Bool) throws {
        let open = try hasWritten ? session : bench.session()
        #expect(try open.titles == ["1 a", "2 b", "3 c"])
        try die { other in
            try other.delete(2)
            try other.addEach("e")
        }
        #expect(try open.line("list") { try open.titles } == ["1 a", "2 b", "3 c"])
        #expect(try WorkspaceSnapshot(of: bench) == before)
    }

    @Test func `a new session that rolls such a group back can change its documents`() throws {
        try die { other in
            try other.rename(2, "d")
            try other.addEach("e")
        }
        let other = try bench.session()
        try other.rename(2, "f")
        #expect(try other.titles == ["1 a", "2 f", "3 c"])
        // Only the two sessions' own directories are left.
        #expect(try bench.directory.names(in: bench.path("Staging")).count == 2)
    }

    @Test func `a rollback leaves what another program changed`() throws {
        try session.beginGroup()
        try session.rename(1, "d")
        try session.rename(2, "e")
        try bench.directory.remove(bench.documentPath("2.scarybug"))
        try session.rollBackGroup()
        #expect(
            session.removeWarnings()
                == ["'rollback' leaves document 2: another program changed it"])
        #expect(try session.titles == ["1 a", "3 c"])
        #expect(try bench.session().undone() == ["-3 c"])
        #expect(try bench.store()?.openOperations() == [])
    }

    @Test func `a rollback needs no more versions`() throws {
        try session.beginGroup()
        try session.line("delete") { _ = try session.delete(session.documentNames()) }
        #expect(try bench.kept.count == 3)
        try session.rollBackGroup()
        #expect(try bench.kept == [])
        #expect(try bench.findings() == [])
    }
}

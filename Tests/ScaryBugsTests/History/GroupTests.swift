import Foundation
import TestSupport
import Testing

@testable import ScaryBugs

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
        session.beginGroup()
        try changeMuch()
        try session.rollBackGroup()
        #expect(!session.isInGroup)
        #expect(try WorkspaceSnapshot(of: bench) == before)
        #expect(session.customFields.isEmpty)
        #expect(try session.commands == ["new a", "new b", "new c"])
        #expect(throws: ScaryBugsError.self) { try session.redo() }
        #expect(try session.undo().map(\.text) == ["-3 c"])
    }

    @Test func `a group that is committed is one step`() throws {
        session.beginGroup()
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
        session.beginGroup()
        try session.rename(1, "d")
        try session.rollBackGroup()
        #expect(try session.redo().map(\.text) == ["+3 c"])
    }

    @Test func `a group without changes is no step`() throws {
        session.beginGroup()
        try session.commitGroup()
        session.beginGroup()
        try session.rollBackGroup()
        #expect(try session.history().steps.count == 3)
    }

    @Test func `a group in a script is one of its lines`() throws {
        session.beginScript("a.bugs")
        try session.rename(1, "d", lines: [1])
        session.beginGroup()
        try session.rename(2, "e", lines: [3])
        try session.rename(3, "f", lines: [4])
        try session.commitGroup()
        session.beginLine("undo", lines: [6])
        #expect(try session.undo().map(\.text) == ["+2 b", "+3 c"])
        try session.endScript()
        #expect(try session.titles == ["1 d", "2 b", "3 c"])
    }

    @Test(arguments: [false, true])
    func `a document of an open group is busy to other sessions`(isNew: Bool) throws {
        let known = try bench.session()
        if !isNew { try known.rename(3, "z") }
        session.beginGroup()
        try session.rename(2, "d")
        let other = isNew ? try bench.session() : known
        #expect(
            message { try other.rename(2, "e") }
                == "document 2 was changed by process \(getpid()), which has not ended with "
                + "'commit' or 'rollback' yet; try again then")
        #expect(throws: ScaryBugsError.self) { try other.delete(2) }
        let two = try [other.documentName(2)]
        #expect(throws: ScaryBugsError.self) { try other.forEachChange(deleting: two) { _ in } }
        try other.rename(1, "f")
        #expect(try other.titles.first == "1 f")
        try session.commitGroup()
        try other.rename(2, "e")
        #expect(try session.document(2).title == "e")
    }

    @Test func `a session that was alone notices the group of a new one`() throws {
        let other = try bench.session()
        other.beginGroup()
        try other.rename(2, "d")
        let two = try [session.documentName(2)]
        #expect(throws: ScaryBugsError.self) {
            try session.line("delete 2 --dry-run") {
                try session.forEachChange(deleting: two) { _ in }
            }
        }
    }

    @Test func `preferences of an open group are busy to other sessions`() throws {
        let other = try bench.session()
        session.beginGroup()
        _ = try session.change([(.kind, .text("book"))])
        #expect(
            message { _ = try other.change([(.kind, .text("title"))]) }
                == "the preferences were changed by process \(getpid()), which has not ended with "
                + "'commit' or 'rollback' yet; try again then")
        try session.rollBackGroup()
        _ = try other.change([(.kind, .text("title"))])
    }

    @Test func `other sessions leave the numbers to a group that it made free`() throws {
        let other = try bench.session()
        session.beginGroup()
        try session.delete(3)
        #expect(try other.add("d", kind: .book).name.number == 4)
        try session.delete(2)
        try session.rollBackGroup()
        #expect(try other.titles == ["1 a", "2 b", "3 c", "4 d"])
    }

    @Test func `a group of a session that ended is rolled back`() throws {
        do {
            let other = try bench.session()
            other.beginGroup()
            try other.rename(2, "d")
            try other.addEach("e")
            // A killed process leaves its staging directory behind.
            try bench.directory.makeDirectory("kept")
            try FileManager.default.copyItem(
                atPath: bench.directory.path(bench.path("Staging")),
                toPath: bench.directory.path("kept/Staging"))
        }
        try FileManager.default.copyItem(
            atPath: bench.directory.path("kept/Staging"),
            toPath: bench.directory.path(bench.path("Staging")))
        let other = try bench.session()
        #expect(try other.titles == ["1 a", "2 b", "3 c"])
        #expect(try WorkspaceSnapshot(of: bench) == before)
        #expect(try other.undo().map(\.text) == ["-3 c"])
    }

    @Test(arguments: [false, true])
    func `an open session rolls such a group back before its next line`(hasWritten: Bool) throws {
        let open = try hasWritten ? session : bench.session()
        #expect(try open.titles == ["1 a", "2 b", "3 c"])
        do {
            let other = try bench.session()
            other.beginGroup()
            try other.delete(2)
            try other.addEach("e")
            other.die()
        }
        #expect(try open.line("list") { try open.titles } == ["1 a", "2 b", "3 c"])
        #expect(try WorkspaceSnapshot(of: bench) == before)
    }

    @Test(arguments: [false, true])
    func `a new session that rolls such a group back can change its documents`(
        isSynced: Bool
    ) throws {
        do {
            let killed = try bench.session()
            killed.beginGroup()
            try killed.rename(2, "d")
            try killed.addEach("e")
            if isSynced { try killed.flush() }
            killed.die()
        }
        let other = try bench.session()
        try other.rename(2, "f")
        #expect(try other.titles == ["1 a", "2 f", "3 c"])
        // Only the two sessions' own directories are left.
        #expect(try bench.directory.names(in: bench.path("Staging")).count == 2)
    }

    @Test func `a rollback leaves what another program changed`() throws {
        session.beginGroup()
        try session.rename(1, "d")
        try session.rename(2, "e")
        try bench.directory.remove(bench.documentPath("2.scarybug"))
        try session.rollBackGroup()
        #expect(
            session.removeWarnings()
                == ["'rollback' leaves document 2: another program changed it"])
        #expect(try session.titles == ["1 a", "3 c"])
        #expect(try bench.session().undo().map(\.text) == ["-3 c"])
        #expect(try bench.journal()?.history().openGroups == [:])
    }

    @Test(arguments: [false, true])
    func `the next line takes back the rest of a rollback that was interrupted`(
        isSameSession: Bool
    ) throws {
        do {
            let other = isSameSession ? session : try bench.session()
            other.changesTogether = 1
            other.beginGroup()
            try other.delete(2)
            try other.addEach("e")
            try other.rename(1, "f")
            try other.rename(1, "g")
            try other.rollBackGroup { false }
            #expect(other.isRollbackUnfinished && !other.isInGroup)
        }
        // One change of four was undone, and the others are on the disk.
        #expect(try bench.journal()?.history().openGroups.count == 1)
        let next = isSameSession ? session : try bench.session()
        #expect(try next.line("list") { try next.titles } == ["1 a", "2 b", "3 c"])
        #expect(try WorkspaceSnapshot(of: bench) == before)
        #expect(try bench.journal()?.history().openGroups == [:])
        #expect(try next.undo().map(\.text) == ["-3 c"])
    }
}

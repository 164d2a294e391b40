import Foundation
import TestSupport
import Testing

@testable import ScaryBugs

/// Steps that can't be undone or redone: nothing is changed, and the message gives the reason.
@Suite struct UndoRefusalTests {
    let bench: Bench
    let session: Workspace

    init() throws {
        bench = try Bench()
        session = try bench.session()
        try session.addEach("a", "b", "c")
    }

    /// Returns the message of a refused undo or redo, after checking that nothing has changed.
    private func refusal(_ body: () throws -> Void) throws -> String? {
        let before = try WorkspaceSnapshot(of: bench)
        let commands = try session.commands
        let text = message(body)
        #expect(try WorkspaceSnapshot(of: bench) == before)
        #expect(try session.commands == commands)
        return text
    }

    /// Writes a data file as another program would.
    private func write(_ number: Int, _ title: String) throws {
        var data = try DocumentData(new: .bug, now: Bench.now)
        try data.set(.text(title), for: .title)
        try bench.directory.write(
            data.encoded(), to: bench.documentPath("\(number).scarybug/data.plist"))
    }

    @Test func `a document that another program changed`() throws {
        try session.rename(2, "d")
        try write(2, "e")
        #expect(
            try refusal { try session.undo() }
                == "cannot undo 'set 2 title=d': document 2 was changed later by another "
                + "program; nothing was changed")
    }

    @Test func `documents that another program deleted`() throws {
        try session.line("set all") {
            _ = try session.edit(session.documentNames(), now: Bench.now) { _ in
                .init([.set(.rating, .rating(5))])
            }
        }
        try bench.directory.remove(bench.documentPath("1.scarybug"))
        try bench.directory.remove(bench.documentPath("3.scarybug"))
        #expect(
            try refusal { try session.undo() }
                == "cannot undo 'set all': documents 1, 3 were changed later by another program; "
                + "nothing was changed")
    }

    @Test func `a document that a step of a script changed between lines of another`() throws {
        let other = try bench.session()
        session.beginScript("a.bugs")
        try session.rename(1, "d", lines: [1])
        try other.rename(1, "e")
        try session.rename(2, "f", lines: [2])
        try session.endScript()
        #expect(
            try refusal { try session.undo() }
                == "cannot undo 'a.bugs': document 1 was changed later by 'set 1 title=e'; "
                + "nothing was changed; 'undo 2' takes both")
        #expect(try session.undo(2).map(\.text) == ["+1 a", "+2 b"])
        #expect(try session.redo(2).map(\.text) == ["+1 e", "+2 f"])
    }

    @Test func `steps that can be undone and redone only together`() throws {
        let other = try bench.session()
        session.beginScript("a.bugs")
        try session.rename(1, "d", lines: [1])
        try other.rename(1, "e")
        try session.rename(1, "f", lines: [2])
        try session.endScript()
        let reason = "document 1 was changed later by 'set 1 title=e'; nothing was changed"
        #expect(
            try refusal { try session.undo() }
                == "cannot undo 'a.bugs': \(reason); 'undo 2' takes both")
        try other.rename(2, "g")
        #expect(
            try refusal { try session.undo(2) }
                == "cannot undo 'a.bugs': \(reason); 'undo 3' takes both")
        #expect(try session.undo(3).map(\.text) == ["+1 a", "+2 b"])
        #expect(
            try refusal { try session.redo() }
                == "cannot redo 'a.bugs': \(reason); 'redo 2' takes both")
        #expect(try session.redo(2).map(\.text) == ["+1 f"])
    }

    @Test func `a picture that another step changed between lines of a script`() throws {
        try bench.directory.write(Bench.jpeg, to: "a.jpg")
        let other = try bench.session()
        session.beginScript("a.bugs")
        try session.rename(1, "d", lines: [1])
        try other.line("set 1 image=a.jpg") {
            let picture = try PictureFile(path: bench.directory.path("a.jpg"))
            _ = try other.edit(1, picture: .replace(picture))
        }
        try session.rename(2, "f", lines: [2])
        try session.endScript()
        #expect(
            try refusal { try session.undo() }
                == "cannot undo 'a.bugs': document 1 was changed later by 'set 1 image=a.jpg'; "
                + "nothing was changed; 'undo 2' takes both")
    }

    @Test func `preferences that another step changed between lines of a script`() throws {
        let other = try bench.session()
        session.beginScript("a.bugs")
        try session.line("config", [1]) { try session.change([(.kind, .text("book"))]) }
        try other.line("config other") { try other.change([(.historySteps, .text("500"))]) }
        try session.rename(2, "f", lines: [2])
        try session.endScript()
        #expect(
            try refusal { try session.undo() }
                == "cannot undo 'a.bugs': the preferences were changed later by 'config other'; "
                + "nothing was changed; 'undo 2' takes both")
    }

    @Test(arguments: ["pipe", "link", "bytes"])
    func `something else in the place of an earlier version`(kind: String) throws {
        try session.rename(2, "d")
        let slot = try bench.path("History/" + #require(bench.slots.max()))
        try bench.directory.remove(slot)
        switch kind {
        case "pipe": try #require(mkfifo(bench.directory.path(slot), 0o600) == 0)
        case "link":
            try FileManager.default.createSymbolicLink(
                atPath: bench.directory.path(slot), withDestinationPath: "journal")
        default: try bench.directory.write("other", to: slot)
        }
        let before = try session.titles
        #expect(
            message { try session.undo() }
                == "cannot undo 'set 2 title=d': the history has a damaged version of document 2; "
                + "nothing was changed")
        #expect(try session.titles == before)
    }

    @Test(arguments: ["2.scarybug", "2.book"])
    func `a number that was taken in the meantime`(name: String) throws {
        try session.line("delete 2") { try session.delete(2) }
        try bench.directory.makeDirectory(bench.documentPath(name))
        #expect(
            try refusal { try session.undo() }
                == "cannot undo 'delete 2': the number of document 2 was taken by another "
                + "program; nothing was changed")
        try bench.directory.remove(bench.documentPath(name))
        #expect(try session.undo().map(\.text) == ["+2 b"])
    }

    @Test func `redo of a document that another program changed`() throws {
        try session.rename(2, "d")
        try session.undo()
        try write(2, "e")
        #expect(
            try refusal { try session.redo() }
                == "cannot redo 'set 2 title=d': document 2 was changed later by another "
                + "program; nothing was changed")
    }

    @Test func `several steps of which one cannot be undone`() throws {
        try session.rename(1, "d")
        try session.rename(2, "e")
        try write(1, "f")
        #expect(
            try refusal { try session.undo(2) }
                == "cannot undo 'set 1 title=d': document 1 was changed later by another "
                + "program; nothing was changed")
        #expect(try session.undo().map(\.text) == ["+2 b"])
    }

    @Test func `a missing earlier version`() throws {
        try session.line("delete 2") { try session.delete(2) }
        let slot = try #require(bench.slots.first { $0.contains("-2.scarybug-") })
        try bench.directory.remove(bench.path("History/\(slot)"))
        #expect(
            try refusal { try session.undo() }
                == "cannot undo 'delete 2': the history has no earlier version of document 2 any "
                + "more")
    }

    @Test func `preferences that another program changed`() throws {
        try session.line("config") { try session.change([(.kind, .text("book"))]) }
        let path = bench.path("preferences.plist")
        try bench.directory.write(bench.directory.bytes(of: path) + [0], to: path)
        #expect(
            try refusal { try session.undo() }
                == "cannot undo 'config': the preferences were changed later by another program; "
                + "nothing was changed")
    }

    @Test func `a script that another session runs`() throws {
        let other = try bench.session()
        other.beginScript("a.bugs")
        try other.rename(1, "d", lines: [1])
        let busy =
            "cannot undo 'a.bugs' while process \(getpid()) runs it; try again when it has ended"
        #expect(try refusal { try session.undo() } == busy)
        #expect(try refusal { try session.undo(2) } == busy)
        try other.endScript()
        #expect(try session.undo().map(\.text) == ["+1 a"])
    }

    @Test func `a group that another session has not ended`() throws {
        let other = try bench.session()
        other.beginGroup(named: "begin … commit")
        try other.rename(1, "d")
        #expect(
            try refusal { try session.undo() }
                == "cannot undo 'begin … commit' while process \(getpid()) runs it; "
                + "try again when it has ended")
        try other.rollBackGroup()
        #expect(try session.undo().map(\.text) == ["-3 c"])
    }

    @Test func `a line that a script of another session undid`() throws {
        let other = try bench.session()
        other.beginScript("a.bugs")
        try other.rename(1, "d", lines: [1])
        other.beginLine("undo", lines: [2])
        try other.undo()
        #expect(
            try refusal { try session.redo() }
                == "cannot redo 'a.bugs' while process \(getpid()) runs it; "
                + "try again when it has ended")
    }

    @Test(arguments: [0, 1, 2], [false, true])
    func `two sessions that undo at once`(done: Int, isRedo: Bool) throws {
        session.beginScript("a.bugs")
        for number in 1...3 { try session.rename(number, "z", lines: [number]) }
        try session.endScript()
        // Other sessions get the lock after each of the three changes.
        session.changesTogether = 1
        if isRedo { try session.undo() }
        let revert = { (workspace: Workspace) in
            _ = try isRedo ? workspace.redo() : workspace.undo()
        }
        let other = try bench.session()
        var messages: [String?] = []
        session.onProgress = { progress in
            guard progress.done == done, messages.isEmpty else { return }
            messages.append(message { try revert(other) })
        }
        let verb = isRedo ? "redo" : "undo"
        let own = message { try session.line(verb) { try revert(session) } }
        if done == 0 {
            #expect(messages == [nil])
            #expect(
                own == "cannot \(verb) 'a.bugs': another session has undone or redone it "
                    + "meanwhile; nothing was changed")
        } else {
            #expect(
                messages == [
                    "cannot \(verb) 'a.bugs' while process \(getpid()) runs it; "
                        + "try again when it has ended"
                ])
            #expect(own == nil)
        }
        #expect(try session.titles == (isRedo ? ["1 z", "2 z", "3 z"] : ["1 a", "2 b", "3 c"]))
        #expect(try session.history().steps.last?.isUndone == !isRedo)
    }

    @Test func `undo and redo within a group`() throws {
        try session.undo()
        session.beginGroup()
        for kind in ["undo", "redo"] {
            #expect(
                try refusal { _ = try kind == "undo" ? session.undo() : session.redo() }
                    == "'\(kind)' cannot be used between 'begin' and 'commit'; "
                    + "use 'commit' or 'rollback' first")
        }
        try session.commitGroup()
        #expect(try session.redo().map(\.text) == ["+3 c"])
    }
}

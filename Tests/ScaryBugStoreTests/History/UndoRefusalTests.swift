import Foundation
import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore

/// Steps that can't be undone or redone: nothing is changed, and the message names what is in the way.
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

    /// Expects a refusal whose message has these parts.
    private func expectRefusal(
        _ parts: String..., sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> Void
    ) throws {
        let text = try refusal(body) ?? ""
        for part in parts { #expect(text.contains(part), sourceLocation: sourceLocation) }
    }

    /// Writes a data file as another program would.
    private func write(_ number: Int, _ title: String) throws {
        var data = try DocumentData(new: .bug, now: Bench.now)
        try data.set(.text(title), for: .title)
        try bench.directory.write(
            data.encoded(), to: bench.documentPath("\(number).scarybug/data.plist"))
    }

    // MARK: Other programs

    @Test func `a document that another program changed`() throws {
        try session.rename(2, "d")
        try write(2, "e")
        let text = "step 4 changed 2  e, which another program changed later; nothing was changed"
        try expectRefusal(text) { try session.undo() }
        try session.rename(1, "f")
        try expectRefusal(text) { try session.undo([4]) }
        try expectRefusal(text) { try session.undo([4, 5]) }
        #expect(try session.undone() == ["+1 a"])
    }

    @Test func `documents that another program deleted`() throws {
        try session.line("set all") {
            _ = try session.edit(session.documentNames(), now: Bench.now) { _ in
                .init([.set(.rating, .rating(5))])
            }
        }
        try bench.directory.remove(bench.documentPath("1.scarybug"))
        try bench.directory.remove(bench.documentPath("3.scarybug"))
        try expectRefusal("document 3, which another program") { try session.undo() }
    }

    @Test func `redo of a document that another program changed`() throws {
        try session.rename(2, "d")
        try session.undo()
        try write(2, "e")
        try expectRefusal("2  e, which another program") { try session.redo() }
    }

    @Test func `preferences that another program changed`() throws {
        try session.line("config") { try session.change([(.kind, .text("book"))]) }
        let path = bench.path("preferences.plist")
        try bench.directory.write(bench.directory.bytes(of: path) + [0], to: path)
        try expectRefusal("the preferences, which another program") { try session.undo() }
    }

    // MARK: Later steps

    @Test func `a document that a later step changed`() throws {
        try session.rename(3, "Rose Chafer")
        try session.rename(1, "d")
        try session.line("set 3 rating=2") {
            try session.edit(3, [.set(.rating, .rating(2))])
        }
        try expectRefusal(
            "step 4 changed 3  Rose Chafer, which step 6 (set 3 rating=2) changed later; "
                + "nothing was changed; 'undo 4 6' takes both back"
        ) { try session.undo([4]) }
        #expect(try session.undone(4, 6) == ["+3 c"])
        #expect(try session.document(1).title == "d")
        #expect(try session.redone() == ["+3 Rose Chafer"])
    }

    @Test func `all steps that are needed are named`() throws {
        try session.line("set all") {
            _ = try session.edit(session.documentNames(), now: Bench.now) { _ in
                .init([.set(.rating, .rating(5))])
            }
        }
        try session.line("set 1-2") {
            _ = try session.edit(
                [session.documentName(1), session.documentName(2)], now: Bench.now
            ) { _ in .init([.set(.rating, .rating(4))]) }
        }
        try session.rename(2, "d")
        try session.addEach("e")
        try expectRefusal("1  a, which step 5 (set 1-2)", "'undo 1 4 5 6' takes all of them back") {
            try session.undo([1])
        }
        #expect(try session.undone(1, 4, 5, 6) == ["-1 a", "+2 b", "+3 c"])
        #expect(try session.titles == ["2 b", "3 c", "4 e"])
        for number in 1...9 { try session.rename(2, "\(number)") }
        try expectRefusal("'undo 2 8 9 10 11 12 13 14 15 16' takes") { try session.undo([2]) }
        try session.rename(2, "10")
        try expectRefusal("; 11 steps must be undone together") { try session.undo([2]) }
    }

    @Test func `undone steps are not needed`() throws {
        try session.rename(2, "d")
        try session.rename(2, "e")
        try session.undo()
        #expect(try session.undone(4) == ["+2 b"])
        try expectRefusal(
            "step 5 changed 2  d, which step 4 (set 2 title=d) changed before, and that is "
                + "undone, too; nothing was changed; 'redo 4 5' brings all of them back"
        ) { try session.redo([5]) }
        #expect(try session.redone(4, 5) == ["+2 e"])
    }

    @Test func `redo of a document that a later step changed`() throws {
        try session.rename(2, "d")
        try session.undo()
        try session.rename(2, "e")
        try expectRefusal("which step 5 (set 2 title=e)", "'undo 5' first") {
            try session.redo([4])
        }
        try session.undo()
        #expect(try session.redone(4) == ["+2 d"])
    }

    @Test func `steps that can be undone and redone only together`() throws {
        let other = try bench.session()
        session.beginScript("a.bugs")
        try session.rename(1, "d", lines: [1])
        try other.rename(1, "e")
        try session.rename(1, "f", lines: [2])
        try session.endScript()
        try expectRefusal("which step 4 (a.bugs)", "'undo 4 5'") { try session.undo([5]) }
        try expectRefusal("'undo 4 5'") { try session.undo([4]) }
        #expect(try session.undone(4, 5) == ["+1 a"])
        #expect(try refusal { try session.redo([4]) } != nil)
        #expect(try session.redone() == ["+1 f"])
    }

    @Test func `a picture that a later step changed`() throws {
        try bench.directory.write(Bench.jpeg, to: "a.jpg")
        try session.rename(1, "d")
        try session.line("set 1 image=a.jpg") {
            let picture = try PictureFile(path: bench.directory.path("a.jpg"))
            _ = try session.edit(1, picture: .replace(picture))
        }
        try expectRefusal("1  d, which step 5", "'undo 4 5'") { try session.undo([4]) }
    }

    @Test func `preferences that a later step changed`() throws {
        try session.line("config") { try session.change([(.kind, .text("book"))]) }
        try session.line("config other") { try session.change([(.historySteps, .text("500"))]) }
        try expectRefusal("the preferences, which step 5", "'undo 4 5'") {
            try session.undo([4])
        }
    }

    // MARK: Numbers

    @Test(arguments: ["2.scarybug", "2.book"])
    func `a number that was taken in the meantime`(name: String) throws {
        try session.line("delete 2") { try session.delete(2) }
        try bench.directory.makeDirectory(bench.documentPath(name))
        #expect(try session.undone() == ["+4 b (was 2)"])
        #expect(try bench.directory.names(in: bench.documentPath(name)).isEmpty)
        #expect(try session.redone() == ["-4 b"])
        #expect(
            try bench.directory.names(in: bench.documentPath("")).sorted()
                == ["1.scarybug", "3.scarybug", name].sorted())
    }

    @Test func `a number that a later step has taken`() throws {
        try session.line("delete 3") { try session.delete(3) }
        try session.addEach("d")
        #expect(try session.undone(4) == ["+4 c (was 3)"])
        #expect(try session.titles == ["1 a", "2 b", "3 d", "4 c"])
    }

    // MARK: The history

    @Test(arguments: ["x'00'", "NULL"])
    func `a version that is damaged or lost`(bytes: String) throws {
        try session.rename(2, "d")
        try bench.changeHistory("UPDATE changes SET bytes = \(bytes) WHERE bytes IS NOT NULL")
        let what =
            bytes == "NULL" ? "no earlier version of 2  d any more" : "a damaged version of 2  d"
        try expectRefusal("the history has \(what)") { try session.undo() }
    }

    @Test(arguments: ["pipe", "link", "file", nil])
    func `something else in the place of a directory`(kind: String?) throws {
        try session.line("delete 2") { try session.delete(2) }
        let slot = try bench.path("History/" + #require(bench.kept.first))
        try bench.directory.remove(slot)
        switch kind {
        case "pipe": try #require(mkfifo(bench.directory.path(slot), 0o600) == 0)
        case "link": try bench.directory.link(slot, to: "/etc")
        case "file": try bench.directory.write("other", to: slot)
        default: break
        }
        try expectRefusal("cannot undo 4 'delete 2': the history has ") { try session.undo() }
    }

    @Test func `undo and redo within a group`() throws {
        try session.undo()
        try session.beginGroup()
        for kind in ["undo", "redo"] {
            try expectRefusal("'\(kind)' cannot be used between 'begin' and 'commit'") {
                _ = try kind == "undo" ? session.undo() : session.redo()
            }
        }
        try session.commitGroup()
        #expect(try session.redone() == ["+3 c"])
    }
}

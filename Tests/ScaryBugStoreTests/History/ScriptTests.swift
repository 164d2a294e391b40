import TestSupport
import Testing

@testable import ScaryBugStore

/// A script is one step. While it runs, it can take back its own lines.
@Suite struct ScriptTests {
    let bench: Bench
    let session: Workspace

    init() throws {
        bench = try Bench()
        session = try bench.session(gathersLines: true)
        try session.addEach("a")
        try session.commitBatch()
    }

    private func run(_ lines: [Int], _ title: String) throws {
        try session.line("new \(title)", lines) { _ = try session.add(title) }
    }

    private func undo(at line: Int) throws -> [String] {
        try session.line("undo", [line]) { try session.undone() }
    }

    private func redo(at line: Int) throws -> [String] {
        try session.line("redo", [line]) { try session.redone() }
    }

    @Test func `a running script undoes and redoes its own lines`() throws {
        session.beginScript("a.bugs")
        try run([1], "b")
        try run([2], "c")
        let undone = try session.line("undo", [3]) { try session.undo() }
        #expect(undone.steps.map(\.command) == ["new c"])
        #expect(undone.effects.map(\.text) == ["-3 c"])
        #expect(try redo(at: 4) == ["+3 c"])
        #expect(try undo(at: 5) == ["-3 c"])
        try run([6], "d")
        #expect(try undo(at: 7) == ["-3 d"])
        #expect(try undo(at: 8) == ["-2 b"])
        // It has no more lines of its own, so this is the newest step.
        #expect(try undo(at: 9) == ["-1 a"])
        // The last undone step comes back first.
        #expect(try redo(at: 10) == ["+1 a"])
        #expect(try redo(at: 11) == ["+2 b"])
        try session.endScript()
        #expect(try session.titles == ["1 a", "2 b"])
        #expect(try session.undone(2) == ["-2 b"])
    }

    @Test func `numbers mean steps of the history in a script, too`() throws {
        try session.addEach("b")
        session.beginScript("a.bugs")
        try run([1], "c")
        #expect(try session.line("undo 1", [2]) { try session.undone(1) } == ["-1 a"])
        #expect(try session.line("redo 1", [3]) { try session.redone(1) } == ["+1 a"])
        try session.endScript()
        #expect(try session.undone() == ["-3 c"])
    }

    @Test func `a source within a script is one line of it`() throws {
        session.beginScript("a.bugs")
        try run([1], "b")
        try run([2, 1], "c")
        try run([2, 2], "d")
        // Inside the inner script, its own lines are undone one by one.
        session.beginLine("undo", lines: [2, 3])
        #expect(try session.undone() == ["-4 d"])
        try run([2, 4], "e")
        #expect(try undo(at: 3) == ["-3 c", "-4 e"])
        #expect(try session.titles == ["1 a", "2 b"])
    }

    @Test func `the history has the order in which steps began`() throws {
        let other = try bench.session()
        session.beginScript("a.bugs")
        try run([1], "b")
        try session.commitBatch()
        try other.line("new c") { _ = try other.add("c") }
        try run([2], "d")
        try session.endScript()
        #expect(try other.history().steps.map(\.number) == [3, 2, 1])
        #expect(try other.undone() == ["-3 c"])
        #expect(try other.undone() == ["-2 b", "-4 d"])
    }

    @Test func `the whole script is one step after its end`() throws {
        session.beginScript("a.bugs")
        try run([1], "b")
        try run([2, 1], "c")
        try run([2, 2], "d")
        #expect(try session.endScript() == 2)
        let step = try #require(session.history().steps.first)
        #expect(step.command == "a.bugs")
        #expect(step.lineCount == 3)
        #expect(step.documents == [2, 3, 4])
        #expect(try session.undone() == ["-2 b", "-3 c", "-4 d"])
        #expect(try session.redone().count == 3)
    }

    @Test func `a script that changes nothing is no step`() throws {
        session.beginScript("a.bugs")
        session.beginLine("list", lines: [1])
        #expect(try session.endScript() == nil)
        #expect(try session.commands == ["new a"])
    }

    @Test func `a step goes on without a line that it has undone`() throws {
        session.beginScript("a.bugs")
        try run([1], "b")
        try run([2], "c")
        _ = try undo(at: 3)
        try session.endScript()
        #expect(try session.undone() == ["-2 b"])
        #expect(try session.redone() == ["+2 b"])
    }

    @Test func `a script that has undone all its lines can be redone`() throws {
        session.beginScript("a.bugs")
        try run([1], "b")
        try run([2], "c")
        _ = try (undo(at: 3), undo(at: 4))
        #expect(try session.endScript() == 2)
        #expect(try session.history().steps.first?.isUndone == true)
        #expect(try session.redone(2) == ["+2 b", "+3 c"])
        #expect(try session.undone() == ["-2 b", "-3 c"])
    }

    @Test func `a script goes on with its step`() throws {
        session.beginScript("a.bugs")
        try run([1], "b")
        let step = session.activity.script?.step
        session.beginScript("a.bugs", step: step)
        try run([2], "c")
        try session.endScript()
        #expect(try session.undone() == ["-2 b", "-3 c"])
    }

    @Test func `a script that was killed does not keep others from anything`() throws {
        do {
            let other = try bench.session(gathersLines: true)
            other.beginScript("a.bugs")
            try other.line("new b", [1]) { _ = try other.add("b") }
            try other.commitBatch()
            try other.line("new c", [2]) { _ = try other.add("c") }
            other.die()
        }
        #expect(try session.undone() == ["-2 b"])
        try session.forgetHistory()
        #expect(try bench.kept == [])
    }
}

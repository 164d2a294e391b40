import TestSupport
import Testing

@testable import ScaryBugs

/// The lines of a script are separate steps while it runs, and one step afterwards.
@Suite struct ScriptTests {
    let bench: Bench
    let session: Workspace

    init() throws {
        bench = try Bench()
        session = try bench.session()
        try session.addEach("a")
    }

    private func run(_ lines: [Int], _ title: String) throws {
        try session.line("new \(title)", lines) { _ = try session.add(title) }
    }

    private func undo(_ count: Int = 1, at line: Int) throws -> [String] {
        try session.line("undo \(count)", [line]) { try session.undo(count).map(\.text) }
    }

    @Test func `each line is a step in a running script`() throws {
        session.beginScript("a.bugs")
        try run([1], "b")
        try run([2], "c")
        #expect(try undo(at: 3) == ["-3 c"])
        try run([4], "d")
        #expect(try undo(2, at: 5) == ["-2 b", "-3 d"])
        #expect(try session.line("redo", [6]) { try session.redo().map(\.text) } == ["+2 b"])
        // A script can undo steps from before it.
        #expect(try undo(2, at: 7) == ["-1 a", "-2 b"])
        #expect(try session.redo(2).map(\.text) == ["+1 a", "+2 b"])
        try session.endScript()
        #expect(try session.titles == ["1 a", "2 b"])
    }

    @Test func `a source within a script is one step of it`() throws {
        session.beginScript("a.bugs")
        try run([1], "b")
        try run([2, 1], "c")
        try run([2, 2], "d")
        // Inside the inner script, its own lines are steps.
        session.beginLine("undo", lines: [2, 3])
        #expect(try session.undo().map(\.text) == ["-4 d"])
        try run([2, 4], "e")
        #expect(try undo(at: 3) == ["-3 c", "-4 e"])
        #expect(try session.titles == ["1 a", "2 b"])
    }

    @Test func `the history has the order of undo, by the last change of each step`() throws {
        let other = try bench.session()
        session.beginScript("a.bugs")
        try run([1], "b")
        try other.line("new c") { _ = try other.add("c") }
        try run([2], "d")
        try session.endScript()
        #expect(try other.history().steps.map(\.number) == [1, 3, 2])
        #expect(try other.undo().map(\.text) == ["-2 b", "-4 d"])
        #expect(try other.undo().map(\.text) == ["-3 c"])
    }

    @Test func `the whole script is one step after its end`() throws {
        session.beginScript("a.bugs")
        try run([1], "b")
        try run([2, 1], "c")
        try run([2, 2], "d")
        #expect(try session.endScript() == 2)
        let step = try #require(session.history().steps.last)
        #expect(step.command == "a.bugs")
        #expect(step.lineCount == 3)
        #expect(step.documents == [2, 3, 4])
        #expect(try session.undo().map(\.text) == ["-2 b", "-3 c", "-4 d"])
        #expect(try session.redo().count == 3)
    }

    @Test func `a script that changes nothing is no step`() throws {
        session.beginScript("a.bugs")
        session.beginLine("list", lines: [1])
        #expect(try session.endScript() == nil)
        #expect(try session.commands == ["new a"])
    }

    @Test func `an undo inside a script can be redone after its end`() throws {
        session.beginScript("a.bugs")
        try run([1], "b")
        try run([2], "c")
        _ = try undo(at: 3)
        try session.endScript()
        #expect(try session.redo().map(\.text) == ["+3 c"])
        #expect(try session.undo().map(\.text) == ["-2 b", "-3 c"])
    }

    @Test func `a script goes on with its step`() throws {
        session.beginScript("a.bugs")
        try run([1], "b")
        let step = session.activity.script?.step
        session.beginScript("a.bugs", step: step)
        try run([2], "c")
        try session.endScript()
        #expect(try session.undo().map(\.text) == ["-2 b", "-3 c"])
    }

    @Test func `a script that was killed does not keep others from anything`() throws {
        do {
            let other = try bench.session()
            other.beginScript("a.bugs")
            try other.line("new b", [1]) { _ = try other.add("b") }
        }
        #expect(try session.undo().map(\.text) == ["-2 b"])
        try session.forgetHistory()
        #expect(try bench.slots.isEmpty)
    }
}

import Foundation
import ScaryBugs
import TestSupport
import Testing

@testable import ScaryBugCommands

/// The line that shows how far a command has come.
@Suite struct ProgressTests {
    private var scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        scarybug.environment["TERM"] = "xterm"
        try scarybug.directory.write("title\nAnt\nBee\nCicada\nDragonfly\n", to: "work/four.csv")
        try scarybug.run("import", "%/four.csv")
        scarybug.messageWidth = 80
        scarybug.secondsPerLook = 1
    }

    /// The last line that each part of a command draws.
    private func lines(_ words: [String]) throws -> [String] {
        // A notice may follow.
        let drawn = try scarybug.run(words).standardError.components(separatedBy: "scarybug: ")[0]
        #expect(drawn.isEmpty || drawn.hasSuffix("\r\u{1B}[K"))
        return drawn.replacing("\u{1B}[K", with: "").split(separator: "\r").reduce(into: []) {
            if $0.last?.prefix(while: \.isLetter) == $1.prefix(while: \.isLetter) {
                $0.removeLast()
            }
            $0.append(String($1))
        }
    }

    private static let indexing = "indexing 3 of 4 documents, 1/s, 0:01 left"

    @Test(arguments: [
        (
            "import %/four.csv",
            ["reading 3 of 4 documents, 1/s, 0:01 left", "adding 4 of 4 documents, 1/s, 0:00 left"]
        ),
        (
            "import %/four.csv %/four.csv",
            ["adding 8 of 8 documents, 0.9/s, 0:00 left", "importing 2 of 2 files, 1/s, 0:00 left"]
        ),
        ("export all %/out", [indexing, "exporting 4 of 4 documents, 1/s, 0:00 left"]),
        ("backup %/a.zip", ["packing 3 of 4 documents, 1/s, 0:01 left"]),
        ("backup --verify %/a.zip", ["checking 3 documents, 1/s"]),
        (
            "restore %/a.zip",
            ["reading 3 documents, 1/s", indexing, "adding 4 of 4 documents, 1/s, 0:00 left"]
        ),
        ("check", ["checking 4 of 4 documents"]),
        ("set all rating=2", [indexing, "changing 3 of 4 documents, 1/s, 0:01 left"]),
        ("delete all --yes", [indexing, "deleting 3 of 4 documents, 1/s, 0:01 left"]),
        ("stats", [indexing]),
        ("duplicates", ["reading 3 of 4 documents, 1/s, 0:01 left", indexing]),
        ("list", [indexing]),
    ])
    func `each part of a command counts`(line: String, expected: [String]) throws {
        // The first export has a notice.
        if line.contains("export") { try scarybug.run("export", "1", "%/") }
        if line.contains("a.zip") { try scarybug.run("backup", "%/a.zip") }
        let lines = try lines(line.split(separator: " ").map(String.init))
        #expect(lines == expected)
    }

    @Test(arguments: [
        (true, "", " after indexing 3 of 4 documents"), (true, "; they stay", "; they stay"),
        (false, "", ""),
    ])
    func `an interruption that says nothing else says how far the command came`(
        completes: Bool, details: String, expected: String
    ) throws {
        let line = ProgressLine(
            Output(results: MemorySink(), messages: MemorySink()), in: .process)
        line.completesInterruptions = completes
        let error = #expect(throws: Interrupted.self) {
            try line.whileRunning {
                line.update(.init(.indexing, 3, of: 4))
                throw Interrupted(details)
            }
        }
        #expect(error?.details == expected)
        // A script inside a command says what becomes of its lines.
        let inner = #expect(throws: Interrupted.self) {
            try line.whileRunning {
                do {
                    try line.whileRunning {
                        line.update(.init(.indexing, 3, of: 4))
                        throw Interrupted()
                    }
                } catch let error as Interrupted { throw Interrupted("; \(error.details.isEmpty)") }
            }
        }
        #expect(inner?.details == "; true")
    }

    @Test func `reading a pipe counts its bytes`() throws {
        let path = scarybug.directory.path("work/pipe.csv")
        try #require(mkfifo(path, 0o600) == 0)
        let table = "title,notes\nAnt," + String(repeating: "x", count: 200_000) + "\n"
        Thread.detachNewThread {
            let pipe = FileHandle(forWritingAtPath: path)
            try? pipe?.write(contentsOf: Data(table.utf8))
            try? pipe?.close()
        }
        let lines = try lines(["import", "%/pipe.csv"])
        #expect(lines.first?.hasPrefix("copying 200,017 bytes, ") == true, "\(lines)")
    }

    @Test(arguments: [(nil, "xterm"), (80, "dumb"), (80, "")] as [(Int?, String)])
    func `off a terminal, and at a dumb one, there is none`(width: Int?, kind: String) throws {
        var scarybug = scarybug
        (scarybug.messageWidth, scarybug.environment["TERM"]) = (width, kind)
        #expect(try scarybug.run("import", "%/four.csv").standardError == "")
    }

    @Test mutating func `nothing is shown within half a second`() throws {
        scarybug.secondsPerLook = 0.02
        #expect(try lines(["import", "%/four.csv"]) == [])
    }

    @Test mutating func `it fits on a narrow terminal`() throws {
        scarybug.messageWidth = 20
        #expect(
            try lines(["import", "%/four.csv"]) == ["reading 3 of 4 doc…", "adding 4 of 4 docu…"])
    }

    @Test func `what a rollback takes back counts`() throws {
        let drawn = try scarybug.run(input: "begin\nset all rating=2\nrollback\n").standardError
        #expect(drawn.contains("taking back 0 of 4 changes"), "\(drawn)")
    }

    @Test func `a message takes its place`() throws {
        try scarybug.directory.write("title,rating\nAnt,1\nBee,2\nCicada,x\n", to: "work/bad.csv")
        var scarybug = scarybug
        scarybug.messageWidth = 200
        let error = try scarybug.run("import", "%/bad.csv").standardError
        let screen = Screen(error.replacing("\n", with: "\r\n"), columns: 120, rows: 24)
        #expect(
            screen.text
                == "[1;31 scarybug:] %/bad.csv:4: column 2 (rating): the rating 'x' is not a number from 0 "
                + "to 5\n"
                + "[1;31 scarybug:] %/bad.csv: nothing was imported; --keep-going imports the others\n"
        )
    }

    @Test(arguments: [
        (Workspace.Progress(.packing, 1, of: 1), 0, "packing 1 of 1 document"),
        (.init(.reading, 1_234_567, of: nil), 250_000, "reading 1,234,567 documents, 250,000/s"),
        (.init(.reading, 10, of: 100, .files), 0.45, "reading 10 of 100 files, 0.5/s, 3:20 left"),
        (
            .init(.copying, 1_048_576, of: nil, .bytes), 524_288,
            "copying 1,048,576 bytes, 524,288/s"
        ),
        (.init(.checking, 0, of: 7_384), 2, "checking 0 of 7,384 documents, 2/s, 1:01:32 left"),
    ])
    func `the line has a count, a rate and the time left`(
        progress: Workspace.Progress, rate: Double, line: String
    ) {
        #expect(progress.line(perSecond: rate) == line)
    }
}

import Foundation
import TestSupport
import Testing

/// No number in a store ends the program. A history whose numbers no program can have counted is
/// damaged.
///
/// `Tests/Faults/run` tries all values in all commands, and the usual run a part of them.
@Suite struct ExtremeNumbersTests {
    /// A column with numbers.
    struct Column: CustomTestStringConvertible, Sendable {
        let file: String
        let table: String
        let name: String
        var testDescription: String { "\(file) \(table).\(name)" }
    }

    private static let columns =
        ofHistory.flatMap { table, names in
            names.map { Column(file: "History/history.db", table: table, name: $0) }
        }
        + ofExchanges.flatMap { table, names in
            names.map { Column(file: "exchanged.db", table: table, name: $0) }
        }

    private static let ofHistory: KeyValuePairs = [
        "state": [
            "identity", "applied", "durable", "forgotten", "epoch", "time", "highest", "step",
        ],
        "steps": ["step", "date", "lines", "changes"],
        "operations": ["id", "kind", "step", "target", "together", "undone", "open"],
        "changes": ["number", "operation", "document", "kind", "held"],
        "deletions": ["date", "change"],
    ]

    private static let ofExchanges: KeyValuePairs = [
        "owner": ["inode", "birth"], "copies": ["copy", "number"],
        "exchanges": ["copy", "direction", "date", "high", "low"],
    ]

    private static let values = [
        "9223372036854775807", "-9223372036854775808", "-1", "9007199254740992",
        "4611686018427387904",
    ]

    private static let commands = [
        "set 1 rating=4", "undo", "new Fly", "redo", "check --repair", "undo 2", "merge 1 3",
        "import one.scarybug --update", "export 1 new.scarybug --to bob", "delete 1",
        "config historySteps=2", "history", "history 2", "list outdated:bob", "show 1", "check",
        "history forget",
    ]

    private static let isThorough = WritingCommand.isThorough

    @Test(arguments: columns)
    func `no stored number ends the program`(column: Column) throws {
        let values = Self.isThorough ? Self.values : Array(Self.values.prefix(2))
        let place = Self.columns.firstIndex { $0.testDescription == column.testDescription } ?? 0
        let chosen = [Self.commands[0], Self.commands[place % Self.commands.count]]
        for (number, file) in try Self.files(with: values, in: column).enumerated() {
            for command in Self.isThorough ? Self.commands : [chosen[number]] {
                let program = try Self.workspace()
                try program.directory.write(file, to: "records/users/alice/\(column.file)")
                let run = try program.run(command.split(separator: " ").map(String.init))
                #expect((0...2).contains(run.status), "\(run)")
                guard Self.isThorough else { continue }
                let script = try program.run(input: Self.script)
                #expect(script.lines.last?.hasSuffix(" checked") == true, "\(script)")
            }
        }
    }

    private static let script = """
        list
        history
        set 1 rating=5
        undo
        redo
        check --repair
        check

        """

    /// The bytes of a store with each of the values in all rows, or in one of them if it must
    /// differ.
    private static func files(
        with values: [String], in column: Column
    ) throws -> [[UInt8]] {
        let directory = try TemporaryDirectory()
        let bytes = try template.get().directory.bytes(of: "records/users/alice/\(column.file)")
        let paths = try values.map { try directory.write(bytes, to: $0) }
        let statements = values.map {
            "UPDATE OR IGNORE \(column.table) SET \(column.name) = \($0)"
        }
        try sqlite(Array(zip(paths, statements)))
        return try values.map { try directory.bytes(of: $0) }
    }

    /// Runs SQL in stores. Closing them writes their logs to the files, and removes the logs.
    private static func sqlite(_ statements: [(path: String, sql: String)]) throws {
        let shell = try Program(executable: "/usr/bin/env")
        let lines = """
            import sqlite3, sys
            for path, sql in zip(sys.argv[1::2], sys.argv[2::2]):
                database = sqlite3.connect(path)
                database.executescript(sql)
                database.close()
            """
        let run = try shell.run(
            ["python3", "-c", lines] + statements.flatMap { [$0.path, $0.sql] })
        guard run.status == 0 else { throw TestFailure("\(run)") }
    }

    private static func workspace() throws -> Program {
        let program = try Program(user: "alice")
        for name in ["records", "work"] {
            try? FileManager.default.removeItem(atPath: program.directory.path(name))
            try FileManager.default.copyItem(
                atPath: template.get().directory.path(name),
                toPath: program.directory.path(name))
        }
        return program
    }

    private static let template = Result {
        let program = try Program(user: "alice")
        program.directory.keepUntilExit()
        let script = """
            new Ant rating=1
            new Bee tags=red
            export 1 one.scarybug
            export 1 two.scarybug --to bob
            set 1 rating=2
            import one.scarybug
            new Cricket
            delete 4
            undo
            new Dragonfly
            delete 5
            set 2 rating=3
            undo

            """
        for line in script.split(separator: "\n") {
            let run = try program.run(line.split(separator: " ").map(String.init))
            guard run.status == 0 else { throw TestFailure("\(run)") }
        }
        let path = program.directory.path("records/users/alice/History/history.db")
        try sqlite([(path, "PRAGMA user_version")])
        return program
    }
}

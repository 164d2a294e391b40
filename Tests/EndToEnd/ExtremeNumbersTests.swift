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

    private static let ofHistory = [
        "state": [
            "identity", "applied", "durable", "forgotten", "epoch", "time", "highest", "step",
        ],
        "steps": ["step", "date", "lines", "changes"],
        "operations": ["id", "kind", "step", "target", "together", "undone", "open"],
        "changes": ["number", "operation", "document", "kind", "held"],
    ]

    private static let ofExchanges = [
        "owner": ["inode", "birth"], "copies": ["copy", "number"],
        "exchanges": ["copy", "direction", "date", "high", "low"], "deletions": ["date"],
    ]

    private static let values = [
        "-9223372036854775808", "9223372036854775807", "-1", "9007199254740992",
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
        let seed = Self.columns.firstIndex { $0.testDescription == column.testDescription } ?? 0
        for (place, value) in values.enumerated() {
            let file = try Self.file(with: value, in: column)
            let chosen = Self.commands[(2 * seed + place) % Self.commands.count]
            for command in Self.isThorough ? Self.commands : [chosen] {
                let program = try Self.workspace()
                try program.directory.write(file, to: "records/users/alice/\(column.file)")
                // A script does the rest, since each process takes a moment.
                for (words, input) in [
                    (command.split(separator: " ").map(String.init), ""), ([], Self.script),
                ] {
                    let run = try program.run(words, input: Array(input.utf8))
                    #expect((0...2).contains(run.status), "\(command), \(value): \(run)")
                    if words.isEmpty {
                        #expect(run.lines.last?.hasSuffix(" checked") == true, "\(run)")
                    }
                }
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

    /// The bytes of a store with a value in all rows, or in one of them if it must differ.
    private static func file(with value: String, in column: Column) throws -> [UInt8] {
        let directory = try TemporaryDirectory()
        let bytes = try template.get().directory.bytes(of: "records/users/alice/\(column.file)")
        try python(
            "UPDATE OR IGNORE \(column.table) SET \(column.name) = \(value)",
            on: directory.write(bytes, to: "store"))
        return try directory.bytes(of: "store")
    }

    /// Runs SQL in a store.
    private static func python(_ sql: String, on path: String) throws {
        let shell = try Program(executable: "/usr/bin/env")
        let run = try shell.run(
            "python3", "-c",
            """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1])
            database.execute("PRAGMA user_version")
            database.executescript(sys.argv[2])
            database.close()
            """, path, sql)
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
            set 2 rating=3
            undo

            """
        for line in script.split(separator: "\n") {
            let run = try program.run(line.split(separator: " ").map(String.init))
            guard run.status == 0 else { throw TestFailure("\(run)") }
        }
        // Closing the database writes its log to the file, and removes the log.
        try python("", on: program.directory.path("records/users/alice/History/history.db"))
        return program
    }
}

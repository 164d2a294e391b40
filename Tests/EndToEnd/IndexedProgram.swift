import Foundation
import TestSupport
import Testing

/// The program with documents and an index, which tests may damage.
struct IndexedProgram {
    var scarybug: Program
    /// The directory of the indexes.
    static let cache = "home/.cache/scarybug"

    /// - Parameter count: the number of documents.
    init(documents count: Int = 3) throws {
        scarybug = try Program(user: "alice")
        scarybug.environment["SCARYBUG"] = scarybug.executable
        let lines = (1...count).map { "new 'Scary \($0)' rating=\($0 % 6) tags=t\($0 % 7)\n" }
        let made = try scarybug.run(input: lines.joined())
        guard made.status == 0, made.standardError == "" else { throw TestFailure("\(made)") }
        try scarybug.run("export", "1", "known.scarybug")
        #expect(try agrees())
    }

    /// The path of the index inside the temporary directory.
    var file: String {
        get throws {
            let names = try scarybug.directory.names(in: Self.cache)
            let file = names.first { $0.hasSuffix(".sqlite") }
            guard let file else { throw TestFailure("there is no index") }
            return "\(Self.cache)/\(file)"
        }
    }

    /// Whether the program answers alike with and without the index.
    func agrees(sourceLocation: SourceLocation = #_sourceLocation) throws -> Bool {
        var plain = scarybug
        plain.environment["XDG_CACHE_HOME"] = "/dev/null"
        let lines = Self.questions.joined(separator: "\n") + "\n"
        let expected = try plain.run(input: lines)
        #expect(expected.status == 0 && expected.standardError == "", "\(expected)")
        let transcript = try scarybug.run(input: lines)
        let isSame = transcript.gave(expected.standardOutput)
        #expect(
            isSame, "\(transcript) where \(expected) is right", sourceLocation: sourceLocation)
        return isSame
    }

    private static let questions = [
        "list", "count", "list scary", "list rating:>=3 sort:-rating limit:5", "list tag:t1",
        "count -tag:t1", "count has:image", "list sort:-title", "count changed",
        "preview known.scarybug",
    ]

    /// Runs SQL on the index.
    func sqlite(_ sql: String) throws {
        try python("database.executescript(sys.argv[1])\ndatabase.commit()", sql)
    }

    /// Runs lines of Python in the working directory, with `database` for the index in `path`.
    func python(_ lines: String, _ arguments: String...) throws {
        var shell = try Program(executable: "/usr/bin/env")
        shell.workingDirectory = scarybug.workingDirectory
        shell.environment["FILE"] = scarybug.directory.path(try file)
        let transcript = try shell.run(["python3", "-c", Self.script + lines] + arguments)
        guard transcript.status == 0 else { throw TestFailure("\(transcript)") }
    }

    private static let script = """
        import os, sqlite3, sys
        path = os.environ["FILE"]
        database = sqlite3.connect(path)

        """
}

import Foundation
import TestSupport
import Testing

/// If the index is damaged, commands read the documents instead and report nothing.
@Suite struct IndexDamageTests {
    private let index: IndexedProgram
    private let directory: TemporaryDirectory

    init() throws {
        index = try IndexedProgram()
        directory = index.scarybug.directory
    }

    private static let replacements: [[UInt8]] = [
        [], Array("junk".utf8), Array(repeating: 0, count: 8_192),
        Array("SQLite format 3\0".utf8) + Array(repeating: 0xFF, count: 20_000),
    ]

    @Test(arguments: replacements)
    func `a file that is no index is replaced by one`(bytes: [UInt8]) throws {
        let file = try index.file
        try directory.write(bytes, to: file)
        #expect(try index.agrees())
        #expect(try directory.bytes(of: file).starts(with: "SQLite format 3\0".utf8))
        try index.scarybug.run("set", "2", "title=Changed")
        #expect(try index.agrees())
    }

    @Test(arguments: [
        "PRAGMA user_version = 999", "PRAGMA user_version = 0", "DROP TABLE facts",
        "DROP TABLE state", "DELETE FROM state", "DROP TABLE words; CREATE TABLE words (a)",
        "ALTER TABLE documents RENAME COLUMN title TO name",
        "DROP TABLE documents; CREATE VIEW documents AS SELECT 1",
        "UPDATE state SET owner = 'another boot', count = 77",
    ])
    func `an index of another version is rebuilt, or not used`(sql: String) throws {
        try index.sqlite(sql)
        try index.scarybug.run("new", "Changed", "rating=5")
        #expect(try index.agrees())
        try index.scarybug.run("set", "1", "title=Changed")
        #expect(try index.agrees())
    }

    @Test func `check reports an index that it had to remove`() throws {
        try directory.write("junk", to: index.file)
        let transcript = try index.scarybug.run("check")
        #expect(transcript.status == 0, "\(transcript)")
        #expect(
            transcript.standardOutput.contains(
                "damaged-index  Private Documents had a damaged index, which is made again; "
                    + "repaired\n"),
            "\(transcript)")
        #expect(try index.agrees())
    }

    @Test func `a directory in place of the file is left alone`() throws {
        let file = try index.file
        try FileManager.default.removeItem(atPath: directory.path(file))
        try directory.makeDirectory(file)
        try directory.write("kept", to: "\(file)/note")
        #expect(try index.agrees())
        try index.scarybug.run("new", "Changed")
        #expect(try index.agrees())
        #expect(try directory.names(in: file) == ["note"])
    }

    /// The rows are read twice. This test damages the index in between, after half the list.
    @Test func `an index that is lost in the middle of a list`() throws {
        let title = String(repeating: "long ", count: 800)
        let lines = (1...600).map { "new '\($0) \(title)'\n" }
        let index = try IndexedProgram(documents: 1)
        let made = try index.scarybug.run(input: lines.joined())
        #expect(made.status == 0 && made.standardError == "")
        let expected = try index.scarybug.run("list")
        #expect(expected.lines.count == 601)

        let list = try index.scarybug.start("list")
        _ = try list.readLine()
        try index.scarybug.directory.write([], to: index.file)
        let transcript = list.finish()
        #expect(transcript.status == 0)
        #expect(transcript.standardError == "")
        let squeezed = { (lines: [String]) in lines.map { $0.filter { $0 != " " } } }
        #expect(squeezed(transcript.lines) == squeezed(expected.lines))
    }

    @Test func `an index that is deleted while a session has it`() throws {
        let session = try index.scarybug.start()
        try session.type("count\n")
        #expect(try session.readLine() == "3")
        try FileManager.default.removeItem(atPath: directory.path(index.file))
        try session.type("count\nnew Changed\ncount\n")
        for line in ["3", "4  Changed", "4"] { #expect(try session.readLine() == line) }
        try index.scarybug.run("new", "Another")
        try session.type("count\nset 1 title=Changed\ncount changed\n")
        for line in ["5", "1  Changed", "2"] { #expect(try session.readLine() == line) }
        #expect(session.finish().standardError == "")
        #expect(try index.agrees())
        #expect(try directory.exists(index.file))
    }
}

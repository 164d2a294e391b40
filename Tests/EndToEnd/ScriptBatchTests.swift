import Foundation
import TestSupport
import Testing

/// The lines of a script, which one commit may make together.
@Suite struct ScriptBatchTests {
    private let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
    }

    @Test func `results appear as soon as the input blocks, and others can change more`() throws {
        let script = try scarybug.start()
        for number in 1...3 {
            try script.type("new Weta\nset @last rating=3\n")
            #expect(try script.readLine() == "\(2 * number - 1)  Weta")
            #expect(try script.readLine() == "\(2 * number - 1)  Weta")
            #expect(try scarybug.run("new", "Moth", within: 5).gave("\(2 * number)  Moth\n"))
        }
        #expect(script.finish().status == 0)
        #expect(
            try scarybug.run("list", "title:Weta").gave("1  Weta  3\n3  Weta  3\n5  Weta  3\n"))
    }

    @Test func `a line reads what the lines before it have changed`() throws {
        let transcript = try scarybug.run(
            input: """
                new Weta
                set @last rating=3
                new Moth
                set 2 rating=4 title=Hawk-moth
                set 1 title=Cricket
                delete @last
                new Ant
                set rating:>=4 tags=good
                list

                """)
        #expect(
            transcript.gave(
                """
                1  Weta
                1  Weta
                2  Moth
                2  Hawk-moth
                1  Cricket
                deleted 1  Cricket
                3  Ant
                2  Hawk-moth
                2  Hawk-moth  4  good
                3  Ant

                """))
        #expect(try scarybug.run("undo").lines.first == "undid 1  stdin (8 lines)")
        #expect(try scarybug.run("count").gave("0\n"))
        #expect(try scarybug.run("redo").lines.count == 3)
        #expect(try scarybug.run("check").status == 0)
    }

    @Test func `an error takes back only its own line`() throws {
        let script = "new Weta\nset 1,99 rating=3\nset 1 rating=9\nnew Moth\n"
        let errors = """
            scarybug: stdin:2: there is no document 99; 'list' shows all documents
            scarybug: stdin:3: the rating '9' is not a number from 0 to 5

            """
        let transcript = try scarybug.run(input: script)
        #expect(transcript.standardError == errors, "\(transcript)")
        #expect(transcript.lines.first == "1  Weta" && transcript.lines.last == "2  Moth")
        let stopped = try scarybug.run("--bail", input: script)
        #expect(stopped.lines.first == "3  Weta" && stopped.status == 1)
        #expect(try scarybug.run("count").gave("3\n"))
        #expect(try scarybug.run("undo").lines.last == "removed 3  Weta")
    }

    // Takes seconds: it is longer than any batch.
    @Test func `a script of thousands of lines is one step, without a gap`() throws {
        let count = 6_000
        let lines = (1...count).map { "new 'Bug \($0)'\n" }
        let path = try scarybug.directory.write(lines.joined(), to: "work/many.bugs")
        let transcript = try scarybug.run("-f", path)
        #expect(transcript.lines == (1...count).map { "\($0)  Bug \($0)" })
        #expect(try scarybug.run("undo", "--dry-run").lines.count == count + 1)
        #expect(try scarybug.run("undo").lines.count == count + 1)
        #expect(try scarybug.run("count").gave("0\n"))
    }

    /// A text that comes through a pipe keeps the batch open until another program has changed
    /// what the line before it changes.
    @Test func `a commit that fails prints no result of its lines, and says so`() throws {
        try scarybug.run("new", "Weta")
        try scarybug.run("new", "Moth")
        let documents = "records/users/alice/Private Documents"
        let other = try scarybug.directory.bytes(of: "\(documents)/2.scarybug/data.plist")
        let pipe = scarybug.directory.path("work/pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        try scarybug.directory.write(
            "set 1 rating=3\nnew Bee notes=@pipe\nlist\n", to: "work/a.bugs")
        let script = try scarybug.start(["-f", "a.bugs"])
        let writer = try #require(FileHandle(forWritingAtPath: pipe))
        try writer.write(contentsOf: Data("some".utf8))
        // The script reads the pipe after it has planned its first line.
        while try !String(
            contentsOfFile: "/proc/\(script.identifier)/wchan", encoding: .utf8
        ).contains("pipe_read") { usleep(1_000) }
        try scarybug.directory.write(other, to: "\(documents)/1.scarybug/data.plist")
        try writer.close()
        let transcript = script.finish()
        #expect(transcript.status == 1)
        #expect(transcript.standardOutput == "", "\(transcript)")
        #expect(
            transcript.standardError.hasSuffix(
                "was changed by another program meanwhile; nothing was changed; the changes of "
                    + "the last 2 lines were not made\n"), "\(transcript)")
        #expect(transcript.standardError.split(separator: "\n").count == 1)
        #expect(try scarybug.run("--json", "history").lines.count == 2)
    }
}

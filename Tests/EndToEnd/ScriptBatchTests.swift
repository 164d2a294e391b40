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

    // Takes seconds: it is longer than any batch.
    @Test func `a script of thousands of lines is one step, without a gap`() throws {
        let count = 6_000
        let lines = (1...count).map { "new 'Bug \($0)'\n" }
        let path = try scarybug.directory.write(lines.joined(), to: "work/many.bugs")
        let transcript = try scarybug.run("-f", path)
        #expect(transcript.lines == (1...count).map { "\($0)  Bug \($0)" })
        #expect(try scarybug.run("undo", "--dry-run", "--all").lines.count == count + 1)
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

import Foundation
import Glibc
import TestSupport
import Testing

/// The state on disk after the program was interrupted or killed.
@Suite struct InterruptionTests {
    let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)])
    func `an interrupted script says so, and what it reported is there`(
        signal: CInt, status: Int
    ) throws {
        let session = try scarybug.start()
        try session.type("new a\n")
        #expect(try session.readLine() == "1  a")
        session.send(signal: signal)
        #expect(
            session.finish().gave(
                "1  a\n",
                error: "scarybug: stdin:2: interrupted; the lines before stay, and 'undo' takes "
                    + "them back\n", status: status))
        #expect(try scarybug.run("list").gave("1  a\n"))
        #expect(scarybug.staged == [])
    }

    @Test(arguments: [
        (["--atomic"], "new a", "nothing was changed", ""),
        ([], "new b\nbegin\nnew a", "the changes since 'begin' were rolled back", "1  b\n"),
    ])
    func `an interrupted group is rolled back`(
        options: [String], lines: String, effect: String, kept: String
    ) throws {
        // Opening a pipe without a writer blocks, so the script can't end.
        try #require(mkfifo(scarybug.workingDirectory + "/pipe", 0o600) == 0)
        let script = "\(lines)\nsource pipe\n"
        try scarybug.directory.write(script, to: "work/group.bugs")
        let terminal = try PseudoTerminal(scarybug, options + ["-f", "group.bugs"], columns: 120)
        let place = "scarybug: group.bugs:\(script.split(separator: "\n").count)"
        try terminal.expect("\(place): waiting for data from pipe; Ctrl-C stops\r\n")
        try terminal.type("\u{3}")
        try terminal.expect("\r\n\(place): interrupted; \(effect)\r\n")
        #expect(try terminal.finish() == 130)
        #expect(try scarybug.run("list").gave(kept))
    }

    @Test func `an interrupted export leaves no file that it did not report`() throws {
        try scarybug.run(input: (1...20).map { "new 'bug \($0)'\n" }.joined())
        try scarybug.directory.makeDirectory("out")
        // A lock on one document blocks the export in the middle.
        let held = "records/users/alice/Private Documents/10.scarybug"
        let descriptor = open(scarybug.directory.path(held), O_RDONLY | O_DIRECTORY)
        defer { close(descriptor) }
        try #require(flock(descriptor, LOCK_EX) == 0)
        let export = try scarybug.start("export", "all", scarybug.directory.path("out"))
        while try scarybug.directory.names(in: "out").isEmpty { usleep(1_000) }
        export.send(signal: SIGINT)
        #expect(
            export.finish().gave(
                error: "scarybug: interrupted after 0 of 20 documents; nothing was written\n",
                status: 130))
        #expect(try scarybug.directory.names(in: "out") == [])
    }

    @Test func `an interrupted import leaves nothing that it did not report`() throws {
        try scarybug.run("new", "Potato Bug")
        let bundle = scarybug.directory.path("a.scarybug")
        try scarybug.run("export", "1", bundle)
        // Opening a pipe without a writer blocks.
        let pipe = scarybug.directory.path("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let staging = "records/users/alice/Staging"
        let session = try scarybug.start("import", bundle, bundle, pipe, bundle)
        let staged = {
            try scarybug.directory.names(in: staging).flatMap {
                try scarybug.directory.names(in: "\(staging)/\($0)")
            }
        }
        while try !scarybug.directory.exists(staging) || staged().count < 2 { usleep(10_000) }
        session.send(signal: SIGINT)
        #expect(
            session.finish().gave(
                error: "scarybug: interrupted after 0 of 4 files; nothing was imported\n",
                status: 130))
        #expect(try scarybug.run("list").gave("1  Potato Bug\n"))
        #expect(scarybug.staged == [])
    }

    @Test func `an interrupted import says what it keeps, and undo removes that`() throws {
        try scarybug.run("new", "Potato Bug")
        try scarybug.run("export", "1", "a.scarybug")
        for pipe in ["first", "second"] {
            #expect(mkfifo(scarybug.workingDirectory + "/\(pipe)", 0o600) == 0)
        }
        let paths = String(repeating: " a.scarybug", count: 400)
        let session = try scarybug.start("-c", "import\(paths) first\(paths) second")
        // Opening waits for the reader. After a second, what was read is added.
        let writer = try #require(
            FileHandle(forWritingAtPath: scarybug.workingDirectory + "/first"))
        usleep(1_000_000)
        try writer.write(contentsOf: Data(scarybug.directory.bytes(of: "work/a.scarybug")))
        try writer.close()
        let documents = "records/users/alice/Private Documents"
        while try scarybug.directory.names(in: documents).count < 3 { usleep(1_000) }
        session.send(signal: SIGINT)
        let transcript = session.finish()
        let count = try scarybug.directory.names(in: documents).count - 1
        #expect(
            transcript.standardError.hasSuffix(
                "scarybug: -c:1: interrupted after \(count) of 802 files; "
                    + "\(count) documents are kept, and 'undo' removes them\n"),
            "\(transcript)")
        #expect(transcript.status == 130 && transcript.lines.count == count)
        #expect(try scarybug.run("undo").lines.count == count + 1)
        #expect(try scarybug.run("list").gave("1  Potato Bug\n"))
    }

    @Test(arguments: [
        ("-c 'new Moth notes=@pipe'", "-c:1: ", "by the pond"),
        ("-c 'import pipe'", "-c:1: ", "title\nMoth"), ("-c 'source pipe'", "-c:1: ", "new Moth"),
        ("-f pipe", "", "new Moth"),
    ])
    func `a command says that it waits for a pipe, and goes on when data come`(
        arguments: String, place: String, data: String
    ) throws {
        // The writer opens the pipe only after the message.
        let transcript = try scarybug.shell(
            """
            mkfifo pipe
            '\(scarybug.executable)' \(arguments) 2>&1 |
                { read -r message; printf '%s\n' '\(data)' >pipe; printf '%s\n' "$message"; cat; }
            """)
        #expect(
            transcript.lines.first
                == "scarybug: \(place)waiting for data from pipe; Ctrl-C stops", "\(transcript)")
        #expect(try scarybug.run("count").gave("1\n"))
    }

    @Test func `an interrupted first import leaves no workspace`() throws {
        let pipe = scarybug.directory.path("pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let session = try scarybug.start("import", pipe)
        while scarybug.staged.isEmpty { usleep(10_000) }
        session.send(signal: SIGINT)
        #expect(
            session.finish().gave(
                error: "scarybug: interrupted; nothing was imported\n", status: 130))
        #expect(!scarybug.directory.exists("records/users/alice"))
    }

    // Takes some seconds: six kills at different moments of the work, and a check after each.
    @Test func `a kill at any moment leaves each document as before or as after`() throws {
        let picture = try scarybug.directory.write(
            SamplePhotograph.jpeg(7, count: 5_000), to: "work/a.jpg")
        try scarybug.run("new", "kept", "rating=1")
        // Thumbnails would take most of the time.
        var plain = scarybug
        plain.environment["PATH"] = "/nonexistent"
        var last = 0
        for round in 1...6 {
            let session = try plain.start()
            let lines = (1...60).map { step in
                step % 2 == 0
                    ? "set 1 rating=\(step % 6) notes=r\(step % 6) image=\(picture)\n"
                    : "new 'round \(round) step \(step)' image=\(picture)\n"
            }
            try session.type(lines.joined())
            // Waits for a number of reports that depends on the round, then kills the session in
            // mid-work.
            var reported = 0
            for _ in 1...round * 3 {
                if try session.readLine()?.hasPrefix("1  kept") == false { reported += 1 }
            }
            session.send(signal: SIGKILL)
            #expect(session.finish().status == 137)
            let listed = try scarybug.run("--json", "list")
            #expect(listed.status == 0)
            #expect(listed.standardError == "")
            for line in listed.lines.dropFirst() { #expect(line.contains(#""bytes":5096"#)) }
            #expect(listed.lines.count >= last + reported)
            let kept = try #require(listed.lines.first)
            #expect((0...5).contains { kept.contains(#""rating":\#($0)"#) })
            last = listed.lines.count
        }
        try scarybug.run("new", "after")
        #expect(scarybug.staged == [])
    }

    @Test func `a closed pipe ends the program quietly`() throws {
        try scarybug.run(input: String(repeating: "new x\n", count: 2_000))
        var shell = scarybug
        shell.environment["SCARYBUG"] = scarybug.executable
        let transcript = try shell.shell(
            #"(yes list | head -10000 | "$SCARYBUG"; echo "status $?" >&2) | head -1"#)
        #expect(transcript.gave("   1  x\n", error: "status 0\n"))
    }
}

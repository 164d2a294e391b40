import Glibc
import TestSupport
import Testing

/// The copies that a command prepares in `TMPDIR` for others, after it was killed. Slow scripts stand for the
/// programs that read photographs.
@Suite struct AbandonedFilesTests {
    private let scarybug: Program

    init() throws {
        var scarybug = try Program(user: "alice")
        var exif = SampleEXIF(seen: "2026:05:17 14:03:22")
        exif.setPosition(north: [50, 1, 55, 1, 57, 1], east: [1, 1, 27, 1, 3, 1], "W")
        try scarybug.directory.write(SamplePhotograph.jpeg(exif), to: "work/a.jpg")
        try scarybug.run("new", "Ant", "image=a.jpg")
        let (programs, child) = (
            try scarybug.directory.makeDirectory("programs"), scarybug.directory.path("child")
        )
        for name in ["exiftool", "vipsthumbnail"] {
            try scarybug.directory.write(
                "#!/bin/sh\necho $$ >'\(child)'\nexec sleep 60\n", to: "programs/\(name)")
            try #require(chmod("\(programs)/\(name)", 0o755) == 0)
        }
        scarybug.environment["PATH"] = "\(programs):/usr/bin:/bin"
        self.scarybug = scarybug
    }

    private var left: [String] { get throws { try scarybug.directory.names(in: "temporary") } }

    /// Starts a command, and waits until it has started a child.
    private func start(_ words: [String]) throws -> (RunningProgram, child: String) {
        let command = try scarybug.start(words)
        for _ in 0..<1_000 {
            if scarybug.directory.exists("child"),
                let line = try scarybug.directory.text(of: "child").split(separator: "\n").first
            {
                return (command, String(line))
            }
            usleep(10_000)
        }
        throw TestFailure("no child started:\(command.finish(within: 0))")
    }

    @Test(arguments: [
        ["export", "1", ".", "--without", "location"],
        ["send", "1", "bob@example.org", "--without", "location"],
        ["gallery", "a.html"],
    ])
    func `the next command removes them, and the child has ended`(words: [String]) throws {
        let (command, child) = try start(words)
        #expect(try left == ["scarybug-\(geteuid())"])
        // The command lives, so its files stay.
        #expect(try scarybug.run("list").gave("1  Ant\n"))
        let kept = try scarybug.shell("ls -A ../temporary/*").lines
        #expect(!kept.isEmpty)
        command.send(signal: SIGKILL)
        #expect(command.finish().status == 137)
        for _ in 0..<500 where isRunning(child) { usleep(10_000) }
        #expect(!isRunning(child))
        #expect(try scarybug.shell("ls -A ../temporary/*").lines == kept)
        #expect(try scarybug.run("list").gave("1  Ant\n"))
        #expect(try left == [])
    }

    /// Whether a process runs. One that the system's first process hasn't waited for yet doesn't.
    private func isRunning(_ process: String) -> Bool {
        let state = try? scarybug.shell("cut -d' ' -f3 /proc/\(process)/stat").standardOutput
        return state?.contains { "RSD".contains($0) } == true
    }

    @Test(arguments: ["mkdir -m 777", "ln -s ../work", "touch"])
    func `a name that is taken prevents no command and is left alone`(taking: String) throws {
        _ = try scarybug.shell("\(taking) ../temporary/scarybug-\(geteuid()); true")
        _ = try scarybug.shell("mkdir -p ../temporary/scarybug-\(geteuid())/.scarybug-1; true")
        let before = try scarybug.shell("ls -AR ../temporary").standardOutput
        var program = scarybug
        program.environment["PATH"] = "/usr/bin:/bin"
        #expect(try program.run("list").gave("1  Ant\n"))
        #expect(try scarybug.shell("ls -AR ../temporary").standardOutput == before)
        try scarybug.directory.write(SamplePhotograph.jpeg(9), to: "work/b.jpg")
        try program.run("set", "1", "image=b.jpg")
        #expect(try program.run("export", "1", "-", "--without", "location").status == 0)
        #expect(try scarybug.shell("ls -AR ../temporary").standardOutput == before)
    }
}

import Foundation
import TestSupport
import Testing

/// Several real processes in one workspace.
@Suite struct ConcurrencyTests {
    let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
    }

    // Takes a few seconds: each of eight processes makes and imports 50 documents.
    @Test func `eight processes never get the same number and lose nothing`() throws {
        var giver = scarybug
        giver.environment["SCARYBUG_USER"] = "bob"
        try giver.run("new", "gift", "rating=5")
        try giver.run("export", "1", "gift.scarybug")
        let running = try (0..<8).map { process in
            let lines = (0..<25).map { "new 'p\(process) n\($0)'\nimport gift.scarybug\n" }
            let session = try scarybug.start()
            try session.type(lines.joined())
            return session
        }
        var numbers: [Int] = []
        for session in running {
            let transcript = session.finish()
            #expect(transcript.status == 0)
            #expect(transcript.standardError == "")
            #expect(transcript.lines.count == 50)
            numbers += transcript.lines.compactMap(Self.number)
        }
        #expect(numbers.count == 400)
        #expect(Set(numbers) == Set(1...400))
        let titles = try scarybug.run("--csv", "list").lines.dropFirst().map {
            $0.split(separator: ",")[2]
        }
        #expect(titles.count { $0 == "gift" } == 200)
        #expect(Set(titles).count == 201)
        #expect(!scarybug.directory.exists("records/users/alice/Staging"))
    }

    /// The number in an output line of `new` or `import`.
    private static func number(_ line: String) -> Int? {
        let words = line.split(separator: " ")
        guard words.first == "imported" else { return words.first.flatMap { Int($0) } }
        return words.count > 3 ? Int(words[3]) : nil
    }

    // Takes two seconds, the timeout of a lock.
    @Test func `a lock that cannot be had is reported with its holder`() throws {
        try scarybug.run("new", "Ant")
        let path = scarybug.directory.path("records/users/alice")
        let held = open(path + "/Lock", O_RDONLY | O_DIRECTORY)
        defer { close(held) }
        try #require(flock(held, LOCK_EX) == 0)
        let start = ContinuousClock.now
        let running = try [
            ["new", "Wasp"], ["set", "1", "rating=3"], ["delete", "1"], ["config", "kind=book"],
        ].map { try scarybug.start($0) }
        for command in running {
            let transcript = command.finish()
            #expect(
                transcript.gave(
                    error: "scarybug: \(path) is in use by another program (process \(getpid())); "
                        + "try again\n", status: 1), "\(transcript)")
            let duration = start.duration(to: .now)
            #expect(duration > .seconds(2) && duration < .seconds(4))
        }
        #expect(try scarybug.run("export", "1", "ant.scarybug").status == 0)
        flock(held, LOCK_UN)
        #expect(try scarybug.run("list").gave("1  Ant\n"))
    }

    @Test func `a session that waits for its reader keeps nobody from changing documents`() throws {
        let title = String(repeating: "x", count: 4_000)
        let lines = (1...60).map { "new '\($0) \(title)'\n" }.joined()
        let script = try scarybug.directory.write(lines, to: "work/long.bugs")
        let writer = try scarybug.start(["-f", script])
        // Nobody reads its results, so the pipe is full some time.
        while try !String(contentsOfFile: "/proc/\(writer.identifier)/wchan", encoding: .utf8)
            .contains("pipe_write")
        { usleep(1_000) }
        #expect(try scarybug.run("set", "1", "rating=4", within: 1).status == 0)
        #expect(writer.finish().lines.count == 60)
    }
}

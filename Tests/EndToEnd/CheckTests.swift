import TestSupport
import Testing

/// `check` beside other sessions.
@Suite struct CheckTests {
    private let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
    }

    // Takes a few seconds: three sessions make changes during the check.
    @Test func `work of other sessions is not a finding`() throws {
        try scarybug.directory.write(
            SamplePicture.jpeg(Array(repeating: 7, count: 1_000)), to: "work/a.jpg")
        try scarybug.run(input: (1...50).map { "new Wasp\($0)\n" }.joined())
        // Thumbnails would take most of the time.
        var plain = scarybug
        plain.environment["PATH"] = "/nonexistent"
        let running = try (0..<3).map { process in
            let session = try plain.start()
            let lines = (1...100).map { step in
                """
                new 'Moth \(process) \(step)' image=a.jpg
                set \(1 + step % 50) notes=\(step) image=\(step % 2 == 0 ? "a.jpg" : "")
                delete 'title:moth' number:>50 limit:1

                """
            }
            try session.type(lines.joined())
            return session
        }
        for count in 0..<6 {
            let transcript = try scarybug.run(count % 2 == 0 ? ["check"] : ["check", "--repair"])
            #expect(transcript.status == 0 && transcript.lines.count == 1, "\(transcript)")
        }
        for session in running { _ = session.finish() }
        #expect(try scarybug.run("check").status == 0)
        #expect(!scarybug.directory.exists("records/users/alice/Lost and Found"))
    }
}

import TestSupport
import Testing

/// Several real processes at work in one workspace.
@Suite struct ConcurrencyTests {
    let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
    }

    // Takes a few seconds: eight processes make and take in 50 documents each.
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

    /// The number that a line of `new` or `import` tells.
    private static func number(_ line: String) -> Int? {
        let words = line.split(separator: " ")
        guard words.first == "imported" else { return words.first.flatMap { Int($0) } }
        return words.count > 3 ? Int(words[3]) : nil
    }

    @Test func `edits of different fields by many processes are all kept`() throws {
        try scarybug.run("new", "shared")
        let fields = ["notes", "species", "place", "observer"]
        let running = try fields.map { field in
            let session = try scarybug.start()
            try session.type(
                (1...20).map { "set 1 \(field)=v\($0) tags+=\(field)\($0)\n" }.joined())
            return session
        }
        for session in running {
            let transcript = session.finish()
            #expect(transcript.gave(String(repeating: "1  shared\n", count: 20)))
        }
        let shown = try scarybug.run("--json", "show", "1").standardOutput
        for field in fields {
            #expect(shown.contains("\"\(field)\":\"v20\""))
            for number in 1...20 { #expect(shown.contains("\"\(field)\(number)\"")) }
        }
    }

    @Test func `a reader never sees half a document`() throws {
        let picture = try scarybug.directory.write(
            [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 10_000), to: "work/a.jpg")
        try scarybug.run("new", "shared", "image=\(picture)")
        let writer = try scarybug.start()
        try writer.type(
            String(repeating: "set 1 image=\(picture)\nset 1 rating=3\n", count: 100))
        let reader = try scarybug.start("--json")
        try reader.type(String(repeating: "show 1\n", count: 500))
        let read = reader.finish()
        #expect(writer.finish().standardError == "")
        #expect(read.standardError == "")
        #expect(read.lines.count == 500)
        #expect(read.lines.allSatisfy { $0.contains(#""image":{"bytes":10004,"#) })
    }
}

import KeyedArchive
import TestSupport
import Testing

/// A session prints what the example in each command's help shows.
@Suite struct HelpExampleTests {
    private static let commands = Result {
        try Program(user: "alice").run("--csv", "help").lines.dropFirst()
            .map { String($0.prefix { $0 != "," }) }
    }

    /// The last prompts that differ from the ones before them.
    private static let ends = [
        "begin": "\nalice> ", "commit": "\nalice> ", "close": "\nalice> ",
        "next": "\nalice/3> ", "previous": "\nalice/2> ", "view": "\nalice> ",
        "clear": "\n\u{1B}[H\u{1B}[2Jalice> ",
    ]

    private let scarybug: Program

    init() throws {
        var program = try Program(user: "alice")
        // The examples are readable in every locale, so they show ratings as numbers.
        program.environment["LC_ALL"] = "C"
        program.environment["SCARYBUG_VIEWER"] = "true"
        program.environment["EDITOR"] = "sed -i 's/^rating: 2/rating: 3/'"
        try program.directory.write(SamplePhotograph.jpeg(7), to: "work/wing.jpg")
        try program.directory.write("RIFF", to: "work/song.wav")
        try program.directory.makeDirectory("work/Pictures/2026")
        try program.directory.makeDirectory("work/Share")
        var exif = SampleEXIF(seen: "2025:05:17 14:03:22")
        exif.setPosition(north: [50, 1, 0, 1, 0, 1], east: [1, 1, 30, 1, 0, 1])
        try program.directory.write(
            SamplePhotograph.jpeg(exif), to: "work/Pictures/2026/IMG_1203.JPG")
        try program.directory.write("new Weta rating=3.5\nnew Wasp\n", to: "work/trip.bugs")
        try program.run(
            input: """
                new 'Bullet Ant' rating=4 tags=rainforest place=Peru seen=2026-05-01
                new Ladybird rating=0.5 tags=garden,red
                new 'Stag Beetle' rating=2 tags=garden place=Kent
                backup alice.zip
                export 2 -
                """)
        try program.run(
            "--user", "bob",
            input: "new 'Hawk Moth' --kind creature rating=2.5\nexport 1 moth.scarybug\n")
        scarybug = program
    }

    @Test func `each command has an example`() throws {
        for command in try Self.commands.get() {
            let lines = try example(of: command)
            #expect(
                lines.contains {
                    $0.contains(#/^(alice.*> |\$ scarybug )/#) && $0.contains(" \(command)")
                },
                "\(command)")
            #expect(lines.allSatisfy { $0.count < 78 }, "\(command)")
        }
    }

    @Test func `completions are for a shell`() throws {
        let lines = try example(of: "completions")
        let command = try #require(lines.first?.dropFirst("$ ".count))
        #expect(try scarybug.inPath.shell(String(command)).lines == Array(lines.dropFirst()))
    }

    private static let others = ["quit", "completions"]

    @Test(arguments: (try? commands.get())?.filter { !others.contains($0) } ?? [])
    func `an example is what a session shows`(command: String) throws {
        let lines = try example(of: command)
        if command == "view" { try scarybug.run("set", "3", "image=wing.jpg") }
        if command == "detach" { try scarybug.run("attach", "3", "wing.jpg") }
        if command == "resolve" { try addConflict() }
        let terminal = try PseudoTerminal(scarybug, kind: "dumb", columns: 200)
        let shown = try terminal.shown(typing: lines, until: Self.ends[command])
        let start = shown.firstRange(of: "alice> ")?.lowerBound ?? shown.startIndex
        #expect(
            Self.stable(String(shown[start...])) == Self.stable(lines.map { $0 + "\n" }.joined()))
    }

    @Test func `quit ends the session`() throws {
        #expect(try example(of: "quit") == ["alice> quit"])
        let terminal = try PseudoTerminal(scarybug, kind: "dumb")
        try terminal.expect("alice> ")
        try terminal.type("quit\r")
        #expect(try terminal.finish() == 0)
    }

    /// Puts another rating beside the one of the Stag Beetle.
    private func addConflict() throws {
        let path = "records/users/alice/Private Documents/3.scarybug/data.plist"
        var archive = try KeyedArchive(bytes: scarybug.directory.bytes(of: path))
        let object = try #require(try archive.root("Data"))
        try archive.setValue(.float(4), forKey: "Rating~1b2c3d4e", of: object)
        try scarybug.directory.write(archive.encoded(), to: path)
    }

    private func example(of command: String) throws -> [String] {
        let help = try scarybug.run("help", command, "--full").lines
        let lines = help.drop { $0 != "Example:" }.dropFirst()
            .prefix { $0.isEmpty || $0.hasPrefix("  ") }
        let end = lines.lastIndex { !$0.isEmpty } ?? lines.startIndex
        return lines[...end].map { String($0.dropFirst(2)) }
    }

    /// The text without what differs from run to run, and without control sequences.
    private static func stable(_ text: String) -> String {
        text.replacing(#/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/#, with: "UUID")
            .replacing(#/[0-9.]+ (bytes|KiB)/#, with: "SIZE")
            .replacing(#/\x{1B}\[[0-9]*[A-Z]/#, with: "")
    }
}

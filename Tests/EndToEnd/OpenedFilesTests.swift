import TestSupport
import Testing

/// A command opens a file only as often as it must.
@Suite(.enabled(if: Program.isTraceable, "strace cannot run here"))
struct OpenedFilesTests {
    private let scarybug: Program

    init() throws { scarybug = try Program(user: "alice") }

    /// The calls of a command that opened a file.
    private func calls(opening path: String, _ arguments: String...) throws -> [SystemCall] {
        let (transcript, calls) = try scarybug.traced(
            arguments, recording: ["open", "openat", "openat2"])
        #expect(transcript.status == 0, "\(transcript)")
        return calls.filter { call in
            !call.hasFailed && call.paths.contains { $0.hasSuffix(path) }
        }
    }

    /// The original is read once. Its copy without the position is written, and then packed.
    @Test(.enabled(if: Tool.isExpected("exiftool"), "there is no exiftool here"))
    func `an export without the location opens a photograph three times`() throws {
        var exif = SampleEXIF(seen: "2026:05:17 14:03:22")
        exif.setPosition(north: [50, 1, 55, 1, 57, 1], east: [1, 1, 27, 1, 3, 1], "W")
        try scarybug.directory.write(SamplePhotograph.jpeg(exif), to: "work/a.jpg")
        try scarybug.run("new", "Ant", "image=a.jpg")
        let opened = try calls(
            opening: "/fullImage.jpg", "export", "1", "a.scarybug", "--without", "location")
        #expect(opened.count == 3, "\(opened)")
    }

    @Test func `a sync with nothing new opens no bundle`() throws {
        try scarybug.directory.makeDirectory("work/share")
        for name in ["Ant", "Bee"] { try scarybug.run("new", name) }
        try scarybug.run("sync", "share")
        try scarybug.run("--user", "bob", "sync", "share")
        try scarybug.run("--user", "bob", "set", "2", "rating=3")
        try scarybug.run("--user", "bob", "sync")
        let opened = try [calls(opening: ".scarybug", "sync"), calls(opening: ".scarybug", "sync")]
            .map { calls in
                calls.flatMap(\.paths).count { $0.contains(#/-[0-9a-f]{8}\.scarybug$/#) }
            }
        #expect(opened == [1, 0])
    }

    /// Makes a bundle `b.scarybug` of a document that both alice and bob have changed.
    private func makePartedCopy() throws {
        try scarybug.run("new", "Ant", "rating=2", "place=garden")
        try scarybug.run("export", "1", "a.scarybug")
        try scarybug.run("--user", "bob", "import", "a.scarybug")
        try scarybug.run("--user", "bob", "set", "1", "rating=4", "place=wood")
        try scarybug.run("--user", "bob", "export", "1", "b.scarybug")
        try scarybug.run("set", "1", "rating=5", "notes=dark")
        // The index reads the change, too.
        try scarybug.run("list")
    }

    /// It is read once to compare it, and once under the lock.
    @Test func `an update by a parted copy opens the document's data file twice`() throws {
        try makePartedCopy()
        let opened = try calls(
            opening: "/Private Documents/1.scarybug/data.plist", "import", "b.scarybug",
            "--update")
        #expect(opened.count == 2, "\(opened)")
        #expect(try scarybug.run("show", "1").standardOutput.contains("wood"))
    }

    /// The new bytes, their directory, the one for what is prepared, and the history's log; then the
    /// journal and the file of the exchanges.
    @Test func `an update by a parted copy syncs six times`() throws {
        try makePartedCopy()
        let (transcript, calls) = try scarybug.traced(
            ["import", "b.scarybug", "--update"],
            recording: ["fsync", "fdatasync", "syncfs", "sync", "sync_file_range", "msync"])
        #expect(transcript.status == 0, "\(transcript)")
        #expect(calls.count == 6, "\(calls)")
    }

    /// The first bytes tell what the file is, and its encoding. Then each row is read once, and staged.
    @Test func `the rows of a table are read once`() throws {
        let rows = (1...4_000).map { "Ant \($0),2026-05-01,\(String(repeating: "x", count: 90))\n" }
        let text = "title,seen,notes\n" + rows.joined()
        try scarybug.directory.write(Array(text.utf8), to: "work/t.csv")
        let (transcript, calls) = try scarybug.traced(
            ["import", "t.csv"], recording: ["read", "pread64"])
        #expect(transcript.status == 0, "\(transcript)")
        let read = calls.filter { $0.arguments.contains(/^\d+<[^>]*\/t\.csv>/) }
            .compactMap { Int($0.result) }.reduce(0, +)
        #expect(read >= text.utf8.count && read < text.utf8.count + 150_000, "\(read)")
    }

    /// All answers are in the index, but the notes of one document, which are too long for it.
    @Test func `lists, counts and statistics open no document`() throws {
        try scarybug.run("new", "Ant", "species=Lasius niger", "notes=small", "tags=a,b")
        try scarybug.run("new", "Bee", "notes=\(String(repeating: "x", count: 20_000))")
        try scarybug.run("list")
        for line in [
            ["--csv", "list", "--columns", "number,species,tags"], ["--json", "list", "1-1"],
            ["list", "--columns", "title,seen,image"], ["count", "by", "species"], ["stats"],
            ["stats", "--by", "tags"], ["duplicates"], ["list", "seen:2026"],
        ] {
            let (transcript, calls) = try scarybug.traced(line, recording: ["openat", "openat2"])
            let opened = calls.filter { $0.paths.contains { $0.hasSuffix("/data.plist") } }
            #expect(transcript.status == 0 && opened.isEmpty, "\(line) \(opened)")
        }
        let opened = try calls(opening: "/2.scarybug/data.plist", "--csv", "list")
        #expect(opened.count == 1, "\(opened)")
        #expect(try calls(opening: "/1.scarybug/data.plist", "--csv", "list").isEmpty)
    }
}

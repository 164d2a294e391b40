import ScaryBugs
import TestSupport
import Testing

/// Texts that tell a place, or may tell it, in copies without the location.
@Suite struct LocationHintTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(
            "-c", "field add habitat text", "-c", "new Ant place='Itchen Valley, UK' at=50.1,-1.2")
    }

    private func set(_ field: String, _ text: String) throws {
        try scarybug.run("set", "1", "\(field)=\(text)")
    }

    private static let positions = [
        "su 38745 14832", "TL2871", "50.93 -1.45", "LV95 2703456 / 1241234",
        "http://osm.org/#map=5/48.2/16.3",
    ]

    @Test(arguments: ["notes", "tags", "habitat", "species"], positions)
    func `a text with a position is left out`(field: String, position: String) throws {
        try set(field, "seen at \(position) at noon")
        let exported = try scarybug.run("export", "1", "%/a.scarybug", "--without", "location")
        #expect(
            exported.standardError.hasPrefix(
                "scarybug: warning: document 1: left out what may tell where: \(field)\n"))
    }

    @Test(arguments: positions)
    func `a title with a position is refused`(position: String) throws {
        try set("title", "Ant of \(position)")
        let exported = try scarybug.run("export", "1", "%/a.scarybug", "--without", "location")
        #expect(exported.status == 1)
        #expect(exported.standardError.contains("'Ant of \(position)' may tell a position; "))
    }

    @Test(
        arguments: [
            ("title", "Wasp of the itchen valley"), ("notes", "In the Itchen-Valley."),
            ("tags", "itchen valley,red"), ("notes", "https://w3w.co/filled.count.soap"),
            ("habitat", "Lat. 50.9324"),
        ])
    func `what may tell the place is named, and goes out`(field: String, text: String) throws {
        try set("at", "")
        try set(field, text)
        let exported = try scarybug.run("export", "1", "-", "--without", "location", "--bare")
        let remedy =
            field == "title"
            ? "'set N title=…' changes it" : "add '--without \(field)' to leave it out"
        #expect(
            exported.standardError
                == "scarybug: warning: \(field) of document 1 may tell where and goes out: \(remedy)\n"
        )
        let all = try scarybug.run("export", "1", "%/a.scarybug", "--without", "location,\(field)")
        #expect(field == "title" || !all.standardError.contains("may tell"))
    }

    @Test func `a photograph with the place in its name is named`() throws {
        try scarybug.directory.write(SamplePicture.png, to: "work/Itchen Valley.png")
        try scarybug.run("set", "1", "image=%/Itchen Valley.png")
        let exported = try scarybug.run("export", "1", "%/a.scarybug", "--without", "location")
        #expect(
            exported.standardError.hasPrefix(
                "scarybug: warning: image of document 1 may tell where and goes out: "))
    }

    @Test(
        arguments: ExportFormat.allCases.filter { $0 != .picture }.map {
            ["export", "1", "%/out/", "--format", $0.rawValue]
        } + [
            ["gallery", "%/a.html", "1"], ["labels", "%/a.html", "1"], ["backup", "%/a.zip"],
            ["send", "1", "x@example.org", "--print"],
        ], [["--without", "location"], ["--blur", "10km"]])
    func `each way out names it first`(words: [String], options: [String]) throws {
        try set("title", "Wasp of Itchen Valley")
        #expect(
            try scarybug.run(words + options).standardError.hasPrefix(
                "scarybug: warning: title of document 1 may tell where and goes out: "))
    }
}

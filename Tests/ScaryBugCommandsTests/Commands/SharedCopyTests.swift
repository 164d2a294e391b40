import Foundation
import TestSupport
import Testing

/// Copies for others that lack some values, and what comes back with them.
@Suite(
    .enabled(if: Tool.isExpected("exiftool"), "exiftool (libimage-exiftool-perl) is missing"))
struct SharedCopyTests {
    private let scarybug: InProcess

    /// Alice's document has a value in each field, and a photograph that tells where it was taken.
    init() throws {
        scarybug = try InProcess(user: "alice")
        var exif = SampleEXIF(seen: "2026:05:17 14:03:22")
        exif.setPosition(north: [50, 1, 55, 1, 57, 1], east: [1, 1, 27, 1, 3, 1], "W")
        try scarybug.directory.write(SamplePhotograph.jpeg(exif), to: "work/a.jpg")
        try scarybug.directory.write(SamplePhotograph.jpeg(9), to: "work/b.jpg")
        try scarybug.directory.write(SamplePhotograph.jpeg(8), to: "work/c.jpg")
        try scarybug.directory.write(Array("GPX 50.9324".utf8), to: "work/track.gpx")
        try scarybug.run(
            "-c",
            """
            field add habitat text
            new Ant rating=2 tags=red,wet notes=small species=Formica place='Southampton Common' \\
                at=50.9324,-1.4508±25 observer=Nina seen=2026-05-17 habitat=forest image=%/a.jpg
            attach 1 %/track.gpx
            """)
        try run("bob", "field", "add", "habitat", "text")
    }

    @discardableResult
    private func run(_ user: String, _ words: String...) throws -> Transcript {
        try scarybug.run(["--user", user] + words)
    }

    @discardableResult
    private func export(_ user: String = "alice", _ words: String...) throws -> Transcript {
        try scarybug.run(["--user", user, "export", "1", "%/a.scarybug", "--force"] + words)
    }

    /// The values and the files of a user's document, without its dates.
    private func content(of user: String) throws -> [String] {
        let shown = try run(user, "show", "1").lines.filter { line in
            !["modified", "exchanges", "              "].contains {
                line.drop { $0 == " " }.hasPrefix($0) || line.hasPrefix($0) && $0.first == " "
            }
        }
        let place = "records/users/\(user)/Private Documents/1.scarybug"
        let files = try FileManager.default.contentsOfDirectory(
            atPath: scarybug.directory.path(place)
        ).sorted().filter { !$0.hasPrefix("thumb") && $0 != "data.plist" }
        return try shown
            + files.map { "\($0) \(try scarybug.directory.bytes(of: "\(place)/\($0)").hashValue)" }
    }

    /// All that is in the bundle, unpacked.
    private func packed() throws -> [String: [UInt8]] {
        let unpacked = scarybug.directory.path("unpacked")
        try? FileManager.default.removeItem(atPath: unpacked)
        try run("carol", "import", "%/a.scarybug")
        let place = "records/users/carol/Private Documents/1.scarybug"
        let names = try FileManager.default.contentsOfDirectory(
            atPath: scarybug.directory.path(place))
        return try Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, try scarybug.directory.bytes(of: "\(place)/\($0)"))
            })
    }

    // MARK: What goes out

    @Test(arguments: [["--without", "location"], ["--blur", "10km"]])
    func `nothing of the position is in the bundle`(options: [String]) throws {
        let exported = try scarybug.run(["export", "1", "%/a.scarybug"] + options)
        #expect(
            exported.standardError.contains(
                "document 1: left out what may tell where: track.gpx\n"))
        #expect(!exported.standardError.contains("tells where"))
        let files = try packed()
        #expect(Set(files.keys) == ["data.plist", "fullImage.jpg", "thumbImage.jpg"])
        for (name, bytes) in files {
            let text = String(decoding: bytes, as: UTF8.self)
            for trace in ["50.93", "1.4508", "Southampton", "GPX", "±25", "a1f1"] {
                #expect(!text.contains(trace), "\(name) \(trace)")
            }
            #expect(bytes.firstRange(of: [50, 0, 0, 0, 1, 0, 0, 0, 55]) == nil)
        }
        let shown = try run("carol", "show", "1").standardOutput
        #expect(shown.contains("Nina") && shown.contains("2026-05-17"))
        #expect(
            shown.contains("at is rounded to a grid of 10 km") == (options.first == "--blur"))
        #expect(shown.contains("±10000") == (options.first == "--blur"))
        // A position of the receiver's own is not rounded.
        for position in ["10.123456,20.123456", ""] {
            try run("carol", "set", "1", "at=\(position)")
            let shown = try run("carol", "show", "1").standardOutput
            #expect(!shown.contains("at is rounded"))
            #expect(shown.contains("10.123456") == !position.isEmpty)
        }
    }

    @Test func `each named field is left out, with its text and conflicts`() throws {
        let fields = "rating,tags,notes,species,place,at,observer,seen,habitat,image"
        try export("alice", "--without", fields)
        let shown = try run("carol", "import", "%/a.scarybug").standardOutput
        #expect(shown == "imported %/a.scarybug as 1\n")
        let json = try run("carol", "--json", "show", "1").standardOutput
        for value in [
            "wet\"", "small", "Formica", "Common", "50.9", "Nina", "2026-05-17", "forest",
        ] {
            #expect(!json.contains(value), "\(value)")
        }
        #expect(json.contains("track.gpx"))
    }

    @Test(
        arguments: [
            (["--without", "locaton"], "there is no field 'locaton'; the nearest is 'location'"),
            (["--without", ""], "'' is no list of fields; write location or notes,place"),
            (
                ["--without", "notes,"],
                "'notes,' is no list of fields; write location or notes,place"
            ),
            (["--without", "title"], "the title can't be left out: every document has one"),
            (["--blur", "5"], "the grid '5' is not from 100m to 1000km; write 10km"),
            (["--blur", "x"], "the grid 'x': 'x' is not a distance; write 25, 25m or 10km"),
            (
                ["--all-fields", "--blur", "1km"],
                "--all-fields leaves nothing out; leave out the other option"
            ),
        ] as [([String], String)])
    func `a wrong option exports nothing`(options: [String], message: String) throws {
        let exported = try scarybug.run(["export", "1", "%/a.scarybug"] + options)
        #expect(exported.gave(error: "scarybug: \(message)\n", status: 1))
    }

    @Test func `a title, a key and a photograph that tell a position are refused`() throws {
        try run("alice", "set", "1", "title=Ant at 50.9324,-1.4508")
        #expect(
            try export("alice", "--without", "location").standardError.contains(
                "document 1: the title 'Ant at 50.9324,-1.4508' may tell a position; 'set N title=…'"
            ))
        try run("alice", "set", "1", "title=Ant")
        try scarybug.directory.write(Array("?".utf8), to: "work/50.932 -1.451.txt")
        try run("alice", "attach", "1", "%/50.932 -1.451.txt")
        #expect(
            try export("alice", "--without", "location").standardError.contains(
                "document 1: the name of the file '50.932 -1.451.txt' may tell a position"))
    }

    @Test func `config share leaves out, and --all-fields overrides it`() throws {
        #expect(
            try run("alice", "config", "share=with:location").gave(
                error: "scarybug: share 'with:location' is not understood; write without:location "
                    + "or blur:10km, or both with a blank between them\n", status: 1))
        try run("alice", "config", "share=without:location,notes")
        try export()
        try run("bob", "import", "%/a.scarybug")
        #expect(try !run("bob", "show", "1").standardOutput.contains("small"))
        try export("alice", "--all-fields")
        try run("bob", "import", "%/a.scarybug", "--update")
        let shown = try run("bob", "show", "1").standardOutput
        #expect(shown.contains("small") && shown.contains("50.9324,-1.4508±25"))
    }

    @Test func `a backup for others has no queries, and nothing of the position`() throws {
        try run("alice", "query", "add", "home", "near:50.9324,-1.4508/5km")
        try run("alice", "backup", "%/a.zip", "--without", "location")
        let bytes = try scarybug.directory.bytes(of: "work/a.zip")
        let text = String(decoding: bytes, as: UTF8.self)
        for trace in ["50.93", "Southampton", "GPX", "near:"] {
            #expect(!text.contains(trace), "\(trace)")
        }
        #expect(
            try run("dora", "restore", "%/a.zip").standardOutput
                == "restored %/a.zip: Ant as 1\n")
        try run("dora", "set", "1", "notes=large")
        try export("dora")
        #expect(
            try run("alice", "import", "%/a.scarybug", "--update").gave("updated 1  Ant: notes\n"))
    }

    @Test func `a conflict is left out with all its values`() throws {
        try export()
        try run("bob", "import", "%/a.scarybug")
        try run("alice", "set", "1", "notes=plain", "image=%/b.jpg")
        try run("bob", "set", "1", "notes=at 50.9324", "image=%/c.jpg")
        try export("bob")
        try run("alice", "import", "%/a.scarybug", "--update")
        #expect(try run("alice", "show", "1").standardOutput.contains("conflict"))
        try export("alice", "--without", "location,image")
        let files = try packed()
        #expect(Set(files.keys) == ["data.plist"])
        let data = String(decoding: files["data.plist"] ?? [], as: UTF8.self)
        #expect(!data.contains("plain") && !data.contains("Notes~") && !data.contains("fullImage"))
        try run("carol", "set", "1", "rating=5")
        try export("carol")
        let updated = try run("alice", "import", "%/a.scarybug", "--update").standardOutput
        #expect(updated == "updated 1  Ant: rating\n")
    }

    @Test func `a position goes with what a copy says of it`() throws {
        for (size, name) in [("10km", "near"), ("100km", "far")] {
            try run("alice", "export", "1", "%/\(name).scarybug", "--blur", size)
        }
        for (user, names) in [("bob", ["near", "far"]), ("carol", ["far", "near"])] {
            for name in names { try run(user, "import", "%/\(name).scarybug", "--update") }
            let shown = try run(user, "show", "1").standardOutput
            #expect(shown.contains("±10000\n") == shown.contains("grid of 10 km"))
            #expect(shown.contains("±100000\n") == shown.contains("grid of 100 km"))
        }
        // An exact position is not rounded.
        try export()
        try run("bob", "import", "%/a.scarybug", "--update")
        #expect(try !run("bob", "show", "1").standardOutput.contains("rounded"))
    }

    @Test(arguments: [["--without", "location"], ["--without", "at,image"], []])
    func `the checksum of a stand-in goes with it`(options: [String]) throws {
        try export("alice", "--blur", "10km")
        try run("bob", "import", "%/a.scarybug")
        let changes = { (user: String) in
            let place = "records/users/\(user)/Private Documents/1.scarybug/data.plist"
            return String(decoding: try scarybug.directory.bytes(of: place), as: UTF8.self)
        }
        let standIns = try changes("bob").matches(of: /(at|\/fullimage.jpg)=([0-9a-f]{8})/)
            .map { String($0.2) }
        #expect(standIns.count == 2)
        try run("bob", "set", "1", "at=", "image=")
        try scarybug.run(["--user", "bob", "export", "1", "%/a.scarybug", "--force"] + options)
        try run("carol", "import", "%/a.scarybug")
        for standIn in standIns { #expect(try !changes("carol").contains(standIn)) }
    }

    // MARK: What comes back

    enum Order: CaseIterable, Sendable {
        case withheldOnly, fullBefore, fullAfter
    }

    private static let edits = [
        ["set", "1", "title=Bee"], ["set", "1", "rating=4", "tags+=dry", "tags-=red"],
        ["set", "1", "notes=large", "seen=2026-05", "habitat="],
        ["attach", "1", "%/b.jpg"],
    ]

    @Test(arguments: edits, Order.allCases)
    func `just the edits of the receiver arrive`(edit: [String], order: Order) throws {
        if order == .fullBefore {
            try export()
            try run("bob", "import", "%/a.scarybug")
        }
        try export("alice", "--without", "location")
        try run("bob", "import", "%/a.scarybug", "--update")
        try scarybug.run(["--user", "bob"] + edit)
        if order == .fullAfter {
            try export()
            try run("bob", "import", "%/a.scarybug", "--update")
        }
        try export("bob")
        let updated = try run("alice", "import", "%/a.scarybug", "--update")
        #expect(updated.standardOutput.hasPrefix("updated 1  "))
        let after = try content(of: "alice")
        try run("alice", "undo")
        try scarybug.run(["--user", "alice"] + edit)
        #expect(try content(of: "alice") == after)
    }

    @Test func `a photograph and a position that the receiver enters lie beside the own ones`()
        throws
    {
        try export("alice", "--blur", "10km")
        try run("bob", "import", "%/a.scarybug")
        try run("bob", "set", "1", "image=%/b.jpg", "at=51,-1")
        try export("bob")
        let merged = try run("alice", "import", "%/a.scarybug", "--update").standardOutput
        #expect(merged == "merged 1  Ant: at, image\n")
        let conflicts = try run("alice", "show", "1").lines.filter { $0.contains("conflict") }
        #expect(conflicts.first?.hasSuffix("at: 51,-1 (bob) or 50.9324,-1.4508±25 (alice)") == true)
    }

    /// The whole copy has the same content, so the document itself stays as it is.
    @Test func `show names withheld files only as long as there are some`() throws {
        try run("alice", "new", "Bee")
        try run("alice", "attach", "2", "%/track.gpx")
        try run("alice", "export", "2", "%/b.scarybug", "--without", "location")
        try run("bob", "import", "%/b.scarybug")
        #expect(try run("bob", "show", "all").lines.contains("  withheld    files"))
        try run("alice", "detach", "2", "track.gpx")
        try run("alice", "export", "2", "%/b2.scarybug")
        let same = try run("bob", "import", "%/b2.scarybug", "--update")
        #expect(same.standardOutput.contains("the same document as"), "\(same)")
        #expect(try !run("bob", "show", "all").standardOutput.contains("withheld"))
    }

    @Test func `a copy that withholds all that is new is no newer one`() throws {
        try run("alice", "set", "1", "image=%/c.jpg")
        try export()
        try run("bob", "import", "%/a.scarybug")
        try run("alice", "set", "1", "image=%/a.jpg")
        try run("bob", "set", "1", "image=%/b.jpg")
        try export("bob")
        try run("alice", "import", "%/a.scarybug", "--update")
        try export("alice", "--without", "location")
        for _ in 1...2 {
            #expect(
                try run("bob", "import", "%/a.scarybug", "--update").gave(
                    "skipped %/a.scarybug: older than 1\n"))
        }
    }
}

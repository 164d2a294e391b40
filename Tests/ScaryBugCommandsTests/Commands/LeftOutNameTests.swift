import ScaryBugs
import TestSupport
import Testing

/// The name of a file that others don't get.
@Suite struct LeftOutNameTests {
    private let scarybug: InProcess

    /// Alice's documents have files that may tell a position, and one that is gone.
    init() throws {
        scarybug = try InProcess(user: "alice")
        for name in ["in", "out"] { try scarybug.directory.makeDirectory("work/\(name)") }
        for name in ["Hütte am Bach.gpx", "Weg am Bach.xmp"] {
            try scarybug.directory.write(Array("a track".utf8), to: "work/in/\(name)")
        }
        try scarybug.run(
            "-c",
            """
            new Ant at=50.9324,-1.4508 place=Common species=Formica
            attach 1 '%/in/Hütte am Bach.gpx' '%/in/Weg am Bach.xmp'
            export 1 %/full.scarybug
            detach 1 'Weg am Bach.xmp'
            """)
    }

    @discardableResult
    private func run(_ user: String, _ words: String...) throws -> Transcript {
        try scarybug.run(["--user", user] + words)
    }

    /// The paths below `work/out` in whose bytes, or in an archive's entries, the name stands.
    private func places() throws -> String {
        try Python.run(
            """
            import io, os, re, sys, zipfile
            def look(place, data):
                if re.search(rb'am( |%20|\\+|_)bach', place.encode() + data, re.I): print(place)
                if zipfile.is_zipfile(io.BytesIO(data)):
                    archive = zipfile.ZipFile(io.BytesIO(data))
                    for name in archive.namelist(): look(place + '/' + name, archive.read(name))
            for place, _, names in os.walk(sys.argv[1]):
                for name in names: look(place + '/' + name, open(place + '/' + name, 'rb').read())
            """, scarybug.directory.path("work/out")
        ).standardOutput
    }

    @Test(arguments: [["--without", "location"], ["--blur", "10km"]])
    func `the name is in no format, and in no copy of the copy`(options: [String]) throws {
        for format in ExportFormat.allCases where format != .picture {
            let place = format.isDirectory || format == .scarybug ? "\(format)/" : "\(format).x"
            let exported = try scarybug.run(
                ["export", "1", "%/out/\(place)", "--format", format.rawValue] + options)
            // A map has nothing but positions.
            let isEmpty = format.isMap && options.contains("location")
            #expect(exported.status == (isEmpty ? 1 : 0), "\(exported)")
        }
        try scarybug.run(["export", "1", "%/a.scarybug"] + options)
        try scarybug.run(["backup", "%/out/backup.zip"] + options)
        try scarybug.run(["gallery", "%/out/page.html", "1"] + options)
        for user in ["bob", "carol"] {
            try run(user, "import", "%/a.scarybug")
            let shown = try run(user, "show", "1").standardOutput
            #expect(shown.contains("files\n") && !shown.contains("Bach"), "\(shown)")
            try run(user, "set", "1", "rating=4")
            try run(user, "export", "1", "%/out/\(user).scarybug", "--all-fields")
            try run(user, "export", "1", "%/out/\(user)/", "--format", "directory")
            try run(user, "export", "1", "%/a.scarybug", "--force")
        }
        #expect(try places() == "")

        let updated = try run("alice", "import", "%/a.scarybug", "--update").standardOutput
        #expect(updated == "updated 1  Ant: rating\n")
        #expect(try run("alice", "show", "1").standardOutput.contains("Hütte am Bach.gpx"))
        // With the whole document, both are equal.
        try run("alice", "export", "1", "%/a.scarybug", "--force", "--all-fields")
        #expect(
            try run("bob", "import", "%/a.scarybug", "--update").standardOutput.hasPrefix(
                "updated 1  Ant: "))
        let shown = try run("bob", "show", "1").standardOutput
        #expect(shown.contains("Hütte am Bach.gpx") && !shown.contains("withheld"))
    }

    @Test func `a file of the same name lies beside the left out one`() throws {
        try run("alice", "export", "1", "%/a.scarybug", "--without", "location")
        try run("bob", "import", "%/a.scarybug")
        try scarybug.directory.write(Array("another".utf8), to: "work/in/Hütte am Bach.gpx")
        try run("bob", "attach", "1", "%/in/Hütte am Bach.gpx")
        try run("bob", "export", "1", "%/a.scarybug", "--force")
        let merged = try run("alice", "import", "%/a.scarybug", "--update")
        #expect(merged.gave("updated 1  Ant: Hütte am Bach.gpx (bob)\n"), "\(merged)")
        let shown = try run("alice", "show", "1").standardOutput
        for name in ["alice", "bob"] { #expect(shown.contains("Hütte am Bach.gpx (\(name))")) }
    }

    @Test func `a copy from before keeps the name to itself`() throws {
        try run("bob", "import", "%/full.scarybug")
        try run("alice", "export", "1", "%/a.scarybug", "--without", "location")
        try run("bob", "import", "%/a.scarybug", "--update")
        let shown = try run("bob", "show", "1").standardOutput
        #expect(shown.contains("Hütte am Bach.gpx"))
        try run("bob", "export", "1", "%/out/b.scarybug", "--without", "location")
        #expect(try places() == "")
    }
}

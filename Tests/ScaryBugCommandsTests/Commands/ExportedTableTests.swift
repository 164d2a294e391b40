import TestSupport
import Testing

/// Tables for others that come back.
@Suite struct ExportedTableTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(
            "new", "Weta", "place=Kent", "at=51.2123,0.7123", "notes=private", "species=Weta weta")
    }

    /// Gives somebody a table, who corrects the title, and takes it back.
    private func exchange(_ name: String, _ options: String...) throws -> String {
        try scarybug.run(["export", "all", "%/\(name)"] + options)
        let table = try String(
            decoding: scarybug.directory.bytes(of: "work/\(name)"), as: UTF8.self)
        try scarybug.directory.write(table.replacing("Weta,", with: "Owl,"), to: "work/back.csv")
        try scarybug.run("import", "%/back.csv", "--update")
        return try scarybug.run("list", "1", "--columns", "title,place,at,notes").standardOutput
    }

    private let whole = "Owl  Kent  51.2123,0.7123  private\n"

    @Test func `fields that were left out stay`() throws {
        #expect(try exchange("a.csv", "--without", "location,notes") == whole)
        let header = try String(decoding: scarybug.directory.bytes(of: "work/a.csv"), as: UTF8.self)
        #expect(!header.contains("place") && !header.contains("notes"))
        try scarybug.run("export", "all", "%/a.json", "--without", "notes")
        let json = try String(decoding: scarybug.directory.bytes(of: "work/a.json"), as: UTF8.self)
        #expect(!json.contains("notes") && json.contains("Kent"))
    }

    @Test(arguments: ["a.csv", "a.json"])
    func `a text that told a place stays, and another one can be cleared`(name: String) throws {
        try scarybug.run("set", "1", "notes=by 51.2123,0.7123", "observer=me", "credit=")
        try scarybug.run("new", "Rat", "notes=x")
        try scarybug.run("export", "all", "%/\(name)", "--without", "location")
        let table = try String(
            decoding: scarybug.directory.bytes(of: "work/\(name)"), as: UTF8.self)
        #expect(!table.contains("51.2123") && table.contains("occurrenceRemarks withheld"))
        try scarybug.directory.write(
            table.replacing("\"x\"", with: "null").replacing(",x,", with: ",,"), to: "work/\(name)")
        try scarybug.run("import", "%/\(name)", "--update")
        #expect(
            try scarybug.run("list", "--columns", "title,notes,observer", "--csv").lines
                == ["title,notes,observer", "Weta,\"by 51.2123,0.7123\",me", "Rat,,"])
        let bob = try scarybug.run("--user", "bob", "import", "%/\(name)")
        #expect(bob.status == 0 && bob.lines.count == 2, "\(bob)")
    }

    @Test func `a position that was rounded stays exact, and others can take its table`() throws {
        #expect(try exchange("a.csv", "--blur", "10km") == whole)
        let bob = try scarybug.run("--user", "bob", "import", "%/a.csv")
        #expect(bob.lines == ["imported %/a.csv: Weta as 1"])
        #expect(
            try scarybug.run("--user", "bob", "list", "--columns", "at,place").standardOutput
                .hasPrefix("51.1713,0.7172±10000"))
    }

    @Test func `a position that came rounded can be edited, and isn't rounded twice`() throws {
        try scarybug.run("export", "1", "%/a.scarybug", "--blur", "10km")
        let bob = ["--user", "bob"]
        try scarybug.run(bob + ["import", "%/a.scarybug"])
        try scarybug.run(bob + ["export", "1", "%/b.csv", "--blur", "10km"])
        let table = try String(
            decoding: scarybug.directory.bytes(of: "work/b.csv"), as: UTF8.self)
        #expect(table.contains("51.1713,0.7172±10000") && !table.contains("km; at"), "\(table)")
        let list = try scarybug.run(bob + ["list", "--csv"]).standardOutput
        try scarybug.directory.write(
            list.replacing("51.1713,0.7172±10000", with: "51.2,0.7"), to: "work/b.csv")
        try scarybug.run(bob + ["import", "%/b.csv", "--update"])
        #expect(
            try scarybug.run(bob + ["list", "--csv"]).lines.last?.hasSuffix("Z,") == true)
        #expect(
            try scarybug.run(bob + ["list", "--columns", "at", "--csv"]).lines.last
                == "\"51.2,0.7\"")
    }

    @Test(arguments: [["--without", "location"], ["--blur", "10km"], ["--without", "notes"]])
    func `an archive that comes back brings no notes about what it lacks`(_ options: [String])
        throws
    {
        try scarybug.run(["export", "all", "%/a.zip"] + options)
        try scarybug.run("set", "1", "count=2")
        let result = try scarybug.run("import", "%/a.zip", "--update")
        #expect(result.status == 0, "\(result)")
        let json = try scarybug.run("show", "1", "--json").standardOutput
        #expect(
            !json.contains("informationWithheld") && !json.contains("Generalizations"), "\(json)")
    }

    @Test(arguments: ["csv", "json", "kml", "geojson", "gpx", "html", "scarybug"])
    func `the photograph's name tells no position`(ending: String) throws {
        for (index, name) in ["Owl 51.2123,0.7123.jpg", "TQ7920043200.jpg"].enumerated() {
            try scarybug.directory.write(SamplePicture.jpeg(), to: "work/\(name)")
            try scarybug.run("set", "1", "image=%/\(name)")
            let file = "\(index).\(ending)"
            let command = ending == "html" ? "gallery" : "export"
            let result = try scarybug.run(command, "1", "%/\(file)", "--blur", "10km")
            #expect(result.standardError.contains("the photograph's name"), "\(result)")
            var text = String(
                decoding: try scarybug.directory.bytes(of: "work/\(file)"), as: UTF8.self)
            if ending == "scarybug" {
                text = String(
                    decoding: try Unzipped(scarybug.directory.path("work/\(file)"))[
                        "1.scarybug/data.plist"], as: UTF8.self)
            }
            #expect(!text.contains(name) && text.contains("Weta"), "\(text)")
        }
    }

    @Test func `a sensitive species stays exact beside others`() throws {
        try scarybug.directory.write("Weta weta,10km\n", to: "work/sensitive.csv")
        try scarybug.run("config", "sensitive=%/sensitive.csv")
        try scarybug.run("new", "Moth", "place=York", "at=53.95,-1.08")
        #expect(try exchange("a.csv") == whole)
    }
}

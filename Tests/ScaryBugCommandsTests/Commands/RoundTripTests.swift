import Foundation
import TestSupport
import Testing

/// Documents with odd values, out in each format that keeps them and into another user's workspace.
@Suite struct RoundTripTests {
    private let scarybug: InProcess

    private static let fields = """
        field add habitat text
        field add hostplant text
        field add depth number
        field add wet boolean
        field add associatedTaxa list
        field add dateIdentified date
        """

    init() throws {
        scarybug = try InProcess(user: "alice")
        for user in ["alice", "bob"] { try scarybug.run("--user", user, "-c", Self.fields) }
    }

    /// The documents of a user without their numbers.
    private func documents(of user: String) throws -> [String] {
        try scarybug.run("--user", user, "--json", "list", "all").lines.map { line in
            String(line.drop { $0 != "," })
        }
    }

    private func make(_ rows: [[String: Any]]) throws {
        // A list has positions from before they counted as none.
        let lines = try rows.map { $0.merging(["identifier": ""]) { own, _ in own } }.map {
            String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self)
        }
        try scarybug.directory.write(lines.joined(separator: "\n"), to: "work/t.jsonl")
        let made = try scarybug.run("import", "%/t.jsonl")
        #expect(made.lines.count == rows.count, "\(made)")
    }

    /// The formats that carry all values, and the exports that make them.
    private static let formats = [
        "zip": ["export", "all", "%/all.zip", "--format", "dwca"], "csv": ["--csv", "list", "all"],
        "json": ["--json", "list", "all"], "gpx": ["export", "all", "%/all.gpx"],
        "kml": ["export", "all", "%/all.kml"], "geojson": ["export", "all", "%/all.geojson"],
    ]

    /// Brings alice's documents to bob, who then has the same.
    private func exchange(by format: String = "zip") throws {
        let exported = try scarybug.run(#require(Self.formats[format]))
        #expect(exported.status == 0)
        if !exported.standardOutput.hasPrefix("exported") {
            try scarybug.directory.write(exported.standardOutput, to: "work/all.\(format)")
        }
        let taken = try scarybug.run("--user", "bob", "import", "%/all.\(format)")
        #expect(taken.status == 0, "\(taken)")
        for (mine, theirs) in zip(try documents(of: "alice"), try documents(of: "bob")) {
            #expect(mine == theirs)
        }
        #expect(try documents(of: "bob").count == documents(of: "alice").count)
    }

    private static let dates = [
        "1906", "1906-05", "1906-05-01", "1906-05-01T14:30", "1906-05-01T14:30:15",
        "2026-05-01T14:30+02:00", "2026-05-01T14:30:15Z", "1906?", "1906-05~", "1906-05-01%",
        "1906/1910", "1906-05/..", "../1910", "1906~/1910?", "2026-05-01T22:00/2026-05-02T01:00",
        "2026-05-01/2026-06", "0000", "9999-12-31",
    ]
    private static let texts = [
        "plain", "two\tparts", "two\nlines", "two\r\nlines", "a\u{2028}b", "=cmd", "'=cmd",
        "\"quoted\"",
        "in \"the\" middle", "NULL", "\\N", "Cafe\u{301}", "Caf\u{E9}", "\u{5D0}\u{5D1} \u{202E}x",
        "a | b", "<b>&amp;</b>", "😀", "a,b;c", "{\"x\":1}", "-33.9,151.2", "\u{FEFF}mark", "0", "~",
        "NA", "N/A", "-", "null", "1906", "+1", "#", " lead", "trail ", "''", "x\n", "\nx", "1,5",
        "@x",
        "[1]", "true", "a;b", "a|b", "[\"a\"]", "x\\", "\\,", "http://a.b/c?d=e&f", "]]>", "%41",
        "\u{7F}x", "x\u{200B}",
    ]

    @Test(arguments: formats.keys.sorted())
    func `every value comes back`(by format: String) throws {
        var dice = Dice(seed: 43)
        let species = [
            "Bombus cf. terrestris", "Carabus aff. auratus", "Andrena sp.", "Apis ?", "sp. 1", "?",
            "Bombus  terrestris", "Bombus terrestris", "cf. Apis mellifera agg.", "NULL",
        ]
        // Programs for tables write line breaks in their own way, so all of them are line feeds there.
        let texts = Self.texts.filter { format != "csv" || !$0.contains("\r\n") }
        let rows = (0..<300).map { number -> [String: Any] in
            var row: [String: Any] = [
                "title": "T\(number) \(dice.pick(texts).filter { $0 != "\u{FEFF}" })x"
            ]
            for field in [
                "notes", "place", "observer", "determiner", "sex", "stage", "credit", "habitat",
                "hostplant", "license",
            ] where dice.oneIn(3) {
                row[field] = dice.pick(texts)
            }
            if dice.oneIn(2) { row["seen"] = dice.pick(Self.dates) }
            if dice.oneIn(3) { row["dateIdentified"] = dice.pick(Self.dates) }
            if dice.oneIn(2) { row["species"] = dice.pick(species + texts) }
            // A map has no documents without a place.
            if dice.oneIn(2) || !["zip", "csv", "json"].contains(format) {
                row["at"] = dice.pick(["0,1", "50.9324,-1.45±25", "-90,180", "0,1±0.01"])
            }
            if dice.oneIn(2) { row["count"] = dice.roll(3) }
            if dice.oneIn(3) { row["rating"] = dice.pick([0.5, 5, 1.1]) }
            if dice.oneIn(3) { row["tags"] = ["a", dice.pick(texts)] }
            if dice.oneIn(3) { row["associatedTaxa"] = ["b | c", dice.pick(texts)] }
            if dice.oneIn(3) { row["depth"] = dice.pick([0.1, -3, 1e20]) }
            if dice.oneIn(3) { row["wet"] = dice.oneIn(2) }
            if dice.oneIn(9) { row["kind"] = row["rating"] == nil ? "book" : "creature" }
            return row
        }
        try make(rows)
        try exchange(by: format)
    }

    @Test func `a text that somebody edited in a column is what counts`() throws {
        try make([["title": "A", "notes": "two\nlines", "species": "Apis ?"]])
        try exchange()
        let edited = try Python.run(
            """
            import sys, zipfile
            old = zipfile.ZipFile(sys.argv[1])
            new = zipfile.ZipFile(sys.argv[1] + '.zip', 'w')
            for name in old.namelist():
                new.writestr(name, old.read(name).replace(b'\\ttwo lines\\t', b'\\tone line\\t'))
            new.close()
            """, scarybug.directory.path("work/all.zip"))
        #expect(edited.status == 0)
        let taken = try scarybug.run("--user", "bob", "import", "%/all.zip.zip", "--update")
        #expect(taken.standardOutput == "updated 1  A: notes\n")
        let shown = try scarybug.run("--user", "bob", "--json", "show", "1").standardOutput
        #expect(shown.contains(#""notes":"one line","species":"Apis ?""#))
    }

    @Test func `values of fields that are declared later are understood`() throws {
        let fields = [
            "wind": "number", "wet": "boolean", "associatedTaxa": "list", "dateIdentified": "date",
        ]
        for (name, type) in fields where !Self.fields.contains(" \(name) ") {
            try scarybug.run("-c", "field add \(name) \(type)")
        }
        try scarybug.run(
            "-c",
            "new A at=1,2 wind=0.1 wet=yes associatedTaxa=a,'b\\, c' dateIdentified=2026-05~")
        let expected =
            #""wet":true,"associatedTaxa":["a","b, c"],"dateIdentified":"2026-05~","wind":0.1"#
        for format in ["zip", "gpx", "kml", "geojson"] {
            try scarybug.run("export", "1", "%/m.\(format)")
            let told = try scarybug.run("--user", format, "import", "%/m.\(format)").standardError
            if format != "zip" {
                #expect(told.contains("'field add wind number'"), "\(told)")
                #expect(told.contains("'field add dateIdentified date'"), "\(told)")
            }
            for name in ["wet", "associatedTaxa", "dateIdentified", "wind"] {
                let type = fields[name] ?? ""
                #expect(
                    try scarybug.run("--user", format, "field", "add", name, type).status == 0)
            }
            let shown = try scarybug.run("--user", format, "--json", "show", "1").standardOutput
            #expect(shown.contains(expected), "\(format): \(shown)")
            #expect(try scarybug.run("--user", format, "check").status == 0, "\(format)")
        }
    }

    @Test func `fields with the names of columns don't take the fields of the columns`() throws {
        try scarybug.run("-c", "new A notes=x seen=2026\nexport 1 %/a.zip --format dwca")
        try scarybug.run(
            "--user", "carol", "-c", "field add eventDate text\nfield add occurrenceRemarks text")
        try scarybug.run("--user", "carol", "import", "%/a.zip")
        let shown = try scarybug.run("--user", "carol", "--json", "show", "1").standardOutput
        #expect(shown.contains(#""notes":"x""#) && shown.contains(#""seen":"2026""#), "\(shown)")
    }

    @Test func `a picture beside a document stays there`() throws {
        try scarybug.directory.write(SamplePhotograph.jpeg(9), to: "work/b.jpg")
        try scarybug.run("-c", "new A notes=x\nattach 1 %/b.jpg\nexport 1 %/a.zip --format dwca")
        try scarybug.run("--user", "carol", "import", "%/a.zip")
        let place = "records/users/carol/Private Documents/1.scarybug"
        #expect(try scarybug.directory.bytes(of: "\(place)/b.jpg") == SamplePhotograph.jpeg(9))
        #expect(!scarybug.directory.exists("\(place)/fullImage.jpg"))
    }

    @Test func `values of others come back under their keys`() throws {
        try scarybug.directory.write(
            "scientificName,occurrenceID,basisOfRecord,individualCount,country,name,date\n"
                + "Apis,https://a.org/1,PreservedSpecimen,X,Austria,Bee,x\nVespa,2,HumanObservation,3,,,\n",
            to: "work/gbif.csv")
        try scarybug.run("import", "%/gbif.csv")
        try exchange()
    }
}

import TestSupport
import Testing

/// What other programs said of a record goes out again, and what others don't get is told.
@Suite struct PublishedRecordTests {
    private let scarybug: InProcess

    init() throws { scarybug = try InProcess(user: "alice") }

    /// Imports a table, exports an archive, and returns its records.
    private func records(
        of table: String, _ options: String...
    ) throws -> [[String: String]] {
        try scarybug.directory.write(table, to: "work/t.csv")
        try scarybug.run("import", "%/t.csv")
        return try exported(options)
    }

    private func exported(_ options: [String] = []) throws -> [[String: String]] {
        let words = ["export", "all", "%/a.zip", "--format", "dwca", "--force"]
        #expect(try scarybug.run(words + options).status == 0)
        let archive = try Unzipped(scarybug.directory.path("work/a.zip"))
        let lines = String(decoding: try archive["occurrence.txt"], as: UTF8.self)
            .split(separator: "\n").map {
                $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            }
        let header = try #require(lines.first)
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
    }

    @Test(arguments: [
        "occurrenceID,basisOfRecord,catalogNumber,country,habitat",
        "occurrenceid,BASISOFRECORD,catalognumber,Country,habitat",
        "dwc:occurrenceID,dwc:basisOfRecord,dwc:catalogNumber,dwc:country,dwc:habitat",
    ])
    func `kept terms are columns, in any case and with a prefix`(header: String) throws {
        let record = try #require(
            try records(
                of: "\(header),scientificName,wingspan\n"
                    + "urn:x:7,PreservedSpecimen,Z-7,Peru,wood,Apis mellifera,12\n"
            ).first)
        let expected = [
            "occurrenceID": "urn:x:7", "basisOfRecord": "PreservedSpecimen", "catalogNumber": "Z-7",
            "country": "Peru", "habitat": "wood", "dynamicProperties": #"{"wingspan":"12"}"#,
        ]
        for (column, value) in expected { #expect(record[column] == value, "\(column)") }
    }

    @Test(
        arguments: ["catalogNumber", "dwc:catalogNumber"], ["catalogNumber", "dwc:catalogNumber"])
    func `a kept term is withheld with and without its prefix`(column: String, name: String) throws
    {
        let record = try records(
            of: "occurrenceID,scientificName,\(column)\nurn:x:7,Apis,Z-7\n", "--without", name)
        #expect(record.count == 1 && record[0]["catalogNumber", default: ""].isEmpty)
    }

    @Test(arguments: ["dcterms:modified", "Modified", "modified"])
    func `another program's time of a change goes out as such`(column: String) throws {
        let record = try #require(
            try records(
                of: "occurrenceID,scientificName,\(column),identificationQualifier,basisOfRecord\n"
                    + "urn:x:7,\"Bombus terrestris (Linnaeus, 1758)\",2020-01-02T03:04:05Z,cf. terrestris,"
                    + "PRESERVED_SPECIMEN\n"
            ).first)
        #expect(record["modified"] == "2020-01-02T03:04:05Z")
        #expect(record["identificationQualifier"] == "cf. terrestris")
        let told = try scarybug.run("export", "all", "%/b.zip", "--format", "dwca").standardError
        #expect(!told.contains("basisOfRecord"), "\(told)")
    }

    @Test(arguments: [
        "?Lucanus cervus", "Lucanus ?cervus", "Lucanus cervus/tetraodon", "Lucanus cervus, male",
        "Stag beetle (Lucanus cervus)", "Lucanus_cervus", "L. cervus",
        "Lucanus (Lucanus) cervus L.", "Lucanus aff. cervus", "Lucanus tetraodon/cervus",
        "Lucanus tetraodon × cervus",
    ])
    func `a sensitive species in other words is blurred`(species: String) throws {
        try scarybug.run("config", "sensitive=Lucanus cervus, 10km")
        try scarybug.run("new", "A", "species=\(species)", "at=48.2123,16.4123")
        try scarybug.run("export", "1", "%/a.kml")
        let map = try scarybug.directory.bytes(of: "work/a.kml")
        #expect(!String(decoding: map, as: UTF8.self).contains("48.2123"))
    }

    @Test(arguments: [
        "acceptedScientificName,scientificName\nLucanus cervus,Lucanus dama",
        "identificationQualifier,scientificName\ncf. cervus,Lucanus",
        "genus,specificEpithet,scientificName\nLucanus,cervus,Lucanus",
    ])
    func `a sensitive species that another program tells is blurred`(table: String) throws {
        try scarybug.run("config", "sensitive=Lucanus cervus, 10km")
        let rows = table.split(separator: "\n")
        try scarybug.directory.write(
            "occurrenceID,lat,lon,\(rows[0])\nurn:1,48.2123,16.4123,\(rows[1])\n", to: "work/t.csv")
        try scarybug.run("import", "%/t.csv")
        try scarybug.run("export", "1", "%/a.kml")
        let map = try scarybug.directory.bytes(of: "work/a.kml")
        #expect(!String(decoding: map, as: UTF8.self).contains("48.2123"))
    }

    @Test func `addresses and pairs of numbers tell a place, in five languages`() throws {
        let values = [
            "Hausnummer": "5", "adresse": "x", "dirección": "x", "municipio": "x", "gemeente": "x",
            "Flurstück": "7", "straat": "x", "provincia": "x", "PLZ": "1020", "E": "404764",
            "N": "5743210", "R-Wert": "3404764", "Örtlichkeit": "x", "Anschrift": "x",
            "Localización": "x", "SAMPLING EVENT IDENTIFIER": "S101", "ML Catalog Numbers": "7",
            "time_zone": "x", "Fundstelle": "x", "Nord": "1", "guid": "x",
        ]
        let members = values.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
        try scarybug.directory.write(
            "[{\"scientificName\":\"A c\",\"habitat\":\"wood\",\"pair\":[16.4123,48.2123],\(members)}]",
            to: "work/t.json")
        try scarybug.run("import", "%/t.json")
        try scarybug.run("export", "1", "%/o.json", "--without", "location")
        let text = String(decoding: try scarybug.directory.bytes(of: "work/o.json"), as: UTF8.self)
        #expect(text.contains("wood"))
        #expect(!text.contains("16.4123"))
        for name in values.keys.sorted() {
            #expect(!text.contains("\"\(name)\":"), "\(name)")
        }
    }

    @Test func `a specimen stays one with its country where its position is blurred`() throws {
        let table =
            "occurrenceID,basisOfRecord,scientificName,decimalLatitude,decimalLongitude,country,"
            + "stateProvince,locality,verbatimElevation\n"
            + "https://x.org/7,FossilSpecimen,Apis,50.9324,-1.4508,UK,Kent,Oak,12 m\n"
        let record = try #require(try records(of: table, "--blur", "10km").first)
        let expected = [
            "occurrenceID": "https://x.org/7", "basisOfRecord": "FossilSpecimen", "country": "UK",
            "stateProvince": "Kent", "locality": "",
            "informationWithheld": "exact coordinates, locality, verbatimElevation withheld",
        ]
        for (column, value) in expected { #expect(record[column] == value, "\(column)") }
        let hidden = try #require(try exported(["--without", "location"]).first)
        #expect(hidden["country"] == "" && hidden["stateProvince"] == "")
        #expect(hidden["informationWithheld"]?.contains("coordinates, country") == true)
    }

    @Test func `a specimen keeps an identifier that counts only in its collection`() throws {
        let table = "occurrenceID,basisOfRecord,scientificName,eventDate,individualCount\n"
        let rows = "NHM 1,PreservedSpecimen,Apis,soon,many\nNHM 2,PreservedSpecimen,Apis,2020,3\n"
        let published = try records(of: table + rows)
        #expect(published.map { $0["occurrenceID"] } == ["NHM 1", "NHM 2"])
        #expect(published[0]["eventDate"] == "soon" && published[0]["individualCount"] == "many")
        let shown = try scarybug.run("--json", "show", "all").standardOutput
        try scarybug.run("--user", "bob", "import", "%/a.zip")
        let taken = try scarybug.run("--user", "bob", "--json", "show", "all").standardOutput
        let identifier = #/"identifier":"([^"]+)"/#
        #expect(shown.matches(of: identifier).map(\.1) == taken.matches(of: identifier).map(\.1))
        #expect(taken.contains(#""occurrenceID":"NHM 1""#) && taken.contains("soon"), "\(taken)")
        // The records of another collection have the same names, and go out with the identifiers of their documents.
        try scarybug.directory.write(table + "NHM 1,PreservedSpecimen,Vespa,,\n", to: "work/u.csv")
        try scarybug.run("import", "%/u.csv", "--from", "other")
        let all = try exported().compactMap { $0["occurrenceID"] }
        #expect(Set(all).count == 3 && all.contains("NHM 2") && !all.contains("NHM 1"), "\(all)")
    }

    @Test func `no cell of an archive vanishes`() throws {
        var draft = ArchiveDraft()
        draft.columns = ["0:occurrenceID", "1:scientificName", "2:modified", "3:basisOfRecord"]
        let text = "\nurn:a\tApis\t2020-01-02T03:04:05Z\tHumanObservation\n"
        try scarybug.directory.makeDirectory("work/a")
        try scarybug.directory.write(draft.meta, to: "work/a/meta.xml")
        try scarybug.directory.write(text, to: "work/a/occurrence.txt")
        try scarybug.run("import", "%/a")
        let shown = try scarybug.run("--json", "show", "1").standardOutput
        #expect(shown.contains(#""basisOfRecord":"HumanObservation""#))
        #expect(try exported().first?["modified"] == "2020-01-02T03:04:05Z")
    }

    @Test func `a line for each kind of what GBIF marks`() throws {
        let script = """
            new A species=Apis sex=queen stage=adult observer=Nina
            new B species=Apis sex=female stage=larva
            new C species=Apis sex=worker stage=instar observer=Nina
            """
        try scarybug.run("-c", script)
        let told = try scarybug.run("export", "all", "%/a.zip", "--format", "dwca").standardError
        for line in [
            "sex outside the vocabulary of GBIF: 2 documents (1,3)\n",
            "lifeStage outside the vocabulary of GBIF: 1 document (3)\n",
            "no observer (recordedBy): 1 document (2)\n",
        ] {
            #expect(told.contains("scarybug: warning: " + line), "\(told)")
        }
    }

    // MARK: Sensitive species

    private static let list = "Lucanus cervus, 10km\nBombus, 50 km\n"

    /// Makes three documents at one place, of which two are of sensitive species.
    private func makeSensitive() throws {
        try scarybug.directory.write(Self.list, to: "work/s.txt")
        let place = "at=50.9324,-1.4508 place=Oak"
        let made = try scarybug.run(
            "-c",
            """
            config sensitive=%/s.txt
            new A species='Lucanus cervus (Linnaeus, 1758)' \(place)
            new B species='Apis mellifera' \(place)
            new C species='Bombus cf. terrestris' \(place)
            """)
        #expect(made.status == 0, "\(made)")
    }

    @Test(arguments: [
        ([], ["10000", "", "50000"]), (["--blur", "20km"], ["20000", "20000", "50000"]),
        (["--all-fields"], ["", "", ""]),
    ])
    func `one archive has exact and blurred records`(
        options: [String], uncertainties: [String]
    ) throws {
        try makeSensitive()
        let records = try exported(options)
        #expect(records.map { $0["coordinateUncertaintyInMeters"] } == uncertainties)
        #expect(
            records.map { $0["locality"] } == uncertainties.map { $0.isEmpty ? "Oak" : "" })
    }

    @Test func `all roads blur, and say how many`() throws {
        try makeSensitive()
        let count = "2 of 3 documents are of sensitive species and blurred"
        for words in [
            ["export", "all", "%/m.geojson"], ["export", "all", "%/b.zip"], ["send", "all", "bob"],
            ["gallery", "%/g.html"], ["export", "all", "%/m.kml"],
        ] {
            try scarybug.run("--user", "bob", "new", "X")
            let told = try scarybug.run(words).standardError
            #expect(told.contains(count), "\(words): \(told)")
        }
        try scarybug.run("--user", "carol", "import", "%/b.zip")
        let carol = try scarybug.run("--user", "carol", "list", "--columns", "place,at", "--csv")
        #expect(carol.lines.filter { $0.contains("Oak") }.count == 1)
    }

    @Test func `a file without a species leaves the list as it is`() throws {
        try makeSensitive()
        for text in ["", "# none yet\n"] {
            try scarybug.directory.write(text, to: "work/s.txt")
            let told = try scarybug.run("config", "sensitive=%/s.txt")
            #expect(
                told.standardError
                    == "scarybug: %/s.txt: it names no species; 'config sensitive=' ends the list\n"
            )
        }
        #expect(try scarybug.run("config", "sensitive").standardOutput.contains("Lucanus"))
    }

    @Test func `the workspace keeps the list, and takes one from a backup`() throws {
        try makeSensitive()
        try scarybug.directory.write("", to: "work/s.txt")
        try scarybug.run("backup", "%/k.zip")
        try scarybug.run("--user", "dora", "restore", "%/k.zip")
        let kept = try scarybug.run("--user", "dora", "--json", "config", "sensitive")
        #expect(kept.standardOutput.contains("Lucanus cervus, 10km; Bombus, 50 km"), "\(kept)")
        try scarybug.directory.write("Lucanus cervus\n", to: "work/s.txt")
        let wrong = try scarybug.run("config", "sensitive=%/s.txt").standardError
        #expect(wrong.contains("line 1: 'Lucanus cervus' has no name and distance"), "\(wrong)")
    }

    // MARK: Species with authors

    @Test func `a species with and without its author is one`() throws {
        try scarybug.run(
            "-c",
            """
            new A species='Bombus terrestris (Linnaeus, 1758)' seen=2026-05
            new B species='Bombus terrestris' seen=2026-05-17
            new C species='Bombus muscorum L.' seen=1990/2010
            """)
        #expect(
            try scarybug.run("count", "by", "species").standardOutput
                == "Bombus terrestris  2\nBombus muscorum    1\n")
        for name in ["Bombus terrestris", "Bombus terrestris (Linnaeus, 1758)"] {
            let found = try scarybug.run("count", "species:\"\(name)\"").standardOutput
            #expect(found == "2\n")
        }
        let sorted = try scarybug.run(
            "list", "all", "sort:species", "--columns", "number", "--csv")
        #expect(sorted.lines == ["number", "3", "1", "2"], "\(sorted)")
        let stats = try scarybug.run("stats", "--by", "species", "--csv").lines
        #expect(stats.contains { $0.contains("Bombus terrestris,2,2026-05,2026-05") }, "\(stats)")
        #expect(!stats.contains { $0.contains("1990") }, "\(stats)")
    }
}

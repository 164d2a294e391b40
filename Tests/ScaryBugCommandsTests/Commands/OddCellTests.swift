import TestSupport
import Testing

/// Cells of other programs' tables that are odd, and what their documents have.
@Suite struct OddCellTests {
    private let scarybug: InProcess

    init() throws { scarybug = try InProcess(user: "alice") }

    /// Imports a table and returns columns of all documents, with what was told.
    private func take(
        _ table: String, named name: String = "t.csv", _ columns: String, _ options: String...
    ) throws -> (rows: [String], told: String) {
        try scarybug.directory.write(table, to: "work/\(name)")
        let told = try scarybug.run(["import", "%/\(name)"] + options).standardError
        let rows = try scarybug.run("--csv", "list", "all", "--columns", columns).lines
        return (Array(rows.dropFirst()), told)
    }

    @Test func `a quote in a table without quotes is a part of its value`() throws {
        let (rows, _) = try take(
            "gbifID\toccurrenceID\tscientificName\teventDate\tlocality\tclass\n"
                + "1\turn:a:1\tBombus\t2026-05-01\t\"Old mill\tInsecta\n"
                + "2\turn:a:2\tApis\t2026-05-02\twood\tInsecta\n"
                + "3\turn:a:3\tOsmia\t2026-05-03\tthe mill\"\tInsecta\n"
                + "4\turn:a:4\tVespa\t2026-05-04\t\"Aa\" See\tInsecta\n"
                + "5\turn:a:5\tColletes\t2026-05-05\t\"two\nlines\"\tInsecta\n"
                + "6\turn:a:6\tAndrena\t2026-05-06\t\"open\tInsecta\n",
            "species,seen,place")
        #expect(
            rows.joined(separator: "\n") == """
                Bombus,2026-05-01,\"\"\"Old mill\"
                Apis,2026-05-02,wood
                Osmia,2026-05-03,\"the mill\"\"\"
                Vespa,2026-05-04,\"\"\"Aa\"\" See\"
                Colletes,2026-05-05,\"two
                lines\"
                Andrena,2026-05-06,\"\"\"open\"
                """)
    }

    @Test(arguments: [
        ("5,June,18", ""), ("31,XII,12", ""), ("?,6,2018", ""), (",?,1985", ""),
        ("30,6-7,1985", ""),
        ("5.0,June,2018.0", "2018-06-05"), ("5,Juin,2018", "2018-06-05"),
        ("05,VI,2018", "2018-06-05"),
    ])
    func `a part of a date is a day, a month or a year`(parts: String, seen: String) throws {
        let (rows, told) = try take("species,day,month,year,lat,lon\nApis,\(parts),1,1\n", "seen")
        #expect(rows == [seen])
        #expect(told.contains("kept as text") == seen.isEmpty)
    }

    @Test func `a time that can't be read is told`() throws {
        let (rows, told) = try take(
            "species,date,time,lat,lon\nA,2026-05-01,-9,1,1\nB,2026-05-01,21 Uhr,1,1\n"
                + "C,2026-05-01,21:30,1,1\n", "seen")
        #expect(rows == ["2026-05-01", "2026-05-01", "2026-05-01T21:30"])
        #expect(told.contains("column 3 (time): not a time: '-9' and 1 more value; kept as text"))
    }

    @Test func `dates with slashes tell nothing of dates with points`() throws {
        let (rows, _) = try take(
            "species,date,lat,lon\nA,1.4.2026,50.9,\u{2212}1.4\nB,4/13/2026,50.9,-1.4\n", "seen,at")
        #expect(rows == ["2026-04-01,\"50.9,-1.4\"", "2026-04-13,\"50.9,-1.4\""])
    }

    @Test func `one odd date changes none of its column`() throws {
        let days = (13...20).map { "A,3/\($0)/2026\n" }.joined()
        let (rows, told) = try take(
            "scientificName,eventDate\n\(days)F,5/1/2026\nH,13/4/2026\n", "seen")
        #expect(rows.suffix(2) == ["2026-05-01", ""])
        #expect(told.contains("not a date: '13/4/2026'; kept as text"))
    }

    @Test func `a private place of iNaturalist's answers is exact`() throws {
        let (rows, _) = try take(
            """
            {"results":[{"uri":"https://www.inaturalist.org/observations/1","observed_on":"2026-05-01",
            "taxon":{"name":"Noctua"},"location":"37.8,-122.2","private_location":"37.8001,-122.2001",
            "obscured":true,"positional_accuracy":30,"public_positional_accuracy":28500}]}
            """, named: "t.json", "at,place")
        #expect(rows == ["\"37.8001,-122.2001±30\","])
    }

    @Test func `a column's name may have a mark in brackets, and a count no number`() throws {
        let (rows, told) = try take(
            "Art;Datum;Breite (WGS84);Länge (WGS84);Anzahl (Ind.);Notiz\n"
                + "Bombus;1.5.2026;50,1234;7,1234;viele;\"Aa\" See\n", "species,at,notes")
        #expect(rows == ["Bombus,\"50.1234,7.1234\",\"\"\"Aa\"\" See\""])
        #expect(told.contains("not a number: 'viele'; kept as text"))
    }

    @Test func `the length of an animal is no position`() throws {
        let header = "Art;Datum;Fundort;Länge;Breite\nLucanus;2026-05-01;Kottenforst;"
        #expect(try take(header + "45,5;16,2\n", "at").rows == [""])
        #expect(try take(header + "7,1234;50,9123\n", "at").rows == ["", "\"50.9123,7.1234\""])
        #expect(
            try take("X,Y,fid,species,date\n7.1234,50.9123,1,Apis,2026-05-01\n", "at").rows.last
                == "\"50.9123,7.1234\"")
    }

    @Test func `an uncertainty may have a unit and a mark of thousands`() throws {
        let (rows, told) = try take(
            "scientificName,decimalLatitude,decimalLongitude,coordinateUncertaintyInMeters\n"
                + "A,50.9,1,\"10,000\"\nB,50.9,1,10 km\nC,50.9,1,<100\nD,50.9,1,25 m\nE,50.9,1,far\n",
            "at")
        #expect(
            rows == ["±10000", "±10000", "±100", "±25", ""].map { "\"50.9,1\($0)\"" })
        #expect(told.contains("not a distance: 'far'; kept as text"))
    }

    @Test func `a genus alone is a species, and an epithet in capitals belongs to its genus`()
        throws
    {
        let (rows, _) = try take(
            "Genus,Species,Date,Lat,Lon\n"
                + ["", "TERRESTRIS", "NA", "-", "terrestris lusitanicus", "cf. terrestris"]
                .map { "Bombus,\($0),2026-05-01,1,1\n" }.joined(), "species")
        #expect(
            rows == [
                "Bombus", "Bombus terrestris", "Bombus", "Bombus", "Bombus terrestris lusitanicus",
                "Bombus cf. terrestris",
            ])
    }

    @Test func `a license and its holder mean the same in a table and in an archive`() throws {
        let (rows, _) = try take(
            "occurrenceID,scientificName,license,recordedBy,rightsHolder\n"
                + "urn:1,A,CC_BY_NC_4_0,Nina,Nina\n"
                + "urn:2,B,http://creativecommons.org/licenses/by/4.0/legalcode,Nina,Bob\n",
            "license,credit")
        #expect(rows == ["CC-BY-NC-4.0,", "CC-BY-4.0,Bob"])
    }

    @Test func `an address of a record, and no number of a row, says which record it is`() throws {
        let table =
            "id,date,scientific name,lat,lng,validated,link\n"
            + "7,2026-05-01,Noctua,52,5,no,https://waarneming.nl/observation/7/\n"
        _ = try take(table, named: "o.csv", "title")
        let update = ["import", "%/o.csv", "--update"]
        try scarybug.directory.write(table.replacing(",no,", with: ",yes,"), to: "work/o.csv")
        #expect(try scarybug.run(update).standardOutput == "updated 1  Noctua: validated\n")
        _ = try take(",species,date,lat,lon\n0,Bombus,2026-05-01,5,1\n", named: "i.csv", "title")
        try scarybug.directory.write(
            ",species,date,lat,lon\n0,Aglais,2026-04-01,5,1\n1,Bombus,2026-05-01,5,1\n",
            to: "work/i.csv")
        try scarybug.run("import", "%/i.csv", "--only-new")
        #expect(try scarybug.run("count").lines == ["3"])
    }

    @Test func `a user names the column that tells the records apart`() throws {
        let table = "Nr,Art,Datum,Ort\n1,Carabus auratus,1.5.2024,Trier\n2,Vespa,2.5.2024,Trier\n"
        _ = try take(table, "title", "--map", "Nr=occurrenceID")
        try scarybug.directory.write(
            table.replacing("Trier\n2", with: "Fulda\n2") + "3,Apis,3.5.2024,Trier\n",
            to: "work/t.csv")
        let update = ["import", "%/t.csv", "--update"]
        let told = try scarybug.run(update + ["--map", "Nr=occurrenceID"]).standardOutput
        #expect(
            told == "imported %/t.csv: Apis as 3\nupdated 1  Carabus auratus: place\n"
                || told == "updated 1  Carabus auratus: place\nimported %/t.csv: Apis as 3\n",
            "\(told)")
        #expect(
            try scarybug.run(["--user", "bob"] + update + ["--keep-rest", "--dry-run"])
                .standardError
                .contains("no column says which record a row is"))
    }

    @Test func `a few columns of iNaturalist tell which record a row is`() throws {
        let table = "id,observed_on,latitude,longitude,scientific_name\n8,2024-05-01,5,1,Apis\n"
        _ = try take(table, "title")
        let told = try take(table.replacing("5,1", with: "6,1"), "at", "--only-new")
        #expect(told.rows == ["\"5,1\""])
    }

    @Test func `an author is kept, and a column of pictures on the web`() throws {
        let (rows, _) = try take(
            "species,author,date,lat,lon,image\nBombus,Linnaeus,2026-05-01,1,1,https://x.org/1.jpg\n",
            "species", "--keep-rest")
        #expect(rows == ["Bombus"])
        let shown = try scarybug.run("--json", "show", "1").standardOutput
        #expect(shown.contains(#""column author":"Linnaeus""#) && shown.contains("x.org"))
    }

    @Test func `an odd species is told once`() throws {
        let told = try take("scientificName,eventDate\nNA,2026-05-01\n", "title").told
        #expect(told.contains("(scientificName): 'NA'") && !told.contains("(title)"))
    }

    @Test(arguments: ["5.V.26", "05-May-26"])
    func `labels have two digits of a year`(date: String) throws {
        try scarybug.run("new", "A", "seen=\(date)")
        #expect(try scarybug.run("list", "seen:2026-05-05").lines.count == 1)
    }

    /// A name that the user gives to a table doesn't mix its datasets.
    @Test func `a dataset is a part of the identity, whatever name the table gets`() throws {
        let rows = { (name: String, date: String) in
            "datasetName,occurrenceID,scientificName,eventDate\nA,1,\(name),\(date)\nB,1,Apis,2026-05-02\n"
        }
        _ = try take(rows("Bombus", "2026-05-01"), named: "may.csv", "title")
        try scarybug.directory.write(rows("Vespa", "2026-06-01"), to: "work/june.csv")
        let june = ["import", "%/june.csv", "--update"]
        #expect(try scarybug.run(june).status == 1)
        try scarybug.run(june + ["--from", "june.csv"])
        #expect(try scarybug.run("list").lines == ["1  Vespa", "2  Apis"])
        try scarybug.run(["--user", "bob"] + june + ["--from", "X"])
        #expect(try scarybug.run("--user", "bob", "count").lines == ["2"])
    }

    @Test func `two rows of another friend are asked about`() throws {
        let rows = { (month: String, who: String) in
            "occurrenceID,scientificName,eventDate,recordedBy\n1,Bombus,2026-0\(month)-01,\(who)\n"
        }
        _ = try take(rows("5", "Nina"), "title")
        try scarybug.directory.write(rows("6", "Bob"), to: "work/t.csv")
        let refused = try scarybug.run("import", "%/t.csv", "--only-new")
        #expect(refused.standardError.contains("1 record of it is here with other values"))
    }
}

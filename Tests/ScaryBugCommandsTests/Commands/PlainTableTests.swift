import Foundation
import TestSupport
import Testing

/// Tables that people make, in plain words, and in the encodings that they save.
@Suite struct PlainTableTests {
    private let scarybug: InProcess

    init() throws { scarybug = try InProcess(user: "alice") }

    private func importTable(
        _ text: String, _ options: [String] = [], named name: String = "t.csv",
        as encoding: String.Encoding = .utf8
    ) throws -> Transcript {
        let data = try #require(text.data(using: encoding))
        try scarybug.directory.write(Array(data), to: "work/\(name)")
        return try scarybug.run(["import", "%/\(name)"] + options)
    }

    private func rows(_ columns: String) throws -> [String] {
        try scarybug.run("--csv", "list", "all", "--columns", columns).lines.dropFirst().map(\.self)
    }

    @Test(arguments: [
        "Species,Date,Latitude,Longitude\nBombus,2024-05-01,48.2,16.3\n",
        "title,date,lat,lon\nBombus,2024-05-01,48.2,16.3\n",
        "Art;Datum;Breite;Länge\nBombus;2024-05-01;48,2;16,3\n",
        "Espèce;Date;Latitude;Longitude\nBombus;2024-05-01;48,2;16,3\n",
        "especie|fecha|latitud|longitud\nBombus|2024-05-01|48.2|16.3\n",
        "soort\tdatum\tbreedtegraad\tlengtegraad\nBombus\t2024-05-01\t48.2\t16.3\n",
    ])
    func `a table in plain words needs no option`(text: String) throws {
        #expect(try importTable(text).status == 0)
        #expect(try rows("title,seen,at") == ["Bombus,2024-05-01,\"48.2,16.3\""])
    }

    @Test(arguments: ["Genus,Species", "genus,specificEpithet", "Gattung,Art"])
    func `a genus and an epithet are a species`(columns: String) throws {
        let text = "\(columns),Date,Latitude,Longitude\nBombus,terrestris,2024-05-01,50.5,1.2\n"
        #expect(try importTable(text).status == 0)
        #expect(try rows("title,species") == ["Bombus terrestris,Bombus terrestris"])
    }

    @Test(arguments: ["\u{1A}", "\u{1A}\n", "\u{1A}\u{1A}\r\n"])
    func `Ctrl-Z at the end is nothing`(end: String) throws {
        #expect(try importTable("title,rating\nAnt,3\n" + end).status == 0)
        #expect(try rows("title,rating") == ["Ant,3"])
    }

    @Test func `GeoNature's columns are known, and the others stay`() throws {
        let text = """
            id_synthese;date_debut;heure_debut;cd_nom;nom_valide;nom_cite;nombre_min;observateurs;\
            communes;x_centroid_4326;y_centroid_4326;stade_vie;sexe;uuid_perm_sinp
            1;2024-05-01;10:30:00;10502;Lucanus cervus;Lucane;2;Marie Dupont;Paris;2.3;48.1;Imago;\
            Femelle;b4f85a2e-dd88-4cdd-aa86-f1c7370faf3f

            """
        #expect(try importTable(text, ["--keep-rest"]).status == 0)
        #expect(
            try rows("species,seen,at,count,observer,place,stage,sex,identifier") == [
                "Lucanus cervus,2024-05-01T10:30:00,\"48.1,2.3\",2,Marie Dupont,Paris,Imago,Femelle,"
                    + "B4F85A2E-DD88-4CDD-AA86-F1C7370FAF3F"
            ])
        #expect(try scarybug.run("show", "1").standardOutput.contains("10502"))
    }

    @Test func `one column that nobody knows makes it strict, and --keep-rest keeps it`() throws {
        let text = "Species,Date,Weather\nBombus,2024-05-01,fog\n"
        let refused = try importTable(text)
        #expect(refused.status == 1)
        #expect(refused.standardError.contains("there is no field 'Weather'"))
        #expect(refused.standardError.contains("--keep-rest keeps it"))
        #expect(try importTable(text, ["--keep-rest"]).status == 0)
        #expect(try scarybug.run("show", "1").standardOutput.contains("fog"))
    }

    @Test(arguments: [
        // The user's mapping comes before the names that programs use.
        (
            "species,date,lat,lon,Breite,Länge\nA b,2024-05-01,48.2,16.3,47.1,15.4\n",
            "2024-05-01,\"47.1,15.4\""
        ),
        // A date in words is no geodetic datum.
        (
            "Art;Datum;Ort;Breite;Länge\nA b;Sommer 2024;Wien;48,2123;16,4123\n",
            ",\"48.2123,16.4123\""
        ),
        // A column without a date leaves its field to the next one.
        ("species,eventDate,date\nA b,0000-00-00,2024-05-01\n", "2024-05-01,"),
        ("species,eventDate,date\nA b,s.d.,2024-05-01\n", "2024-05-01,"),
        // A year has its days, and no more.
        ("occurrenceID,scientificName,year,startDayOfYear\nx:1,A b,2023,366\n", ","),
        ("occurrenceID,scientificName,year,startDayOfYear\nx:1,A b,2024,366\n", "2024-12-31,"),
        ("species,date,lat\nA b,1.13.2024,1\nA b,25.12.2024,1\n", ",\n2024-12-25,"),
    ])
    func `a value is taken for what it is`(text: String, rows: String) throws {
        let options =
            text.contains("lat,lon,")
            ? ["--map", "Breite=latitude", "--map", "Länge=longitude"] : []
        let imported = try importTable(text, options)
        #expect(imported.status == 0, "\(imported)")
        #expect(try self.rows("seen,at").joined(separator: "\n") == rows)
    }

    @Test func `many columns make one short line`() throws {
        let names = (1...60).map { "x\($0)" }.joined(separator: ",")
        let refused = try importTable("title,\(names)\nBee,\(names)\n")
        #expect(refused.standardError.split(separator: "\n").count == 1)
        #expect(
            refused.standardError.contains(
                "there are no fields 'x1', 'x2', 'x3' and 57 more; --map 'COLUMN=FIELD' names "
                    + "another field; --map 'COLUMN=' leaves a column out; --keep-rest keeps"))
        #expect(try importTable("title,\(names)\nBee,\(names)\n", ["--keep-rest"]).status == 0)
        #expect(try scarybug.run("show", "1").standardOutput.contains("x60"))
    }

    @Test func `a photograph in a plain table is as strict as in our own`() throws {
        let refused = try importTable("title,date,image\nBee,1990,none.jpg\n")
        #expect(refused.standardError.contains("column 3 (image): there is no file 'none.jpg'"))
    }

    @Test(arguments: [
        ("title,number\nBee,3\n", "no field 'number'"), ("name\nBee\n", "no field 'name'"),
        ("date,lat,lon\n2024,1,2\n", "no fields 'date', 'lat', 'lon'"),
    ])
    func `a table without a place or a date, or without a subject, is strict`(
        text: String, error: String
    ) throws {
        #expect(try importTable(text).standardError.contains(error))
    }

    @Test func `a text of a count is a name`() throws {
        #expect(try importTable("nombre,fecha,número\nAbeja,2024-05-01,4\n").status == 0)
        #expect(try importTable("Espèce,Date,Nombre\nAbeille,2024-05-01,7\n").status == 0)
        #expect(try rows("title,count") == ["Abeja,4", "Abeille,7"])
    }

    @Test func `Windows-1252 is read, and said to be`() throws {
        let imported = try importTable(
            "title,place\nHummel,Köln\n", as: .windowsCP1252)
        #expect(imported.standardError.contains("t.csv: not UTF-8; read as Windows-1252"))
        #expect(try rows("place") == ["Köln"])
    }

    @Test func `the first other letter may be far from the start`() throws {
        let rows = String(repeating: "Hummel,Wien\n", count: 10_000)
        let imported = try importTable(
            "title,place\n\(rows)Biene,Köln\n", as: .windowsCP1252)
        #expect(imported.standardError.contains("t.csv: not UTF-8; read as Windows-1252"))
        #expect(try scarybug.run("count", "place:Köln").lines == ["1"])
    }

    @Test func `a table of two encodings is refused where the second begins`() throws {
        let texts = ["title,place\nHummel,Köln\n", "Biene,Köln\n"]
        for (first, second) in [
            (String.Encoding.utf8, String.Encoding.windowsCP1252), (.windowsCP1252, .utf8),
        ] {
            let bytes = texts[0].data(using: first).map(Array.init) ?? []
            let rest = texts[1].data(using: second).map(Array.init) ?? []
            try scarybug.directory.write(bytes + rest, to: "work/t.csv")
            let refused = try scarybug.run("import", "%/t.csv")
            #expect(
                refused.status == 1
                    && refused.standardError.contains("t.csv:3: column 2: the value is"))
        }
    }

    @Test(arguments: [
        (String.Encoding.utf16LittleEndian, "UTF-16 without a byte order mark"),
        (.utf16BigEndian, "UTF-16 without a byte order mark"),
        (.utf32LittleEndian, "UTF-32"), (.utf32BigEndian, "UTF-32"),
    ])
    func `other encodings are named`(encoding: String.Encoding, name: String) throws {
        let refused = try importTable("title,place\nHummel,Köln\n", as: encoding)
        #expect(refused.standardError.hasSuffix("t.csv: a text in \(name); save it as UTF-8\n"))
    }

    @Test(arguments: [#"{"results":[]}"#, #"{"total_results": 0, "results": [ ], "page": 1}"#])
    func `a query on the web may have no results`(text: String) throws {
        #expect(
            try importTable(text, named: "t.json").standardError.hasSuffix("no documents in it\n"))
    }

    @Test func `the results of a query on the web are rows`() throws {
        let text = """
            {"total_results": 2, "results": [
              {"id": 1, "uuid": "1b4e28ba-2fa1-41d2-883f-0016d3cca427", "observed_on": "2026-05-01",
               "location": "37.8,-122.2", "place_guess": "Oakland", "score": 0.12345678901234567,
               "taxon": {"id": 5, "name": "Noctua pronuba"}, "user": {"login": "nina"}},
              {"id": 2, "observed_on": "2026-05-02", "taxon": {"name": "Vespa crabro"}}],
             "page": 1}
            """
        #expect(try importTable(text, named: "t.json").status == 0)
        #expect(
            try rows("species,seen,at,place,observer") == [
                "Noctua pronuba,2026-05-01,\"37.8,-122.2\",Oakland,nina",
                "Vespa crabro,2026-05-02,,,",
            ])
    }

    @Test func `results that are cut off are told`() throws {
        let text = #"{"results": [{"observed_on": "2026-05-01", "species_guess": "Bee"}]"#
        #expect(
            try importTable(text, named: "t.json").standardError.contains(
                "cut off: the object has no end"))
    }
}

import Foundation
import TestSupport
import Testing

/// What tables, archives and maps of others say in forms of their own.
@Suite struct WrittenTableTests {
    private let scarybug: InProcess

    init() throws { scarybug = try InProcess(user: "alice") }

    private func write(_ text: String, _ name: String = "t.csv") throws {
        try scarybug.directory.write(Array(text.utf8), to: "work/\(name)")
    }

    /// Imports a table, and returns what the program says beside its results.
    @discardableResult
    private func take(_ text: String, _ options: String..., named name: String = "t.csv") throws
        -> String
    {
        try write(text, name)
        return try scarybug.run(["import", "%/\(name)"] + options).standardError
    }

    /// The values of a document that are not empty.
    private func values(_ number: Int) throws -> [String: String] {
        let json = try scarybug.run("--json", "show", "\(number)").standardOutput
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        return try #require(object as? [String: Any]).compactMapValues { value in
            value is NSNull ? nil : "\(value)"
        }
    }

    // MARK: Nothing

    @Test(arguments: ["NA", "N/A", "NaN", "null", "None", "\\N", "-"])
    func `a word for nothing says nothing on each road`(word: String) throws {
        let terms = [
            "scientificName", "eventDate", "decimalLatitude", "decimalLongitude", "individualCount",
            "sex", "recordedBy", "weather", "gridRef",
        ]
        let cells = ["Apis"] + Array(repeating: word, count: 8)
        let json = zip(terms, cells).map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
            .replacing("\\", with: "\\\\")
        let data = zip(terms, cells).map { "<Data name=\"\($0)\"><value>\($1)</value></Data>" }
        try take(terms.joined(separator: ",") + "\n" + cells.joined(separator: ",") + "\n")
        try take("{\(json)}\n", named: "t.jsonl")
        try take(
            #"{"type":"Feature","geometry":null,"properties":{\#(json)}}"#, named: "t.geojson")
        try take(
            "<kml><Placemark><ExtendedData>\(data.joined())</ExtendedData><Point><coordinates>"
                + "1,2</coordinates></Point></Placemark></kml>", named: "t.kml")
        try take("title,seen,count,sex,at,notes\nApis,\(word),\(word),\(word),\(word),\(word)\n")
        try take(
            "<gpx><wpt lat='2' lon='1'><time>\(word)</time><name>Apis</name><cmt>\(word)</cmt></wpt></gpx>",
            named: "t.gpx")
        var draft = ArchiveDraft()
        draft.columns = terms.enumerated().map { "\($0):\($1)" }
        try scarybug.directory.makeDirectory("work/a")
        try scarybug.directory.write(draft.meta, to: "work/a/meta.xml")
        let line = cells.joined(separator: "\t")
        try scarybug.directory.write("\n\(line)\n", to: "work/a/occurrence.txt")
        try scarybug.run("import", "%/a")
        for number in 1...7 {
            let values = try values(number)
            #expect(values["title"] == "Apis", "\(number)")
            #expect(!values.values.contains(word), "\(number): \(values)")
            #expect(values["at"] == nil || [4, 6].contains(number), "\(number): \(values)")
        }
    }

    @Test func `a word for nothing in a column of texts alone is a text, and is told`() throws {
        let told = try take(
            """
            scientificName,recordedBy,individualCount
            Apis,Null,3
            Vespa,Null,NULL
            Osmia,NULL,NULL

            """)
        #expect(
            told.contains(
                "warning: %/t.csv: column 2 (recordedBy): 'Null' and 1 more value: taken as a text; an "
                    + "empty cell says nothing\n"))
        #expect(try [1, 2, 3].map { try values($0)["observer"] } == ["Null", "Null", nil])
    }

    @Test func `zero dates and the position 0,0 stay as texts`() throws {
        let told = try take(
            """
            scientificName,occurrenceID,eventDate,decimalLatitude,decimalLongitude
            Apis,a:1,0000-00-00,0,0
            Vespa,a:2,1/0/1900,50,1
            Osmia,a:3,2025-05-01,50,1

            """)
        #expect(
            told.contains(
                "%/t.csv:2: column 3 (eventDate): not a date: '0000-00-00' and 1 more value; kept as text"
            ))
        #expect(try values(1)["eventDate"] == "0000-00-00" && values(1)["seen"] == nil)
        let exported = try scarybug.run("export", "1", "%/a.zip", "--format", "dwca")
        #expect(exported.standardError.contains("the position 0,0, which other programs take"))
        #expect(try values(1)["at"] == nil && values(1)["decimalLatitude"] == "0")
        #expect(try values(2)["seen"] == nil && values(3)["seen"] == "2025-05-01")
        let point = try take(
            #"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[0,0]}}"#,
            named: "t.geojson")
        #expect(
            point.contains("'0, 0' on line 1 is no position, and kept as text (coordinates)"))
        #expect(try values(4)["at"] == nil)
    }

    // MARK: Numbers and dates

    @Test func `a column tells whether its numbers have decimal commas`() throws {
        try scarybug.run("field", "add", "weight", "number")
        try take(
            """
            scientificName,weight,individualCount,decimalLatitude,decimalLongitude
            Apis,"1,25","3,0","48,2","16,3"
            Vespa,"2,5",4,"48,3","16,4"

            """)
        #expect(try values(1)["weight"] == "1.25" && values(1)["count"] == "3")
        #expect(try values(1)["at"] == "48.2,16.3" && values(2)["weight"] == "2.5")
        // A comma may separate thousands.
        try take("scientificName,weight\nApis,\"1,250\"\nVespa,\"2,500\"\n")
        #expect(try values(3)["weight"] == nil && values(3)["column weight"] == "1,250")
        try take(
            "<kml><Placemark><Point><coordinates>16,3738,48,2082,0</coordinates></Point></Placemark>"
                + "</kml>", named: "t.kml")
        #expect(try values(5)["at"] == "48.2082,16.3738")
    }

    @Test(
        arguments: [
            ("1905/06", "1905/06", nil), ("2025-04-2?", "2025-04-2?", nil),
            ("1995-05-24/06-09", nil, "1995-05-24/1995-06-09"), ("1.4.2025", nil, "2025-04-01"),
            ("2018.0", nil, "2018"), ("199u", "199u", nil), ("1/5/2025", "1/5/2025", nil),
            ("2025-05-01T24:00", nil, "2025-05-02T00:00"),
        ] as [(String, String?, String?)])
    func `an odd date stops no table`(date: String, kept: String?, seen: String?) throws {
        let told = try take(
            "scientificName,eventDate\nApis,\(date)\nVespa,2025-05-01\nOsmia,2025-05-02\n")
        #expect(try values(1)["eventDate"] == kept && values(1)["seen"] == seen)
        #expect(told.contains("not a date: '\(date)'; kept as text") == (kept != nil))
        #expect(try values(3)["seen"] == "2025-05-02")
    }

    @Test func `a date and a time may stand in one column, or the day in both`() throws {
        try take("species,datetime,lat,lon\nApis,2024-05-14 10:00,48.2,16.3\n")
        try take(
            "species,date,time,lat,lon\nApis,,2024-05-14 10:00,48.2,16.3\n"
                + "Vespa,2024-05-14,2024-05-14 10:00,48.2,16.3\n"
                + "Osmia,2024-05-14,1899-12-30 10:00,48.2,16.3\n")
        #expect(
            try [1, 2, 3, 4].map { try values($0)["seen"] }
                == Array(repeating: "2024-05-14T10:00", count: 4))
    }

    @Test func `a form of eBird needs no option`() throws {
        let told = try take(
            "Common Name,Genus,Species,Number,Location Name,Latitude,Longitude,Date,Start Time,"
                + "State/Province,Country Code,Protocol,Number of Observers,Duration,"
                + "All observations reported?,Effort Distance Miles,Submission Comments\n"
                + "Monarch,Danaus,plexippus,3,Oak,41.1,-87.2,05/14/2024,10:30,IL,US,Traveling,1,60,Y,1.2,x\n"
        )
        #expect(told.contains("kept under their own names: State/Province, Country Code, Protocol"))
        #expect(try values(1)["species"] == "Danaus plexippus")
        #expect(try values(1)["seen"] == "2024-05-14T10:30")
    }

    @Test func `config says the order of day and month`() throws {
        #expect(
            try scarybug.run("new", "A", "seen=1/5/26").standardError.contains(
                "write 2026-05-01 or 2026-01-05; 'config dates=dmy'"))
        try scarybug.run("config", "dates=mdy")
        try scarybug.run("new", "A", "seen=1/5/25")
        try take("scientificName,eventDate\nApis,1/5/2025\n")
        try take("scientificName,eventDate\nApis,1/5/2025\n", "--dates", "dmy")
        // Points stand after a day, unless the column shows another order.
        try take("scientificName,eventDate\nApis,1.5.2025\n")
        try take("scientificName,eventDate\nApis,1.5.2025\nApis,1.13.2025\n")
        #expect(
            try [1, 2, 3, 4, 5].map { try values($0)["seen"] }
                == ["2025-01-05", "2025-01-05", "2025-05-01", "2025-05-01", "2025-01-05"])
        #expect(try scarybug.run("count", "seen:1/5/25").gave("3\n"))
    }

    @Test func `a date in the future is taken with a warning`() throws {
        #expect(
            try scarybug.run("new", "A", "seen=2126-05-01").gave(
                "1  A\n", error: "scarybug: warning: seen 2126-05-01 is in the future\n"))
        let told = try take(
            "scientificName,eventDate,year\nApis,2126-05-01,\nVespa,2126-06,\nOsmia,,2127\n")
        #expect(
            told.contains(
                "%/t.csv: column 2 (eventDate): '2126-05-01' and 1 more value: in the future; taken as it is"
            ))
        #expect(told.contains("column 3 (year): '2127': in the future; taken as it is"))
        #expect(try values(3)["seen"] == "2126-06" && values(4)["seen"] == "2127")
    }

    // MARK: Several columns

    @Test func `a user names the columns of a position and a date`() throws {
        try take(
            "Bez,Breite,Länge,Wann,Bis\nAmeise,\"48,2\",\"16,3\",2025-05-01,2025-05-03\n",
            "--map", "Bez=title", "--map", "Breite=latitude", "--map", "Länge=longitude",
            "--map", "Wann=startDate", "--map", "Bis=endDate")
        let ant = try values(1)
        #expect(ant["title"] == "Ameise" && ant["at"] == "48.2,16.3")
        #expect(ant["seen"] == "2025-05-01/2025-05-03")
    }

    @Test(
        arguments: [
            ("Species,Date,Latitude,Longitude\nApis,2024-05-01,48.2,16.3\n", "2024-05-01"),
            ("name,lon,lat,date\nApis,16.3,48.2,2024-05-01\n", "2024-05-01"),
            ("name,lng,lat,year,month,day\nApis,16.3,48.2,2018.0,5.0,19.0\n", "2018-05-19"),
            ("name,long,lat,date,time\nApis,16.3,48.2,2024-05-01,9:30 pm\n", "2024-05-01T21:30"),
            ("name,lon,lat\nApis,\"16°18'E\",\"48°12'N\"\n", nil),
        ] as [(String, String?)])
    func `a table with a name, a latitude and a longitude needs no option`(
        table: String, seen: String?
    ) throws {
        try take(table)
        let bee = try values(1)
        #expect(bee["title"] == "Apis" && bee["at"] == "48.2,16.3" && bee["seen"] == seen)
    }

    @Test(arguments: [
        ("eventDate,eventDate2", "2025-05-01,2025-05-03", "2025-05-01/2025-05-03"),
        ("startDate,endDate", "2025-05-01,2025-05-03", "2025-05-01/2025-05-03"),
        ("eventDate,eventDate2", "2025-05-01,2025-05-01", "2025-05-01"),
        ("eventDate,endDate", "2025-05,2025-05-31", "2025-05"),
        ("eventDate,endDate", "2025-05-03,2025-05-01", "2025-05-03"),
        ("eventDate,eventDate2", "2025-05-01/2025-05-03,2025-05-03", "2025-05-01/2025-05-03"),
        (
            "startDate,endDate,startTime,endTime", "2025-05-01,2025-05-02,21:00,04:30",
            "2025-05-01T21:00/2025-05-02T04:30"
        ),
        ("date,startTime,endTime", "2025-05-01,21:00,22:30", "2025-05-01T21:00/2025-05-01T22:30"),
        ("date,time", "2025-05-01,10:00-11:30", "2025-05-01T10:00/2025-05-01T11:30"),
        ("date,time", "2025-05-01,24:10", "2025-05-02T00:10"),
        ("year,startDayOfYear,endDayOfYear", "2018,139,141", "2018-05-19/2018-05-21"),
        ("year,startDayOfYear,endDayOfYear", "2018,139.0,139", "2018-05-19"),
        ("year,month,day", "2018.0,5.0,0", "2018-05"), ("year,month,day", "0,0,0", ""),
    ])
    func `several columns give one date`(names: String, cells: String, seen: String) throws {
        try take("scientificName,\(names)\nApis,\(cells)\n")
        #expect(try values(1)["seen"] ?? "" == seen)
    }

    @Test func `a table of one's own takes the parts of a date, and stays strict`() throws {
        try take("title,day,month,year\nAnt,5.0,6,2018.0\nBee,,6,2018\nFly,NA,NA,NA\n")
        #expect(
            try [1, 2, 3].map { try values($0)["seen"] } == ["2018-06-05", "2018-06", nil])
        #expect(
            try take("title,day,month\nAnt,5,6\n").contains(
                "t.csv:2: column 2 (day): '5' gives no seen with the other columns of the row\n"))
        let both = try take(
            "A,B,C\nx,1,2\n", "--map", "A=title", "--map", "B=at", "--map", "C=at")
        #expect(
            both.contains(
                "--map 'B=latitude' --map 'C=longitude' takes both, or the other way round"))
    }

    // MARK: Tables from a list

    /// The table of a list, with other cells in its only row.
    private func edited(_ cells: [String: String]) throws -> String {
        let lines = try scarybug.run("--csv", "list", "1").lines
        let names = lines[0].split(separator: ",").map(String.init)
        var values = lines[1].split(separator: ",", omittingEmptySubsequences: false)
            .map(String.init)
        for (name, cell) in cells { values[try #require(names.firstIndex(of: name))] = cell }
        return lines[0] + "\n" + values.joined(separator: ",") + "\n"
    }

    @Test(arguments: [
        (["count": "NA", "notes": "NA"], "", ""),
        (["notes": "NA"], "1  notes (none) → NA\n", "(notes): 'NA': taken as a text"),
        (["sex": "NA"], "", ""), (["other": "NA"], "", ""),
        (["place": "NA"], "1  place garden → NA\n", "(place): 'NA': taken as a text"),
        (["place": "NA", "count": "NA"], "1  place garden → NA\n", "taken as a text"),
        (
            ["seen": "NA"], "",
            "seen 'NA' says nothing, and the document has 2025-05-01; an empty cell"
        ),
        (
            ["stage": "-"], "",
            "stage '-' says nothing, and the document has adult; an empty cell clears"
        ),
        (["seen": ""], "1  seen 2025-05-01 → (none)\n", ""),
    ])
    func `a word for nothing in a list changes nothing that is empty`(
        cells: [String: String], changes: String, told: String
    ) throws {
        try scarybug.run("new", "Ant", "place=garden", "seen=2025-05-01", "stage=adult")
        try write(edited(cells))
        let planned = try scarybug.run("import", "--update", "--dry-run", "%/t.csv")
        let expected = changes.isEmpty && told.isEmpty ? "nothing would change\n" : changes
        #expect(planned.standardOutput == expected, "\(planned)")
        #expect(told.isEmpty || planned.standardError.contains(told), "\(planned)")
    }
}

import Foundation
import TestSupport
import Testing

/// Tables of iNaturalist, GBIF, eBird and iRecord, in their own words.
@Suite struct ForeignTableTests {
    private let scarybug: InProcess

    init() throws { scarybug = try InProcess(user: "alice") }

    private static let iNaturalist = """
        id,observed_on,user_login,url,tag_list,description,place_guess,latitude,longitude,\
        positional_accuracy,public_positional_accuracy,coordinates_obscured,species_guess,\
        scientific_name,number,captive
        38,2008-03-17,nina,https://www.inaturalist.org/observations/38,"wasp, night",on ivy,\
        "California, US",37.9028159,-122.2834661,,28329,true,,Ophion,3,false
        39,2008-04-01,nina,https://www.inaturalist.org/observations/39,,,,,,,,false,Skimmer,,,

        """
    private static let gbif = """
        gbifID\tspecies\tscientificName\toccurrenceID\teventDate\tdecimalLatitude\t\
        decimalLongitude\tcoordinateUncertaintyInMeters\trecordedBy\tlifeStage\tindividualCount\t\
        license\tmodified
        7\t\tOphion Fabricius\thttp://www.inaturalist.org/observations/38\t2008-03-17T12:00\t\
        37.9\t-122.28\t28329.0\tNina\tadult\t2\tCC0_1_0\t2020-01-01

        """
    private static let eBird = """
        Submission ID,Common Name,Scientific Name,Count,Location,Latitude,Longitude,Date,Time,\
        Observation Details,ML Catalog Numbers
        S1,Snow Goose,Anser caerulescens,37,Pea Island,35.54,-77.04,2021-12-28,01:41 PM
        S1,Merlin,Falco columbarius,X,Pea Island,35.54,-77.04,2021-12-28,01:41 PM,fast,

        """

    private func write(_ text: String, _ name: String = "t.csv") throws {
        try scarybug.directory.write(Array(text.utf8), to: "work/\(name)")
    }

    /// The values of a document.
    private func values(_ number: Int, of user: String = "alice") throws -> [String: String] {
        let json = try scarybug.run(["--user", user, "--json", "show", "\(number)"]).standardOutput
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        return try #require(object as? [String: Any]).compactMapValues { value in
            value is NSNull ? nil : "\(value)"
        }
    }

    @Test func `iNaturalist's columns need no option, and nothing is lost`() throws {
        try write(Self.iNaturalist)
        let imported = try scarybug.run("import", "%/t.csv")
        #expect(imported.status == 0)
        #expect(imported.standardError.contains("observed_on → seen"))
        #expect(imported.standardError.contains("kept under their own names: id, url"))
        let wasp = try values(1)
        #expect(wasp["title"] == "Ophion" && wasp["species"] == "Ophion")
        #expect(wasp["seen"] == "2008-03-17" && wasp["observer"] == "nina")
        // The point of a hidden place is far from it.
        #expect(wasp["at"] == "37.9028159,-122.2834661±28329")
        #expect(wasp["place"] == "California, US" && wasp["notes"] == "on ivy")
        #expect(wasp["count"] == "3" && wasp["captive"] == "false" && wasp["id"] == "38")
        #expect(wasp["url"] == "https://www.inaturalist.org/observations/38")
        #expect(try values(2)["title"] == "Skimmer")
    }

    @Test func `the same record has one identifier in all tables`() throws {
        try write(Self.iNaturalist)
        try write(Self.gbif, "g.csv")
        try scarybug.run("import", "%/t.csv")
        try scarybug.run("--user", "bob", "import", "%/g.csv")
        #expect(try values(1)["identifier"] == values(1, of: "bob")["identifier"])
        let wasp = try values(1, of: "bob")
        #expect(wasp["seen"] == "2008-03-17T12:00" && wasp["stage"] == "adult")
        #expect(wasp["count"] == "2" && wasp["license"] == "CC0-1.0")
        #expect(wasp["column modified"] == "2020-01-01")
    }

    @Test func `a second import takes only what is new, whatever was edited`() throws {
        try write(Self.iNaturalist)
        try scarybug.run("import", "%/t.csv")
        try scarybug.run("set", "all", "tags+=x")
        let more = Self.iNaturalist.replacingOccurrences(
            of: "39,2008-04-01", with: "40,2008-04-02"
        ).replacingOccurrences(of: "observations/39", with: "observations/40")
        try write(more)
        let imported = try scarybug.run("import", "%/t.csv", "--only-new")
        #expect(imported.standardOutput == "imported %/t.csv: Skimmer as 3\n")
        #expect(imported.standardError.hasPrefix("scarybug: %/t.csv: 1 record is here already\n"))
        #expect(try scarybug.run("count").gave("3\n"))
        #expect(try values(1)["tags"]?.contains("x") == true)
    }

    private static let spring = """
        scientificName,occurrenceID,eventDate,locality,occurrenceRemarks,tag_list,weather
        Bombus terrestris,r:1,2025-05-01,Kew,on ivy,"bee, garden",sun
        Apis mellifera,r:2,2025-05-02,Kew,,bee,rain

        """
    private static let summer = """
        scientificName,occurrenceID,eventDate,locality,occurrenceRemarks,tag_list,weather
        Bombus terrestris,r:1,2025-05-01,Richmond,on an oak,"bee, wild",cloud
        Apis mellifera,r:2,,,,bee,rain
        Osmia rufa,r:3,2025-05-03,Kew,,,

        """

    @Test func `an update takes what the table has changed, and keeps what was changed here`()
        throws
    {
        try write(Self.spring)
        try scarybug.run("import", "%/t.csv")
        try scarybug.run("set", "all", "tags+=x", "notes=mine", "rating=4")
        let same = try scarybug.run("import", "%/t.csv", "--update")
        #expect(same.standardOutput == "nothing changed\n")
        #expect(same.standardError == "scarybug: %/t.csv: 2 records are here already\n")

        try write(Self.summer)
        let planned = try scarybug.run("import", "%/t.csv", "--update", "--dry-run")
        #expect(
            planned.standardOutput == """
                1  tags bee, garden, x → bee, x, wild
                1  place Kew → Richmond
                1  weather sun → cloud
                would keep 1  Bombus terrestris: notes (changed here, too; --force takes the table's)
                would import %/t.csv: Osmia rufa as 3

                """)
        let updated = try scarybug.run("import", "%/t.csv", "--update")
        #expect(
            updated.standardOutput == """
                merged 1  Bombus terrestris: tags, place, weather
                kept 1  Bombus terrestris: notes (changed here, too; --force takes the table's)
                imported %/t.csv: Osmia rufa as 3

                """)
        let bee = try values(2)
        #expect(bee["seen"] == "2025-05-02" && bee["place"] == "Kew" && bee["notes"] == "mine")
        #expect(try values(1)["notes"] == "mine")

        // The field that both changed is named until somebody decides.
        let again = try scarybug.run("import", "%/t.csv", "--update").standardOutput
        #expect(
            again
                == "kept 1  Bombus terrestris: notes (changed here, too; --force takes the table's)\n"
        )
        let forced = try scarybug.run("import", "%/t.csv", "--update", "--force").standardOutput
        #expect(forced == "updated 1  Bombus terrestris: notes\n")
        let wild = try values(1)
        #expect(wild["notes"] == "on an oak" && wild["rating"] == "4" && wild["weather"] == "cloud")
        #expect(
            try scarybug.run("undo").standardOutput.hasSuffix("changed back 1  Bombus terrestris\n")
        )
        #expect(try values(1)["notes"] == "mine")
    }

    @Test func `an edit on a map is one here, whatever the table says`() throws {
        try write(Self.spring)
        try scarybug.run("import", "%/t.csv")
        try scarybug.run("set", "1", "notes=mine", "at=1,2")
        try scarybug.run("export", "1", "%/m.geojson")
        let map = String(
            decoding: try scarybug.directory.bytes(of: "work/m.geojson"), as: UTF8.self)
        try scarybug.directory.write(
            map.replacingOccurrences(of: "Kew", with: "Ealing"), to: "work/m.geojson")
        #expect(
            try scarybug.run("import", "%/m.geojson", "--update").standardOutput
                == "updated 1  Bombus terrestris: place\n")
        #expect(
            try scarybug.run("import", "%/t.csv", "--update").standardOutput == "nothing changed\n")
        let bee = try values(1)
        #expect(bee["place"] == "Ealing" && bee["notes"] == "mine" && bee["at"] == "1,2")
    }

    @Test func `a value for all rows fills what they lack, also with an update`() throws {
        try write(Self.spring)
        try scarybug.run("import", "%/t.csv", "observer=Nina", "notes=seen")
        try write(Self.summer)
        let words = ["import", "%/t.csv", "--update", "observer=Nina", "notes=seen"]
        #expect(
            try scarybug.run(words).standardOutput == """
                updated 1  Bombus terrestris: tags, notes, place, weather
                imported %/t.csv: Osmia rufa as 3

                """)
        #expect(try scarybug.run(words).standardOutput == "nothing changed\n")
        for number in 1...3 { #expect(try values(number)["observer"] == "Nina") }
        #expect(try values(1)["notes"] == "on an oak" && values(2)["notes"] == "seen")
    }

    @Test func `a custom field with the name of a term is that term`() throws {
        try scarybug.run(
            "-c", "field add samplingProtocol text", "-c",
            "field add minimumElevationInMeters number",
            "-c", "field add sex boolean")
        try write(
            """
            dwc:scientificName,Sampling Protocol,minimum_elevation_in_meters,sex
            Osmia rufa,net,12,female
            Osmia rufa,,high,yes

            """)
        try scarybug.run("import", "%/t.csv")
        let (one, other) = (try values(1), try values(2))
        #expect(one["samplingProtocol"] == "net" && one["minimumElevationInMeters"] == "12")
        #expect(one["sex"] == nil && one["column sex"] == "female")
        #expect(other["minimum_elevation_in_meters"] == "high" && other["sex"] == "1")
    }

    @Test(arguments: [
        ("Osmia rufa", "Osmia cf. rufa", "Osmia cf. rufa"),
        ("Osmia rufa", "Osmia rufa?", "Osmia rufa?"),
        ("Osmia", "Osmia aff. rufa", "Osmia aff. rufa"), ("Osmia", "Osmia sp.", "Osmia sp."),
        ("Osmia rufa", "Osmia bicornis", "Osmia rufa"), ("Osmia rufa", "", "Osmia rufa"),
    ])
    func `a name as somebody wrote it counts if it is the same name`(
        _ name: String, _ verbatim: String, _ species: String
    ) throws {
        try write("scientificName,verbatimIdentification\n\(name),\(verbatim)\n")
        try scarybug.run("import", "%/t.csv")
        #expect(try values(1)["species"] == species)
    }

    @Test(arguments: [
        ("2026-05-01", "2026-05-01~", "2026-05-01~"), ("2026-05", "2026-05-03", "2026-05-03"),
        ("2026-05-01", "2026-05", "2026-05-01"), ("", "2026-05/..", "2026-05/.."),
        ("2026-05-01", "1 May 2026", "2026-05-01"),
        ("2026-05-01T07:51:57-07:00", "2026-05-01 07:51:57", "2026-05-01T07:51:57-07:00"),
        ("2026-05-01", "2026-06-01", "2026-05-01"),
    ])
    func `a date as somebody wrote it counts if it is as exact`(
        _ date: String, _ verbatim: String, _ seen: String
    ) throws {
        try write("scientificName,eventDate,verbatimEventDate\nOsmia,\(date),\(verbatim)\n")
        try scarybug.run("import", "%/t.csv")
        #expect(try values(1)["seen"] == seen)
    }

    @Test(
        arguments: [
            ("Bombus terrestris", "cf.", "Bombus cf. terrestris"),
            ("Bombus terrestris", "cf. terrestris", "Bombus cf. terrestris"),
            ("Carabus", "aff. auratus", "Carabus aff. auratus"), ("Andrena", "sp.", "Andrena sp."),
            ("Osmia rufa (L. 1758)", "?", "Osmia rufa (L. 1758)?"),
            ("Bombus terrestris", "agg.", "Bombus terrestris agg."),
            ("Bombus terrestris", "s.str.", "Bombus terrestris s.str."),
            ("Bombus terrestris", "sensu lato", "Bombus terrestris sensu lato"),
            ("Bombus terrestris", "aff. terrestris", "Bombus aff. terrestris"),
            ("Bombus (Bombus) terrestris", "cf.", "Bombus (Bombus) cf. terrestris"),
            ("Osmia rufa", "? rufa", "Osmia ? rufa"),
            ("Osmia rufa", "seen from below", "Osmia rufa"), ("", "cf.", ""),
        ])
    func `a name gets the word of another column about how sure it is`(
        name: String, qualifier: String, species: String
    ) throws {
        try write(
            "scientificName,identificationQualifier,locality\n\(name),\(qualifier),Here\n")
        try scarybug.run("import", "%/t.csv")
        let values = try values(1)
        #expect(values["species"] ?? "" == species)
        #expect((values["identificationQualifier"] == nil) == species.contains(qualifier))
    }

    @Test func `a record that was absent has the count 0 if it has none`() throws {
        try write(
            "scientificName,occurrenceStatus,individualCount\nApis,Absent,\nVespa,absent,3\n"
                + "Osmia,present,\n")
        try scarybug.run("import", "%/t.csv")
        #expect(try [1, 2, 3].map { try values($0)["count"] } == ["0", "3", nil])
        try scarybug.run("export", "all", "%/a.zip", "--format", "dwca")
        try scarybug.run("--user", "bob", "import", "%/a.zip")
        for number in 1...3 {
            #expect(
                try values(number, of: "bob")["occurrenceStatus"]
                    == values(number)["occurrenceStatus"])
        }
        #expect(try values(2, of: "bob")["occurrenceStatus"] == "absent")
        #expect(try [1, 2, 3].map { try values($0, of: "bob")["count"] } == ["0", "3", nil])
    }

    @Test func `rows of one's own table without an identifier are known by their values`() throws {
        try write("title,species\nA,Apis\nA,Apis\nB,\n")
        #expect(try scarybug.run("import", "%/t.csv", "--only-new").lines.count == 3)
        try scarybug.run("set", "all", "rating=3")
        let again = try scarybug.run("import", "%/t.csv", "--only-new").standardOutput
        #expect(!again.contains("imported"))
        #expect(try scarybug.run("import", "%/t.csv").standardOutput.contains("imported"))
    }

    @Test func `columns with the names of fields are these fields`() throws {
        try write(
            """
            scientificName,seen,place,observer,notes,tags,rating,at,credit
            Osmia,2026-05-01,Kew,Nina,on ivy,"a, b",3,"50.9,-1.4",Bo
            Osmia,soon,,,,,high,nowhere,

            """)
        try scarybug.run("import", "%/t.csv")
        let osmia = try values(1)
        #expect(osmia["seen"] == "2026-05-01" && osmia["place"] == "Kew" && osmia["rating"] == "3")
        #expect(
            osmia["observer"] == "Nina" && osmia["notes"] == "on ivy" && osmia["credit"] == "Bo")
        #expect(osmia["at"] == "50.9,-1.4" && osmia["tags"]?.contains("b") == true)
        let other = try values(2)
        #expect(other["column seen"] == "soon" && other["column rating"] == "high")
        #expect(other["column at"] == "nowhere" && other["rating"] == "0")
    }

    @Test(arguments: ["csv", "json", "kml", "gpx", "geojson", "zip"])
    func `columns with names that only our tables use come back`(ending: String) throws {
        try write(
            "occurrenceID,species,lat,lon,Kind,Other,modified,column modified\nurn:1,Apis,48,16,worker,x,2020,2021\n"
        )
        try scarybug.run("import", "%/t.csv")
        let options = ending == "zip" ? ["--format", "dwca"] : []
        try scarybug.run(["export", "1", "%/o.\(ending)"] + options)
        try scarybug.run("--user", "bob", "import", "%/o.\(ending)")
        for user in ["alice", "bob"] {
            let apis = try values(1, of: user)
            #expect(apis["column Kind"] == "worker" && apis["column Other"] == "x", "\(apis)")
            #expect(apis["column modified"] == "2020" && apis["column modified 2"] == "2021")
        }
    }

    @Test func `a text goes when the table corrects it`() throws {
        let header = "occurrenceID,scientificName,eventDate,individualCount,lat,lon\n"
        try write(
            header + "urn:1,Apis,spring 2024,many,48,999\nurn:2,Apis,spring 2024,many,48,999\n")
        try scarybug.run("import", "%/t.csv")
        try write(
            header + "urn:1,Apis,2024-05-31,5,48,16\nurn:2,Apis,,,,\n")
        try scarybug.run("import", "%/t.csv", "--update")
        let (corrected, silent) = (try values(1), try values(2))
        #expect(corrected["seen"] == "2024-05-31" && corrected["at"] == "48,16")
        #expect(silent["eventDate"] == "spring 2024" && silent["individualCount"] == "many")
        for name in ["eventDate", "individualCount", "lat", "lon"] {
            #expect(corrected[name] == nil && silent[name] != nil)
        }
    }

    @Test func `words for nothing are no part of what tells a record`() throws {
        try write("scientificName,eventDate,individualCount\nApis,2024-05-02,\n")
        try scarybug.run("import", "%/t.csv")
        try write("scientificName,eventDate,individualCount\nApis,2024-05-02,NA\n")
        let again = try scarybug.run("import", "%/t.csv", "--only-new")
        #expect(again.standardError.contains("1 record is here already"), "\(again)")
    }

    @Test func `zero dates and positions of one's own table are nothing`() throws {
        try write("title,seen,at\nAnt,0000-00-00,\"0,0\"\n")
        #expect(try scarybug.run("import", "%/t.csv").status == 0)
        #expect(try values(1)["seen"] == nil && values(1)["at"] == nil)
    }

    @Test func `columns without a name, or with one name, and values behind the last stay`() throws
    {
        try write("scientificName\t\tcolor\tColor\nOsmia\tx\tred\tblue\tmore\n", "t.tsv")
        try scarybug.run("import", "%/t.tsv")
        let osmia = try values(1)
        #expect(osmia["column 2"] == "x" && osmia["column 5"] == "more")
        #expect(osmia["color"] == "red" && osmia["Color (column 4)"] == "blue")
        // A comma may be a part of the value before it.
        try write("scientificName,locality\nOsmia,Kew, London\n")
        let refused = try scarybug.run("import", "%/t.csv")
        #expect(
            refused.standardError.contains("t.csv:2: the row has 3 values where the header has 2; ")
        )
    }

    @Test func `an uncertainty that is no number stays`() throws {
        try write(
            "decimalLatitude,decimalLongitude,coordinateUncertaintyInMeters\n50.5,-1.5,huge\n50.5,-1.5,0\n"
        )
        try scarybug.run("import", "%/t.csv")
        #expect(try values(1)["coordinateUncertaintyInMeters"] == "huge")
        #expect(
            try values(2)["coordinateUncertaintyInMeters"] == "0" && values(2)["at"] == "50.5,-1.5")
    }

    @Test func `fields take the forms of spreadsheets, also those of custom fields`() throws {
        try scarybug.run("field", "add", "collected", "date")
        try write(
            """
            scientificName;rating;count;Collected
            Apis mellifera;4,5;3.0;1/5/2026
            Bombus lucorum;2;1;13/5/2026

            """)
        try scarybug.run("import", "%/t.csv")
        let bee = try values(1)
        #expect(bee["rating"] == "4.5" && bee["count"] == "3" && bee["collected"] == "2026-05-01")
    }

    @Test func `one warning for each column names a date or a position that isn't one`() throws {
        try write(
            """
            scientificName,occurrenceID,decimalLatitude,decimalLongitude,eventDate,year,month,count
            Osmia,a:1,95,10,2026-13-01,,,
            Osmia,a:2,50,10,2025-05-01,,,X
            Osmia,a:3,96,10,soon,,,
            Osmia,a:4,50,200,,2025,13,
            Osmia,a:5,0,0,soon,2025,5,

            """)
        let imported = try scarybug.run("import", "%/t.csv")
        #expect(
            imported.standardError == """
                scarybug: warning: %/t.csv:2: column 5 (eventDate): not a date: '2026-13-01' and 1 more \
                value; kept as text
                scarybug: warning: %/t.csv:2: column 3 (decimalLatitude): not a position: '95' and 1 more \
                value; kept as text
                scarybug: warning: %/t.csv:3: column 8 (count): not a number: 'X'; kept as text
                scarybug: warning: %/t.csv:5: column 7 (month): not a date: '13'; kept as text
                scarybug: warning: %/t.csv:5: column 4 (decimalLongitude): not a position: '200'; kept \
                as text
                scarybug: %/t.csv: taken: scientificName → species, eventDate → seen (3 values kept), \
                decimalLatitude → at (4 values kept), decimalLongitude → at (4 values kept), year → seen (1 \
                value kept), month → seen (1 value kept)
                scarybug: %/t.csv: kept under their own names: occurrenceID, count

                """)
        #expect(try values(1)["decimalLatitude"] == "95" && values(1)["at"] == nil)
        #expect(try values(5)["seen"] == "2025-05")
    }

    @Test func `a row with nothing but an identifier is left out`() throws {
        try write(
            "scientificName,occurrenceID,basisOfRecord\nOsmia,a:1,\n,a:2,HumanObservation\n,a:3,\n")
        let imported = try scarybug.run("import", "%/t.csv")
        #expect(imported.standardOutput == "imported %/t.csv: Osmia as 1\n")
        #expect(
            imported.standardError.hasPrefix(
                """
                scarybug: warning: %/t.csv:3: nothing but an identifier in the row and in 1 more row; left \
                out

                """))
        try write("scientificName,occurrenceID\n,a:2\n")
        let none = try scarybug.run("import", "%/t.csv")
        #expect(none.status == 1 && none.standardError.contains("t.csv: no documents in it\n"))
    }

    @Test func `a grid reference gives the position, and stays`() throws {
        try write(
            "Taxon,RecordKey,Original map ref,Projection\nOsmia,k1,SU31,OSGB\nOsmia,k2,?,OSGB\n")
        let imported = try scarybug.run("import", "%/t.csv")
        #expect(imported.standardError.contains("Original map ref → at"))
        let osmia = try values(1)
        #expect(osmia["at"]?.hasSuffix("±7071") == true && osmia["Original map ref"] == "SU31")
        #expect(try values(2)["at"] == nil)
    }

    @Test func `an element that was removed here stays away`() throws {
        try write(Self.spring)
        try scarybug.run("import", "%/t.csv")
        try scarybug.run("set", "1", "tags-=garden", "place=")
        try write(Self.spring.replacingOccurrences(of: "garden", with: "garden, ivy"))
        try scarybug.run("import", "%/t.csv", "--update")
        #expect(
            try scarybug.run("list", "1", "--csv", "--columns", "tags,place").lines.last
                == "\"bee,ivy\",")
    }

    @Test func `JSON tells the relation, and what both changed`() throws {
        try write(Self.spring)
        try scarybug.run("import", "%/t.csv")
        try scarybug.run("set", "1", "notes=mine")
        try write(Self.summer)
        let lines = try scarybug.run("import", "%/t.csv", "--update", "--json").lines
        let records = try lines.map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(records.map { $0["relation"] as? String } == ["parted", "older", "new"])
        #expect(records.first?["changedHere"] as? [String] == ["notes"])
        #expect(records.first?["changed"] as? [String] == ["tags", "place", "weather"])
    }

    @Test
    func `a deleted record stays away, and rows without an identifier are known by their values`()
        throws
    {
        try write("scientificName,habitat\nBombus terrestris,wood\nApis mellifera,field\n")
        try scarybug.run("import", "%/t.csv")
        try scarybug.run("set", "all", "tags+=x")
        try scarybug.run("delete", "1")
        let again = try scarybug.run("import", "%/t.csv", "--only-new")
        #expect(again.standardOutput.hasPrefix("left out %/t.csv: Bombus terrestris: deleted here"))
        #expect(try scarybug.run("count").gave("1\n"))
    }

    @Test func `what the table said goes with a document, but not where something is withheld`()
        throws
    {
        try write(Self.spring)
        try scarybug.run("import", "%/t.csv")
        try scarybug.run("export", "1", "%/whole.scarybug")
        try scarybug.run("export", "1", "%/part.scarybug", "--without", "location")
        for (name, user) in [("whole", "bob"), ("part", "carol")] {
            try scarybug.run("--user", user, "import", "%/\(name).scarybug")
        }
        try write(Self.summer)
        let whole = try scarybug.run("--user", "bob", "import", "%/t.csv", "--update", "--dry-run")
        #expect(whole.standardOutput.contains("1  notes on ivy → on an oak\n"))
        let part = try scarybug.run("--user", "carol", "import", "%/t.csv", "--update", "--dry-run")
        #expect(part.standardOutput.contains("would keep 1  Bombus terrestris: notes"))
    }

    @Test func `eBird's short rows, times and counts`() throws {
        try write(Self.eBird)
        #expect(try scarybug.run("import", "%/t.csv").status == 0)
        let goose = try values(1)
        #expect(goose["title"] == "Snow Goose" && goose["seen"] == "2021-12-28T13:41")
        #expect(goose["count"] == "37" && goose["place"] == "Pea Island")
        #expect(try values(2)["column Count"] == "X")
        #expect(try values(2)["notes"] == "fast")
        #expect(try scarybug.run("list", "count:37").lines.count == 1)
        // Rows of one list are different records.
        #expect(try values(1)["identifier"] != values(2)["identifier"])
    }

    @Test func `rows with one identity all come in`() throws {
        try write("occurrenceID,scientificName\nx,Ant\nx,Bee\n")
        let imported = try scarybug.run("import", "%/t.csv")
        #expect(imported.standardError.contains("1 row has the identifier of an earlier"))
        #expect(try scarybug.run("count").gave("2\n"))
        #expect(try scarybug.run("import", "%/t.csv", "--only-new").status == 0)
        #expect(try scarybug.run("count").gave("2\n"))
    }

    /// More rows than an import keeps in memory.
    private static let many = 220

    @Test func `a long table comes in its order, and again with what changed`() throws {
        let rows = { (text: String) in
            "occurrenceID,scientificName,eventDate,habitat\n"
                + (1...Self.many).map { "r:\($0),Bug \($0),2026-05-01,\(text)\n" }.joined()
        }
        try write(rows("wood") + "r:7,Bug again,,\n")
        let imported = try scarybug.run("import", "%/t.csv")
        #expect(imported.lines.first == "imported %/t.csv: Bug 1 as 1")
        #expect(imported.lines.count == Self.many + 1)
        #expect(imported.lines.last == "imported %/t.csv: Bug again as \(Self.many + 1)")
        #expect(try values(Self.many)["species"] == "Bug \(Self.many)")
        let again = try scarybug.run("import", "%/t.csv", "--only-new")
        #expect(again.standardOutput == "")
        #expect(again.standardError.contains("%/t.csv: 221 records are here already\n"))
        try write(rows("oak"))
        let updated = try scarybug.run("import", "%/t.csv", "--update")
        #expect(updated.lines.count == Self.many)
        #expect(try values(120)["habitat"] == "oak")
        for _ in 1...2 { try scarybug.run("undo") }
        #expect(try scarybug.run("count").gave("0\n"))
    }

    @Test(arguments: [
        ("12/05/2024", "", "12/05/2024", "2024-05-12"),
        ("12/05/2024", "--dates mdy", "", "2024-12-05"),
        ("12/05/2024", "", "31/05/2024", "2024-05-12"),
        ("12/05/2024", "", "05/31/2024", "2024-12-05"),
        ("05/2024", "", "1.viii.2026", "2024-05"),
        ("2017-09-10/15", "", "", "2017-09-10/2017-09-15"),
    ])
    func `a column settles the order of its dates`(
        first: String, option: String, second: String, date: String
    ) throws {
        try write("scientificName,eventDate\nAnt,\(first)\nBee,\(second)\n")
        let words = option.split(separator: " ").map(String.init)
        let imported = try scarybug.run(["import", "%/t.csv"] + words)
        guard first == second else {
            return #expect(try values(1)["seen"] == date)
        }
        #expect(
            imported.standardError.contains(
                "t.csv:2: column 2 (eventDate): seen '12/05/2024' may be 2024-05-12 or 2024-12-05; "
                    + "--dates dmy takes the day first, --dates mdy the month"))
        #expect(try scarybug.run("count").gave("0\n"))
    }

    @Test func `a field that doesn't exist is told once`() throws {
        try write("scientificName,sex\nApis,m\nVespa,f\n")
        #expect(
            try scarybug.run("import", "%/t.csv", "--map", "sex=nofield").gave(
                error: "scarybug: %/t.csv: --map 'sex=nofield': there is no field 'nofield'\n",
                status: 1))
    }

    @Test func `a table of one's own stays strict`() throws {
        try write("title,number,scientificNme\nAnt,3,x\n")
        #expect(try scarybug.run("import", "%/t.csv").status == 1)
        try write("identifier,title,scientificName\n,Ant,x\n")
        #expect(
            try scarybug.run("import", "%/t.csv").standardError.contains(
                "there is no field 'scientificName'"))
    }

    @Test(arguments: ["--csv", "--json"])
    func `tables of one's own give the kept values back`(form: String) throws {
        try write(Self.iNaturalist)
        try scarybug.run("import", "%/t.csv")
        let list = try scarybug.run(form, "list")
        try write(list.standardOutput, form == "--csv" ? "l.csv" : "l.jsonl")
        let name = form == "--csv" ? "%/l.csv" : "%/l.jsonl"
        #expect(try scarybug.run("--user", "bob", "import", name).status == 0)
        for number in 1...2 {
            var (own, others) = try (values(number), values(number, of: "bob"))
            for key in ["identifier", "created", "modified"] {
                (own[key], others[key]) = (nil, nil)
            }
            #expect(own == others)
        }
    }

    @Test(arguments: [true, false])
    func `a table in UTF-16 is read`(isBigEndian: Bool) throws {
        let title = String(repeating: "Bee 🐝 ", count: 90)
        // Pieces of the file end within characters.
        let rows = String(repeating: "\(title)\t3\n", count: 100)
        let text = "\u{FEFF}title\trating\nK\u{E4}fer\t2\n\(rows)"
        let bytes = text.utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
        try scarybug.directory.write(bytes, to: "work/t.tsv")
        #expect(try scarybug.run("import", "%/t.tsv").status == 0)
        #expect(try values(1)["title"] == "K\u{E4}fer")
        for number in [2, 50, 101] {
            #expect(try values(number)["title"] == title.trimmingCharacters(in: .whitespaces))
        }
    }

    @Test func `too many values of a row are refused`() throws {
        let names = (0...200).map { "c\($0)" }.joined(separator: ",")
        let values = (0...200).map { "\($0)" }.joined(separator: ",")
        try write("scientificName,\(names)\nAnt,\(values)\n")
        #expect(
            try scarybug.run("import", "%/t.csv").standardError.contains(
                "t.csv:2: the row has more than 200 values that belong to no field"))
    }

    @Test(arguments: [
        ("date,time\n1998-05-03,2000", "1998-05-03T20:00"),
        ("date,time\n1998-05-03,930", "1998-05-03T09:30"),
        ("date,time\n1998-05-03,21.30", "1998-05-03T21:30"),
        ("Datum,Uhrzeit\n3. März 1998,9:05 Uhr", "1998-03-03T09:05"),
        ("date,time\n1998-05-03,2575", "1998-05-03"),
        ("date,time\n2 juin 1998,21h30", "1998-06-02T21:30"),
        ("date\n3-May-98", "1998-05-03"), ("date\n3 mei 1998", "1998-05-03"),
        ("date,start time,end time\n1998-05-03,21:30,02:00", "1998-05-03T21:30/1998-05-04T02:00"),
        ("date,start time,end time\n1998-05-03,10:00,11:30", "1998-05-03T10:00/1998-05-03T11:30"),
    ])
    func `days, months and hours have many forms`(columns: String, seen: String) throws {
        let (header, row) = try #require(columns.split(separator: "\n").map(String.init).firstTwo)
        try write("species,\(header)\nApis,\(row)\n")
        try scarybug.run("import", "%/t.csv")
        #expect(try values(1)["seen"] == seen)
    }

    @Test(arguments: [
        ("lat,lon,accuracy\n48.2,16.3,12.5", "48.2,16.3±12.5"),
        // Thousands have a mark, too.
        ("lat,lon,accuracy\n48.2,16.3,\"1,000\"", "48.2,16.3±1000"),
        ("lat,lon,accuracy\n\"48,2\",\"16,3\",1.000", "48.2,16.3±1000"),
        ("at,accuracy\n\"48.2,16.3\",12", "48.2,16.3±12"),
        ("lat,lon,date,datum\n48.2,16.3,2026,WGS84", "48.2,16.3"),
        ("lat,lon,date,datum\n48.2,16.3,2026,MGI", nil),
        ("lat,lon,datum\n48.2,16.3,3.5.2026", "48.2,16.3"),
    ])
    func `other columns say how exact a position is`(columns: String, at: String?) throws {
        let (header, row) = try #require(columns.split(separator: "\n").map(String.init).firstTwo)
        try write("scientificName,\(header)\nApis,\(row)\n")
        try scarybug.run("import", "%/t.csv")
        #expect(try values(1)["at"] == at)
    }

    @Test func `answers of iNaturalist say how far hidden places are`() throws {
        let record =
            #"{"taxon":{"name":"Apis"},"location":"48.2,16.3","positional_accuracy":12,"#
            + #""public_positional_accuracy":28000,"license_code":"cc-by","obscured":"#
        try write(#"{"results":[\#(record)true},\#(record)false}]}"#, "t.json")
        try scarybug.run("import", "%/t.json")
        #expect(try values(1)["at"] == "48.2,16.3±28000")
        #expect(try values(2)["at"] == "48.2,16.3±12")
        #expect(try values(1)["license"] == "cc-by")
    }

    @Test func `R's names of rows need no option`() throws {
        try write("\"\",\"species\",\"date\",\"lat\",\"lon\"\n\"1\",\"Apis\",NA,48.2,16.3\n")
        #expect(try scarybug.run("import", "%/t.csv").status == 0)
        #expect(try values(1)["species"] == "Apis" && values(1)["seen"] == nil)
    }
}

extension [String] {
    fileprivate var firstTwo: (String, String)? { count == 2 ? (self[0], self[1]) : nil }
}

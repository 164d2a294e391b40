import Foundation
import TestSupport
import Testing

/// Darwin Core archives that an export makes.
@Suite struct DarwinCoreExportTests {
    private let scarybug: InProcess

    init() throws { scarybug = try InProcess(user: "alice") }

    /// Makes documents, and exports them.
    @discardableResult
    private func export(_ script: String, _ options: String...) throws -> Transcript {
        try scarybug.run("-c", script)
        return try scarybug.run(["export", "all", "%/a.zip", "--format", "dwca"] + options)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try Unzipped(scarybug.directory.path("work/a.zip"))[name], as: UTF8.self)
    }

    /// The values of the records by their columns.
    private func records(_ file: String = "occurrence.txt") throws -> [[String: String]] {
        let lines = try text(file).split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        let header = try #require(lines.first)
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
    }

    @Test func `a record has the columns that other programs read`() throws {
        try export(
            """
            field add habitat text
            field add hostplant text
            new Bumblebee species='Bombus cf. terrestris' seen=1906~ at=50.9324,-1.45±25 count=3 \\
                place='Meadow, "upper" part' observer='Zoë Müller' determiner=Bob sex=female \\
                stage=adult habitat=meadow hostplant=ivy rating=2.5 tags=garden license=CC-BY-4.0
            """)
        let record = try #require(try records().first)
        let expected = [
            "basisOfRecord": "HumanObservation", "modified": "2026-01-01T00:00:00Z",
            "license": "http://creativecommons.org/licenses/by/4.0/legalcode",
            "rightsHolder": "Zoë Müller", "recordedBy": "Zoë Müller", "eventDate": "1906",
            "verbatimEventDate": "1906~", "locality": "Meadow, \"upper\" part",
            "decimalLatitude": "50.9324", "decimalLongitude": "-1.45", "geodeticDatum": "EPSG:4326",
            "coordinateUncertaintyInMeters": "25", "scientificName": "Bombus terrestris",
            "identificationQualifier": "cf. terrestris",
            "verbatimIdentification": "Bombus cf. terrestris", "vernacularName": "Bumblebee",
            "identifiedBy": "Bob", "individualCount": "3", "occurrenceStatus": "present",
            "sex": "female", "lifeStage": "adult", "occurrenceRemarks": "", "habitat": "meadow",
            "dynamicProperties": #"{"rating":2.5,"tags":["garden"],"hostplant":"ivy"}"#,
        ]
        for (column, value) in expected { #expect(record[column] == value, "\(column)") }
        #expect(record.count == expected.count + 2)
        #expect(record["id"] == record["occurrenceID"])
    }

    @Test(
        arguments: [
            ("Bombus terrestris", "Bombus terrestris", ""),
            ("Carabus aff. auratus", "Carabus", "aff. auratus"), ("Andrena sp.", "Andrena", ""),
            ("Bombus terrestris agg.", "Bombus terrestris", "agg."), ("Apis ?", "Apis", "?"),
            ("cf. Bombus terrestris", "Bombus terrestris", "cf. Bombus terrestris"),
            ("Osmia? rufa", "Osmia rufa", "? rufa"), ("Andrena indet.", "Andrena", "indet."),
            ("Andrena spec.", "Andrena", "spec."),
            ("Osmia rufa sensu lato", "Osmia rufa", "sensu lato"),
            ("Osmia rufa s. str.", "Osmia rufa", "s. str."), ("sp. 1", "sp. 1", ""),
        ])
    func `a name stands without the word about how sure it is`(
        _ species: String, _ name: String, _ qualifier: String
    ) throws {
        try export("new A species='\(species)'")
        let record = try #require(try records().first)
        #expect(record["scientificName"] == name)
        #expect(record["identificationQualifier"] == qualifier)
        #expect(record["verbatimIdentification"] == (species == name ? "" : species))
    }

    @Test func `a title for want of a name is no common name`() throws {
        try scarybug.directory.write(SamplePhotograph.jpeg(9), to: "work/IMG_1.jpg")
        try export(
            "import %/IMG_1.jpg\nnew 'Apis mellifera' species='Apis mellifera'\nnew Bee species=Apis"
        )
        #expect(try records().map { $0["vernacularName"] } == ["", "", "Bee"])
        try scarybug.run("--user", "bob", "import", "%/a.zip")
        let titles = try scarybug.run("--user", "bob", "list", "--columns", "title").lines
        #expect(titles == ["IMG_1", "Apis mellifera", "Bee"])
    }

    @Test func `a photograph has a row, and lies in the archive as it is`() throws {
        let picture = SamplePhotograph.jpeg(9)
        try scarybug.directory.write(picture, to: "work/a.jpg")
        try scarybug.directory.write(SamplePhotograph.jpeg(8), to: "work/b.jpg")
        try scarybug.directory.write("x", to: "work/x.gpx")
        let exported = try export(
            """
            new A image=%/a.jpg observer=Nina
            attach 1 %/b.jpg %/x.gpx
            """)
        #expect(exported.standardError.contains("the format dwca cannot hold x.gpx"))
        let rows = try records("multimedia.txt")
        let path = try #require(rows.first?["identifier"])
        #expect(rows.first?["type"] == "StillImage" && rows.first?["format"] == "image/jpeg")
        #expect(rows.first?["creator"] == "Nina" && rows.count == 2)
        #expect(try Unzipped(scarybug.directory.path("work/a.zip"))[path] == picture)
        #expect(rows.last?["identifier"]?.hasSuffix("/b.jpg") == true)
    }

    @Test func `one line tells what other programs can't read`() throws {
        let exported = try export(
            """
            new A species=Apis seen=2026-05/..
            new B species=Apis license=mine
            new C
            """)
        #expect(
            exported.standardError.contains(
                """
                scarybug: warning: no species, date and place: document 3; no date that other programs read (such as \
                2026-05/..): document 1; GBIF takes records with one of the licenses CC0-1.0, \
                CC-BY-4.0, CC-BY-NC-4.0; 'mine' (document 2) is none of them; 'config license=CC-BY-4.0' gives one to those \
                without

                """))
        #expect(try text("eml.xml").contains("Each record has a license of its own"))
        #expect(try records().map { $0["eventDate"] } == ["", "", ""])
    }

    @Test(
        arguments: [
            ("license=CC0", [], "'CC0' (document 1) is none of them, write CC0-1.0\n"),
            ("license=CC0-1.0", ["--without", "license"], "this export leaves the license out\n"),
            ("", [], "'config license=CC-BY-4.0' gives one to those without\n"),
            ("license=CC0-1.0", [], ""),
        ] as [(String, [String], String)])
    func `the advice about licenses fits`(
        _ value: String, _ options: [String], _ advice: String
    ) throws {
        try scarybug.run("-c", "new A species=Apis observer=Nina \(value)")
        let exported = try scarybug.run(
            ["export", "all", "%/a.zip", "--format", "dwca"] + options)
        #expect(
            exported.standardError
                == (advice.isEmpty
                    ? ""
                    : "scarybug: warning: GBIF takes records with one of the licenses CC0-1.0, "
                        + "CC-BY-4.0, CC-BY-NC-4.0; \(advice)"))
        #expect(
            try text("eml.xml").contains("<identifier>CC0-1.0</identifier>") == advice.isEmpty)
    }

    /// Makes a document of a table from `list`, which has positions from before they counted as none.
    private func list(_ values: [String: String]) throws {
        let members = values.map { #""\#($0.key)":"\#($0.value)""# }.joined(separator: ",")
        let row = #"{"number":1,"kind":"bug","title":"B","identifier":"",\#(members)}"#
        try scarybug.directory.write(Array(row.utf8), to: "work/l.jsonl")
        try scarybug.run("import", "%/l.jsonl")
    }

    @Test func `records of several licenses have the one together that allows least`() throws {
        try list(["species": "Apis", "license": "CC-BY-NC-4.0", "at": "0,0"])
        let exported = try export(
            """
            new A species=Apis license=CC-BY-4.0
            new C species=Apis license=CC0-1.0
            """)
        #expect(
            exported.standardError.hasPrefix(
                "scarybug: warning: the position 0,0, which other programs take for none: document 1\n"
            ))
        #expect(try text("eml.xml").contains("<identifier>CC-BY-NC-4.0</identifier>"))
        #expect(try records().dropFirst().first?["license"]?.contains("/by/4.0") == true)
    }

    @Test func `the same documents make the same bytes, also for another user`() throws {
        try export("new A species=Apis notes='a\tb'\nconfig author=us")
        try scarybug.run("--user", "bob", "config", "author=us")
        try scarybug.run("--user", "bob", "import", "%/a.zip")
        try scarybug.run(
            "--user", "bob", "export", "all", "%/b.zip", "--format", "dwca")
        let archives = try ["a", "b"].map { try scarybug.directory.bytes(of: "work/\($0).zip") }
        #expect(archives[0] == archives[1])
        #expect(try !text("occurrence.txt").contains("~"), "no record of changes")
    }

    @Test func `copies with one identifier make one record, and others are refused`() throws {
        try scarybug.run("-c", "new A notes=x\nexport 1 %/a.scarybug\nimport %/a.scarybug")
        try export("")
        #expect(try records().count == 1)
        let exported = try export("set 2 notes=y", "--force")
        #expect(
            exported.gave(
                error:
                    "scarybug: documents 1 and 2 have one identifier and differ; 'merge 1 2' makes one "
                    + "of them, or export one of them\n",
                status: 1), "\(exported)")
        #expect(try records().count == 1)
    }

    @Test func `what others don't get is not in the archive`() throws {
        let script = """
            new A at=50.9324,-1.4508 place=Southampton notes=secret
            config share=without:notes
            config license=CC-BY-4.0 credit=Museum
            """
        try export(script, "--without", "location")
        for name in ["occurrence.txt", "multimedia.txt", "meta.xml", "eml.xml"] {
            let text = try text(name)
            for hidden in ["50.9", "Southampton", "secret"] { #expect(!text.contains(hidden)) }
        }
        #expect(try records().first?["rightsHolder"] == "Museum")
        try export("", "--blur", "10km", "--force")
        let record = try #require(try records().first)
        #expect(record["decimalLatitude"]?.hasPrefix("50.9324") == false)
        #expect(record["dataGeneralizations"] == "at is rounded to a grid of 10 km")
        #expect(try text("eml.xml").contains("creativecommons.org/licenses/by/4.0"))
    }

    @Test func `other programs can index the archive`() throws {
        try list(["at": "0,0", "license": "CC0-1.0", "seen": "2026-05-01T10:00:00+02:00"])
        try export(
            """
            field add habitat text
            config license=CC0-1.0 author='<&" Alice'
            new A species=Apis notes='"=cmd' seen=2026-05-01T10:00/2026-05-02? observer=x count=0
            set 1 habitat=wood
            """)
        let problems = try ArchiveRules.problems(of: scarybug.directory.path("work/a.zip"))
        #expect(problems == "")
    }

    @Test func `an archive that was cut leaves nothing`() throws {
        try scarybug.directory.write(SamplePhotograph.jpeg(9), to: "work/a.jpg")
        try export("new A image=%/a.jpg species=Apis\nnew B notes=x")
        let bytes = try scarybug.directory.bytes(of: "work/a.zip")
        for end in stride(from: 0, to: bytes.count, by: 97) {
            try scarybug.directory.write(Array(bytes[..<end]), to: "work/cut.zip")
            let cut = try scarybug.run("--user", "bob", "import", "%/cut.zip")
            #expect(cut.status == 1 && cut.standardOutput.isEmpty, "cut at \(end)")
        }
        #expect(try scarybug.run("--user", "bob", "count").standardOutput == "0\n")
    }

    @Test(
        .enabled(if: Tool.isExpected("xmllint"), "there is no xmllint (libxml2-utils) here"),
        arguments: [
            "new A species=Apis license=CC0-1.0",
            "new A license=CC0-1.0\nnew B license=mine\nnew C",
            "field add habitat text\nnew A\nconfig author='<&\"]]> Alice'",
        ])
    func `the description follows the schemas`(_ script: String) throws {
        try export(script)
        let schemas = ["meta": ArchiveSchemas.meta, "eml": ArchiveSchemas.eml]
        for (name, schema) in schemas {
            let path = try scarybug.directory.write(text("\(name).xml"), to: "work/\(name).xml")
            let own = try scarybug.directory.write(schema, to: "work/\(name).rng")
            #expect(try ArchiveSchemas.problems(of: path, ["--relaxng", own]) == "")
            guard let published = ArchiveSchemas.published else { continue }
            let file = name == "eml" ? "eml.xsd" : "tdwg_dwc_text.xsd"
            let options = ["--schema", "\(published)/\(file)"]
            #expect(try ArchiveSchemas.problems(of: path, options) == "")
        }
    }
}

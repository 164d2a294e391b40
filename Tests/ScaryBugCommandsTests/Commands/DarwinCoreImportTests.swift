import Foundation
import TestSupport
import Testing

/// Darwin Core archives of other programs.
@Suite struct DarwinCoreImportTests {
    private let scarybug: InProcess

    init() throws { scarybug = try InProcess(user: "alice") }

    /// Writes an archive as the directory `a`, and imports it.
    @discardableResult
    private func take(_ draft: ArchiveDraft, _ options: String...) throws -> Transcript {
        try scarybug.directory.makeDirectory("work/a/media")
        try scarybug.directory.write(draft.meta, to: "work/a/meta.xml")
        for (name, bytes) in draft.files {
            try scarybug.directory.write(bytes, to: "work/a/\(name)")
        }
        return try scarybug.run(["import", "%/a"] + options)
    }

    private func list(_ columns: String) throws -> String {
        try scarybug.run("list", "all", "--columns", columns, "--csv").standardOutput
    }

    private func values(_ number: Int) throws -> [String: String] {
        let json = try scarybug.run("--json", "show", "\(number)").standardOutput
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        return try #require(object as? [String: Any]).compactMapValues { value in
            value is NSNull ? nil : "\(value)"
        }
    }

    // MARK: Tables

    @Test(
        arguments: [
            ("", "A,Apis,\"2026\"\nB,\"Vespa, sp\",2025\n"),
            (
                "fieldsTerminatedBy=\"\\t\" fieldsEnclosedBy=\"\"",
                "A\tApis\t2026\r\nB\tVespa, sp\t2025"
            ),
            (
                "fieldsTerminatedBy=\"|\" fieldsEnclosedBy=\"'\"",
                "A|'Apis'|2026\nB|Vespa, sp|2025\n"
            ),
            (
                "fieldsTerminatedBy=\";\" linesTerminatedBy=\"\\r\"",
                "A;Apis;2026\rB;Vespa, sp;2025\r"
            ),
        ])
    func `any separator, quote and line end is read`(_ core: String, _ text: String) throws {
        var draft = ArchiveDraft()
        (draft.core, draft.files) = (core, ["occurrence.txt": Array(text.utf8)])
        try take(draft)
        #expect(try list("species,seen") == "species,seen\nApis,2026\n\"Vespa, sp\",2025\n")
    }

    @Test func `what another program says of a record goes out as it came`() throws {
        var draft = ArchiveDraft()
        draft.columns = [
            "1:scientificName", "2:license", "3:dynamicProperties", "4:geodeticDatum",
        ]
        let license = "https://creativecommons.org/licenses/by/4.0/"
        let text = "A\tApis\t\(license)\t{\"weather\":{\"temp\":12}}\tNAD27\n"
        draft.files = ["occurrence.txt": Array("id\n\(text)".utf8)]
        try take(draft)
        #expect(try values(1)["license"] == "CC-BY-4.0")
        #expect(try values(1)["weather"]?.contains("temp") == true)
        let exported = try scarybug.run("export", "1", "%/a.zip", "--format", "dwca")
        #expect(!exported.standardError.contains("GBIF"))
        try scarybug.run("--user", "bob", "import", "%/a.zip")
        let bob = try scarybug.run("--user", "bob", "--json", "show", "1").standardOutput
        #expect(
            bob.contains(#""weather":{"temp":12}"#) && bob.contains(#""geodeticDatum":"NAD27""#))
    }

    @Test func `dynamicProperties of another program are no fields of ours`() throws {
        var draft = ArchiveDraft()
        draft.columns = ["1:scientificName", "2:sex", "3:dynamicProperties"]
        let own = #"{"kind":"worker","image":"x.jpg","identifier":"abc","sex":"female"}"#
        draft.files = ["occurrence.txt": Array("id\nA\tApis\tmale\t\(own)\n".utf8)]
        #expect(try take(draft).status == 0)
        let apis = try values(1)
        #expect(apis["sex"] == "male" && apis["kind"] == "bug")
        for (name, value) in [
            ("kind", "worker"), ("image", "x.jpg"), ("identifier", "abc"), ("sex", "female"),
        ] {
            #expect(apis["dynamicProperties \(name)"] == value, "\(apis)")
        }
    }

    @Test(arguments: ["geodeticDatum", "dwc:geodeticDatum", "srid"], ["NAD27", "EPSG:3035"])
    func `a position of another datum goes out with it`(column: String, datum: String) throws {
        let text = """
            occurrenceID,scientificName,decimalLatitude,decimalLongitude,\(column)
            urn:x:1,Apis,41.7,-74.1,\(datum)

            """
        try scarybug.directory.write(text, to: "work/n.csv")
        try scarybug.run("import", "%/n.csv")
        try scarybug.run("export", "1", "%/n.zip", "--format", "dwca")
        let imported = try scarybug.run("--user", "bob", "import", "%/n.zip")
        #expect(imported.standardError.contains(datum), "\(imported)")
        let bob = try scarybug.run("--user", "bob", "--json", "show", "1").standardOutput
        #expect(bob.contains(#""at":null"#) && bob.contains(#""decimalLatitude":"41.7""#))
    }

    @Test func `the records of two archives are not one, although the archives call them so`()
        throws
    {
        for (species, count) in [("Apis", "1"), ("Vespa", "2")] {
            var draft = ArchiveDraft()
            draft.columns = ["1:scientificName"]
            draft.files = ["occurrence.txt": Array("id\tname\nA2\t\(species)\n".utf8)]
            try take(draft, "--only-new")
            #expect(try scarybug.run("count").standardOutput == "\(count)\n")
        }
    }

    /// https://dwc.tdwg.org/text/
    @Test func `a table without quotes keeps those of its values`() throws {
        var draft = ArchiveDraft()
        draft.files = ["occurrence.txt": Array("\nA\t\"Apis\" a\t2026\nB\t\"Vespa\"\t2025\n".utf8)]
        try take(draft)
        #expect(try list("species") == "species\n\"\"\"Apis\"\" a\"\n\"\"\"Vespa\"\"\"\n")
    }

    @Test(arguments: [("48.2", true), ("", false)])
    func `another datum is told only where there is a position`(
        latitude: String, isTold: Bool
    ) throws {
        var draft = ArchiveDraft()
        draft.columns += ["3:decimalLatitude", "4:decimalLongitude", "5:geodeticDatum"]
        draft.files = ["occurrence.txt": Array("\nA\tApis\t2026\t\(latitude)\t16\tED50\n".utf8)]
        let isWarned = try take(draft).standardError.contains("another datum than WGS 84")
        #expect(isWarned == isTold)
        #expect(try values(1)["at"] == nil && values(1)["geodeticDatum"] == "ED50")
        #expect(try values(1)["decimalLatitude"] == (latitude.isEmpty ? nil : latitude))
    }

    private static let encodings: [(String, [UInt8])] = [
        ("UTF-8", Array("A\tKäfer\t2026\n".utf8)),
        ("ISO-8859-1", [0x41, 9, 0x4B, 0xE4] + Array("fer\t2026\n".utf8)),
        ("windows-1252", [0x41, 9, 0x4B, 0xE4] + Array("fer\t2026\n".utf8)),
        (
            "UTF-16LE",
            Array("A\tK".utf8.flatMap { [$0, 0] }) + [0xE4, 0]
                + Array("fer\t2026\n".utf8.flatMap { [$0, 0] })
        ),
    ]

    @Test(arguments: encodings)
    func `any usual encoding is read`(_ name: String, _ bytes: [UInt8]) throws {
        var draft = ArchiveDraft()
        draft.core = "encoding=\"\(name)\" fieldsTerminatedBy=\"\\t\" fieldsEnclosedBy=\"\""
        draft.files = ["occurrence.txt": bytes]
        try take(draft)
        #expect(try list("species,seen") == "species,seen\nKäfer,2026\n")
    }

    @Test func `several files are one table, and a default fills what is empty`() throws {
        var draft = ArchiveDraft()
        draft.locations = ["1.txt", "2.txt"]
        draft.columns = ["2:eventDate=2020", "1:scientificName", ":country=Austria", ":order"]
        draft.files = [
            "1.txt": Array("x\nA\tApis\t\\N\tundeclared\n".utf8),
            "2.txt": Array("x\nB\tVespa\t2025\n\nC\tNULL\n".utf8),
        ]
        try take(draft)
        #expect(try list("title,seen") == "title,seen\nApis,2020\nVespa,2025\nUnidentified,2020\n")
        #expect(try values(3)["country"] == "Austria" && values(3)["id"] == "C")
        #expect(try !values(1).values.contains("undeclared"))
    }

    @Test func `options of import mean the same as for a table`() throws {
        try take(ArchiveDraft())
        try scarybug.run("set", "all", "tags+=mine")
        let again = try take(ArchiveDraft(), "--only-new")
        #expect(again.gave(error: "scarybug: %/a: occurrence.txt: 2 records are here already\n"))
        var draft = ArchiveDraft()
        draft.files = ["occurrence.txt": Array("id\tn\td\nA\tApis\t2024\nB\tVespa\t2025\n".utf8)]
        #expect(try take(draft, "--update", "--dry-run").standardOutput.contains("2024"))
        try take(draft, "--update")
        #expect(try list("seen,tags") == "seen,tags\n2024,mine\n2025,mine\n")
        let mapped = try take(draft, "--map", "scientificName=notes", "--map", "eventDate=")
        #expect(mapped.status == 0)
        #expect(try values(3)["notes"] == "Apis" && values(3)["seen"] == nil)
    }

    @Test func `warnings name the first wrong value, and rows without values`() throws {
        var draft = ArchiveDraft()
        draft.files = ["occurrence.txt": Array("id\tn\td\nA\tApis\t2026-13\nB\t\t\n".utf8)]
        let taken = try take(draft)
        #expect(taken.standardOutput == "imported %/a: occurrence.txt: Apis as 1\n", "\(taken)")
        #expect(
            taken.standardError.hasPrefix(
                """
                scarybug: warning: %/a: occurrence.txt:2: column 3 (eventDate): not a date: '2026-13'; kept \
                as text
                scarybug: warning: %/a: occurrence.txt:3: nothing but an identifier in the row; left out

                """), "\(taken)")
    }

    @Test func `rows with the key of another row are told`() throws {
        var draft = ArchiveDraft()
        draft.columns = ["1:scientificName", "2:eventDate"]
        draft.locations = ["./occurrence.txt"]
        draft.rowType = "occurrence"
        draft.files = ["occurrence.txt": Array("\nA\tApis\t2026\nA\tApis\t2025\n".utf8)]
        let taken = try take(draft).standardError
        #expect(
            taken.contains(
                "1 row has the id of an earlier row and other values; each is a document of its own"
            ),
            "\(taken)")
    }

    @Test(arguments: ["urn:catalog:A:1", "https://example.org/1", "A1"])
    func `a key that holds elsewhere is the record's identity`(key: String) throws {
        var draft = ArchiveDraft()
        draft.columns = ["1:scientificName", "2:eventDate"]
        draft.files = ["occurrence.txt": Array("\n\(key)\tApis\t2026\n".utf8)]
        for version in ["1.2", "1.3"] {
            draft.files["eml.xml"] = Array("<eml packageId=\"abc/v\(version)\"/>".utf8)
            try take(draft, "--update")
            draft.files["occurrence.txt"] = Array("\n\(key)\tApis\t2025\n".utf8)
        }
        #expect(try list("seen") == "seen\n2025\n")
    }

    @Test func `a file with two archives is refused`() throws {
        try take(ArchiveDraft())
        let packed = try Python.run(
            """
            import sys, zipfile
            new = zipfile.ZipFile(sys.argv[1] + '/two.zip', 'w')
            for place in ('a', 'b'):
                for name in ('meta.xml', 'occurrence.txt'):
                    new.write(sys.argv[1] + '/a/' + name, place + '/' + name)
            new.close()
            """, scarybug.directory.path("work"))
        #expect(packed.status == 0)
        #expect(
            try scarybug.run("import", "%/two.zip").gave(
                error:
                    "scarybug: %/two.zip: holds 2 archives, such as a and b; unpack it, and import one "
                    + "directory after the other\n", status: 1))
    }

    // MARK: Extensions

    @Test func `files with one name come in, and only pictures, sounds and videos`() throws {
        var draft = ArchiveDraft()
        draft.rest = ArchiveDraft.pictures("media.txt")
        for (index, name) in ["1.jpg", "a.jpg", "x/a.jpg"].enumerated() {
            draft.files["media/\(name)"] = SamplePhotograph.jpeg(UInt8(7 + index))
        }
        try scarybug.directory.makeDirectory("work/a/media/x")
        draft.files["media/text.jpg"] = Array("text".utf8)
        let names = ["1.jpg", "a.jpg", "a.jpg", "x/a.jpg", "text.jpg", "../meta.xml"]
        let rows = names.map { "A\tmedia/\($0)\n" }.joined() + "A\tmeta.xml\n"
        draft.files["media.txt"] = Array(rows.utf8)
        let taken = try take(draft).standardError
        #expect(
            taken.contains(
                "media/text.jpg and 1 more file are no picture, sound or video; left out\n"),
            "\(taken)")
        let place = "records/users/alice/Private Documents/1.scarybug"
        #expect(try scarybug.directory.bytes(of: "\(place)/a.jpg") == SamplePhotograph.jpeg(8))
        #expect(try scarybug.directory.bytes(of: "\(place)/a 2.jpg") == SamplePhotograph.jpeg(9))
        #expect(!scarybug.directory.exists("\(place)/meta.xml"))
    }

    @Test func `the first picture is the photograph, and others are files of the document`() throws
    {
        var draft = ArchiveDraft()
        draft.rest = ArchiveDraft.pictures("media.txt")
        draft.files["media/1.jpg"] = SamplePhotograph.jpeg(9)
        draft.files["media/2.jpg"] = SamplePhotograph.jpeg(8)
        draft.files["media.txt"] = Array(
            """
            A\tmedia/1.jpg\thttp://creativecommons.org/licenses/by-nc/4.0/legalcode
            A\tmedia/2.jpg
            B\thttps://example.org/3.jpg
            B\tmedia/none.jpg
            C\tmedia/1.jpg

            """.utf8)
        let taken = try take(draft)
        #expect(
            taken.standardError.hasPrefix(
                """
                scarybug: warning: %/a: 1 row of its extensions belongs to no record
                scarybug: warning: %/a: 1 row names a picture on the web, which is not fetched
                scarybug: warning: %/a: 1 row names a picture that the archive lacks

                """))
        let place = "records/users/alice/Private Documents/1.scarybug"
        #expect(
            try scarybug.directory.bytes(of: "\(place)/fullImage.jpg") == SamplePhotograph.jpeg(9))
        #expect(try scarybug.directory.bytes(of: "\(place)/2.jpg") == SamplePhotograph.jpeg(8))
        #expect(try values(1)["imageLicense"] == "CC-BY-NC-4.0")
        #expect(try values(2)["Multimedia"]?.contains("https://example.org/3.jpg") == true)
        // An update changes no pictures, and says so.
        #expect(!(try take(draft, "--update").standardError.contains("other pictures")))
        draft.files["media/1.jpg"] = SamplePhotograph.jpeg(7)
        let updated = try take(draft, "--update").standardError
        #expect(
            updated.contains(
                "occurrence.txt: 1 record has other pictures than the documents here, which keep theirs; "
                    + "'set N image=FILE' takes one\n"), "\(updated)")
    }

    @Test func `rows of other extensions stay as texts`() throws {
        var draft = ArchiveDraft()
        draft.rest = """
            <extension rowType="http://rs.tdwg.org/dwc/terms/MeasurementOrFact">
            <files><location>m.txt</location></files><coreid index="0"/>
            \(["1:measurementType", "2:measurementValue"].map(ArchiveDraft.field).joined())</extension>
            """
        draft.files["m.txt"] = Array("A,length,3\nA,colour,red\n".utf8)
        try take(draft)
        let show = try scarybug.run("--json", "show", "1").standardOutput
        #expect(
            show.contains(
                #""MeasurementOrFact":["measurementType: length; measurementValue: 3","#))
    }

    // MARK: What is none

    @Test(
        arguments: [
            ("Taxon", "a checklist of names, not of records; 'check --names FILE' compares"),
            ("Event", "a Darwin Core archive of events; unpack it, and import its table"),
            (
                "Chronometric",
                "a Darwin Core archive of rows of the type 'Chronometric'; import takes"
            ),
            ("DarwinCore", "a checklist of names, not of records"),
        ])
    func `an archive of other things is called what it is`(
        _ rowType: String, _ message: String
    ) throws {
        var draft = ArchiveDraft()
        (draft.rowType, draft.columns) = (rowType, ["1:scientificName"])
        let taken = try take(draft)
        #expect(taken.standardError.hasPrefix("scarybug: %/a: \(message)") && taken.status == 1)
    }

    /// Texts of `meta.xml` to replace, and the error.
    private static let wrong: [(String, String, String)] = [
        (">occurrence.txt<", ">../a.txt<", "names the table '../a.txt', which is not a path"),
        (">occurrence.txt<", ">/etc/passwd<", "names the table '/etc/passwd', which is not a path"),
        (">occurrence.txt<", ">http://a.org/o<", "names the table 'http://a.org/o', which is not"),
        (">occurrence.txt<", ">none.txt<", "the archive lacks none.txt; is it complete?"),
        ("<location>occurrence.txt</location>", "", "names 0 files for a table"),
        ("ignoreHeaderLines=\"1\"", "ignoreHeaderLines=\"x\"", "has x header lines"),
        ("\"\\t\"", "\"ab\"", "separates values by 'ab', which is not read"),
        ("<core ", "<core encoding=\"EBCDIC\" ", "names the encoding 'EBCDIC', which is not read"),
        ("index=\"1\"", "index=\"99999999999\"", "has the index '99999999999'"),
        ("index=\"1\"", "index=\"-1\"", "has the index '-1'"),
        ("terms/eventDate", "terms/scientificName", "has two columns with the term 'http://rs."),
        ("term=\"", "name=\"", "has a column without a term on line 5"),
        ("</core>", "</core><core/>", "names 0 files for a table"),
        ("</archive>", "", "the XML ends too early"),
        (
            "<archive", "<!DOCTYPE a [<!ENTITY l \"lol\">]><archive",
            "a document type with its own declarations"
        ),
        ("<id ", "&lol;<id ", "a reference to an entity that XML doesn't predefine"),
    ]

    @Test(arguments: wrong.indices)
    func `a wrong description is one sentence, and leaves nothing`(_ index: Int) throws {
        let (text, other, message) = Self.wrong[index]
        let draft = ArchiveDraft()
        try take(draft)
        let before = try scarybug.contents()
        let place = scarybug.directory.path("work/a/meta.xml")
        try draft.meta.replacing(text, with: other).write(
            toFile: place, atomically: true, encoding: .utf8)
        let taken = try scarybug.run("import", "%/a")
        #expect(taken.status == 1 && taken.lines.isEmpty)
        #expect(taken.standardError.hasPrefix("scarybug: %/a"))
        #expect(taken.standardError.contains(message), "\(taken)")
        #expect(taken.standardError.count { $0 == "\n" } == 1)
        try draft.meta.write(toFile: place, atomically: true, encoding: .utf8)
        #expect(try scarybug.contents().keys == before.keys)
    }

    @Test(arguments: [
        (17_000, "more than 16,384 columns"), (100_000, "longer than 1,048,576 bytes"),
    ])
    func `a description has a bounded size`(_ count: Int, _ message: String) throws {
        var draft = ArchiveDraft()
        draft.rest = (0..<count).map { "<x index=\"\($0)\"/>" }.joined()
        if count < 20_000 {
            draft.columns = (0..<count).map { "\($0 % 9):t\($0)" }
            draft.rest = ""
        }
        let taken = try take(draft)
        #expect(taken.status == 1 && taken.standardError.contains(message), "\(taken)")
    }

    @Test func `a link in an unpacked archive is not followed`() throws {
        var draft = ArchiveDraft()
        draft.rest = ArchiveDraft.pictures("media.txt")
        draft.files["media.txt"] = Array("A\tmedia/link.jpg\n".utf8)
        try scarybug.directory.makeDirectory("work/a/media")
        let secret = try scarybug.directory.write(SamplePhotograph.jpeg(9), to: "work/secret.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: scarybug.directory.path("work/a/media/link.jpg"), withDestinationPath: secret)
        let taken = try take(draft)
        #expect(taken.status == 1 && taken.lines.isEmpty)
        #expect(
            taken.standardError.contains("link.jpg is a link; links are not followed here"),
            "\(taken)")
    }
}

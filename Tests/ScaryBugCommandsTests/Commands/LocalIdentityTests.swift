import Foundation
import TestSupport
import Testing

/// Records whose identifiers count only in their table.
@Suite struct LocalIdentityTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        for name in ["in", "a", "b"] { _ = try scarybug.directory.makeDirectory("work/\(name)") }
    }

    /// A table of records, seven if nothing else is said.
    private func write(
        _ name: String, species: String, month: String, column: String = "place",
        dataset: String = "", place: String = "x", rows count: Int = 7
    ) throws {
        let set = dataset.isEmpty ? ("", "") : (",datasetName", ",\(dataset)")
        let rows = (1...count).map { "\($0),\(species),2024-\(month)-0\($0),\(place)\(set.1)\n" }
        try scarybug.directory.write(
            "occurrenceID,scientificName,eventDate,\(column)\(set.0)\n" + rows.joined(),
            to: "work/\(name)")
    }

    private func importTable(_ name: String, _ options: String...) throws -> Transcript {
        try scarybug.run(["import", "%/\(name)", "--only-new"] + options)
    }

    private var count: Int { get throws { try scarybug.run("--json", "list", "all").lines.count } }

    init(alice: Void) throws {
        try self.init()
        try write("records.csv", species: "Bombus terrestris", month: "05")
        #expect(try importTable("records.csv").status == 0)
    }

    @Test func `the records of friends who walk together are asked about`() throws {
        for (name, rest) in [("a", "Karl,A"), ("b", "Nina,B")] {
            try scarybug.directory.write(
                "occurrenceID,scientificName,eventDate,recordedBy,locality\n"
                    + "1,Apis,2024-05-01,\(rest)\n2,Vespa,2024-05-02,\(rest)\n",
                to: "work/\(name)/records.csv")
        }
        #expect(try importTable("a/records.csv").status == 0)
        let refused = try importTable("b/records.csv")
        #expect(refused.standardError.contains("2 records of it are here with other values"))
        #expect(try importTable("b/records.csv", "--from", "nina").status == 0)
        #expect(try count == 4)
    }

    @Test func `the tables of two friends become fourteen records`() throws {
        let tests = try LocalIdentityTests(alice: ())
        try tests.write("bob.csv", species: "Vespa crabro", month: "06")
        let refused = try tests.importTable("bob.csv", "--keep-going")
        #expect(refused.status == 1)
        #expect(
            refused.standardError
                == "scarybug: %/bob.csv: the identifier '1' is known from 'records.csv'; --from "
                + "'records.csv' says that the table is the same one, and --from NAME that it is "
                + "another one\n")
        #expect(try tests.importTable("bob.csv", "--from", "bob").status == 0)
        #expect(try tests.count == 14)
        #expect(try tests.importTable("bob.csv", "--from", "bob").standardOutput == "")
        #expect(try tests.count == 14)
        // The answer stays, and new records of both are not asked about.
        #expect(try tests.importTable("bob.csv", "--only-new").status == 0)
        for (name, species, month) in [
            ("records.csv", "Bombus terrestris", "05"), ("bob.csv", "Vespa crabro", "06"),
        ] {
            try tests.write(name, species: species, month: month, rows: 8)
            #expect(try tests.importTable(name).status == 0)
        }
        #expect(try tests.count == 16)
    }

    @Test func `a file's name counts without its directory and a number in brackets`() throws {
        let tests = try LocalIdentityTests(alice: ())
        for name in ["in/records.csv", "records (2).csv", "records(13).csv"] {
            try tests.write(name, species: "Bombus terrestris", month: "05")
            #expect(try tests.importTable(name).status == 0)
        }
        #expect(try tests.count == 7)
    }

    @Test func `another species and date under one name are refused`() throws {
        let tests = try LocalIdentityTests(alice: ())
        try tests.write("in/records.csv", species: "Vespa crabro", month: "06")
        let refused = try tests.importTable("in/records.csv")
        #expect(refused.standardError.contains("'1' is here with another species and date"))
        #expect(try tests.importTable("in/records.csv", "--from", "records.csv").status == 0)
        #expect(try tests.count == 7)
        // One of both may be corrected.
        try tests.write("records.csv", species: "Bombus lapidarius", month: "05")
        #expect(try tests.importTable("records.csv").status == 0)
    }

    @Test(arguments: [("Vespa crabro", "05"), ("Bombus terrestris", "06")])
    func `a table of which most records are others is asked about`(
        species: String, month: String
    ) throws {
        let tests = try LocalIdentityTests(alice: ())
        try tests.write("b/records.csv", species: species, month: month, place: "y")
        let refused = try tests.importTable("b/records.csv")
        #expect(
            refused.standardError
                == "scarybug: %/b/records.csv: 7 records of it are here with other values; "
                + "--from 'records.csv' says that the table is the same one, and --from NAME that it is "
                + "another one\n")
        #expect(try tests.importTable("b/records.csv", "--from", "bob").status == 0)
        #expect(try tests.count == 14)
        // The answer stays, since the records tell which of both tables it is.
        #expect(try tests.importTable("b/records.csv").status == 0)
        #expect(try tests.importTable("records.csv").status == 0)
        #expect(try tests.count == 14)
        // A record that was determined again is an edit.
        try tests.scarybug.run("set", "1", "2", "species=Bombus hortorum")
        try tests.write("a/records.csv", species: "Bombus terrestris", month: "05")
        #expect(try tests.importTable("a/records.csv").status == 0)
    }

    @Test func `another header is another table, unless the user says its name`() throws {
        let tests = try LocalIdentityTests(alice: ())
        try tests.write(
            "records.csv", species: "Bombus terrestris", month: "05", column: "locality")
        #expect(
            try tests.importTable("records.csv").standardError.contains("known from 'records.csv'"))
        #expect(try tests.importTable("records.csv", "--from", "records.csv").status == 0)
        #expect(try tests.importTable("records.csv").status == 0)
        #expect(try tests.count == 7)
    }

    @Test func `two tables of one import are told apart`() throws {
        try write("a/records.csv", species: "Bombus terrestris", month: "05")
        try write("b/records.csv", species: "Vespa crabro", month: "06")
        let both = try scarybug.run("import", "%/a/records.csv", "%/b/records.csv", "--only-new")
        #expect(both.status == 1)
        #expect(
            both.standardError.contains("b/records.csv: the identifier '1' is here with another"))
        #expect(try count == 7)
    }

    @Test func `identifiers count in their dataset`() throws {
        try write("a.csv", species: "Bombus terrestris", month: "05", dataset: "Alice's bees")
        try write("b.csv", species: "Vespa crabro", month: "06", dataset: "Bob's wasps")
        for name in ["a.csv", "b.csv", "a.csv"] {
            #expect(try importTable(name).status == 0)
        }
        #expect(try count == 14)
    }

    @Test func `addresses and UUIDs count everywhere`() throws {
        for (name, place) in [("a.csv", "place"), ("b.csv", "locality")] {
            try scarybug.directory.write(
                "occurrenceID,scientificName,\(place)\nhttps://a.org/7,Apis,x\nurn:a:1,Apis,x\n"
                    + "1b4e28ba-2fa1-41d2-883f-0016d3cca427,Apis,x\n", to: "work/\(name)")
            #expect(try importTable(name).status == 0)
        }
        #expect(try count == 3)
    }

    @Test func `an object in a row is the same in each import`() throws {
        let members = (1...9).map { "\"m\($0)\":{\"a\":\($0),\"b\":[{\"c\":1,\"d\":2}]}" }
        try scarybug.directory.write(
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"x":{"#
                + members.joined(separator: ",") + "}}}", to: "work/m.geojson")
        for _ in 1...5 { #expect(try importTable("m.geojson").status == 0) }
        #expect(try count == 1)
    }

    @Test func `a row without an identifier is known by its values in any order`() throws {
        try scarybug.directory.write(
            "[{\"scientificName\":\"A b\",\"eventDate\":\"2024-05-01\"}]", to: "work/a.json")
        try scarybug.directory.write(
            "[{\"eventDate\":\"2024-05-01\",\"scientificName\":\"A b\"}]", to: "work/b.json")
        try scarybug.directory.write(
            "Event date,scientificName\n2024-05-01,A b\n", to: "work/c.csv")
        for name in ["a.json", "b.json", "c.csv"] {
            #expect(try importTable(name).status == 0)
            #expect(try count == 1, "\(name)")
        }
    }

    @Test func `a row is known after a spreadsheet has saved it`() throws {
        let header = "Art;Datum;Breite;Länge;Bewertung\n"
        for (name, row) in [
            ("a.csv", "Lucanus cervus;3.6.2026;47,9990;7,8420;4,50"),
            ("b.csv", "Lucanus cervus;03.06.2026;47,999;7,842;4,5"),
        ] {
            try scarybug.directory.write(header + row + "\n", to: "work/\(name)")
            #expect(try importTable(name).status == 0)
            #expect(try count == 1, "\(name)")
        }
    }

    @Test func `a record of an earlier version is known`() throws {
        try scarybug.directory.write(
            "scientificName,eventDate\nA b,2024-05-01\n", to: "work/a.csv")
        try scarybug.directory.write(
            "title,identifier\nA b,3A81C942-0F01-8AFA-B8B3-BD6A82034FA6\n", to: "work/own.csv")
        try scarybug.run("import", "%/own.csv")
        #expect(try importTable("a.csv").status == 0)
        #expect(try count == 1)
    }

    @Test func `records of two tables go out together, and come back with their names`() throws {
        let tests = try LocalIdentityTests(alice: ())
        try tests.write("bob.csv", species: "Vespa crabro", month: "06")
        #expect(try tests.importTable("bob.csv", "--from", "bob").status == 0)
        let list = { (user: String) in
            try tests.scarybug.run(
                "--user", user, "--csv", "list", "all", "--columns", "species,seen,identifier"
            )
            .standardOutput
        }
        #expect(
            try tests.scarybug.run("export", "all", "%/all.zip", "--format", "dwca").status == 0)
        #expect(try tests.scarybug.run("--user", "carol", "import", "%/all.zip").lines.count == 14)
        #expect(try list("carol") == list("alice"))
        let back = try tests.scarybug.run("--user", "carol", "show", "8").standardOutput
        #expect(back.contains("occurrenceID") && back.contains("Vespa crabro"))
    }
}

import Foundation
import TestSupport
import Testing

/// Copies of one document that go to and fro between two users.
@Suite struct ExchangeTests {
    private let scarybug: InProcess

    /// Bob has a copy of Alice's document.
    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run("new", "Ant", "rating=2", "tags=red")
        try scarybug.run("export", "1", "%/ant.scarybug")
        try bob("import", "%/ant.scarybug")
    }

    @discardableResult
    private func bob(_ words: String...) throws -> Transcript { try run("bob", words) }

    @discardableResult
    private func run(_ user: String, _ words: [String]) throws -> Transcript {
        try scarybug.run(["--user", user] + words)
    }

    /// The data file of a user's first document.
    private func data(of user: String) throws -> [UInt8] {
        try scarybug.directory.bytes(
            of: "records/users/\(user)/Private Documents/1.scarybug/data.plist")
    }

    private func tellsChanges(_ user: String) throws -> Bool {
        try String(decoding: data(of: user), as: UTF8.self).contains("~Changes")
    }

    /// The rows of `show` that begin with a word.
    private func shown(_ word: String, of user: String = "bob") throws -> [String] {
        try run(user, ["show", "1"]).lines.filter { $0.hasPrefix("  \(word) ") }
            .map { String($0.dropFirst(2 + word.utf8.count).drop { $0 == " " }) }
    }

    // MARK: Relations

    enum Relation: String, CaseIterable, Sendable {
        case new, same, older, newer, parted, deleted
    }

    /// An option, and the first words of its results for each relation.
    struct Treatment: Sendable, CustomTestStringConvertible {
        let option: String?
        let results: [String]

        var testDescription: String { option ?? "plain" }
    }

    private static let treatments = [
        Treatment(option: nil, results: Array(repeating: "imported", count: 6)),
        Treatment(
            option: "--skip-known",
            results: ["imported", "skipped", "imported", "imported", "imported", "imported"]),
        Treatment(
            option: "--only-new",
            results: ["imported", "skipped", "skipped", "skipped", "skipped", "left out"]),
        Treatment(
            option: "--update",
            results: ["imported", "skipped", "skipped", "updated 1", "merged 1", "left out"]),
    ]

    /// Makes `%/in.scarybug`, which relates so to Bob's document.
    private func prepare(_ relation: Relation) throws {
        switch relation {
        case .new: try scarybug.run("new", "Bee")
        case .same: break
        case .older: try bob("set", "1", "rating=3")
        case .newer: try scarybug.run("set", "1", "rating=3")
        case .parted:
            try scarybug.run("set", "1", "rating=3")
            try bob("set", "1", "tags+=big")
        case .deleted: try bob("delete", "1")
        }
        try scarybug.run("export", relation == .new ? "2" : "1", "%/in.scarybug")
    }

    @Test(arguments: treatments, Relation.allCases)
    func `each option does with each relation what the table says`(
        treatment: Treatment, relation: Relation
    ) throws {
        for isDirectory in [false, true] {
            let bench = try Self()
            try bench.prepare(relation)
            var path = "%/in.scarybug"
            if isDirectory {
                try bench.run("carol", ["import", path])
                path = bench.scarybug.directory.path("records/users/carol/Private Documents")
            }
            try bench.expect(treatment, relation, path)
        }
    }

    private func expect(_ treatment: Treatment, _ relation: Relation, _ path: String) throws {
        let index = try #require(Relation.allCases.firstIndex(of: relation))
        let result = treatment.results[index]
        let words = ["import", path] + [treatment.option].compactMap(\.self)
        let before = try (contents: scarybug.contents(), count: bob("count").standardOutput)
        let plan = try run("bob", ["--json"] + words + ["--dry-run"])
        let told =
            relation == .deleted && result == "imported" ? Relation.new.rawValue : relation.rawValue
        #expect(plan.standardOutput.contains("\"relation\":\"\(told)\""), "\(plan)")
        #expect(try scarybug.contents() == before.contents)

        let first = try run("bob", words)
        #expect(first.standardOutput.hasPrefix(result) && first.status == 0, "\(first)")
        let count = try bob("count").standardOutput
        #expect((count != before.count) == (result == "imported"))
        if relation == .parted, result == "merged 1" {
            #expect(try shown("tags") == ["red, big"])
            #expect(try shown("rating") == ["3"])
        }
        // What was taken is known.
        guard treatment.option != nil else { return }
        let again = try run("bob", words)
        #expect(
            again.standardOutput.hasPrefix(result == "left out" ? result : "skipped"), "\(again)")
        #expect(try bob("count").standardOutput == count)
    }

    @Test func `two versions in one directory are taken one after the other`() throws {
        try run("carol", ["import", "%/ant.scarybug"])
        try prepare(.newer)
        try run("carol", ["import", "%/in.scarybug"])
        let path = scarybug.directory.path("records/users/carol/Private Documents")
        #expect(
            try bob("import", "--update", path).gave(
                "skipped \(path)/1.scarybug: the same document as 1\nupdated 1  Ant: rating\n"))
        #expect(
            try run("dora", ["import", "--update", path]).standardOutput
                == "imported \(path)/1.scarybug as 1\nupdated 1  Ant: rating\n")
    }

    @Test func `a document of another kind is copied once`() throws {
        for option in ["--only-new", "--update"] {
            let bench = try Self()
            try bench.scarybug.run("export", "1", "%/in/", "--format", "creature")
            let words = ["import", "%/in/1.scarycreature", option]
            let first = try bench.run("bob", words)
            #expect(first.gave("imported %/in/1.scarycreature as 2 (1 was taken)\n"), "\(first)")
            let again = try bench.run("bob", words)
            #expect(
                again.gave("skipped %/in/1.scarycreature: the same document as 2\n"), "\(again)")
        }
    }

    @Test func `--only-new knows the rows of a table again`() throws {
        try scarybug.directory.write(
            scarybug.run("--csv", "list").standardOutput, to: "work/t.csv")
        let words = ["import", "--only-new", "%/t.csv"]
        #expect(try run("dora", words).standardOutput == "imported %/t.csv: Ant as 1\n")
        #expect(try run("dora", words).gave("skipped %/t.csv: Ant: the same document as 1\n"))
        try run("dora", ["delete", "1"])
        let left = try run("dora", words)
        #expect(left.standardOutput.hasPrefix("left out %/t.csv: Ant: deleted here"), "\(left)")
    }

    @Test func `an import that is refused leaves no workspace`() throws {
        try scarybug.directory.write("no bundle", to: "work/x.scarybug")
        for option in ["--update", "--only-new", "--skip-known"] {
            #expect(try run("dora", ["import", option, "%/x.scarybug"]).status == 1)
            try run("dora", ["import", option, "%/ant.scarybug", "--dry-run"])
        }
        #expect(try scarybug.directory.names(in: "records/users") == ["alice", "bob"])
    }

    // MARK: Deletions

    @Test func `a deletion is known until it is undone`() throws {
        let words = ["import", "--update", "%/ant.scarybug"]
        let left = """
            left out %/ant.scarybug: deleted here on 2026-01-01; without --update it comes back

            """
        try bob("delete", "1")
        #expect(try run("bob", words).gave(left))
        try bob("undo")
        #expect(try run("bob", words).gave("skipped %/ant.scarybug: the same document as 1\n"))
        try bob("redo")
        #expect(try run("bob", words).gave(left))
        try bob("history", "forget", "--yes")
        #expect(try run("bob", words).gave(left))
        let record = try scarybug.directory.bytes(of: "records/users/bob/exchanged.db")
        #expect(!String(decoding: record, as: UTF8.self).contains("alice"))
        #expect(try bob("import", "%/ant.scarybug").gave("imported %/ant.scarybug as 1\n"))
        #expect(try run("bob", words).gave("skipped %/ant.scarybug: the same document as 1\n"))
    }

    @Test func `an import that is undone is no deletion`() throws {
        let words = ["import", "--update", "%/ant.scarybug"]
        try bob("undo")
        #expect(
            try run("bob", words).gave(
                "imported %/ant.scarybug as 1 (which undo of 1 took back)\n"))
    }

    // MARK: Exports

    @Test func `a document goes out twice in the same bytes`() throws {
        #expect(try scarybug.run("export", "1", "%/again.scarybug").status == 0)
        let bytes = try ["ant", "again"].map {
            try scarybug.directory.bytes(of: "work/\($0).scarybug")
        }
        #expect(bytes[0] == bytes[1])
    }

    @Test func `the first bundle of a workspace tells what bundles tell`() throws {
        try run("dora", ["new", "Bee"])
        #expect(
            try run("dora", ["export", "1", "%/ant.scarybug"]).standardError
                == "scarybug: %/ant.scarybug exists; --force replaces it\n")
        try FileManager.default.removeItem(
            atPath: scarybug.directory.path("records/users/dora/exchanged.db"))
        let before = try scarybug.contents().keys
        let first = try run("dora", ["export", "1", "%/bee.scarybug"])
        #expect(
            first.standardError == """
                scarybug: bundles tell who changed what and when, here as 'dora'; 'config \
                author=NAME' changes the name, --bare leaves it out

                """)
        let added = try Set(scarybug.contents().keys).subtracting(before)
        #expect(
            added.map { $0.split(separator: "/").last }.sorted { "\($0 ?? "")" < "\($1 ?? "")" }
                == ["bee.scarybug", "exchanged.db"])
        #expect(try run("dora", ["export", "1", "%/bee2.scarybug"]).standardError == "")
    }

    @Test func `the receiver is remembered, and the author has the name that he chose`() throws {
        try scarybug.run("config", "author=Alice Liddell")
        try scarybug.run("export", "1", "%/to.scarybug", "--to", "bob")
        #expect(
            try shown("exchanges", of: "alice") == ["sent on 2026-01-01"]
                && scarybug.run("show", "1").standardOutput.contains("sent to bob on 2026-01-01"))
        try run("carol", ["import", "%/to.scarybug"])
        #expect(try String(decoding: data(of: "carol"), as: UTF8.self).contains("from Alice"))
        #expect(try scarybug.run("export", "1", "%/x", "--to", " ").status == 1)
    }

    @Test func `a bare bundle doesn't tell who changed what`() throws {
        let bare = try scarybug.run("export", "1", "%/bare.scarybug", "--bare")
        #expect(bare.gave("exported 1 to %/bare.scarybug\n"))
        try run("carol", ["import", "%/bare.scarybug"])
        #expect(try !tellsChanges("carol"))
        #expect(try tellsChanges("bob"))
        #expect(
            try bob("import", "--update", "%/bare.scarybug").gave(
                "skipped %/bare.scarybug: the same document as 1\n"))
    }

    @Test(arguments: ["dataFileBytes", "bundleBytes"])
    func `a document at a limit goes out, and doesn't tell who changed what`(
        limit: String
    ) throws {
        try scarybug.run("config", "\(limit)=\(data(of: "alice").count + 10)")
        #expect(
            try scarybug.run("export", "1", "%/full.scarybug").gave(
                "exported 1 to %/full.scarybug\n",
                error: "scarybug: warning: 'Ant' has no room to tell who changed what\n"))
        try run("carol", ["import", "%/full.scarybug"])
        #expect(try !tellsChanges("carol"))
        #expect(
            try bob("import", "--update", "%/full.scarybug").gave(
                "skipped %/full.scarybug: the same document as 1\n"))
    }

    @Test func `a damaged record is set aside, and the export goes on`() throws {
        let junk = String(repeating: "junk", count: 2_048)
        try scarybug.directory.write(junk, to: "records/users/alice/exchanged.db")
        let export = try scarybug.run("export", "1", "%/x.scarybug")
        #expect(export.standardOutput == "exported 1 to %/x.scarybug\n", "\(export)")
        #expect(export.standardError.contains("exchanged.db is damaged, and is now"), "\(export)")
        let set = try scarybug.contents().filter { $0.key.contains("Lost and Found") }.values
        #expect(set.contains(Data(junk.utf8)))
        #expect(try scarybug.run("export", "1", "%/y.scarybug").status == 0)
    }

    // MARK: Who has what

    @Test func `queries tell who has what`() throws {
        let list = { (query: String...) in try scarybug.run(["list"] + query).standardOutput }
        try scarybug.run("new", "Bee")
        try scarybug.run("export", "all", "%/out/", "--to", "bob")
        #expect(try list("sent:bob") == "1  Ant  2  red\n2  Bee\n")
        #expect(try list("outdated:bob") == "")
        #expect(try list("lacks:bob") == "")
        #expect(try list("lacks:carol", "-tag:red") == "2  Bee\n")
        #expect(try bob("list", "from:alice").standardOutput == "1  Ant  2  red\n")
        // Before his first own bundle, Bob knows what Alice has.
        #expect(try bob("list", "lacks:alice").standardOutput == "")
        try bob("new", "Wasp")
        #expect(try bob("list", "lacks:alice").standardOutput == "2  Wasp\n")
        try scarybug.run("set", "1", "rating=3")
        #expect(try list("outdated:bob") == "1  Ant  3  red\n")
        #expect(try list("lacks:bob") == "1  Ant  3  red\n")
        try scarybug.run("new", "Weta")
        #expect(try list("lacks:bob") == "1  Ant   3  red\n3  Weta\n")
        #expect(try list("-lacks:bob") == "2  Bee\n")
        #expect(try list("lacks:bob", "OR", "2") == "1  Ant   3  red\n2  Bee\n3  Weta\n")
        #expect(try list("-outdated:bob", "sent:bob") == "2  Bee\n")
        #expect(
            try scarybug.run("show", "1").standardOutput.contains(
                "sent to bob on 2026-01-01; changed since"))
        #expect(try list("from:bob") == "")
    }

    @Test func `a version that somebody once had isn't what he has now`() throws {
        try scarybug.run("export", "1", "%/a.scarybug")
        try bob("import", "%/a.scarybug")
        try bob("set", "1", "rating=5")
        try bob("export", "1", "%/b.scarybug")
        try scarybug.run("import", "%/b.scarybug", "--update")
        #expect(try scarybug.run("list", "outdated:bob").standardOutput == "")
        try scarybug.run("set", "1", "rating=1")
        try scarybug.run("export", "1", "%/c.scarybug", "--to", "bob")
        try scarybug.run("undo")
        for _ in 1...2 {
            for query in ["outdated:bob", "lacks:bob"] {
                #expect(try scarybug.run("list", query).lines == ["1  Ant  5  red"])
            }
            try scarybug.run("import", "%/b.scarybug", "--update")
        }
        #expect(try scarybug.run("show", "1").standardOutput.contains("; changed since"))
    }

    // MARK: Two that are one

    @Test func `merge makes one of two copies, in one step`() throws {
        try prepare(.newer)
        try bob("import", "%/in.scarybug")
        try bob("set", "1", "tags+=big")
        #expect(
            try bob("merge", "1", "2", "--dry-run").gave("1  rating 2 → 3\nwould delete 2  Ant\n"))
        #expect(try bob("merge", "1", "2").gave("merged 1  Ant: rating\ndeleted 2  Ant\n"))
        #expect(try bob("list").gave("1  Ant  3  red, big\n"))
        #expect(try shown("tags") == ["red, big"])
        try bob("undo")
        #expect(try bob("list").gave("1  Ant  2  red, big\n2  Ant  3  red\n"))
    }

    @Test func `a copy that was left out, or whose merge was undone, is taken later`() throws {
        try scarybug.run("set", "1", "notes=fresh")
        try scarybug.run("export", "1", "%/fresh.scarybug")
        try bob("set", "1", "place=garden")
        #expect(
            try bob("import", "--only-new", "%/fresh.scarybug").gave(
                "skipped %/fresh.scarybug: 1 was changed, too\n"))
        try bob("import", "%/fresh.scarybug")
        try bob("merge", "1", "2")
        try bob("undo")
        #expect(
            try bob("merge", "1", "2").lines.first
                == "merged 1  Ant: notes: fresh again, which undo of 4 took back")
        try bob("undo")
        #expect(
            try bob("import", "--update", "%/fresh.scarybug").gave(
                "merged 1  Ant: notes: fresh again, which undo of 5 took back\n"))
        #expect(try shown("place") == ["garden"])
    }

    @Test func `merge refuses documents that are no copies, and changes nothing`() throws {
        try bob("new", "Bee")
        try bob("import", "%/ant.scarybug")
        try FileManager.default.removeItem(
            atPath: scarybug.directory.path("records/users/bob/exchanged.db"))
        let before = try scarybug.contents()
        for (other, message) in [
            ("1", "1 is one document; 'duplicates' lists copies to merge"),
            ("2", "1 and 2 are no copies of one document: they have different identifiers"),
        ] {
            #expect(
                try bob("merge", "1", other).gave(error: "scarybug: \(message)\n", status: 1))
        }
        #expect(try bob("merge", "1", "9").status == 1)
        #expect(
            try bob("merge", "1", "3", "--dry-run").gave(
                "would merge 1  Ant\nwould delete 3  Ant\n"))
        #expect(try scarybug.contents() == before)
    }
}

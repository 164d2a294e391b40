import Foundation
import TestSupport
import Testing

/// Several people with one folder.
@Suite struct SyncTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.directory.makeDirectory("work/share")
        try scarybug.run("new", "Ant", "rating=2", "at=50.9324,-1.4508")
        try scarybug.run("new", "Bee", "notes=small")
    }

    @discardableResult
    private func run(_ user: String, _ words: String...) throws -> Transcript {
        try scarybug.run(["--user", user] + words)
    }

    @discardableResult
    private func sync(_ user: String, _ words: String...) throws -> String {
        try #require(scarybug.run(["--user", user, "sync", "%/share"] + words).lines.last)
    }

    /// The bundles in the folder: `alice/Ant`.
    private func bundles() throws -> [String] {
        let root = scarybug.directory.path("work/share")
        return try FileManager.default.subpathsOfDirectory(atPath: root)
            .filter { $0.hasSuffix(".scarybug") }
            .map { $0.replacing(#/-[0-9a-f]{8}/#, with: "").replacing(".scarybug", with: "") }
            .sorted()
    }

    /// The path of the folder of somebody within `work`.
    private func folder(of user: String) throws -> String {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: scarybug.directory.path("work/share"))
        return "work/share/" + (try #require(names.first { $0.hasPrefix(user + "-") }))
    }

    private func path(of bundle: String, _ user: String) throws -> String {
        let folder = try folder(of: user)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: scarybug.directory.path(folder))
        return "\(folder)/" + (try #require(names.first { $0.hasPrefix(bundle + "-") }))
    }

    private func shown(_ user: String, _ number: Int = 1) throws -> String {
        try run(user, "show", "\(number)").standardOutput
    }

    // MARK: Rules

    /// The positions in the bundles of the folder.
    private func tellsPlace() throws -> [String] {
        try bundles().filter { bundle in
            let parts = bundle.split(separator: "/").map(String.init)
            let path = "%" + (try path(of: parts[1], parts[0])).dropFirst(4)
            try run("reader-\(parts[1].lowercased())", "import", path)
            let shown = try run("reader-\(parts[1].lowercased())", "show", "all").standardOutput
            return shown.contains("50.9324")
        }
    }

    @Test func `a stricter rule holds for all bundles, also after a failure`() throws {
        try run("alice", "new", "Cee", "at=50.9324,-1.4508")
        try sync("alice", "--all-fields")
        try run("alice", "set", "1,3", "title=Ant 50.9324, -1.4508")
        let failed = try run("alice", "sync", "%/share", "--without", "location")
        #expect(failed.status == 1, "\(failed)")
        for number in [1, 3] {
            #expect(failed.standardError.contains("document \(number): the title"))
        }
        // Their bundles with the place leave, and the other is written.
        #expect(try bundles() == ["alice/Bee"])
        #expect(try tellsPlace() == [])
        #expect(try run("alice", "sync").standardOutput == "")
        try run("alice", "set", "1", "title=Ant")
        try run("alice", "set", "3", "title=Cee")
        #expect(try sync("alice").contains("wrote"))
        #expect(try bundles() == ["alice/Ant", "alice/Bee", "alice/Cee"])
        #expect(try tellsPlace() == [])
        // Neither does a bundle stay that others would take for the document as it is.
        try run("alice", "set", "2", "title=Bee 50.9324, -1.4508")
        #expect(try run("alice", "sync").status == 1)
        #expect(try bundles() == ["alice/Ant", "alice/Cee"])
    }

    @Test func `another answer keeps the selection of the folder`() throws {
        try run("alice", "set", "2", "tags=share")
        #expect(try sync("alice", "tag:share") == "wrote 1")
        #expect(try sync("alice", "--all-fields") == "wrote 1")
        #expect(try sync("alice", "--without", "location") == "wrote 1")
        #expect(try bundles() == ["alice/Bee"])
        #expect(try sync("alice", "all") == "wrote 1")
        #expect(try bundles() == ["alice/Ant", "alice/Bee"])
    }

    @Test func `sensitive species are told where a folder gets all, and as before`() throws {
        try run("alice", "set", "1", "species=Lucanus cervus")
        let first = try run("alice", "sync", "%/share", "--all-fields")
        #expect(!first.standardError.contains("--bare"), "\(first)")
        try run("alice", "config", "sensitive=Lucanus cervus, 10km")
        let second = try run("alice", "sync").standardError
        #expect(second.contains("1 document of sensitive species goes to "), "\(second)")
        try run("alice", "sync", "%/share", "--blur", "1km")
        try run("alice", "config", "sensitive=")
        let third = try run("alice", "sync").standardError
        #expect(third.contains("blur:10km, as before"), "\(third)")
    }

    @Test func `documents of one title have bundles of their own`() throws {
        let rows = (100...119).map { "urn:uuid:obs:\($0),Vanessa atalanta\n" }.joined()
        try scarybug.directory.write("occurrenceID,scientificName\n" + rows, to: "work/t.csv")
        try run("alice", "import", "%/t.csv")
        #expect(try sync("alice", "--all-fields") == "wrote 22")
        #expect(try bundles().count == 22)
        #expect(try sync("bob") == "took 22 new")
        #expect(try sync("alice") == "nothing new")
    }

    @Test func `after history forget the bundles are under another key`() throws {
        try sync("alice", "--without", "location,notes")
        try run("alice", "delete", "1", "--yes")
        try run("alice", "history", "forget", "--yes")
        try run("alice", "set", "2", "notes=SECRET")
        let synced = try run("alice", "sync")
        #expect(try bundles() == ["alice/Bee"], "\(synced)")
        try run("bob", "import", "%/share/" + folder(of: "alice").dropFirst(11))
        #expect(try !run("bob", "show", "all").standardOutput.contains("SECRET"))
        #expect(try sync("alice") == "nothing new")
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: scarybug.directory.path("work/share"))
        #expect(folders.count == 1)
    }

    // MARK: To and fro

    @Test func `a document goes to others, and what they change comes back`() throws {
        #expect(try sync("alice") == "wrote 2")
        #expect(try sync("alice") == "nothing new")
        #expect(try sync("bob") == "took 2 new")
        #expect(try sync("bob") == "nothing new")
        #expect(try bundles() == ["alice/Ant", "alice/Bee"])
        try run("bob", "set", "2", "notes=large")
        #expect(try sync("bob") == "wrote 1")
        #expect(try run("alice", "sync").lines == ["updated 2  Bee: notes", "took 1 changed"])
        #expect(try sync("carol") == "took 2 new")
        #expect(try shown("carol", 2).contains("large"))
        for user in ["alice", "bob", "carol"] { #expect(try sync(user) == "nothing new") }
        #expect(try bundles() == ["alice/Ant", "alice/Bee", "bob/Bee"])
    }

    @Test func `a folder lacks nothing that came from it`() throws {
        try sync("alice", "--all-fields")
        try sync("bob", "--all-fields")
        try run("bob", "set", "1", "rating=4")
        try sync("bob")
        try sync("alice")
        let share = scarybug.directory.path("work/share")
        for query in ["lacks:\(share)", "outdated:\(share)"] {
            #expect(try run("alice", "count", query).lines == ["0"], "\(query)")
            #expect(try run("bob", "count", query).lines == ["0"], "\(query)")
        }
        #expect(try run("alice", "count", "from:\(share)").lines == ["1"])
        try run("alice", "set", "1", "rating=5")
        #expect(try run("alice", "count", "lacks:\(share)").lines == ["1"])
    }

    @Test func `three people who change one document end equal`() throws {
        try sync("alice")
        for user in ["bob", "carol"] { try sync(user) }
        try run("alice", "set", "2", "notes=dark")
        try run("bob", "set", "2", "tags=red")
        try run("carol", "set", "2", "tags=big")
        for _ in 1...3 { for user in ["alice", "bob", "carol"] { try sync(user) } }
        for user in ["alice", "bob", "carol"] {
            #expect(try shown(user, 2).contains("tags        red, big"))
            #expect(try shown(user, 2).contains("dark"))
            #expect(try sync(user) == "nothing new")
        }
    }

    @Test func `a conflict is counted, and ends for all`() throws {
        try sync("alice")
        try sync("bob")
        try run("alice", "set", "1", "rating=4")
        try run("bob", "set", "1", "rating=5")
        try sync("alice")
        #expect(
            try sync("bob") == "took 1 changed; 1 conflict: list has:conflict; wrote 1")
        try sync("alice")
        try run("alice", "resolve", "1", "--other")
        #expect(try sync("alice") == "wrote 1")
        #expect(try sync("bob") == "took 1 changed")
        #expect(try run("bob", "list", "has:conflict").lines == [])
    }

    @Test func `a conflict that comes with a new document is counted, too`() throws {
        try sync("alice")
        try sync("bob")
        try run("alice", "set", "1", "rating=4")
        try run("bob", "set", "1", "rating=5")
        try sync("alice")
        try sync("bob")
        #expect(try sync("carol") == "took 2 new; 1 conflict: list has:conflict")
        #expect(try sync("dan") == "took 2 new; 1 conflict: list has:conflict")
        try scarybug.directory.makeDirectory("work/other")
        try run("bob", "sync", "%/other", "1")
        #expect(
            try run("erin", "sync", "%/other").lines.last
                == "took 1 new; 1 conflict: list has:conflict")
    }

    @Test func `a document that several friends changed counts once`() throws {
        try sync("alice", "--all-fields")
        for user in ["bob", "carol"] {
            try sync(user)
            try run(user, "set", "1", user == "bob" ? "notes=x" : "species=Formica rufa")
        }
        for user in ["bob", "carol"] { try sync(user) }
        #expect(try sync("alice") == "took 1 changed")
    }

    @Test func `what an undo took away comes back with the name of the step`() throws {
        try sync("alice", "--all-fields")
        try sync("bob", "--all-fields")
        try run("bob", "undo")
        try run("alice", "set", "1", "rating=3")
        try sync("alice")
        #expect(
            try run("bob", "sync").standardOutput.contains("as 1 (which undo of "))
    }

    /// The preference is what an export leaves out, and a folder that gets all fields is none.
    @Test func `what 'config share' leaves out of a folder is told`() throws {
        try sync("alice", "--all-fields")
        try run("alice", "config", "share=without:location,notes")
        #expect(
            try run("alice", "sync").standardError.contains(
                "share with all fields, whatever 'config share' says"))
        let added = try scarybug.run("sync", "%/share", "--without", "rating").standardError
        #expect(added.contains("share without:location,notes,rating; 'sync"), "\(added)")
        try run("alice", "config", "share=without:location,species")
        let other = try run("alice", "sync").standardError
        #expect(other.contains("share without:location,rating,species; 'sync"), "\(other)")
    }

    /// The row 1 of a club's template is another beetle in each member's table.
    @Test func `two records with one identifier stay apart`() throws {
        for (user, row) in [
            ("udo", "1,Carabus auratus,2026-05-01,Trier"),
            ("ina", "1,Lucanus cervus,2026-06-11,Fulda"),
        ] {
            try scarybug.directory.makeDirectory("work/\(user)")
            try scarybug.directory.write(
                "occurrenceID,species,date,place\n\(row)\n", to: "work/\(user)/finds.csv")
            try run(user, "import", "%/\(user)/finds.csv")
        }
        try sync("udo")
        let met = try run("ina", "sync", "%/share").standardOutput
        #expect(met.contains("another version of 1"), "\(met)")
        try sync("udo")
        try run("carl", "sync", "%/share")
        try sync("udo")
        #expect(
            try run("udo", "--csv", "list", "--columns", "title").lines.last == "Carabus auratus")
        #expect(
            try run("ina", "--csv", "list", "--columns", "title").lines.last == "Lucanus cervus")
        #expect(try run("carl", "list", "has:conflict").lines == [])
    }

    @Test func `a table has only the numbers of documents`() throws {
        try sync("alice")
        #expect(
            try run("bob", "--csv", "sync", "%/share").lines == [
                "new,changed,conflicts,wrote,removed", "2,0,0,0,0",
            ])
        let lines = try run("carol", "--json", "sync", "%/share").lines
        #expect(lines.count == 3 && lines[2].hasPrefix(#"{"new":2,"#), "\(lines)")
    }

    /// A value that was given before is new again.
    @Test func `a value goes back to an earlier one`() throws {
        try sync("alice")
        try sync("bob")
        try run("bob", "set", "1", "rating=5")
        try sync("bob")
        try sync("alice")
        try run("alice", "set", "1", "rating=2")
        #expect(try sync("alice") == "wrote 1")
        try sync("bob")
        #expect(try shown("bob").contains("rating      2"))
    }

    // MARK: The own folder

    @Test func `a renamed document replaces its own bundle, and a deleted one leaves`() throws {
        try sync("alice")
        try sync("bob")
        try run("alice", "set", "1", "title=Wood Ant")
        try run("alice", "delete", "2")
        #expect(try sync("alice") == "wrote 1; removed 1")
        #expect(try bundles() == ["alice/Wood Ant"])
        #expect(try sync("bob") == "took 1 changed")
        #expect(try run("bob", "count").lines == ["2"])
        try run("alice", "undo")
        #expect(try sync("alice") == "wrote 1")
        #expect(try bundles() == ["alice/Bee", "alice/Wood Ant"])
    }

    /// Its bundle may be the last copy.
    @Test func `a document that is lost stays in the folder, and comes back from it`() throws {
        try sync("alice", "--all-fields")
        let home = "records/users/alice/Private Documents"
        try scarybug.directory.write("damaged", to: "\(home)/1.scarybug/data.plist")
        try FileManager.default.removeItem(atPath: scarybug.directory.path("\(home)/2.scarybug"))
        let damaged = try run("alice", "sync")
        #expect(damaged.standardError.contains("'import --update "), "\(damaged)")
        try run("alice", "check", "--repair")
        let moved = try run("alice", "sync")
        #expect(moved.lines == ["nothing new"])
        for line in ["/Ant-", "/Bee-"] { #expect(moved.standardError.contains(line), "\(moved)") }
        #expect(try bundles() == ["alice/Ant", "alice/Bee"])
        let ant = "%" + (try path(of: "Ant", "alice")).dropFirst(4)
        try run("alice", "import", "--update", ant)
        #expect(try run("alice", "list", "title:ant").standardOutput.contains("Ant"))
        let rest = try run("alice", "sync").standardError
        #expect(!rest.contains("/Ant-") && rest.contains("/Bee-"), "\(rest)")
    }

    @Test func `what an undo took back leaves the folder`() throws {
        try sync("alice")
        try run("alice", "new", "Weta")
        #expect(try sync("alice") == "wrote 1")
        try run("alice", "undo")
        #expect(try sync("alice") == "removed 1")
        #expect(try bundles() == ["alice/Ant", "alice/Bee"])
    }

    @Test func `what is outside the selection leaves the own folder alone`() throws {
        try run("bob", "new", "Cicada")
        try sync("bob")
        try sync("alice")
        #expect(try sync("alice", "title:bee") == "removed 1")
        #expect(try bundles() == ["alice/Bee", "bob/Cicada"])
        try run("alice", "new", "Weta")
        #expect(try run("alice", "sync").lines == ["nothing new"])
        #expect(
            try run("alice", "config", "sync", "--json").standardOutput.contains(
                "%/share title:bee"))
    }

    @Test func `a lost or changed bundle of one's own is written again`() throws {
        try sync("alice")
        let path = try path(of: "Ant", "alice")
        let bytes = try scarybug.directory.bytes(of: path)
        try FileManager.default.removeItem(atPath: scarybug.directory.path(path))
        #expect(try sync("alice") == "wrote 1")
        try scarybug.directory.write(Array(bytes.prefix(100)), to: path)
        #expect(try sync("alice") == "wrote 1")
        #expect(try sync("bob") == "took 2 new")
    }

    /// A copy of a synchronizer is read and then removed, since all that it has is known here now.
    @Test func `an earlier bundle of one's own is written again`() throws {
        try sync("alice")
        try sync("bob")
        let path = try path(of: "Ant", "alice")
        let earlier = try scarybug.directory.bytes(of: path)
        try run("alice", "set", "1", "rating=4")
        try sync("alice")
        try scarybug.directory.write(earlier, to: path)
        #expect(try sync("alice") == "wrote 1")
        #expect(try sync("bob") == "took 1 changed")
        #expect(try sync("alice") == "nothing new")
    }

    @Test func `what a deleted document missed comes when it is back`() throws {
        try sync("alice")
        try sync("bob")
        try run("alice", "delete", "1")
        try run("bob", "set", "1", "rating=4")
        try sync("bob")
        let missed = try run("alice", "sync")
        #expect(missed.lines.last == "removed 1")
        #expect(
            missed.standardOutput.contains(
                #/left out .*Ant-.*: deleted here on .*; by 'import FILE --copies' it comes back/#),
            "\(missed)")
        #expect(try run("alice", "sync").lines == ["nothing new"])
        try run("alice", "undo")
        #expect(try sync("alice") == "took 1 changed")
        #expect(try shown("alice").contains("rating      4"))
    }

    /// Otherwise the folder would seem to have nothing new.
    @Test func `what others put into the folder comes again after a restore`() throws {
        try sync("alice", "--all-fields")
        try run("alice", "backup", "%/a.zip")
        try sync("bob")
        try run("bob", "set", "2", "notes=large")
        try run("bob", "new", "Cicada")
        try sync("bob")
        #expect(try sync("alice") == "took 1 new, 1 changed")
        try run("alice", "delete", "1,2")
        try run("alice", "restore", "%/a.zip")
        #expect(try shown("alice", 2).contains("small"))
        #expect(try sync("alice").hasPrefix("took 1 changed"))
        #expect(try shown("alice", 2).contains("large"))
        #expect(try sync("alice") == "nothing new")
        // The answer about positions stays.
        #expect(try sync("carol").hasPrefix("took 3 new"))
        #expect(try run("carol", "list", "--columns", "at").standardOutput.contains("50.9324"))
    }

    /// Bob's bundle may become the last one of the document.
    @Test(arguments: ["restore", "undo", "new workspace", "forget"])
    func `a document that is here stays in the own folder`(after event: String) throws {
        try run("bob", "new", "Weta")
        try run("bob", "backup", "%/weta.zip")
        try sync("alice", "--without", "location")
        try sync("bob", "--without", "location")
        try run("bob", "set", "title:bee", "rating=5")
        for user in ["bob", "alice"] { try sync(user) }
        try run("alice", "set", "title:bee", "notes=x")
        for user in ["alice", "bob"] { try sync(user) }
        #expect(try bundles().contains("bob/Bee"))
        if event == "new workspace" {
            try run("bob", "backup", "%/all.zip")
            try run("bob", "delete", "all", "--yes")
            try run("bob", "restore", "%/all.zip")
        } else if event == "forget" {
            try run("bob", "delete", "title:weta")
            try run("bob", "history", "forget", "--yes")
        } else {
            try run("bob", "delete", "title:weta")
            try run("bob", "restore", "%/weta.zip")
            if event == "undo" { try run("bob", "undo") }
        }
        let synced = try run("bob", "sync")
        #expect(try bundles().contains("bob/Bee"), "\(synced)")
        #expect(synced.standardError.contains("documents go to") == (event == "forget"))
        switch event {
        case "restore":
            #expect(synced.lines == ["nothing new"], "\(synced)")
        case "undo": #expect(synced.lines == ["removed 1"], "\(synced)")
        case "forget": #expect(synced.lines.last == "wrote 1; removed 1", "\(synced)")
        default: #expect(synced.lines == ["wrote 2"], "\(synced)")
        }
        #expect(try run("bob", "sync").lines == ["nothing new"])
        try run("alice", "delete", "title:bee")
        try sync("alice")
        #expect(try run("carol", "sync", "%/share").standardOutput.contains("Bee"))
    }

    @Test func `a deleted number in the selection leaves the folder`() throws {
        try sync("alice", "1,2")
        try run("alice", "delete", "1")
        try run("alice", "set", "2", "rating=3")
        #expect(try run("alice", "sync").lines == ["wrote 1; removed 1"])
        // A number that somebody types must have a document.
        #expect(
            try run("alice", "sync", "%/share", "1,2").standardError.contains(
                "there is no document 1"))
        #expect(try bundles() == ["alice/Bee"])
    }

    @Test func `a selection without documents removes nothing that is here`() throws {
        let stay = "of yours stay in %/share; 'sync FOLDER all' shares all"
        try sync("alice")
        let mistyped = try run("alice", "sync", "%/share", "tag:typo")
        #expect(mistyped.status == 1 && mistyped.standardError.contains("2 documents \(stay)"))
        #expect(!(try run("alice", "config", "sync").standardOutput.contains("typo")))
        // A remembered selection takes in, too.
        try run("alice", "sync", "%/share", "bee")
        #expect(try bundles() == ["alice/Bee"])
        try run("bob", "new", "Cicada")
        try sync("bob")
        try run("alice", "set", "2", "title=Wasp")
        let changed = try run("alice", "sync")
        #expect(changed.status == 1 && changed.lines.last == "took 1 new", "\(changed)")
        #expect(try bundles().contains("alice/Bee"))
        try run("alice", "delete", "2")
        #expect(try run("alice", "sync").lines == ["removed 1"])
    }

    /// Only a distance may take the place of what was left out, or of another distance.
    @Test func `an option leaves out more than before`() throws {
        for (words, rules) in [
            ([], "without:location"), (["--without", "notes"], "without:location,notes"),
            (["--all-fields"], ""), (["--without", "notes"], "without:notes"),
            (["--blur", "10km"], "without:notes blur:10km"),
            (["--without", "location"], "without:location,notes"),
            (["--blur", "5km"], "without:notes blur:5km"),
        ] {
            let said = try scarybug.run(["sync", "%/share"] + words).standardError
            #expect(said.contains("share \(rules); 'sync") || rules.isEmpty, "\(said)")
            #expect(said.contains("share without") != rules.isEmpty, "\(said)")
        }
    }

    @Test func `a conflict copy is read`() throws {
        try sync("alice")
        try sync("bob")
        try run("bob", "set", "1", "tags=red")
        try sync("bob")
        let copy =
            scarybug.directory.path(try folder(of: "alice"))
            + "/Ant-1.sync-conflict-20260101-101112-ABCDEFG.scarybug"
        let changed = scarybug.directory.path(try path(of: "Ant", "bob"))
        try FileManager.default.moveItem(atPath: changed, toPath: copy)
        #expect(try sync("alice") == "took 1 changed; wrote 1; removed 1")
        #expect(try shown("alice").contains("red"))
        #expect(try bundles() == ["alice/Ant", "alice/Bee"])
    }

    // MARK: Undo

    @Test func `a sync is one step, and what was undone waits until its bundle changes`() throws {
        try sync("alice")
        try run("bob", "new", "Cicada")
        try run("bob", "sync", "%/share")
        #expect(
            try run("bob", "undo").standardError.contains("what others have read of the"))
        #expect(try run("bob", "list").lines == ["1  Cicada"])
        #expect(try run("bob", "sync").lines == ["nothing new"])
        try run("alice", "set", "1", "rating=5")
        try sync("alice")
        #expect(try sync("bob") == "took 1 new")
        let path = try path(of: "Bee", "alice")
        #expect(
            try run("bob", "import", scarybug.directory.path(path), "--update").lines.count == 1)
    }

    // MARK: What the folder gets

    @Test func `without an answer no position goes out`() throws {
        try sync("alice")
        try sync("bob")
        #expect(try shown("bob").contains("withheld    at"))
        #expect(try sync("alice", "--all-fields") == "wrote 2")
        try sync("bob")
        #expect(try shown("bob").contains("50.9324"))
        try run("alice", "new", "Wasp", "at=50.9,-1.4")
        try run("alice", "sync")
        try sync("bob")
        #expect(try shown("bob", 3).contains("50.9"))
    }

    @Test func `a document that is withheld later is written again without the value`() throws {
        try sync("alice", "--all-fields")
        try run("alice", "sync", "%/share", "--without", "notes")
        try sync("bob")
        #expect(try !shown("bob", 2).contains("small"))
        #expect(try shown("bob").contains("50.9324"))
    }

    // MARK: A folder that is not as expected

    @Test func `strange entries are named and skipped`() throws {
        try sync("alice")
        let share = scarybug.directory.path("work/share")
        try scarybug.directory.makeDirectory("work/share/x\u{1B}[2J")
        try scarybug.directory.write("no bundle", to: "work/share/x\u{1B}[2J/a.scarybug")
        try FileManager.default.createSymbolicLink(
            atPath: "\(share)/link", withDestinationPath: "/etc")
        #expect(mkfifo("\(share)/pipe.scarybug", 0o600) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: "\(share)/passwd.scarybug", withDestinationPath: "/etc/passwd")
        let transcript = try run("bob", "sync", "%/share")
        #expect(transcript.lines.last == "took 2 new")
        #expect(transcript.standardError.contains("skipped pipe.scarybug: not a regular file"))
        #expect(transcript.standardError.contains("skipped link: not a regular file"))
        #expect(transcript.standardError.contains("a.scarybug: not a bundle"))
        #expect(!transcript.standardError.contains("\u{1B}"))
    }

    @Test func `a link in the place of the own folder is not followed`() throws {
        try sync("alice")
        let own = scarybug.directory.path(try folder(of: "alice"))
        try scarybug.directory.makeDirectory("work/other")
        try FileManager.default.removeItem(atPath: own)
        try FileManager.default.createSymbolicLink(
            atPath: own, withDestinationPath: scarybug.directory.path("work/other"))
        #expect(try run("alice", "sync", "%/share").status == 1)
        #expect(
            try FileManager.default.contentsOfDirectory(
                atPath: scarybug.directory.path("work/other")
            ).isEmpty)
    }

    /// Somebody who can write in the folder must not silence a friend.
    @Test(arguments: [true, false])
    func `a name that something else has keeps no other document back`(isDirectory: Bool) throws {
        try run("alice", "new", "Cicada")
        try sync("alice")
        let name = try path(of: "Bee", "alice")
        let bee = scarybug.directory.path(name)
        try FileManager.default.removeItem(atPath: bee)
        if isDirectory {
            try scarybug.directory.makeDirectory(name)
        } else {
            try FileManager.default.createSymbolicLink(
                atPath: bee, withDestinationPath: "/etc/passwd")
        }
        try run("alice", "set", "all", "rating=3")
        try run("alice", "new", "Dragonfly")
        let error =
            "scarybug: %/share/\(name.dropFirst(11)) exists and is not a regular file; "
            + "remove it, and sync again\n"
        let first = try run("alice", "sync")
        #expect(first.standardOutput == "wrote 3\n" && first.status == 1, "\(first)")
        #expect(first.standardError == error)
        let second = try run("alice", "sync")
        #expect(second.standardOutput == "" && second.standardError == error && second.status == 1)
        let json = try run("alice", "sync", "--json")
        #expect(json.standardOutput.contains(#""wrote":0"#) && json.status == 1, "\(json)")
        #expect(try sync("bob") == "took 3 new")
        try FileManager.default.removeItem(atPath: bee)
        #expect(try run("alice", "sync").lines == ["wrote 1"])
        #expect(try sync("bob") == "took 1 new")
    }

    @Test func `an absent or emptied folder changes nothing`() throws {
        try sync("alice")
        let share = scarybug.directory.path("work/share")
        try FileManager.default.moveItem(atPath: share, toPath: share + "2")
        #expect(try run("alice", "sync").standardError.contains("there is no folder %/share;"))
        try scarybug.directory.makeDirectory("work/share")
        #expect(try run("alice", "sync").status == 1)
        #expect(try bundles() == [])
    }

    @Test func `a user's first sync needs a folder`() throws {
        #expect(try run("alice", "sync").standardError.contains("needs a FOLDER the first time"))
        #expect(try run("alice", "sync", "%/records").status == 1)
        #expect(
            try run("alice", "config", "sync=%/nowhere").standardError.contains(
                "there is no folder %/nowhere; make it first"))
        let up = String(repeating: "../", count: 40)
        let relative = up + scarybug.directory.path("work/share").dropFirst()
        try run("alice", "config", "sync=\(relative) title:bee")
        #expect(
            try run("alice", "config", "sync", "--json").standardOutput.contains(
                #""value":"%/share title:bee""#))
        #expect(try run("alice", "sync").lines == ["wrote 1"])
    }
}

import Glibc
import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugStoreTests
@testable import ScaryBugs

@Suite struct BackupTests {
    let bench: Bench
    let alice: Workspace
    let bob: Workspace
    let path: String

    init() throws {
        bench = try Bench()
        alice = try bench.workspace()
        bob = try bench.workspace(of: "bob")
        path = bench.directory.path("alice.zip")
        let picture = try bench.directory.write(Bench.png, to: "a.png")
        try alice.add("Potato Bug", picture: picture)
        for title in ["gone", "Weta"] { try alice.add(title) }
        try alice.add("Hush", kind: .book)
        try alice.delete(2)
    }

    private static let options = ImportOptions(now: Bench.now)

    private func files(of user: String) throws -> [String: [UInt8]] {
        let documents = bench.path("Private Documents", of: user)
        return try bench.directory.names(in: documents).reduce(into: [:]) { files, document in
            for name in try bench.directory.names(in: "\(documents)/\(document)") {
                files["\(document)/\(name)"] = try bench.directory.bytes(
                    of: "\(documents)/\(document)/\(name)")
            }
        }
    }

    @discardableResult
    private func restore(_ options: ImportOptions = options) throws
        -> Workspace.Outcome
    {
        try bob.restore(Backup(path: path), options)
    }

    // MARK: All of it

    @Test func `an empty workspace gets everything as it was`() throws {
        try bench.directory.write("more", to: bench.documentPath("3.scarybug/field notes.txt"))
        // This is copied in pieces.
        let large = [UInt8](repeating: 7, count: 300_000)
        try bench.directory.write(large, to: bench.documentPath("4.book/cover.tiff"))
        _ = try alice.add(Field(custom: "habitat", .text))
        _ = try alice.save(SavedQuery(name: "scary", words: ["rating:>=4"]))
        _ = try alice.change([(.kind, .text("book"))])
        let contents = try alice.backUp(to: path, replacing: false)
        #expect(try contents == Backup(path: path).verify())
        #expect([contents.documents, contents.files] == [3, 6])
        #expect(try restore().documents.map(\.document?.number) == [1, 3, 4])
        #expect(try files(of: "bob") == files(of: "alice"))
        #expect(
            try bench.directory.bytes(of: bench.path("preferences.plist", of: "bob"))
                == bench.directory.bytes(of: bench.path("preferences.plist")))
        #expect(bob.preferences.kind == .book)
        #expect(bob.customFields.map(\.name) == ["habitat"])
        let times = try ["alice", "bob"].map { user in
            let place = bench.directory.path(bench.path("Private Documents/1.scarybug", of: user))
            return try Directory.open(path: place).status(of: "data.plist")?.modified.seconds
        }
        #expect(times[0] == times[1])
    }

    @Test func `a used workspace gets what is missing, under other numbers`() throws {
        _ = try alice.add(Field(custom: "habitat", .text))
        _ = try alice.add(Field(custom: "weight", .number))
        _ = try alice.save(SavedQuery(name: "scary", words: ["rating:>=4"]))
        _ = try alice.save(SavedQuery(name: "tame", words: ["rating:<2"]))
        _ = try alice.change([(.kind, .text("book"))])
        try bob.add("mine")
        _ = try bob.add(Field(custom: "weight", .text))
        _ = try bob.save(SavedQuery(name: "scary", words: ["rating:5"]))
        _ = try alice.backUp(to: path, replacing: false)
        let outcome = try restore()
        #expect(try bob.titles == ["1 mine", "3 Weta", "4 Hush", "5 Potato Bug"])
        #expect(outcome.documents.map(\.was) == [1, 3, 4])
        #expect(bob.customFields.map(\.name).sorted() == ["habitat", "weight"])
        #expect(try bob.savedQuery(named: "scary") == ["rating:5"])
        #expect(try bob.savedQuery(named: "tame") == ["rating:<2"])
        #expect(bob.preferences.kind == .bug)
        #expect(bob.removeWarnings().map { $0.hasPrefix("the field 'weight'") } == [true])
    }

    /// All preferences with other values than the defaults.
    private static let chosen = Preference.all.map { preference -> Workspace.PreferenceChange in
        switch preference.type {
        case .choice(let names): (preference, names.last.map { .text($0) })
        case .count(let range), .bytes(let range): (preference, .integer(range.upperBound))
        case .names: (preference, .text("title"))
        case .text, .program: (preference, .text(texts[preference.name] ?? "sh -c 'touch x'"))
        }
    }

    private static let texts = [
        "share": "without:habitat", "sensitive": "Lucanus cervus, 10km",
    ]

    @Test(arguments: [true, false])
    func `only preferences that say so come from a backup`(isEmpty: Bool) throws {
        _ = try alice.add(Field(custom: "habitat", .text))
        _ = try alice.change(Self.chosen)
        _ = try alice.backUp(to: path, replacing: false)
        if !isEmpty { try bob.add("mine") }
        try restore()
        #expect(
            bob.preferences.settings.map(\.name)
                == (isEmpty
                    ? [
                        "kind", "columns", "dates", "import", "pager", "pictures", "photographs",
                    ] : [])
                + ["share", "sensitive", "field habitat"])
        #expect(bob.removeWarnings() == [])
    }

    @Test(
        arguments: [
            (nil, "without:location", "without:location"), (nil, "blur:10km", "blur:10km"),
            (nil, "without:nothing", ""), (nil, "everything", ""), (nil, "blur:1m", ""),
            ("blur:1km", "without:location", "blur:1km"),
        ] as [(String?, String, String)])
    func `a restore never lets others get more`(mine: String?, theirs: String, share: String) throws
    {
        _ = try alice.change([(.share, .text(theirs))])
        _ = try alice.backUp(to: path, replacing: false)
        if let mine { _ = try bob.change([(.share, .text(mine))]) }
        try restore()
        #expect(bob.preferences[.share] == .text(share))
    }

    @Test func `a restore is one step`() throws {
        _ = try alice.add(Field(custom: "habitat", .text))
        _ = try alice.backUp(to: path, replacing: false)
        bob.beginLine("restore")
        try restore()
        bob.beginLine("undo")
        _ = try bob.undo()
        #expect(try bob.titles == [])
        #expect(bob.readPreferences().customFields == [])
        bob.beginLine("redo")
        _ = try bob.redo()
        #expect(try files(of: "bob") == files(of: "alice"))
    }

    @Test func `documents that are here already can be left out`() throws {
        _ = try alice.backUp(to: path, replacing: false)
        try restore()
        var options = Self.options
        options.known = .skippedIfSame
        #expect(try restore(options).documents.map(\.isSkipped) == [true, true, true])
        #expect(try bob.titles.count == 3)
    }

    // MARK: The file

    @Test func `every program that reads ZIP files reads it`() throws {
        _ = try alice.backUp(to: path, replacing: false)
        let names = try ["unzip -Z1", "bsdtar tf"].filter {
            Tool.isExpected(String($0.prefix { $0 != " " }))
        }.map { command in
            let shell = try Program(executable: "/bin/sh")
            return try shell.run("-c", "\(command) '\(path)'").standardOutput
        }
        let documents = [
            "1.scarybug/data.plist", "1.scarybug/fullImage.jpg", "3.scarybug/data.plist",
        ]
        for list in names {
            #expect(list.hasPrefix("FORMAT.md\n"))
            for name in documents { #expect(list.contains("Private Documents/\(name)\n")) }
        }
        #expect(try Directory.open(path: bench.directory.path("")).mode(of: "alice.zip") == 0o600)
    }

    @Test func `an existing backup is replaced, any other file only with force`() throws {
        try bench.directory.write("precious", to: "alice.zip")
        #expect(
            message { _ = try alice.backUp(to: path, replacing: false) }
                == "\(path) exists and is not a backup; --force replaces it")
        #expect(try bench.directory.text(of: "alice.zip") == "precious")
        _ = try alice.backUp(to: path, replacing: true)
        try alice.delete(1)
        _ = try alice.backUp(to: path, replacing: false)
        #expect(try Backup(path: path).verify().documents == 2)
        #expect(try bench.directory.names(in: "") == ["a.png", "alice.zip", "home"])
    }

    @Test func `what cannot be restored is named`() throws {
        try bench.directory.write("x", to: bench.documentPath("3.scarybug/data.plist"))
        try bench.directory.link(bench.documentPath("1.scarybug/link"), to: "/etc/passwd")
        try bench.directory.write("x", to: bench.documentPath("1.scarybug/a\\b"))
        try bench.directory.write("x", to: bench.documentPath("1.scarybug/x (conflicted copy)"))
        let contents = try alice.backUp(to: path, replacing: false)
        #expect(contents.documents == 3)
        let warnings = alice.removeWarnings()
        #expect(warnings.count == 4, "\(warnings)")
        #expect(warnings.contains("document 1: left out 'link', which is not a regular file"))
        #expect(warnings.contains { $0.hasPrefix("document 3: a restore refuses it: ") })
        // Without --keep-going the other documents are refused, too.
        let refusals = try restore().refusals.map(\.message)
        #expect(refusals.count == 1 && refusals[0].hasSuffix("; --keep-going restores the others"))
        #expect(try bob.titles == [])
        var options = Self.options
        options.keepsGoing = true
        #expect(try restore(options).refusals.count == 1)
        #expect(try bob.titles == ["1 Potato Bug", "4 Hush"])
    }

    @Test(arguments: [false, true])
    func `changes that another session has not committed are named`(isNew: Bool) throws {
        let writer = try isNew ? bench.workspace() : alice
        let other = try bench.session()
        try other.beginGroup()
        try other.rename(3, "Moth")
        try other.delete(1)
        _ = try writer.backUp(to: path, replacing: false)
        #expect(
            writer.removeWarnings() == [
                "another session is between 'begin' and 'commit'; the backup may have its changes, "
                    + "so back up again then"
            ])
        try other.commitGroup()
        _ = try writer.backUp(to: path, replacing: false)
        #expect(writer.removeWarnings() == [])
    }

    @Test func `of two documents with the same number, the second is numbered anew`() throws {
        try bench.directory.rename(
            bench.documentPath("4.book"), bench.documentPath("3.book"))
        _ = try alice.backUp(to: path, replacing: false)
        let warning =
            "3.book and 3.scarybug have the same number; a restore numbers the second anew, and "
            + "'check --repair' does so here"
        #expect(alice.removeWarnings() == [warning])
        _ = try restore()
        #expect(try bob.titles == ["1 Potato Bug", "3 Hush", "4 Weta"])
    }

    @Test func `it cannot be written among the documents, or without a workspace`() throws {
        #expect(
            message {
                _ = try alice.backUp(
                    to: bench.directory.path(bench.path("b.zip")), replacing: false)
            }?.contains("belongs to a workspace") == true)
        #expect(
            message { _ = try bob.backUp(to: path, replacing: false) }?.hasPrefix("bob has no")
                == true)
        #expect(
            message { _ = try alice.backUp(to: bench.directory.path("home"), replacing: true) }?
                .hasSuffix("is a directory; give the name of a file") == true)
    }
}

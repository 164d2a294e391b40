import Foundation
import KeyedArchive
import TestSupport
import Testing

@testable import ScaryBugCommands
@testable import ScaryBugRecords
@testable import ScaryBugStore

/// Conflicts in `show` and `list`, and the commands that end them.
@Suite struct ResolveTests {
    private var scarybug: InProcess
    private static let folder = "records/users/alice/Private Documents/1.scarybug"

    /// Alice and Bob have changed one document, and Alice has taken Bob's copy.
    init() throws {
        scarybug = try InProcess(user: "alice")
        for (name, shade) in [("a.jpg", 1), ("b.jpg", 2), ("c.jpg", 3)] as [(String, UInt8)] {
            try scarybug.directory.write(SamplePhotograph.jpeg(shade), to: "work/" + name)
        }
        for (directory, shade) in [("alice", 4), ("bob", 5), ("old", 6)] as [(String, UInt8)] {
            try scarybug.directory.makeDirectory("work/" + directory)
            try scarybug.directory.write(
                SamplePhotograph.jpeg(shade), to: "work/\(directory)/wing.jpg")
        }
        try scarybug.run("new", "Ant", "notes=Black")
        try scarybug.run("attach", "1", "%/old/wing.jpg")
        try scarybug.run("export", "1", "%/ant.scarybug", "--bare")
        try scarybug.run("--user", "bob", "import", "%/ant.scarybug")
        let alice = Author(name: "alice", workspaceKey: "00000000", copy: 1)
        let copy = try copy(of: "alice", since: nil, by: alice)
        // Alice's changes are the later ones, although the clock stands still.
        let exchanged = copy.state.join(CopyState(times: [alice: 1 << 42]))
        try scarybug.run("--user", "bob", "set", "1", "rating=2", "notes=", "image=%/b.jpg")
        try scarybug.run("--user", "bob", "detach", "1", "wing.jpg")
        try scarybug.run("--user", "bob", "attach", "1", "%/bob/wing.jpg")
        try scarybug.run("set", "1", "rating=4", "notes=Red", "image=%/a.jpg")
        try scarybug.run("detach", "1", "wing.jpg")
        try scarybug.run("attach", "1", "%/alice/wing.jpg")
        let bob = Author(name: "bob", workspaceKey: "00000000", copy: 1)
        try put(
            CopyMerge(
                of: self.copy(of: "alice", since: exchanged, by: alice),
                with: self.copy(of: "bob", since: exchanged, by: bob)))
    }

    private func copy(
        of user: String, since exchanged: CopyState?, by author: Author
    ) throws -> KnownCopy {
        let home = Home(path: scarybug.directory.path("records"))
        let workspace = Workspace(home: home, user: try UserName(user))
        let document = try workspace.openDocument(workspace.documentName(1))
        return KnownCopy(
            try workspace.document(document.name).data,
            try document.directory.version(checksums: .all), exchanged: exchanged, author: author)
    }

    /// Puts the merge of both copies in the place of Alice's.
    private func put(_ merge: CopyMerge) throws {
        let bytes = try merge.added.mapValues { source in
            try scarybug.directory.bytes(
                of: "records/users/\(source.side == .present ? "alice" : "bob")/"
                    + "Private Documents/1.scarybug/\(source.name)")
        }
        for (name, bytes) in bytes {
            try scarybug.directory.write(bytes, to: "\(Self.folder)/\(name)")
        }
        try scarybug.directory.write(merge.data.encoded(), to: Self.folder + "/data.plist")
    }

    private var files: [String] {
        get throws { try scarybug.directory.names(in: Self.folder) }
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        try scarybug.directory.bytes(of: "\(Self.folder)/\(name)")
    }

    /// The rows of `show` that begin with a word.
    private func shown(_ word: String) throws -> [String] {
        try scarybug.run("show", "1").lines.filter { $0.hasPrefix("  \(word) ") }
            .map { String($0.dropFirst(2 + word.utf8.count).drop { $0 == " " }) }
    }

    private static let names = ["rating", "notes", "image", "wing.jpg"]

    // MARK: Printing

    @Test func `show has both values with their authors, and lists no file beside another`() throws
    {
        let size = "\(SamplePhotograph.jpeg(1).count) bytes"
        #expect(
            try shown("conflict") == [
                "rating: 4 (alice) or 2 (bob)", "notes: Red (alice) or (none) (bob)",
                "image: a.jpg, \(size) (alice) or b.jpg, \(size) (bob)",
                "wing.jpg: wing.jpg, \(size) (alice) or wing.jpg, \(size) (bob)",
            ])
        #expect(try shown("files").map { $0.prefix { $0 != "," } } == ["wing.jpg"])
        #expect(try !scarybug.run("show", "1").standardOutput.contains("Changes"))
    }

    @Test func `JSON has the other values, with and without an index, and CSV has none`() throws {
        try scarybug.run("resolve", "1", "image", "wing.jpg")
        let conflicts = """
            "conflicts":{"rating":[{"value":2,"by":"bob"}],"notes":[{"value":null,"by":"bob"}]}}

            """
        var plain = scarybug
        plain.environment["XDG_CACHE_HOME"] = "/dev/null/cache"
        let lists = try [scarybug, plain].map { try $0.run("--json", "list").standardOutput }
        #expect(lists[0] == lists[1])
        #expect(lists[0].hasSuffix(conflicts))
        #expect(
            try scarybug.run("--json", "show", "1").standardOutput.contains(
                conflicts.replacing("}\n", with: ",\"exchanges\":")))
        #expect(
            try scarybug.run("--json", "set", "1", "rating=4").standardOutput.hasSuffix(
                "\"conflicts\":{\"notes\":[{\"value\":null,\"by\":\"bob\"}]}}\n"))
        for command in [["list"], ["show", "1"]] {
            let table = try scarybug.run(["--csv"] + command).standardOutput
            #expect(!table.contains("bob") && !table.contains("~"))
        }
    }

    @Test func `an author's name is one line wherever it is printed`() throws {
        let mallory = Author(name: "Mallory\n  rating  5", workspaceKey: "0000000a", copy: 1)
        let alice = Author(name: "alice", workspaceKey: "00000000", copy: 1)
        var data = try copy(of: "alice", since: nil, by: alice).data
        let text = try #require(data.stored(CopyState.key)?.text)
        let forged = text.replacing("bob-00000000.1", with: mallory.text)
        try data.store(.string("from \(mallory.text)\n\(forged)"), forKey: CopyState.key)
        try FileManager.default.copyItem(
            atPath: scarybug.directory.path(Self.folder),
            toPath: scarybug.directory.path("work/m.scarybug"))
        try scarybug.directory.write(data.encoded(), to: "work/m.scarybug/data.plist")
        let name = "Mallory rating 5"
        for command in [
            "import %/m.scarybug", "show 1", "show 1 --authors", "--json show 1", "history",
            "list has:conflict", "resolve 1 rating", "set 1 notes=x",
        ] {
            let words = ["--user", "carol"] + command.split(separator: " ").map(String.init)
            let transcript = try scarybug.run(words)
            #expect(transcript.status == 0, "\(transcript)")
            let all = transcript.standardOutput + transcript.standardError
            #expect(!all.contains("\n  rating  5") && !all.contains("Mallory\n"), "\(transcript)")
            #expect(all.contains(name) || !command.contains("show"), "\(transcript)")
        }
        #expect(Author(text: "a%0Ab%E2%80%AE-1.1")?.name == "a b")
    }

    @Test func `has:conflict is completed`() throws {
        #expect(
            try scarybug.run("complete", "--", "scarybug list has:conf").gave("has:conflict\t\n"))
    }

    // MARK: Ending

    @Test func `resolve keeps what is shown, in one step`() throws {
        let before = try files
        #expect(before.count == 6)
        #expect(try scarybug.run("resolve", "1").gave("1  Ant\n"))
        #expect(try shown("conflict") == [])
        #expect(try files == ["data.plist", "fullImage.jpg", "thumbImage.jpg", "wing.jpg"])
        #expect(try bytes("wing.jpg") == SamplePhotograph.jpeg(4))
        #expect(try scarybug.run("list", "has:conflict").gave())
        try scarybug.run("undo")
        #expect(try files == before)
        #expect(try shown("conflict").count == 4)
    }

    @Test func `--other takes the other values`() throws {
        try scarybug.directory.write("old", to: Self.folder + "/thumbImage.jpg")
        #expect(try scarybug.run("resolve", "1", "--other").gave("1  Ant\n"))
        #expect(try shown("conflict") == [])
        #expect(try shown("rating") == ["2"])
        #expect(try shown("notes") == [])
        #expect(try files == ["data.plist", "fullImage.jpg", "thumbImage.jpg", "wing.jpg"])
        #expect(try bytes("fullImage.jpg") == SamplePhotograph.jpeg(2))
        #expect(try bytes("wing.jpg") == SamplePhotograph.jpeg(5))
        #expect(try bytes("thumbImage.jpg").starts(with: [0xFF, 0xD8]))
        #expect(
            try scarybug.run("--json", "show", "1").standardOutput.contains("\"name\":\"b.jpg\""))
    }

    @Test func `--both keeps both files under free names`() throws {
        #expect(try scarybug.run("resolve", "1", "--both").standardOutput == "1  Ant\n")
        #expect(try shown("conflict").count == 1)
        #expect(
            try files == [
                "b.jpg", "data.plist", "fullImage.jpg", "thumbImage.jpg", "wing 2.jpg", "wing.jpg",
            ])
        #expect(try bytes("wing 2.jpg") == SamplePhotograph.jpeg(5))
        #expect(try bytes("b.jpg") == SamplePhotograph.jpeg(2))
    }

    @Test(arguments: names)
    func `a field or a file is resolved by its name`(name: String) throws {
        #expect(try scarybug.run("resolve", "1", name).gave("1  Ant\n"))
        #expect(try shown("conflict").count == 3)
        #expect(try !shown("conflict").contains { $0.hasPrefix(name + ":") })
    }

    @Test(arguments: [
        (["set", "1", "rating=4"], "rating"), (["set", "1", "notes=Green"], "notes"),
        (["set", "1", "image="], "image"), (["set", "1", "image=%/a.jpg"], "image"),
        (["set", "1", "image=%/c.jpg"], "image"), (["detach", "1", "wing.jpg"], "wing.jpg"),
        (["attach", "1", "%/alice/wing.jpg"], "wing.jpg"),
    ])
    func `a change of a value ends its conflict, also to the shown value`(
        words: [String], name: String
    ) throws {
        #expect(try scarybug.run(words).gave("1  Ant\n"))
        #expect(try shown("conflict").count == 3)
        #expect(try !shown("conflict").contains { $0.hasPrefix(name + ":") })
        let stem = name == "image" ? "fullImage" : name.prefix { $0 != "." }
        #expect(try !files.contains { $0.hasPrefix(stem + "~") })
    }

    @Test func `a script makes one batch of it`() throws {
        try scarybug.directory.write(
            "set 1 place=Kent\nresolve 1 image --other\nresolve 1 wing.jpg --both\n",
            to: "work/lines.bugs")
        #expect(try scarybug.run("source", "%/lines.bugs").gave("1  Ant\n1  Ant\n1  Ant\n"))
        #expect(try shown("conflict").count == 2)
        #expect(try bytes("fullImage.jpg") == SamplePhotograph.jpeg(2))
        #expect(try files.contains("thumbImage.jpg"))
        try scarybug.run("undo")
        #expect(try shown("conflict").count == 4)
    }

    @Test func `a dry run tells what would end`() throws {
        #expect(
            try scarybug.run("resolve", "1", "rating", "notes", "--other", "--dry-run").gave(
                """
                1  rating 4 → 2
                1  notes Red → (none)
                1  conflict rating 4 (alice) or 2 (bob) → (none)
                1  conflict notes Red (alice) or (none) (bob) → (none)

                """))
        #expect(try shown("conflict").count == 4)
    }

    // MARK: Errors

    @Test(arguments: [
        (["place"], "document 1 has no conflict in place; it has conflicts in rating, notes"),
        (
            ["rating", "--both"],
            "rating is a field, and --both keeps files and joins notes; --other takes its value"
        ),
        (["rating", "--by", "carol"], "document 1 has no value of carol to choose: rating is 4"),
        (["--both", "--other"], "takes one of --other, --by and --both"),
    ])
    func `an error says what can be resolved`(words: [String], message: String) throws {
        try scarybug.run("resolve", "1", "image", "wing.jpg")
        let transcript = try scarybug.run(["resolve", "1"] + words)
        #expect(transcript.status != 0)
        #expect(transcript.standardError.contains(message), "\(transcript)")
        #expect(try shown("conflict").count == 2)
    }

    @Test func `a document without a conflict says so`() throws {
        try scarybug.run("resolve", "1")
        #expect(
            try scarybug.run("resolve", "1").gave(
                error: "scarybug: document 1 has no conflict\n", status: 1))
    }

    @Test func `a file that is missing, and a choice of several, change nothing`() throws {
        let folder = Self.folder
        let beside = try #require(files.first { $0.hasPrefix("wing~") })
        try FileManager.default.removeItem(
            atPath: scarybug.directory.path("\(folder)/\(beside)"))
        var transcript = try scarybug.run("resolve", "1", "wing.jpg", "--other")
        #expect(transcript.standardError.contains("lacks the file \(beside)"), "\(transcript)")
        var data = try DocumentData(
            bytes("data.plist"), kind: .bug, modified: Timestamp(secondsSince1970: 0))
        try data.store(.float(1), forKey: "Rating~0000000a")
        try scarybug.directory.write(data.encoded(), to: folder + "/data.plist")
        transcript = try scarybug.run("resolve", "1", "rating", "--other")
        #expect(
            transcript.standardError.contains(
                "rating has several other values: 2 (bob) or 1; 'set' chooses one, or --by NAME"),
            "\(transcript)")
        #expect(try scarybug.run("resolve", "1").gave("1  Ant\n"))
    }
}

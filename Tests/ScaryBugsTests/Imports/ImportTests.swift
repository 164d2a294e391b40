import Glibc
import KeyedArchive
import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugStoreTests
@testable import ScaryBugs

@Suite struct ImportTests {
    let bench: Bench
    /// Alice sends documents, and bob receives them.
    let alice: Workspace
    let bob: Workspace

    init() throws {
        bench = try Bench()
        alice = try bench.workspace()
        bob = try bench.workspace(of: "bob")
        let picture = try bench.directory.write(Bench.png, to: "a.png")
        try alice.add("Potato Bug", picture: picture)
    }

    /// Exports a document of alice's, and returns the path of the bundle.
    private func bundle(_ number: Int = 1) throws -> String {
        let path = bench.directory.path("\(number).bundle")
        let export = try Export(from: alice, to: path, count: 1, replacing: true)
        try export.write([alice.documentName(number)])
        return path
    }

    private func files(_ name: String, of user: String) throws -> [String: [UInt8]] {
        let path = bench.path("Private Documents/\(name)", of: user)
        return try bench.directory.names(in: path).reduce(into: [:]) {
            $0[$1] = try bench.bytesBesideChanges(of: "\(path)/\($1)")
        }
    }

    @Test func `an imported bundle is unchanged and keeps its number if that is free`() throws {
        let imported = try bob.importDocument(bundle())
        #expect(imported.document.number == 1)
        #expect(imported.was == 1)
        #expect(!imported.wasInUse)
        #expect(imported.warnings == [])
        #expect(try files("1.scarybug", of: "bob") == files("1.scarybug", of: "alice"))
    }

    @Test func `a bundle whose number is taken gets the highest plus one`() throws {
        try bob.add("mine")
        try bench.directory.makeDirectory(bench.path("Private Documents/40.scarybug", of: "bob"))
        let imported = try bob.importDocument(bundle())
        #expect(imported.document.number == 41)
        #expect(imported.was == 1)
        #expect(imported.wasInUse)
        #expect(try bob.document(1).title == "mine")
    }

    @Test func `a number that is free is kept though there are higher ones`() throws {
        for title in ["a", "b", "c"] { try bob.add(title) }
        try bob.delete(1)
        #expect(try bob.importDocument(bundle()).document.number == 1)
        #expect(try bob.add("next").number == 4)
    }

    @Test func `the same bundle twice makes two documents with one identifier`() throws {
        let path = try bundle()
        let first = try bob.importDocument(path).document
        let second = try bob.importDocument(path).document
        #expect([first.number, second.number] == [1, 2])
        #expect(first.data.identifier == second.data.identifier)
    }

    @Test func `a preview imports nothing`() throws {
        let path = try bundle()
        try bob.dryRun {
            let preview = try bob.preview(path)
            #expect(try bob.contents(of: preview).data.title == "Potato Bug")
            #expect(try bob.contents(of: preview).picture?.type == .png)
            #expect(preview.was == 1)
        }
        #expect(!bench.directory.exists(bench.path("", of: "bob")))
    }

    @Test func `a refused bundle leaves no trace`() throws {
        try bob.add("mine")
        _ = try bundle()
        let bytes = try bench.directory.bytes(of: "1.bundle")
        let path = try bench.directory.write(Array(bytes.dropLast(30)), to: "cut.scarybug")
        #expect(message { _ = try bob.importDocument(path) }?.hasPrefix(path) == true)
        #expect(try bob.titles == ["1 mine"])
        let staging = try bench.directory.names(in: bench.path("Staging", of: "bob"))
        #expect(staging.count == 1)
        for name in staging {
            // Unsynced staging directories are marked by separate directories.
            let left = try bench.directory.names(in: bench.path("Staging/\(name)", of: "bob"))
            #expect(left.allSatisfy { $0.contains("-") })
        }
    }

    @Test func `a refused import does not create a workspace`() throws {
        let path = try bench.directory.write("no bundle", to: "x.scarybug")
        #expect(
            message { _ = try bob.importDocument(path) }
                == "\(path): a text, neither a bundle (a ZIP or tar file) nor a table with a column "
                + "'title'; 'help bundles' lists what can be imported")
        #expect(!bench.directory.exists(bench.path("", of: "bob")))
        #expect(try bob.importDocument(bundle()).document.number == 1)
    }

    @Test func `an old mail bundle gets the next free number, whatever its name`() throws {
        try bob.add("mine")
        let files = try files("1.scarybug", of: "alice").sorted { $0.key < $1.key }
        let wrapper = RawWrapper(files.map { .file($0.key, $0.value, padding: 40) })
        let path = try bench.directory.write(StoredGzip.bytes(wrapper.bytes), to: "7.sbz")
        #expect(
            try bob.dryRun { try bob.contents(of: bob.preview(path)) }.data.title == "Potato Bug")
        let imported = try bob.importDocument(path)
        #expect(imported.document.number == 2)
        #expect(imported.was == nil)
        #expect(try self.files("2.scarybug", of: "bob") == self.files("1.scarybug", of: "alice"))
    }

    // MARK: Directories

    @Test func `files of a directory count together, in a preview too`() throws {
        let path = bench.documentPath("1.scarybug")
        for name in ["a.txt", "b.txt"] {
            try bench.directory.write(String(repeating: "x", count: 700), to: "\(path)/\(name)")
        }
        _ = try bob.change([(try #require(.named("bundleBytes")), .integer(1_500))])
        let refusal = "files of more than 1,500 bytes"
        let source = bench.directory.path(path)
        #expect(message { _ = try bob.preview(source) }?.contains(refusal) == true)
        #expect(message { _ = try bob.importDocument(source) }?.contains(refusal) == true)
    }

    @Test func `a document's directory is taken in like a bundle`() throws {
        let imported = try bob.importDocument(
            bench.directory.path(bench.documentPath("1.scarybug/")))
        #expect(imported.document.number == 1)
        #expect(try files("1.scarybug", of: "bob") == files("1.scarybug", of: "alice"))
    }

    @Test(arguments: [998_999_999, 999_000_000])
    func `a number near the last one is kept only if there is room for more`(number: Int) throws {
        let directory = bench.directory.path("\(number).scarybug")
        try bench.directory.rename(bench.documentPath("1.scarybug"), "\(number).scarybug")
        let imported = try bob.importDocument(directory)
        #expect(imported.document.number == (number == 999_000_000 ? 1 : number))
        #expect(!imported.wasInUse)
        #expect(try bob.add("next").number == imported.document.number + 1)
    }

    @Test func `files get the names that the apps look for`() throws {
        let directory = bench.documentPath("1.scarybug")
        try bench.directory.rename("\(directory)/data.plist", "\(directory)/Data.PLIST")
        try bench.directory.rename("\(directory)/fullImage.jpg", "\(directory)/FULLIMAGE.png")
        let litter = [".DS_Store", "Icon\r", "data.plist~"]
        for name in ["ThumbImage.png", "notes.txt"] + litter {
            try bench.directory.write("x", to: "\(directory)/\(name)")
        }
        try bench.directory.makeDirectory("\(directory)/@eaDir")
        let imported = try bob.importDocument(bench.directory.path(directory))
        #expect(
            imported.warnings
                == [".DS_Store", "@eaDir", "Icon\r", "data.plist~"].map {
                    "\(bench.directory.path(directory)): skipped \($0)"
                })
        #expect(
            try files("1.scarybug", of: "bob").keys.sorted()
                == ["data.plist", "fullImage.jpg", "notes.txt", "thumbImage.jpg"])
        #expect(try bob.document(1).picture?.type == .png)
    }

    @Test func `a directory with a link in it is refused`() throws {
        try bench.directory.link(bench.documentPath("1.scarybug/x"), to: "/etc/passwd")
        let path = bench.directory.path(bench.documentPath("1.scarybug"))
        #expect(
            message { _ = try bob.importDocument(path) }
                == "\(path): \(path)/x is a link; links are not followed here")
        #expect(try bob.titles == [])
    }

    @Test(arguments: ["a\\b", "c\u{1B}e", "Data.plist"])
    func `a directory with a name that no bundle could have is refused`(name: String) throws {
        try bench.directory.write("x", to: bench.documentPath("1.scarybug/\(name)"))
        let path = bench.directory.path(bench.documentPath("1.scarybug"))
        let text = try #require(message { _ = try bob.importDocument(path) })
        #expect(text.hasPrefix(path))
        #expect(!text.contains("Staging"))
        #expect(try bob.titles == [])
    }

    // MARK: Unusual sources

    @Test func `an archive of another class is refused by its name`() throws {
        var archive = KeyedArchive()
        archive.setRoot("Data", to: archive.addObject(className: "NSWindow"))
        try bench.directory.makeDirectory("7.scarybug")
        try bench.directory.write(archive.encoded(), to: "7.scarybug/data.plist")
        let path = bench.directory.path("7.scarybug")
        #expect(
            message { _ = try bob.importDocument(path) }
                == "\(path): data.plist cannot be read: it holds NSWindow, not ScaryBugData")
    }

    @Test func `a picture of an unknown type is kept, with a warning`() throws {
        try bench.directory.write("BM", to: bench.documentPath("1.scarybug/fullImage.jpg"))
        let path = try bundle()
        let imported = try bob.importDocument(path)
        #expect(
            imported.warnings
                == ["\(path): fullImage.jpg is not a supported picture; it is kept unchanged"])
        #expect(imported.document.picture?.mediaType == "application/octet-stream")
    }

    @Test func `a document without its own dates takes them from its file`() throws {
        var archive = KeyedArchive()
        archive.setRoot("Data", to: archive.addObject(className: "RWTScaryBugData"))
        try bench.directory.makeDirectory("007.scarybug")
        try bench.directory.write(archive.encoded(), to: "007.scarybug/data.plist")
        let directory = try Directory.open(path: bench.directory.path("007.scarybug"))
        try directory.file(named: "data.plist")?.setModified(
            FileTime(seconds: Bench.now.secondsSince1970))
        let imported = try bob.importDocument(directory.path)
        #expect(imported.document.number == 7)
        #expect(imported.document.data[.created] == .timestamp(Bench.now))
        #expect(try bob.document(7).data[.created] == .timestamp(Bench.now))
    }

    // MARK: Many at once

    /// A directory as an app stores it, with a document under each of these names.
    private func appDirectory(_ names: [String]) throws -> String {
        for name in names {
            var archive = KeyedArchive()
            let object = archive.addObject(className: "RWTScaryBugData")
            archive.setRoot("Data", to: object)
            try archive.setValue(.string("from \(name)"), forKey: "Title", of: object)
            try bench.directory.makeDirectory("Private Documents/\(name)")
            try bench.directory.write(
                archive.encoded(), to: "Private Documents/\(name)/data.plist")
        }
        return bench.directory.path("Private Documents")
    }

    @Test func `all documents of an app's directory arrive, in the order of their numbers`() throws
    {
        let path = try appDirectory(["10.scarybug", "007.scarybug", "2.scarybug", "Mine.scarybug"])
        try bench.directory.write("x", to: "Private Documents/notes.txt")
        try bench.directory.makeDirectory("Private Documents/11.scarybug")
        try bench.directory.makeDirectory("Private Documents/more/1.scarybug")
        try bench.directory.write("title\nAnt", to: "Private Documents/table.csv")
        try bench.directory.write("bplist00", to: "Private Documents/titles.archive")
        let outcome = try bob.importAll(path)
        #expect(outcome.documents.map(\.was) == [2, 7, 10, nil])
        #expect(
            try bob.titles == [
                "2 from 2.scarybug", "7 from 007.scarybug", "10 from 10.scarybug",
                "11 from Mine.scarybug",
            ])
        #expect(
            outcome.warnings.sorted()
                == ([
                    "\(path): skipped 11.scarybug, which is neither a document nor a bundle",
                    "\(path): skipped notes.txt, which is neither a document nor a bundle",
                ]
                + [
                    ("table.csv", "a table"), ("titles.archive", "neither a document nor a bundle"),
                    ("more", "a directory of documents"),
                ].map {
                    "\(path): skipped \($0), which is \($1); name it alone to import it"
                }).sorted())
    }

    @Test func `documents keep free numbers, the others get the next higher ones`() throws {
        for title in ["a", "b"] { try bob.add(title) }
        let outcome = try bob.importAll(
            appDirectory(["1.scarybug", "2.scarybug", "3.scarybug", "5.scarybug"]))
        #expect(outcome.documents.map(\.document?.number) == [6, 7, 3, 5])
        #expect(outcome.documents.map(\.wasInUse) == [true, true, false, false])
    }

    @Test func `one bad document keeps the others out, unless the import is to go on`() throws {
        let path = try appDirectory(["1.scarybug", "2.scarybug", "3.scarybug"])
        try bench.directory.write("bad", to: "Private Documents/2.scarybug/data.plist")
        var options = ImportOptions(now: Bench.now)
        let refused = try bob.importDocuments(from: ImportSource(path: path), options)
        #expect(refused.documents.isEmpty)
        #expect(
            refused.refusals.map(\.message) == [
                "\(path)/2.scarybug: data.plist cannot be read: "
                    + "neither a binary nor an XML property list (at byte 0)"
            ])
        #expect(!bench.directory.exists(bench.path("", of: "bob")))
        options.keepsGoing = true
        let kept = try bob.importDocuments(from: ImportSource(path: path), options)
        #expect(kept.documents.map(\.document?.number) == [1, 3])
        #expect(kept.refusals.count == 1)
    }

    @Test func `a creature keeps its kind and its app's file names`() throws {
        var archive = KeyedArchive()
        let object = archive.addObject(className: "ScaryCreatures.ScaryCreatureData")
        archive.setRoot("Data", to: object)
        try archive.setValue(.string("Yeti"), forKey: "Title", of: object)
        try archive.setValue(.float(3.5), forKey: "Rating", of: object)
        try bench.directory.makeDirectory("4.ScaryCreature")
        for (name, bytes) in [
            ("data.plist", try archive.encoded()), ("FullImage.jpg", Bench.jpeg),
            ("thumbimage.PNG", Bench.png),
        ] { try bench.directory.write(bytes, to: "4.ScaryCreature/\(name)") }
        let imported = try bob.importDocument(bench.directory.path("4.ScaryCreature"))
        #expect(imported.document.name.directoryName == "4.scarycreature")
        #expect(imported.document.title == "Yeti")
        #expect(imported.document.data[.rating] == .rating(3.5))
        #expect(imported.document.picture?.type == .jpeg)
        #expect(
            try files("4.scarycreature", of: "bob").keys.sorted()
                == ["Data.plist", "fullImage.png", "thumbImage.png"])
    }

    @Test func `a data file alone is a document of the kind given by its class`() throws {
        var archive = KeyedArchive()
        archive.setRoot("root", to: archive.addObject(className: "ScaryCreatureData"))
        for name in ["data.plist", "data.csv"] {
            let path = try bench.directory.write(archive.encoded(), to: name)
            #expect(try bob.importDocument(path).document.kind == .creature)
            #expect(try bob.importDocument(path).was == nil)
        }
    }
}

import Foundation
import KeyedArchive
import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugStoreTests
@testable import ScaryBugs

/// Exports in the formats that the apps read.
@Suite struct ExportFormatTests {
    let bench: Bench
    let alice: Workspace
    let bob: Workspace

    init() throws {
        bench = try Bench()
        alice = try bench.workspace()
        bob = try bench.workspace(of: "bob")
        let picture = try bench.directory.write(Bench.png, to: "a.png")
        try alice.add("Potato Bug", picture: picture)
        try alice.edit(1, [.set(.rating, .rating(3.5)), .set(.tags, .list(["garden"]))])
        var book = try DocumentData(new: .book, now: Bench.now)
        for (name, value) in [
            ("title", FieldValue.text("Hush")), ("author", .text("Jude Morgan")),
            ("pageCount", .count(352)), ("available", .boolean(true)),
        ] {
            try book.set(value, for: #require(DocumentKind.book.field(named: name)))
        }
        _ = try alice.add(book, picture: nil)
        try bench.directory.makeDirectory("out")
    }

    @discardableResult
    private func export(
        _ numbers: [Int], as format: ExportFormat, to name: String = "out",
        replacing: Bool = false
    ) throws -> [Export.Written] {
        let export = try Export(
            from: alice, to: bench.directory.path(name), as: format, count: numbers.count,
            replacing: replacing)
        let names = try numbers.map { try alice.documentName($0) }
        return try format.holdsMany ? export.writeAll(names) : export.write(names)
    }

    private func object(in name: String) throws -> (KeyedArchive, KeyedArchive.Reference) {
        let archive = try KeyedArchive(bytes: bench.directory.bytes(of: name))
        return (archive, try #require(try archive.root(archive.rootKeys.first ?? "")))
    }

    @Test func `an exported directory equals the document, file by file`() throws {
        let written = try export([1], as: .directory)
        #expect(written.map(\.path) == [bench.directory.path("out/1.scarybug")])
        #expect(written.map(\.lost) == [[]])
        for name in ["data.plist", "fullImage.jpg"] {
            #expect(
                try bench.directory.bytes(of: "out/1.scarybug/\(name)")
                    == bench.directory.bytes(of: bench.documentPath("1.scarybug/\(name)")))
        }
    }

    @Test func `a bug exported as a creature and back keeps the fields that both have`() throws {
        let written = try export([1], as: .creature)
        #expect(written.map(\.lost) == [[]])
        let names = try bench.directory.names(in: "out/1.scarycreature")
        #expect(names == ["Data.plist", "fullImage.png"])
        let (archive, creature) = try object(in: "out/1.scarycreature/Data.plist")
        #expect(archive.rootKeys == ["root"])
        #expect(try archive.className(of: creature) == "ScaryCreatureData")
        #expect(try archive.storage(forKey: "Rating", of: creature) == .reference)

        let imported = try bob.importDocument(bench.directory.path("out/1.scarycreature")).document
        #expect(imported.kind == .creature)
        let back = try Export(
            from: bob, to: bench.directory.path("out"), as: .bug, count: 1, replacing: false)
        try back.write([imported.name])
        let again = try alice.importDocument(bench.directory.path("out/1.scarybug")).document
        let original = try alice.document(1)
        for field in DocumentKind.bug.fields {
            #expect(again.data[field] == original.data[field], "\(field.name)")
        }
        #expect(again.picture == original.picture)
    }

    @Test func `fields that the other kind lacks are named`() throws {
        #expect(
            try export([2], as: .creature).map(\.lost) == [["author", "pageCount", "available"]])
        let (archive, creature) = try object(in: "out/2.scarycreature/Data.plist")
        #expect(try archive.value(forKey: "Title", of: creature) == .string("Hush"))
        #expect(try !archive.values(of: creature).keys.contains("author"))
    }

    @Test func `an archive of books has all documents, and names fields that it cannot store`()
        throws
    {
        let written = try export([1, 2], as: .bookArchive, to: "out/library.archive")
        #expect(written.map(\.lost) == [["rating", "fullImage.jpg"], []])
        #expect(Set(written.map(\.path)) == [bench.directory.path("out/library.archive")])
        let (archive, root) = try object(in: "out/library.archive")
        let classes = try archive.elements(of: root)?.map { element -> String? in
            guard case .object(let book) = element else { return nil }
            return try archive.className(of: book)
        }
        #expect(classes == ["Book", "Book"])

        let imported = try bob.importAll(bench.directory.path("out/library.archive"))
        #expect(try bob.titles(of: imported) == ["Potato Bug", "Hush"])
        let (hush, original) = (try bob.document(2), try alice.document(2))
        for field in DocumentKind.book.fields {
            #expect(hush.data[field] == original.data[field], "\(field.name)")
        }
        #expect(try bob.document(1).data[.tags] == .list(["garden"]))
    }

    @Test func `an archive of titles is a mutable array of strings`() throws {
        let written = try export([2], as: .booksOwned)
        #expect(written.map(\.path) == [bench.directory.path("out/BooksOwned.archive")])
        #expect(written.map(\.lost) == [["author", "pageCount", "available"]])
        let (archive, root) = try object(in: "out/BooksOwned.archive")
        #expect(try archive.className(of: root) == "NSMutableArray")
        #expect(try archive.value(of: root) == .array([.string("Hush")]))
    }

    @Test(arguments: [ExportFormat.booksOwned, .bookArchive])
    func `an archive with a value that no import takes has a warning`(
        format: ExportFormat
    ) throws {
        let title = "title is longer than 4,096 bytes (the limit titleBytes)"
        for (value, excesses) in [
            (ArchivedValue.integer(5), format == .booksOwned ? ["it has no title"] : []),
            (.string(String(repeating: "t", count: 5_000)), [title]),
        ] {
            var archive = KeyedArchive()
            let object = archive.addObject(className: DocumentKind.bug.className)
            try archive.setValue(value, forKey: "Title", of: object)
            archive.setRoot(DocumentKind.bug.rootKey, to: object)
            try bench.directory.write(
                archive.encoded(), to: bench.documentPath("1.scarybug/data.plist"))
            let written = try export([1], as: format, replacing: true)
            #expect(written.map(\.excesses) == [excesses])
        }
    }

    @Test func `a picture's file name follows its type`() throws {
        let written = try export([1], as: .picture)
        #expect(written.map(\.path) == [bench.directory.path("out/Potato Bug.png")])
        #expect(try bench.directory.bytes(of: "out/Potato Bug.png") == Bench.png)
        #expect(message { try export([2], as: .picture) } == "document 2 has no picture")
    }

    @Test func `a document's directory is replaced only with --force`() throws {
        try export([1], as: .directory)
        let path = bench.directory.path("out/1.scarybug")
        #expect(
            message { try export([1], as: .directory) } == "\(path) exists; --force replaces it")
        try export([1], as: .directory, replacing: true)
        #expect(
            try bench.directory.names(in: "out/1.scarybug") == ["data.plist", "fullImage.jpg"])
    }

    @Test func `a replacement for another app has other names`() throws {
        try export([1], as: .bug)
        try bench.directory.rename("out/1.scarybug", "out/mine")
        let path = bench.directory.path("out/mine")
        let export = try Export(
            from: alice, to: path, as: .creature, count: 1, replacing: true)
        _ = try export.write([alice.documentName(1)])
        #expect(try bench.directory.names(in: "out/mine") == ["Data.plist", "fullImage.png"])
    }

    @Test func `a replacement never removes what it does not have itself`() throws {
        let path = bench.directory.path("out/1.scarybug")
        let refusal = "\(path) exists and is not a document's directory; choose another name"
        let replace = { _ = try export([1], as: .directory, replacing: true) }
        try bench.directory.makeDirectory("out/1.scarybug")
        try bench.directory.write("a project's own", to: "out/1.scarybug/data.plist")
        #expect(message(replace) == refusal)

        try FileManager.default.removeItem(atPath: path)
        try export([1], as: .directory)
        try bench.directory.makeDirectory("out/1.scarybug/drafts")
        #expect(message(replace) == refusal)

        try FileManager.default.removeItem(atPath: path + "/drafts")
        try bench.directory.write("x", to: "out/1.scarybug/more.txt")
        #expect(
            message(replace)
                == "\(path) holds more.txt, which the document does not have; remove it or choose "
                + "another name")
        #expect(try bench.directory.text(of: "out/1.scarybug/more.txt") == "x")
        #expect(try bench.directory.names(in: "out") == ["1.scarybug"])

        try FileManager.default.removeItem(atPath: path + "/more.txt")
        try bench.directory.write("x", to: "out/1.scarybug/.DS_Store")
        try bench.directory.makeDirectory("out/1.scarybug/@eaDir")
        try replace()
    }

    @Test func `a creature in the older form is exported in the newer one`() throws {
        var archive = KeyedArchive()
        let object = archive.addObject(className: "ScaryCreatures.ScaryCreatureData")
        archive.setRoot("Data", to: object)
        try archive.setValue(.string("Yeti"), forKey: "Title", of: object)
        try archive.setValue(.float(3.5), forKey: "Rating", of: object)
        let path = try bench.directory.write(archive.encoded(), to: "Data.plist")
        let number = try alice.importDocument(path).document.number
        try export([number], as: .directory)
        let (newer, creature) = try self.object(in: "out/\(number).scarycreature/Data.plist")
        #expect(newer.rootKeys == ["root"])
        #expect(try newer.className(of: creature) == "ScaryCreatures.ScaryCreatureData")
        #expect(try newer.storage(forKey: "Rating", of: creature) == .reference)
        #expect(try newer.value(forKey: "Rating", of: creature) == .float(3.5))
    }

    @Test func `a directory that was never edited comes back byte for byte, with its times`()
        throws
    {
        var archive = KeyedArchive()
        let object = archive.addObject(className: "ScaryBugData")
        archive.setRoot("Data", to: object)
        try archive.setValue(.string("Wasp"), forKey: "Title", of: object)
        let bytes = try archive.encoded()
        try bench.directory.makeDirectory("9.scarybug")
        try bench.directory.write(bytes, to: "9.scarybug/data.plist")
        let source = try Directory.open(path: bench.directory.path("9.scarybug"))
        let time = FileTime(seconds: 1_000_000_000)
        try source.file(named: "data.plist")?.setModified(time)
        _ = try alice.importDocument(source.path)
        try export([9], as: .directory)
        let made = try Directory.open(path: bench.directory.path("out/9.scarybug"))
        #expect(try made.file(named: "data.plist")?.contents(limit: 10_000) == bytes)
        #expect(try made.status(of: "data.plist")?.modified == time)
        let again = try bob.importDocument(made.path).document
        #expect(try again.data.identifier == alice.document(9).data.identifier)
    }

    @Test func `pictures get the app's names, and one picture too many is named`() throws {
        let directory = bench.documentPath("1.scarybug")
        try bench.directory.rename("\(directory)/fullImage.jpg", "\(directory)/FullImage.PNG")
        try bench.directory.write("x", to: "\(directory)/thumbimage.png")
        try bench.directory.write("x", to: "\(directory)/notes.txt")
        try export([1], as: .directory)
        #expect(
            try bench.directory.names(in: "out/1.scarybug")
                == ["data.plist", "fullImage.jpg", "notes.txt", "thumbImage.jpg"])
        try bench.directory.write(Bench.jpeg, to: "\(directory)/fullImage.jpg")
        #expect(try export([1], as: .creature).map(\.lost) == [["FullImage.PNG"]])
        #expect(
            try bench.directory.bytes(of: "out/1.scarycreature/fullImage.png") == Bench.jpeg)
    }

    @Test func `two documents with the same number stay separate`() throws {
        try bench.directory.rename(
            bench.documentPath("2.book"), bench.documentPath("1.book"))
        let export = try Export(
            from: alice, to: bench.directory.path("out"), as: .creature, count: 2, replacing: true)
        let names = try [DocumentKind.bug, .book].map { try alice.documentName(1, of: $0) }
        let path = bench.directory.path("out/1.scarycreature")
        #expect(
            message { try export.write(names) }
                == "\(path) was written just now, from another document 1; export 1.book to "
                + "another directory")
    }

    @Test func `values of unknown form are exported if possible, and named otherwise`()
        throws
    {
        var archive = KeyedArchive()
        let book = archive.addObject(className: "Book")
        archive.setRoot("Data", to: book)
        for (key, value) in [
            ("title", ArchivedValue.utf16([0x41, 0xD800])), ("available", .boolean(false)),
            ("pageCount", .string("many")), ("categories", .string("horror")),
            ("Shelf", .string("B")),
        ] { try archive.setValue(value, forKey: key, of: book) }
        let path = try bench.directory.write(archive.encoded(), to: "data.plist")
        let number = try alice.importDocument(path).document.number
        #expect(
            try export([number], as: .bug).map(\.lost) == [
                ["pageCount", "categories", "available"]
            ])
        let (bugs, bug) = try object(in: "out/\(number).scarybug/data.plist")
        #expect(try bugs.value(forKey: "Title", of: bug) == .utf16([0x41, 0xD800]))
        #expect(try bugs.value(forKey: "Shelf", of: bug) == .string("B"))
    }

    @Test func `a long title of emoji has room for its file`() throws {
        try alice.edit(1, [.set(.title, .text(String(repeating: "🐞", count: 70)))])
        #expect(try export([1], as: .scarybug).count == 1)
    }
}

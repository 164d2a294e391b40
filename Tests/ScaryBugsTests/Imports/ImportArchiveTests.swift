import KeyedArchive
import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugStoreTests
@testable import ScaryBugs

/// Archives of books and of titles, in the form that apps store them.
@Suite struct ImportArchiveTests {
    let bench: Bench
    let bob: Workspace

    init() throws {
        bench = try Bench()
        bob = try bench.workspace(of: "bob")
    }

    /// An archive of an array of books with these titles. The books share objects where possible.
    private func library(_ titles: [String], root: String = "root") throws -> [UInt8] {
        var archive = KeyedArchive()
        let books = try titles.enumerated().map { index, title in
            let book = archive.addObject(className: "Library.Book")
            try archive.setValue(.string(title), forKey: "title", of: book)
            try archive.setValue(.integer(Int128(index + 100)), forKey: "pageCount", of: book)
            try archive.setValue(.set([.string("horror")]), forKey: "categories", of: book)
            try archive.setValue(.string("signed"), forKey: "Inscription", of: book)
            return book
        }
        archive.setRoot(root, to: try archive.addArray(of: books))
        return try archive.encoded()
    }

    private func titles(_ titles: [String]) throws -> [UInt8] {
        var archive = KeyedArchive()
        let strings = try titles.map { try archive.add(.string($0)) }
        archive.setRoot("root", to: try archive.addArray(of: strings))
        return try archive.encoded()
    }

    @Test(arguments: ["root", "Data", "books"])
    func `an archive of books becomes a document of each`(root: String) throws {
        let path = try bench.directory.write(
            library(["Hush", "Emma"], root: root), to: "library.archive")
        let outcome = try bob.importAll(path)
        #expect(try bob.titles(of: outcome) == ["Hush", "Emma"])
        #expect(outcome.documents.map(\.was) == [nil, nil])
        let origins = outcome.documents.map { $0.origin?.description }
        #expect(origins == ["\(path): Hush", "\(path): Emma"])
        let emma = try bob.document(2)
        #expect(emma.kind == .book)
        #expect(emma.data[try #require(DocumentKind.book.field(named: "pageCount"))] == .count(101))
        #expect(emma.data.unknown.map(\.key) == ["Inscription"])
    }

    @Test func `one book alone is a document`() throws {
        var archive = KeyedArchive()
        let book = archive.addObject(className: "Book")
        archive.setRoot("book", to: book)
        try archive.setValue(.string("Hush"), forKey: "title", of: book)
        let path = try bench.directory.write(archive.encoded(), to: "hush.archive")
        #expect(try bob.importDocument(path).document.title == "Hush")
    }

    @Test func `books in the defaults of an app are found among all else`() throws {
        let defaults: PropertyListDictionary = [
            "searches": .data(try titles(["spider", "wasp"])), "width": .integer(640),
            "books": .data(try library(["Hush", "Emma"])), "broken": .data(Array("bplist00".utf8)),
        ]
        let path = try bench.directory.write(
            PropertyList.dictionary(defaults).binary(), to: "com.example.app.plist")
        let outcome = try bob.importAll(path)
        #expect(try bob.titles(of: outcome) == ["Hush", "Emma"])
        #expect(outcome.warnings.count == 1)
        #expect(
            outcome.warnings.first?.hasPrefix("\(path): skipped the archive under 'broken': ")
                == true)
    }

    @Test func `titles become books, blank ones are passed over`() throws {
        let path = try bench.directory.write(
            titles(["Hush", " \n", " Emma "]), to: "BooksOwned.archive")
        let outcome = try bob.importAll(path)
        #expect(
            outcome.warnings
                == ["\(path): element 2: skipped, since a title must not be blank"])
        #expect(try bob.titles == ["1 Hush", "2 Emma"])
        #expect(try bob.document(1).kind == .book)
    }

    @Test(
        arguments: [
            ([], "no documents in it"), ([" "], "no documents in it"),
        ] as [([String], String)])
    func `an archive without documents is refused`(texts: [String], expected: String) throws {
        let path = try bench.directory.write(titles(texts), to: "x.archive")
        #expect(message { _ = try bob.importAll(path) } == "\(path): \(expected)")
        #expect(!bench.directory.exists(bench.path("", of: "bob")))
    }

    @Test func `one element of another class refuses the whole archive, without --keep-going`()
        throws
    {
        var archive = KeyedArchive()
        let elements = [
            try archive.add(.string("Hush")), archive.addObject(className: "NSWindow"),
            try archive.add(.string("Emma")),
        ]
        archive.setRoot("root", to: try archive.addArray(of: elements))
        let path = try bench.directory.write(archive.encoded(), to: "x.archive")
        #expect(
            message { _ = try bob.importAll(path) }
                == "\(path): element 2: neither a document nor a title")
        #expect(try bob.titles == [])
        var options = ImportOptions(now: Bench.now)
        options.keepsGoing = true
        let outcome = try bob.importDocuments(from: ImportSource(path: path), options)
        #expect(try bob.titles(of: outcome) == ["Hush", "Emma"])
    }

    @Test func `an archive of another class is refused, naming the class`() throws {
        var archive = KeyedArchive()
        archive.setRoot("root", to: archive.addObject(className: "NSWindow"))
        let path = try bench.directory.write(archive.encoded(), to: "x.archive")
        #expect(
            message { _ = try bob.importAll(path) }
                == "\(path): it holds NSWindow, neither a document "
                + "(ScaryBugData, ScaryCreatureData, Book) nor an array")
    }

    @Test func `each of a thousand imported books stores only its own data`() throws {
        let path = try bench.directory.write(
            library((1...1_000).map { "Book \($0)" }), to: "library.archive")
        #expect(try bob.importAll(path).documents.count == 1_000)
        let file = bench.path("Private Documents/1000.book/data.plist", of: "bob")
        #expect(try bench.directory.bytes(of: file).count < 700)
    }

    @Test func `titles that share one long text are refused as well`() throws {
        var archive = KeyedArchive()
        let title = try archive.add(.string(String(repeating: "x", count: 4_000)))
        let elements = Array(repeating: title, count: 2_000)
        archive.setRoot("root", to: try archive.addArray(of: elements))
        let path = try bench.directory.write(archive.encoded(), to: "x.archive")
        #expect(
            message { _ = try bob.importAll(path) } == "\(path): expands to many times its size")
        #expect(try bob.titles == [])
    }

    /// Each of them is refused, and reading a long text takes as long as taking it.
    @Test(arguments: ["x", " "])
    func `refused elements that share one long text end the archive`(character: String) throws {
        var archive = KeyedArchive()
        let title = try archive.add(.string(String(repeating: character, count: 100_000)))
        let books = try (1...100).map { _ in
            let book = archive.addObject(className: "Book")
            try archive.setValue(.object(className: "NSString", title), forKey: "title", of: book)
            return book
        }
        for elements in [books, Array(repeating: title, count: 100)] {
            archive.setRoot("root", to: try archive.addArray(of: elements))
            let path = try bench.directory.write(archive.encoded(), to: "x.archive")
            let options = ImportOptions(now: Bench.now)
            let refusals = try bob.importDocuments(from: ImportSource(path: path), options).refusals
            #expect(refusals.count < 20)
            #expect(refusals.last?.message.hasSuffix("expands to many times its size") == true)
        }
    }

    @Test func `an archive that expands too much is refused`() throws {
        var archive = KeyedArchive()
        let notes = try archive.add(.string(String(repeating: "x", count: 100_000)))
        let books = try (1...100).map { number in
            let book = archive.addObject(className: "Book")
            try archive.setValue(.string("Book \(number)"), forKey: "title", of: book)
            try archive.setValue(
                .object(className: "NSString", notes), forKey: "Notes", of: book)
            return book
        }
        archive.setRoot("root", to: try archive.addArray(of: books))
        let path = try bench.directory.write(archive.encoded(), to: "x.archive")
        #expect(
            message { _ = try bob.importAll(path) }
                == "\(path): expands to many times its size")
        #expect(!bench.directory.exists(bench.path("", of: "bob")))
    }
}

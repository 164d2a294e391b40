import TestSupport

@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugRecordsTests
@testable import ScaryBugStore
@testable import ScaryBugs

/// A home in a temporary directory, with common actions of workspace tests.
struct Bench {
    let directory: TemporaryDirectory
    let home: Home

    static let now = Timestamp.sample
    /// The smallest files that are recognized as pictures.
    static let jpeg: [UInt8] = SamplePicture.jpeg(Array(repeating: 7, count: 96))
    static let png = SamplePicture.png

    init() throws {
        directory = try TemporaryDirectory()
        home = Home(path: directory.path("home"))
    }

    /// Another session on the same workspace, or on another user's.
    func workspace(of user: String = "alice") throws -> Workspace {
        Workspace(home: home, user: try UserName(user))
    }

    /// The path of a file or directory of a user.
    func path(_ name: String, of user: String = "alice") -> String {
        "home/users/\(user)/\(name)"
    }

    func documentPath(_ name: String) -> String { path("Private Documents/\(name)") }

    /// The bytes of a document's file. A data file lacks what an export told of its changes, and has
    /// an identifier, as in a bundle.
    func bytesBesideChanges(of path: String) throws -> [UInt8] {
        let bytes = try directory.bytes(of: path)
        guard path.hasSuffix("/data.plist") else { return bytes }
        var data = try DocumentData(bytes, kind: nil, modified: Bench.now)
        try data.store(nil)
        try data.storeIdentifier()
        return try data.encoded()
    }
}

extension Workspace {
    /// Ends like a process that is killed, which leaves its directory. The caller must release the last
    /// reference.
    func die() {
        directories.leaveStaging()
        waitForStartingChildren()
    }

    /// Makes a document with a title and, optionally, a picture.
    @discardableResult
    func add(
        _ title: String, kind: DocumentKind = .bug, picture: String? = nil
    ) throws -> Document {
        var data = try DocumentData(new: kind, now: Bench.now)
        try data.set(.text(title), for: .title)
        let file = try picture.map { try PictureFile(path: $0) }
        // Thumbnails have tests of their own, and take long.
        file?.keep(thumbnail: nil)
        return try add(data, picture: file)
    }

    /// Changes the document with the given number.
    @discardableResult
    func edit(
        _ number: Int, _ edits: [Edit] = [], picture: PictureEdit = .keep
    ) throws -> Document {
        try edit(documentName(number), edits, picture: picture, now: Bench.now)
    }

    func delete(_ number: Int) throws {
        try delete(documentName(number))
    }

    func document(_ number: Int) throws -> Document {
        try document(documentName(number))
    }

    /// The result of importing a source with one document.
    struct ImportedDocument {
        let document: Document
        let was: Int?
        let wasInUse: Bool
        let warnings: [String]
    }

    /// Imports a source that has one document.
    func importDocument(_ path: String) throws -> ImportedDocument {
        let outcome = try importAll(path)
        guard let imported = outcome.documents.first, outcome.documents.count == 1 else {
            throw TestFailure("\(outcome.documents.count) documents came out of \(path)")
        }
        return ImportedDocument(
            document: try document(imported.name), was: imported.was,
            wasInUse: imported.wasInUse,
            warnings: outcome.warnings)
    }

    /// The titles of imported documents.
    func titles(of outcome: Outcome) throws -> [String] {
        try outcome.documents.map { try document($0.name).title }
    }

    /// Imports a source, expecting no refusals.
    func importAll(
        _ path: String, options: ImportOptions = ImportOptions(now: Bench.now)
    ) throws -> Outcome {
        let outcome = try importDocuments(from: ImportSource(path: path), options)
        if let refusal = outcome.refusals.first { throw refusal }
        return outcome
    }

    /// Previews a source.
    func preview(_ source: ImportSource) throws -> Outcome {
        try dryRun { try importDocuments(from: source, ImportOptions(now: Bench.now)) }
    }

    /// Previews a source that has one document.
    func preview(_ path: String) throws -> Effect {
        let outcome = try preview(ImportSource(path: path))
        guard let preview = outcome.documents.first else {
            throw outcome.refusals.first ?? TestFailure("nothing came out of \(path)")
        }
        return preview
    }

    /// The rows that `list` would print.
    var titles: [String] {
        get throws { try documentNames().map { "\($0.number) \(try document($0).title)" } }
    }
}

extension Export {
    /// Exports documents, expecting no errors.
    @discardableResult
    func write(_ names: [DocumentName]) throws -> [Written] {
        var written: [Written] = []
        try write(names) { try written.append($0.get()) }
        return written
    }
}

extension Effect {
    /// The document, which must not be left out.
    var name: DocumentName {
        get throws {
            guard let document else { throw TestFailure("\(title) was left out") }
            return document
        }
    }
}

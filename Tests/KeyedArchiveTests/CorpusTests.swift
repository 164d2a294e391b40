import Foundation
import KeyedArchive
import Testing

/// A file of the corpus beside the package, with the expectation from the corpus's index.
struct CorpusFile: Sendable, CustomTestStringConvertible {
    enum Handling: String {
        case accept, reject
        case either = "either-but-no-crash"
    }

    let path: String
    /// The expected handling; nil if the index has an unknown value.
    let handling: Handling?

    var testDescription: String { path }

    static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../shared/corpus").standardizedFileURL

    static let propertyLists: [CorpusFile] = {
        let index = directory.appending(path: "INDEX.tsv")
        guard let text = try? String(contentsOf: index, encoding: .utf8) else { return [] }
        return text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count >= 4, fields[0].hasPrefix("plists/") else { return nil }
            return CorpusFile(
                path: String(fields[0]), handling: Handling(rawValue: String(fields[3])))
        }
    }()

    var bytes: [UInt8] {
        get throws { try Array(Data(contentsOf: Self.directory.appending(path: path))) }
    }
}

@Suite(
    "The corpus",
    .enabled(if: !CorpusFile.propertyLists.isEmpty, "there is no ../shared/corpus here"))
struct CorpusTests {
    @Test("is handled as its index says", arguments: CorpusFile.propertyLists)
    func handling(file: CorpusFile) throws {
        let bytes = try file.bytes
        switch try #require(file.handling) {
        case .accept: try Self.read(bytes)
        case .reject: #expect(throws: KeyedArchiveError.self) { try Self.read(bytes) }
        case .either: _ = try? Self.read(bytes)
        }
    }

    @Test("has no file that its index leaves out")
    func index() throws {
        let indexed = Set(CorpusFile.propertyLists.map(\.path))
        let folder = CorpusFile.directory.appending(path: "plists")
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            var isDirectory: ObjCBool = false
            let file = folder.appending(path: path).path
            _ = FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory)
            #expect(isDirectory.boolValue || indexed.contains("plists/\(path)"))
        }
    }

    @Test(
        "of archives by Apple's systems is read and written without loss",
        arguments: CorpusFile.propertyLists.filter { $0.path.contains("apple-keyed") })
    func apple(file: CorpusFile) throws {
        let archive = try KeyedArchive(bytes: file.bytes)
        try archive.readThroughout()
        let written = try archive.encoded()
        let again = try KeyedArchive(bytes: written)
        try again.readThroughout()
        #expect(try again.encoded() == written)
        #expect(again.rootKeys == archive.rootKeys)
    }

    /// Reads the archive, its root under one of the usual keys, and all its contents.
    private static func read(_ bytes: [UInt8]) throws {
        let archive = try KeyedArchive(bytes: bytes)
        guard archive.rootKeys.contains(where: { $0 == "root" || $0 == "Data" || $0 == "$0" })
        else {
            throw KeyedArchiveError(code: .notAKeyedArchive, message: "no root of a usual key")
        }
        try archive.readThroughout()
    }
}

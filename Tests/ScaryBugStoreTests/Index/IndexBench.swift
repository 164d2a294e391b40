import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

/// A home whose workspace has an index, with the expected contents of that index.
struct IndexBench {
    let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.directory.write(Bench.jpeg, to: "a.jpg")
    }

    /// A session on the workspace.
    ///
    /// - Parameter cache: the name of the directory of its index; nil for no index.
    func session(cache: String? = "cache") throws -> Workspace {
        try bench.session(cache: cache)
    }

    /// The documents and, if requested, all their visible values, read from the files.
    func truth() throws -> [String] {
        let plain = try session(cache: nil)
        return try plain.documentNames().map { name in
            guard let document = try? plain.document(name) else { return "\(name.number) damaged" }
            return Self.line(
                name.number, document.title, rating: document.data[.rating],
                tags: document.data[.tags], hasPicture: document.picture != nil)
        }
    }

    private static func line(
        _ number: Int, _ title: String, rating: FieldValue?, tags: FieldValue?, hasPicture: Bool
    ) -> String {
        var line = "\(number) \(title) \(rating?.text ?? "-") "
        if case .list(let values) = tags { line += values.joined(separator: ", ") }
        return line + (hasPicture ? " image" : "")
    }

    /// The same data read from a session's index; nil if the session can't have one.
    func rows(of session: Workspace) throws -> [String]? {
        var lines: [String] = []
        let pictured = try Set(numbers(["has:image"], in: session))
        let isIndexed = try session.withRows(of: .all) { rows in
            try rows.visit { row in
                guard row.problem == nil else { return lines.append("\(row.name.number) damaged") }
                lines.append(
                    Self.line(
                        row.name.number, row.title,
                        rating: row.rating.map(FieldValue.rating),
                        tags: .list([row.tags]),
                        hasPicture: pictured.contains(row.name.number)))
            }
        }
        return isIndexed ? lines : nil
    }

    /// The numbers of the documents that a query selects.
    func numbers(_ words: [String], in session: Workspace) throws -> [Int] {
        let context = QueryContext(
            now: Bench.now, fields: QueryContext.builtInFields + session.customFields)
        return try session.documentNames(in: Selection(words, in: context)).map(\.number)
    }

    /// Expects that the index of a session finds all documents by their identifiers.
    private func expectIdentifiers(
        of plain: Workspace, in session: Workspace, sourceLocation: SourceLocation
    ) throws {
        _ = try session.withIndex { index in
            for name in try plain.documentNames() {
                guard let document = try? plain.document(name) else { continue }
                let found = try index.names(.init(document.data.identifier), atMost: 1_000)
                #expect(found.contains(name), sourceLocation: sourceLocation)
            }
        }
    }

    /// Expects that the index of a session agrees with the documents.
    func expectAgreement(
        in session: Workspace, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let truth = try truth()
        #expect(try rows(of: session) == truth, sourceLocation: sourceLocation)
        #expect(try session.documentCount() == truth.count, sourceLocation: sourceLocation)
        let plain = try self.session(cache: nil)
        try expectIdentifiers(of: plain, in: session, sourceLocation: sourceLocation)
        for words in [["sort:-title"], ["scary"], ["-tag:red", "rating:>2"], ["my:moss"]] {
            // A session sees a new field only when it reads its preferences again.
            guard words != ["my:moss"] || !session.customFields.isEmpty else { continue }
            guard words != ["my:moss"] || !plain.customFields.isEmpty else { continue }
            #expect(
                try numbers(words, in: session) == numbers(words, in: plain),
                sourceLocation: sourceLocation)
        }
    }
}

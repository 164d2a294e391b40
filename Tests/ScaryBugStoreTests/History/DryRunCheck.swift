import Foundation
import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

/// Checks that a dry run changes no file, and that the real run then makes exactly the changes that
/// the dry run named.
struct DryRunCheck {
    private let session: Workspace
    private let bench: Bench

    init(of session: Workspace, _ bench: Bench) throws {
        (self.session, self.bench) = (session, bench)
        // Opening a workspace may clean up after ended programs.
        _ = try session.documentNames()
    }

    func run(
        _ body: () throws -> Workspace.Reversal
    ) throws -> Workspace.Reversal {
        let stamps = try stamps()
        let planned = Result { try session.dryRun(body) }
        let later = try self.stamps()
        let changed = Set(stamps.keys).union(later.keys).filter { stamps[$0] != later[$0] }
        guard changed.isEmpty else { throw TestFailure("a dry run changed \(changed.sorted())") }
        let fields = session.readPreferences().customFields
        // Only the real run tells which fields there are afterwards.
        let before = try Self.combinations.map { try ($0, documents($0)) }
        let reversal: Workspace.Reversal
        do { reversal = try body() } catch {
            #expect(message { _ = try planned.get() } == "\(error)")
            throw error
        }
        let added = session.readPreferences().customFields.filter { !fields.contains($0) }
        let known = try #require(before.first { $0.0.map(\.name) == (fields + added).map(\.name) })
        let after = try documents(known.0)
        let named = try planned.get().effects.flatMap(\.changes).filter(\.isOfDocument)
        for name in Set(known.1.keys).union(after.keys) {
            let own = named.filter { $0.document == name }
            let (changes, exchange) = Self.changes(of: name, from: known.1[name], to: after[name])
            guard own == changes || own == exchange else {
                throw TestFailure("\(own) instead of \(changes)")
            }
        }
        #expect(try planned.get().steps == reversal.steps)
        return reversal
    }

    /// The custom fields that the preferences can have before and after a step together.
    private static let combinations: [[Field]] = {
        let (my, its) = (UndoCommand.fields[0], UndoCommand.fields[1])
        return [[], [my], [its], [my, its], [its, my]]
    }()

    /// The times and sizes of all files of the workspace, by path. The readers of SQLite share the file
    /// that ends in `-shm`, which is no part of the data.
    private func stamps() throws -> [String: [Int]] {
        let root = bench.directory.path(bench.path(""))
        guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: root) else {
            return [:]
        }
        return paths.filter { !$0.hasSuffix("-shm") }.reduce(into: [:]) { stamps, path in
            var status = stat()
            lstat("\(root)/\(path)", &status)
            // SQLite gives the log the owner of the database, also when it only reads.
            let time = path.hasSuffix("-wal") ? status.st_mtim : status.st_ctim
            stamps[path] = [status.st_size, time.tv_sec, time.tv_nsec, Int(status.st_ino)]
        }
    }

    /// The contents of all documents; nil for one that can't be read.
    private func documents(_ fields: [Field]) throws -> [DocumentName: DocumentContents?] {
        let reader = DocumentReader(
            documents: try session.readable(), limits: Limits(), customFields: fields)
        return try session.documentNames().reduce(into: [:]) { documents, name in
            documents[name] = .some(
                try? DocumentContents(
                    data: reader.read(reader.open(name)).data,
                    picture: reader.open(name).picture()))
        }
    }

    /// The changes of a document; also as those of two documents, if another one has its name now.
    private static func changes(
        of name: DocumentName, from before: DocumentContents??, to after: DocumentContents??
    ) -> ([FieldChange], exchange: [FieldChange]?) {
        let title = { (contents: DocumentContents?) -> FieldChange.Value? in
            .field(.text(contents?.data.title ?? ""))
        }
        guard let before, let after else {
            return (
                [FieldChange(name, nil, from: before.flatMap(title), to: after.flatMap(title))], nil
            )
        }
        guard let before, let after else { return ([], nil) }
        let exchange =
            before.data.identifier == after.data.identifier
            ? nil
            : [
                FieldChange(name, nil, from: title(before), to: nil),
                FieldChange(name, nil, from: nil, to: title(after)),
            ]
        return (FieldChange.list(of: name, from: before, to: after), exchange)
    }
}

extension FieldChange {
    /// Whether the change is one of a document, and names the difference.
    fileprivate var isOfDocument: Bool {
        if document == nil { return false }
        return field != nil || before == nil || after == nil
    }
}

import Foundation
import TestSupport
import Testing

@testable import ScaryBugs

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
        _ plan: @autoclosure () throws -> ([Workspace.RevertedStep], [Workspace.PlannedReversion]),
        _ body: () throws -> Workspace.Reversal
    ) throws -> Workspace.Reversal {
        let stamps = try stamps()
        let planned = Result { try plan() }
        guard try self.stamps() == stamps else { throw TestFailure("a dry run changed a file") }
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
        let actual = try changes(from: known.1, to: documents(known.0))
        let named = try planned.get().1.map(\.change).filter(\.isOfDocument)
        guard named == actual else { throw TestFailure("\(named) instead of \(actual)") }
        #expect(try planned.get().0 == reversal.steps)
        return reversal
    }

    /// The custom fields that the preferences can have before and after a step together.
    private static let combinations: [[Field]] = {
        let (my, its) = (UndoCommand.fields[0], UndoCommand.fields[1])
        return [[], [my], [its], [my, its], [its, my]]
    }()

    /// The times and sizes of the preferences and of all files of documents, by path.
    private func stamps() throws -> [String: [Int]] {
        let root = bench.directory.path(bench.path(""))
        guard let paths = try? FileManager.default.subpathsOfDirectory(atPath: root) else {
            return [:]
        }
        let kept = paths.filter { path in
            [Workspace.documentsName, PreferencesFile.name].contains { path.hasPrefix($0) }
        }
        return kept.reduce(into: [:]) { stamps, path in
            var status = stat()
            lstat("\(root)/\(path)", &status)
            stamps[path] = [
                status.st_size, status.st_ctim.tv_sec, status.st_ctim.tv_nsec, Int(status.st_ino),
            ]
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

    private func changes(
        from before: [DocumentName: DocumentContents?], to after: [DocumentName: DocumentContents?]
    ) -> [FieldChange] {
        Set(before.keys).union(after.keys).sorted().flatMap { name -> [FieldChange] in
            let title = { (contents: DocumentContents??) -> FieldChange.Value? in
                contents.map { .field(.text($0?.data.title ?? "")) }
            }
            let (old, new) = (before[name], after[name])
            guard let old, let new else {
                return [FieldChange(name, nil, from: title(old), to: title(new))]
            }
            guard let old, let new else { return [] }
            return FieldChange.list(of: name, from: old, to: new)
        }
    }
}

extension FieldChange {
    /// Whether the change is one of a document, and names the difference.
    fileprivate var isOfDocument: Bool {
        if document == nil { return false }
        return field != nil || before == nil || after == nil
    }
}

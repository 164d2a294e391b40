import Fuzzing

@testable import ScaryBugFormats
@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugs
@testable import SystemFiles

/// What an import accepts, `check` calls clean, `export` packs, and another import takes again with
/// the same fields and files.
struct Closure {
    let workspace: Workspace
    let place: Surroundings
    let options: ImportOptions

    /// An input can hold hundreds of rows, which are alike.
    private static let mostExports = 2

    func verify(_ names: [DocumentName]) throws {
        _ = try workspace.check { finding in
            Fuzzing.verify(
                !finding.isOpen, "check: \(finding.code) \(finding.path) \(finding.message)")
        }
        for name in names.prefix(Self.mostExports) {
            let document = try workspace.document(name)
            for format in [ExportFormat.scarybug, .directory, .bug, .creature, .bookArchive] {
                try verify(document, name, as: format)
            }
        }
    }

    private func verify(
        _ document: Document, _ name: DocumentName, as format: ExportFormat
    ) throws {
        let written = try export(name, as: format)
        let outcome = try workspace.importDocuments(
            from: ImportSource(path: written.path), options)
        Fuzzing.verify(
            outcome.refusals.isEmpty && outcome.documents.count == 1,
            "\(format): \(outcome.refusals) of \(outcome.documents.count)")
        for added in outcome.documents.compactMap(\.document) {
            try compare(name, document.data, with: added, format, written.lost)
            try workspace.delete(added)
        }
        try place.removeExports()
    }

    private func export(_ name: DocumentName, as format: ExportFormat) throws -> Export.Written {
        let export = try Export(
            from: workspace, to: place.exports(), as: format, count: 1, replacing: false)
        var written: [Export.Written] = []
        if format.holdsMany {
            written = try export.writeAll([name])
        } else {
            try export.write([name]) { written.append(try $0.get()) }
        }
        Fuzzing.verify(written.count == 1, "\(format): \(written.count) exports")
        Fuzzing.verify(written[0].excesses.isEmpty, "\(format): \(written[0].excesses)")
        return written[0]
    }

    private func compare(
        _ name: DocumentName, _ data: DocumentData, with added: DocumentName,
        _ format: ExportFormat, _ lost: [String]
    ) throws {
        let own = try place.files(of: name)
        let others = try place.files(of: added)
        let present = try workspace.document(added).data
        if format == .scarybug {
            // A bundle also tells who changed what.
            let files = { (all: [String: [UInt8]]) in
                all.filter { !ContentFiles.isDataFile($0.key) }
            }
            Fuzzing.verify(files(own) == files(others), "a bundle changes files of \(own.keys)")
            // The dates can come from the file's time.
            let fields = [Field.identifier, .created, .modified]
            let isSame = CopyContent(present, .init([])).isEqual(to: CopyContent(data, .init([])))
            return Fuzzing.verify(
                isSame && fields.allSatisfy { present[$0] == data[$0] },
                "a bundle changes \(values(of: data)) to \(values(of: present))")
        }
        // A data file in the form of the app is exported as it is.
        let isKept = try format.kind == name.kind && data.isInFormOfApp
        let kind = isKept ? nil : format.kind
        let expected = try kind.map { try data.converted(to: $0).data } ?? data
        Fuzzing.verify(
            try Digest(present) == Digest(expected),
            "\(format): \(values(of: expected)) became \(values(of: present))")
        guard format == .directory else { return }
        let isSame = own.allSatisfy {
            ContentFiles.isDataFile($0) || lost.contains($0) || others[$0] == $1
        }
        Fuzzing.verify(isSame, "the directory has other files than \(own.keys)")
    }

    /// The values as text.
    private func values(of data: DocumentData) -> Set<String> {
        let own = ["Identifier", "Created", "Modified", "Version", CopyState.key]
        let keys = data.keys.filter { !own.contains($0) && data.stored($0) != .null }
        return Set(keys.map { "\($0): \(String(describing: data.stored($0)))" })
    }
}

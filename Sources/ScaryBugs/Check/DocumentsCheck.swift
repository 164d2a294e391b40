/// Checks the names in the documents' directory.
struct DocumentsCheck {
    /// The names of documents, in the order of their numbers.
    private(set) var names: [DocumentName] = []
    /// Flaws of all other names.
    private(set) var flaws: [RepairableFinding] = []

    init(_ documents: Directory) throws {
        var names: [DocumentName] = []
        let others = try documents.entries { text in
            guard let name = DocumentName(directoryName: text) else { return true }
            names.append(name)
            return false
        }
        flaws = try others.compactMap { try Self.flaw(in: $0, of: documents) }
        self.names = names.sorted()
    }

    private static func flaw(in entry: RawName, of documents: Directory) throws
        -> RepairableFinding?
    {
        guard let status = try documents.status(of: entry) else { return nil }
        let check = EntryCheck(site: .documents, entry: entry, status: status)
        do {
            guard status.kind == .directory, let kind = try kind(of: entry, in: documents) else {
                return check.strayOrLitter
            }
            return check.flaw(
                .misnamed, "is a document without a number as its name", .renumber(kind))
        } catch let error as ScaryBugsError where error.mayPass {
            return .unreadable(.documents, entry, error)
        }
    }

    /// The kind of a document's directory whose name has no valid number; nil for anything else.
    private static func kind(
        of entry: RawName, in documents: Directory
    ) throws -> DocumentKind? {
        guard entry.isUTF8, let dot = entry.shown.lastIndex(of: "."),
            try ifIntact({ try documents.directory(named: entry.shown)?.holdsDataFile() }) == true
        else { return nil }
        return .withDirectoryExtension(entry.shown[entry.shown.index(after: dot)...])
    }

    /// Documents that share their number with an earlier document in ``names``.
    var duplicates: [DocumentName] {
        zip(names, names.dropFirst()).filter { $0.number == $1.number }.map { $1 }
    }

    static func duplicate(_ name: DocumentName) -> RepairableFinding {
        RepairableFinding(
            .duplicateNumber, .documents, RawName(name.directoryName),
            "has the number of another document", .renumber(name.kind))
    }
}

import Containers

struct ExportTask: Sendable {
    let name: DocumentName
    let fileName: String
}

/// Assigns file names to exported documents, in the order of the documents.
struct ExportNaming {
    private let export: Export
    private var directories: Set<DocumentName> = []
    /// The keys of the files' names. An export may have a million.
    private var taken: Set<Int> = []
    /// The next number to try for a name that occurred before, so that equal titles don't try all
    /// numbers again.
    private var nextNumbers: [Int: Int] = [:]

    init(_ export: Export) {
        self.export = export
    }

    /// - Throws: ``ScaryBugsError/Code/exists`` if the name exists and the export must not replace
    ///   it.
    mutating func task(for name: DocumentName) throws -> ExportTask {
        let isDirectory = export.format.isDirectory
        let fileName = try isDirectory ? directoryName(for: name) : self.fileName(for: name)
        try export.destination.checkReplacing(fileName, isDirectory ? .directory : .regular)
        return ExportTask(name: name, fileName: fileName)
    }

    /// Documents of two kinds may share a number. If both convert to one kind, their names are
    /// equal.
    private mutating func directoryName(for name: DocumentName) throws -> String {
        let kind = export.format.kind ?? name.kind
        let own = DocumentName(number: name.number, kind: kind)
        let fileName = export.destination.fileName ?? own.directoryName
        guard directories.insert(own).inserted else {
            throw ScaryBugsError(
                .exists,
                "\(export.destination.path(of: fileName)) was written just now, from another "
                    + "document \(name.number); export \(name.directoryName) to another directory")
        }
        return fileName
    }

    private mutating func fileName(for name: DocumentName) throws -> String {
        let workspace = export.workspace
        let suffix =
            try export.format == .picture ? workspace.pictureSuffix(of: name) : ".scarybug"
        let title = try workspace.document(name, looksAtPicture: false).title
        return export.destination.fileName ?? freshName(for: title, suffix)
    }

    /// Adds a number to titles that occur more than once in an export: `Potato Bug 2.scarybug`.
    private mutating func freshName(for title: String, _ suffix: String) -> String {
        let plain = ExportName.fileName(for: title, ending: suffix)
        let key = Self.key(plain)
        if taken.insert(key).inserted { return plain }
        return NumberedName.first(from: &nextNumbers[key, default: 2]) { number in
            let name = ExportName.fileName(for: title, ending: number + suffix)
            return taken.insert(Self.key(name)).inserted ? name : nil
        }
    }

    /// A number that stands for a name, whatever its case and normal form. Capital letters stand for
    /// all forms of a letter: `ß` and `SS`, or `ς` and `σ`. If two names have the same number, one of
    /// them gets a number in its name that it would not need.
    private static func key(_ name: String) -> Int { name.collisionKey.hashValue }
}

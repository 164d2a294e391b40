import SystemPackage

extension ImportReader {
    /// Reads a document's directory, or all documents and bundles in a directory, such as the
    /// `Private Documents` of an app, or one that `export` filled.
    func importDirectory(_ directory: Directory, of source: ImportSource) throws {
        let names = try directory.names(atMost: Limit(limits.directoryEntries, .directoryEntries))
        guard !names.contains(where: EntryRole.isDataFile) else {
            return try receive(directory, named: source.lastComponent, from: source.origin)
        }
        var skipped: [String] = []
        expectedCount = names.count
        for name in names.sorted(by: Self.byNumber) {
            let origin = ImportOrigin(FilePath(source.name).appending(name).string)
            if let document = try document(named: name, in: directory) {
                try receive(document, named: name, from: origin)
            } else if let bundle = try bundle(named: name, in: directory) {
                try receive(bundle: bundle, from: origin)
            } else {
                skipped.append(name)
            }
        }
        guard skipped.count < names.count else {
            throw ScaryBugsError(
                .refused,
                "a directory with neither a data.plist nor documents or bundles in it"
                    + (skipped.first { isBackup($0, in: directory) }.map {
                        "; \($0) in it is a backup, which 'restore FILE' takes"
                    } ?? ""))
        }
        try sortByNumber()
        for name in skipped {
            let problem = try "skipped \(name), which is " + reason(toSkip: name, in: directory)
            warn(problem, source.origin)
        }
    }

    private func reason(toSkip name: String, in directory: Directory) throws -> String {
        if isBackup(name, in: directory) { return "a backup; 'restore FILE' takes it" }
        let advice = try isImportable(name, in: directory) ? "; name it alone to import it" : ""
        return "neither a document nor a bundle\(advice)"
    }

    private func isBackup(_ name: String, in directory: Directory) -> Bool {
        guard (try? directory.status(of: name)?.kind) == .regular,
            let file = try? directory.file(named: name)
        else { return false }
        return (try? BackupFormat.begins(file)) == true
    }

    /// Whether an entry looks like a directory of documents, an archive or a table.
    private func isImportable(_ name: String, in directory: Directory) throws -> Bool {
        switch try directory.status(of: name)?.kind {
        case .directory:
            let names = try ifPossible {
                try directory.directory(named: name)?.names(
                    atMost: Limit(limits.directoryEntries, .directoryEntries))
            }
            return names?.contains(where: Self.isNamedLikeBundle) ?? false
        case .regular:
            let prefix = try ifPossible {
                try directory.file(named: name)?.prefix(TableFormat.prefixLength)
            }
            return prefix.map(Self.isPropertyList) ?? false || TableFormat.isNamedLikeTable(name)
        default: return false
        }
    }

    private func receive(
        _ directory: Directory, named name: String, from origin: ImportOrigin
    ) throws {
        try receive(
            from: origin,
            contents: { try directory.readDocument(named: name, limits: limits, into: $0) })
    }

    /// Opens an entry if it is a directory with a data file; nil for anything else, such as a link.
    private func document(named name: String, in directory: Directory) throws -> Directory? {
        guard try directory.status(of: name)?.kind == .directory,
            let inner = try directory.directory(named: name), try inner.holdsDataFile()
        else { return nil }
        return inner
    }

    /// Opens an entry if it is a file that is named like a bundle; nil for anything else.
    private func bundle(named name: String, in directory: Directory) throws -> File? {
        guard Self.isNamedLikeBundle(name),
            try directory.status(of: name)?.kind == .regular
        else { return nil }
        return try directory.file(named: name)
    }

    private static func isNamedLikeBundle(_ name: String) -> Bool {
        bundleExtensions.contains(FilePath(name).extension?.lowercased() ?? "")
    }

    private static let bundleExtensions = DocumentKind.all.map(\.directoryExtension) + ["sbz"]

    /// Sorts by number. Names without a number follow, sorted by name.
    private static func byNumber(_ left: String, _ right: String) -> Bool {
        let numbers = (
            IncomingDocument.number(left) ?? .max, IncomingDocument.number(right) ?? .max
        )
        return numbers.0 == numbers.1 ? left < right : numbers.0 < numbers.1
    }
}

import SystemPackage

extension ImportReader {
    /// Reads a document's directory, or all documents in a directory of an app, such as `Private
    /// Documents`.
    func importDirectory(_ directory: Directory, of source: ImportSource) throws {
        let names = try directory.names(atMost: Limit(limits.directoryEntries, .directoryEntries))
        guard !names.contains(where: EntryRole.isDataFile) else {
            return try receive(
                directory, named: source.lastComponent, from: source.origin)
        }
        var skipped: [String] = []
        for name in names.sorted(by: Self.byNumber) {
            if let document = try document(named: name, in: directory) {
                let path = Self.path(of: name, in: source.name)
                try receive(document, named: name, from: ImportOrigin(path))
            } else {
                skipped.append(name)
            }
        }
        guard skipped.count < names.count else {
            throw ScaryBugsError(
                .refused, "a directory with neither a data.plist nor documents in it")
        }
        for name in skipped {
            warn("skipped \(name), which is not a document", source.origin)
        }
    }

    private func receive(
        _ directory: Directory, named name: String, from origin: ImportOrigin
    ) throws {
        try receive(from: origin) { staged in
            try IncomingDocument(
                directory.readDocument(named: name, limits: limits, into: staged), customFields,
                limits: limits, stagedIn: staged)
        }
    }

    /// Opens an entry if it is a directory with a data file; nil for anything else, such as a link.
    private func document(named name: String, in directory: Directory) throws -> Directory? {
        guard try directory.status(of: name)?.kind == .directory,
            let inner = try directory.directory(named: name), try inner.holdsDataFile()
        else { return nil }
        return inner
    }

    private static func path(of name: String, in directory: String) -> String {
        FilePath(directory).appending(name).string
    }

    /// Sorts by number. Names without a number follow, sorted by name.
    private static func byNumber(_ left: String, _ right: String) -> Bool {
        let numbers = (
            IncomingDocument.number(left) ?? .max, IncomingDocument.number(right) ?? .max
        )
        return numbers.0 == numbers.1 ? left < right : numbers.0 < numbers.1
    }
}

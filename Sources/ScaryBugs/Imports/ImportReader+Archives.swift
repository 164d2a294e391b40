import KeyedArchive

extension ImportReader {
    /// Reads a property list: an archive of one document, of many, or of titles, or the defaults of
    /// an app that contain such archives.
    func readArchive(_ file: borrowing File, of source: ImportSource) throws {
        try file.rewind()
        let status = try file.status()
        guard status.size <= limits.archiveBytes else {
            throw ScaryBugsError.over(
                .archiveBytes, "longer than \(ByteCount(limits.archiveBytes))")
        }
        let bytes = try file.contents(limit: Limit(limits.archiveBytes, .archiveBytes))
        let modified = Timestamp(modificationTime: status.modified)
        let count = receivedCount
        try translatingErrors {
            let list = try propertyList(bytes)
            if case .dictionary(let values) = list, values["$archiver"] == nil {
                try readDefaults(values, source.origin, modified)
            } else {
                let archive = try KeyedArchive(propertyList: list)
                let found = ArchivedDocuments(
                    archive: archive, bytes: bytes, origin: source.origin, modified: modified)
                try addDocuments(of: found, ArchiveRoot(of: archive))
            }
        }
        guard receivedCount > count else {
            throw ScaryBugsError(.refused, "no documents in it")
        }
    }

    private func propertyList(_ bytes: [UInt8]) throws -> PropertyList {
        do { return try PropertyList(bytes: bytes, memory: limits.archiveMemory) } catch {
            switch error.code {
            case .malformed:
                throw ScaryBugsError(
                    .damaged, "a truncated or damaged property list: \(error)", cause: error)
            case .memoryExceeded:
                throw ScaryBugsError.over(
                    .archiveMemory,
                    "its values need more than \(ByteCount(limits.archiveMemory)) of memory")
            default: throw error
            }
        }
    }

    /// Reads the archives of documents in an app's defaults, and silently skips all other values.
    private func readDefaults(
        _ values: PropertyListDictionary, _ origin: ImportOrigin, _ modified: Timestamp
    ) throws {
        // The archives are in memory already, and their values come in addition.
        let memory = limits.archiveMemory - values.reduce(0) { $0 + $1.value.dataSize }
        for (key, value) in values {
            try Interruption.check()
            guard case .data(let bytes) = value else { continue }
            do {
                let archive = try KeyedArchive(bytes: bytes, memory: memory)
                let root = try ArchiveRoot(of: archive)
                guard try root.holdsDocuments(in: archive) else { continue }
                let found = ArchivedDocuments(
                    archive: archive, bytes: bytes, origin: origin, modified: modified)
                try addDocuments(of: found, root)
            } catch let error as KeyedArchiveError where error.code != .memoryExceeded {
                if error.code == .notAPropertyList { continue }
                warn("skipped the archive under '\(key)': \(error)", origin)
            }
        }
    }

    private func addDocuments(of found: ArchivedDocuments, _ root: ArchiveRoot) throws {
        switch root {
        case .document(_, _, key: "root"), .document(_, _, key: "Data"):
            try add(from: found.origin) { staged in
                try incoming(of: found.bytes, nil, found.modified, stagedIn: staged)
            }
        case .document(let kind, let object, _):
            try addObject(object, as: kind, found, from: found.origin)
        case .list(let elements):
            try budget.add(archiveOf: elements.count, bytes: found.bytes.count)
            expectedCount = elements.count
            for (index, element) in elements.enumerated() {
                let origin = found.origin.part("element \(index + 1)")
                try refusing(origin) {
                    try translatingErrors { try addElement(element, found, from: origin) }
                }
            }
        case .other(let what):
            let classes = DocumentKind.all.map(\.className).joined(separator: ", ")
            throw ScaryBugsError(
                .refused, "it holds \(what), neither a document (\(classes)) nor an array")
        }
    }

    private func addElement(
        _ element: KeyedArchive.Element, _ found: ArchivedDocuments, from origin: ImportOrigin
    ) throws {
        switch element {
        case .value(let value): try addTitle(value, from: origin)
        case .object(let object):
            guard let kind = try found.archive.kind(of: object) else {
                return try addTitle(found.archive.value(of: object), from: origin)
            }
            try addObject(object, as: kind, found, from: origin)
        }
    }

    private func addObject(
        _ object: KeyedArchive.Reference, as kind: DocumentKind, _ found: ArchivedDocuments,
        from origin: ImportOrigin
    ) throws {
        try add(from: origin) { staged in
            let bytes = try translatingErrors { try found.archive.extracting(object, as: kind) }
            return try countingRefused(bytes.count) {
                try incoming(of: bytes, kind, found.modified, stagedIn: staged)
            }
        }
    }

    /// Makes a book from a title.
    private func addTitle(_ value: ArchivedValue, from origin: ImportOrigin) throws {
        guard let text = value.text else {
            throw ScaryBugsError(.refused, "neither a document nor a title")
        }
        guard let title = try? FieldValue(text, for: .title) else {
            budget.count(refusedTextBytes: text.utf8.count)
            try budget.check()
            return warn("skipped, since a title must not be blank", origin)
        }
        try checkSkipping("a title, which becomes a new document; leave out --skip-known")
        try add(from: origin) { staged in
            var data = try DocumentData(new: .book.adding(customFields), now: options.now)
            try data.set(title, for: .title)
            let bytes = try data.encoded()
            return try countingRefused(bytes.count) {
                try IncomingDocument(data, bytes, limits: limits, isNew: true, stagedIn: staged)
            }
        }
    }

    /// Many elements can share one long text, for which each of them is refused.
    private func countingRefused(
        _ textBytes: Int, _ read: () throws -> IncomingDocument
    ) throws -> IncomingDocument {
        do { return try read() } catch {
            budget.count(refusedTextBytes: textBytes)
            throw error
        }
    }

    private func incoming(
        of bytes: [UInt8], _ kind: DocumentKind?, _ modified: Timestamp,
        stagedIn staged: Directory
    ) throws -> IncomingDocument {
        guard bytes.count <= limits.dataFileBytes else {
            throw ScaryBugsError.over(
                .dataFileBytes, "longer than \(ByteCount(limits.dataFileBytes))")
        }
        return try IncomingDocument(
            DocumentData(bytes, kind: kind, customFields: customFields, modified: modified), bytes,
            limits: limits, isNew: false, stagedIn: staged)
    }
}

extension PropertyList {
    fileprivate var dataSize: Int {
        if case .data(let bytes) = self { return bytes.count }
        return 0
    }
}

private struct ArchivedDocuments {
    let archive: KeyedArchive
    let bytes: [UInt8]
    let origin: ImportOrigin
    let modified: Timestamp
}

// MARK: What an archive holds

enum ArchiveRoot {
    /// A document with the key of the root.
    case document(DocumentKind, KeyedArchive.Reference, key: String)
    /// An array or a set.
    case list([KeyedArchive.Element])
    /// Any other object. The string is its description for messages.
    case other(String)

    /// Finds the root. Keys that the apps use take precedence over other keys, and documents and
    /// lists over other objects.
    init(of archive: KeyedArchive) throws(KeyedArchiveError) {
        var other = "nothing"
        for key in ["root", "Data"] + archive.rootKeys {
            guard let root = try archive.root(key) else { continue }
            let className = try archive.className(of: root)
            if let kind = className.flatMap(DocumentKind.ofClass) {
                self = .document(kind, root, key: key)
                return
            }
            if let elements = try archive.elements(of: root) {
                self = .list(elements)
                return
            }
            if other == "nothing" { other = className ?? "a plain value" }
        }
        self = .other(other)
    }

    func holdsDocuments(in archive: KeyedArchive) throws(KeyedArchiveError) -> Bool {
        switch self {
        case .document: return true
        case .other: return false
        case .list(let elements):
            for case .object(let object) in elements {
                if try archive.kind(of: object) != nil { return true }
            }
            return false
        }
    }
}

extension KeyedArchive {
    func kind(of object: Reference) throws(KeyedArchiveError) -> DocumentKind? {
        try className(of: object).flatMap(DocumentKind.ofClass)
    }
}

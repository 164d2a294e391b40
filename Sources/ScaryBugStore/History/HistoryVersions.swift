/// Earlier versions of documents, for `history STEP`.
package struct HistoryVersions {
    let store: HistoryStore
    let reader: DocumentReader
    /// The preferences as they are now.
    let preferences: Preferences

    /// What a step changed, field by field.
    func changes(of step: Int) throws -> [FieldChange] {
        var first: [DocumentName: Int64] = [:]
        var last: [DocumentName: Int64] = [:]
        var others: [HistoryRow] = []
        for operation in try store.operations(of: step) {
            for row in try store.rows(ofOperation: operation) {
                let names = row.change.documents
                if names.isEmpty { others.append(row) }
                for name in names {
                    first[name] = min(first[name] ?? .max, row.number)
                    last[name] = max(last[name] ?? 0, row.number)
                }
            }
        }
        return try preferenceChanges(others)
            + first.keys.sorted().flatMap { name in
                try changes(
                    of: name, after: (first[name] ?? 0) - 1, upTo: last[name] ?? 0)
            }
    }

    /// The changes of a document that an undone step made, too, with that step.
    package func undone(
        _ changes: [FieldChange], of name: DocumentName
    ) throws -> [(change: FieldChange, step: Int)] {
        var found: [(change: FieldChange, step: Int)] = []
        let condition = """
            document = \(name.number) AND operation IN
            (SELECT id FROM operations WHERE kind = 0 AND undone > 0) ORDER BY number DESC LIMIT 20
            """
        for row in try store.rows(condition) where try store.stands(row.number) == false {
            // The history may have lost a version.
            let undone = try ifPossible {
                try self.changes(of: name, after: row.number - 1, upTo: row.number)
            }
            guard let undone, let step = try store.step(ofOperation: row.operation) else {
                continue
            }
            found += changes.filter { change in
                !(change.field?.hasPrefix(FieldChange.conflictPrefix) ?? false)
                    && undone.contains { $0.field == change.field && $0.after == change.after }
                    && !found.contains { $0.change.field == change.field }
            }.map { ($0, step) }
        }
        return found
    }

    /// The last documents that undone steps made, with these steps.
    package func undoneDocuments() throws -> [DocumentIdentifier.Key: Int] {
        let condition = """
            document IS NOT NULL AND before IS NULL AND operation IN
            (SELECT id FROM operations WHERE kind = 0 AND undone > 0) ORDER BY number DESC LIMIT 20
            """
        var found: [DocumentIdentifier.Key: Int] = [:]
        for row in try store.rows(condition) where try store.stands(row.number) == false {
            guard case .contents(.document(let name), nil, _) = row.change,
                let version = try ifPossible({ try self.version(of: name, after: row.number) }),
                let data = version.contents?.data
            else { continue }
            let key = DocumentIdentifier.Key(data.identifier)
            found[key] = try found[key] ?? store.step(ofOperation: row.operation)
        }
        return found
    }

    /// A document as it was when it had a date of modification; nil if the history doesn't know.
    package func data(of name: DocumentName, modified: Timestamp) throws -> DocumentData? {
        // More versions would make an import of many rows slow.
        for row in try store.rows("document = \(name.number) ORDER BY number DESC LIMIT 50") {
            let data = try ifPossible {
                try document(name, after: row.number - 1)?.data(reader)
            }
            if data?.modificationDate == modified { return data }
        }
        return nil
    }

    private func changes(
        of name: DocumentName, after first: Int64, upTo last: Int64
    ) throws -> [FieldChange] {
        let (before, after) = try (
            version(of: name, after: first), version(of: name, after: last)
        )
        // A document that the step made and removed again is no change.
        if before == nil, after == nil { return [] }
        let changes = FieldChange.list(of: name, from: before, to: after)
        if !changes.isEmpty { return changes }
        let title = (after ?? before)?.contents?.data.title ?? ""
        return [.whole(name, title, after != nil)]
    }

    private func preferenceChanges(_ rows: [HistoryRow]) throws -> [FieldChange] {
        var changes: [FieldChange] = []
        for row in rows {
            guard row.change.path == .preferences else {
                changes.append(.whole(nil, row.change.path.text, !row.change.isRemoval))
                continue
            }
            let before = try store.bytes(replacedBy: row).map { try Preferences($0) }
            let later = try store.rows(at: .preferences, after: row.number).first
            let after = try later.map { later in
                try store.bytes(replacedBy: later).map { try Preferences($0) } ?? Preferences()
            }
            changes += (before ?? Preferences()).changes(to: after ?? preferences)
        }
        return changes
    }

    // MARK: Documents

    /// A document as it was after a change; nil if there was none.
    private func version(of name: DocumentName, after number: Int64) throws -> DocumentVersion? {
        guard let document = try document(name, after: number) else { return nil }
        return try DocumentVersion(of: document.directory) { try document.data(reader) }
    }

    /// The title of a document after a change; nil if it can't be read.
    func title(of name: DocumentName, after number: Int64) throws -> String? {
        try version(of: name, after: number)?.contents?.data.title
    }

    private struct Found {
        /// The directory; nil if the history has lost it.
        let directory: DocumentDirectory?
        /// The data file, if a later change has replaced it.
        let bytes: [UInt8]?
        let name: DocumentName

        func data(_ reader: DocumentReader) throws -> DocumentData {
            if let bytes {
                return try DocumentData(
                    bytes, kind: name.kind, customFields: reader.customFields,
                    modified: Timestamp(secondsSince1970: 0))
            }
            guard let directory else {
                throw ScaryBugsError(.damaged, "the history has lost document \(name.number)")
            }
            return try reader.read(directory).data
        }
    }

    /// Finds the files of a document after a change: where they are now, or where later changes left them.
    private func document(_ name: DocumentName, after number: Int64) throws -> Found? {
        var bytes: [UInt8]?
        for row in try store.rows(of: name, after: number) {
            switch row.change {
            case .contents(.document(name), nil, _): return nil
            case .contents(.document(name), .some, _):
                return Found(directory: try directory(name, keptBy: row), bytes: bytes, name: name)
            case .contents(.file(name, let file), _, _) where ContentFiles.isDataFile(file):
                if bytes == nil { bytes = try store.bytes(replacedBy: row) }
            default: break
            }
        }
        guard let present = try reader.openIfPresent(name) else { return nil }
        return Found(directory: present, bytes: bytes, name: name)
    }

    /// The directory that a change left in the history. An undo may have put it back since.
    private func directory(
        _ name: DocumentName, keptBy row: HistoryRow
    ) throws -> DocumentDirectory? {
        if let kept = try store.directory.directory(named: String(row.number)) {
            return DocumentDirectory(name: name, directory: kept)
        }
        guard let taker = try store.row(taking: row.slot),
            case .document(let new) = taker.change.path
        else { return nil }
        return try document(new, after: taker.number)?.directory
    }
}

/// A document at one time, as far as it can be read, for a comparison with another time.
struct DocumentVersion {
    /// Nil if the document can't be read.
    let contents: DocumentContents?
    /// The files with their checksums.
    fileprivate let files: ContentVersion

    /// - Parameters:
    ///   - directory: the directory with the files; nil if it is lost.
    ///   - data: reads the data.
    init(of directory: DocumentDirectory?, _ data: () throws -> DocumentData) throws {
        contents = try ifIntact {
            DocumentContents(data: try data(), picture: try directory?.picture())
        }
        files = try ifIntact { try directory?.version(.all) } ?? .unknown
    }

    fileprivate var picture: ContentVersion.FileVersion? {
        contents?.picture.flatMap { files.file(named: $0.fileName) }
    }
}

extension FieldChange {
    /// The changes from one version to another; nil for a document that is not there.
    static func list(
        of name: DocumentName, from before: DocumentVersion?, to after: DocumentVersion?
    ) -> [FieldChange] {
        guard let before, let after, let old = before.contents, let new = after.contents else {
            return list(of: name, from: before?.contents, to: after?.contents)
        }
        return list(
            of: name, from: old, to: new, hasNewPicture: before.picture != after.picture)
            + files(of: name, from: old.data, before.files, to: new.data, after.files)
    }

    /// Something that changes, but in no field.
    static func whole(
        _ document: DocumentName?, _ title: String, _ isPresent: Bool = true
    ) -> FieldChange {
        FieldChange(
            document, nil, from: .field(.text(title)), to: isPresent ? .field(.text(title)) : nil)
    }
}

/// Reads documents for the index.
struct IndexReader: Sendable {
    let documents: Directory
    let limits: Limits
    let ownFields: [Field]

    /// What the index is to know of a document; nil if there is none of that name.
    func row(of name: DocumentName) throws -> IndexRow? {
        do {
            guard let directory = try documents.directory(named: name.directoryName) else {
                return nil
            }
            return try row(of: DocumentDirectory(name: name, directory: directory))
        } catch let error as ScaryBugsError where error.code != .interrupted {
            return IndexRow(name, problem: error.message)
        }
    }

    private func row(of document: DocumentDirectory) throws -> IndexRow {
        let now = FileTime.now
        let directory = try document.directory.status()
        guard let read = try document.readData(limits: limits, ownFields: ownFields) else {
            throw document.withoutData
        }
        var row = IndexRow(
            document.name, read.data, hasPicture: try document.picture() != nil)
        if IndexStamp.isSettled(directory, read.status, now: now) {
            row.stamp = IndexStamp(directory: directory, dataFile: read.status)
        }
        return row
    }

    /// The stamp of a document's files now; nil if there is no such document, or none that can be
    /// read.
    private func stamp(of name: DocumentName) throws -> IndexStamp? {
        guard let directory = try documents.directory(named: name.directoryName),
            let status = try directory.status(of: name.kind.dataFileName)
        else { return nil }
        return IndexStamp(directory: try directory.status(), dataFile: status)
    }

    /// What must be changed in an index with these stamps, in the order of the names, for it to be
    /// in step.
    func changes(
        since known: [(id: Int64, stamp: IndexStamp)]
    ) throws -> [DocumentIndex.Change] {
        var changes: [DocumentIndex.Change] = []
        var known = known[...]
        for id in try documents.names().compactMap({ DocumentName(directoryName: $0)?.indexID })
            .sorted()
        {
            try Interruption.check()
            while let gone = known.first, gone.id < id {
                changes.append(.remove(DocumentName(indexID: gone.id)))
                known.removeFirst()
            }
            let name = DocumentName(indexID: id)
            if let present = known.first, present.id == id {
                known.removeFirst()
                if try present.stamp != .unknown && stamp(of: name) == present.stamp { continue }
            }
            if let row = try row(of: name) { changes.append(.put(row)) }
        }
        return changes + known.map { .remove(DocumentName(indexID: $0.id)) }
    }
}

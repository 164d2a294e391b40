extension Workspace {
    /// What is wrong with a row of the index.
    enum RowFlaw: Hashable, Sendable {
        /// Another program changed the document since it was read for it.
        case stale
        /// It never was right, or was changed in the index.
        case wrong
    }

    /// Rows that are handed to a thread together, or looked at under one lock.
    static let checkedTogether = 64

    /// Whether there is an index, in step with the documents as far as its time tells.
    func hasIndexToCheck() throws -> Bool {
        guard let documents = try readable() else { return false }
        let isThere = try usingIndex(of: documents, making: false) { _ in true } ?? false
        return try isThere && withIndex { _ in true } ?? false
    }

    /// The rows of a range of documents; nil where there is no index any more.
    func indexedRows(_ range: ClosedRange<Int64>) throws -> [Int64: IndexedRow]? {
        guard let documents = try readable() else { return nil }
        return try usingIndex(of: documents, making: false) { try $0.rows(range) } ?? nil
    }

    /// Which rows are wrong, of those that seemed to be: others may have been about to write them.
    ///
    /// Under the workspace's lock nobody changes documents, and what was changed before shows in the
    /// time of their directory and is read first.
    func flawsInRows(_ suspects: [Int64]) throws -> [(id: Int64, flaw: RowFlaw)] {
        var found: [(id: Int64, flaw: RowFlaw)] = []
        var rest = suspects[...]
        while !rest.isEmpty {
            try Interruption.check()
            let piece = rest.prefix(Self.checkedTogether)
            rest = rest.dropFirst(piece.count)
            found += try makeBase().lock.holding { try flaws(inRows: Array(piece)) }
        }
        return found
    }

    private func flaws(inRows ids: [Int64]) throws -> [(id: Int64, flaw: RowFlaw)] {
        let reader = try self.reader()
        return try withIndex { index in
            try ids.compactMap { id in
                guard let documents = reader.documents else { return nil }
                let present = try IndexReader(
                    documents: documents, limits: reader.limits, ownFields: reader.ownFields
                ).row(of: DocumentName(indexID: id)).map(IndexedRow.init)
                let indexed = try index.rows(id...id)[id]
                return Self.flaw(indexed, present).map { (id, $0) }
            }
        } ?? []
    }

    /// - Parameters:
    ///   - indexed: what the index has; nil where there is no row.
    ///   - present: what it should have; nil where there is no document.
    private static func flaw(_ indexed: IndexedRow?, _ present: IndexedRow?) -> RowFlaw? {
        guard let indexed, let present else { return indexed == present ? nil : .wrong }
        if indexed.agrees(with: present) { return nil }
        let isStale = indexed.stamp != .unknown && indexed.stamp != present.stamp
        return isStale ? .stale : .wrong
    }

    /// Whether the index holds together.
    func isIndexSound() throws -> Bool {
        try withIndex { try $0.isSound() } ?? true
    }

    /// Makes the index anew.
    func remakeIndex() throws {
        guard let documents = try readable() else { return }
        index.discard(documents)
        _ = try refresh()
    }
}

extension Workspace {
    enum RowFlaw: Hashable, Sendable {
        /// Another program changed the document after the index read it.
        case stale
        /// The row was wrong from the start, or something changed it in the index.
        case wrong
    }

    /// The number of rows in a batch, for one thread or under one lock.
    static let checkedTogether = 64

    /// Whether an index exists and is current, as far as the modification time of the documents'
    /// directory shows.
    func hasIndexToCheck() throws -> Bool {
        guard let documents = try readable() else { return false }
        let isThere = try usingIndex(of: documents, making: false) { _ in true } ?? false
        return try isThere && withIndex { _ in true } ?? false
    }

    /// Reads the rows in a range of index IDs; nil if the index no longer exists.
    func indexedRows(_ range: ClosedRange<Int64>) throws -> [Int64: IndexedRow]? {
        guard let documents = try readable() else { return nil }
        return try usingIndex(of: documents, making: false) { try $0.rows(range) } ?? nil
    }

    /// Compares suspect rows again, because other sessions may have been about to write them.
    ///
    /// The workspace's lock keeps others from changing documents; while another session has it, nothing is
    /// found. Changes made before the lock show in the modification time of the documents' directory,
    /// and the index reads them first.
    func flawsInRows(_ suspects: [Int64]) throws -> [(id: Int64, flaw: RowFlaw)] {
        var found: [(id: Int64, flaw: RowFlaw)] = []
        var rest = suspects[...]
        while let piece = rest.popFirst(Self.checkedTogether) {
            try Interruption.check()
            found += try whileFree { try flaws(inRows: piece) } ?? []
        }
        return found
    }

    private func flaws(inRows ids: [Int64]) throws -> [(id: Int64, flaw: RowFlaw)] {
        let reader = try indexReader()
        return try withIndex { index in
            try ids.compactMap { id in
                let present = try reader.row(of: DocumentName(indexID: id)).map(IndexedRow.init)
                let indexed = try index.rows(id...id)[id]
                return Self.flaw(indexed, present).map { (id, $0) }
            }
        } ?? []
    }

    /// - Parameters:
    ///   - indexed: the row in the index; nil if it has none.
    ///   - present: the expected row; nil if the document does not exist.
    private static func flaw(_ indexed: IndexedRow?, _ present: IndexedRow?) -> RowFlaw? {
        guard let indexed, let present else { return indexed == present ? nil : .wrong }
        if indexed.agrees(with: present) { return nil }
        let isStale = indexed.stamp != .unknown && indexed.stamp != present.stamp
        return isStale ? .stale : .wrong
    }

    /// Rebuilds the index. Under the lock no other process writes to it.
    func remakeIndex() throws {
        guard let documents = try readable() else { return }
        try locked { index.discard(documents) }
        _ = try refresh()
    }
}

extension WorkspaceIndex {
    /// Changes that are written down at one stroke: enough for a thread to be worthwhile.
    private static let batch = 500

    /// Notes changes that were made between two times of the documents' directory.
    ///
    /// - Parameter to: nil where others may have changed something meanwhile.
    func note(
        _ changes: @autoclosure () -> [Change], from: FileTime, to: FileTime?,
        in documents: Directory
    ) throws {
        guard try isOpen(documents) else { return }
        span = span.followed(from: from, to: to)
        for change in changes() { pending[change.name.indexID] = change }
    }

    private func isOpen(_ documents: Directory) throws -> Bool {
        do {
            return try open(documents, making: false) != nil
        } catch let error as DatabaseError {
            giveUp(after: error, documents)
            return false
        }
    }

    /// Notes that a document was found to be other than its row has it.
    func notice(_ name: DocumentName) {
        pending[name.indexID] = .reread(name)
    }

    /// Whether a document's row was found to be right when its files had that stamp.
    func hasSeen(_ name: DocumentName, with stamp: IndexStamp) -> Bool {
        seen[name.indexID] == stamp
    }

    /// Remembers that a document's row is right as long as its files have that stamp.
    func saw(_ name: DocumentName, with stamp: IndexStamp) {
        if seen.count >= Self.batch { seen = [:] }
        seen[name.indexID] = stamp
    }

    /// Whether there is something not yet written down of a document.
    func isPending(_ name: DocumentName) -> Bool { pending[name.indexID] != nil }

    func dropPendingChanges() {
        pending = [:]
        span = .none
    }

    var hasPendingChanges: Bool { !pending.isEmpty }
    /// Whether there are so many that they take memory.
    var hasManyPendingChanges: Bool { pending.count >= Self.batch }

    /// Full-text search takes rows in their order far faster than in any other.
    private var pendingInOrder: [Change] {
        pending.sorted { $0.key < $1.key }.map(\.value)
    }

    // MARK: Writing

    /// Writes down what is noted; the workspace's lock must be held.
    ///
    /// - Parameters:
    ///   - highest: what is known of the highest number.
    ///   - row: reads a document for it; nil if there is no such document any more.
    func flush(
        _ documents: Directory, highest: NumberSequence.Known?,
        row: (DocumentName) throws -> IndexRow?
    ) throws {
        let (noted, span) = (pendingInOrder, span)
        dropPendingChanges()
        let reread = try noted.compactMap { change -> DocumentIndex.Change? in
            guard case .reread(let name) = change else { return nil }
            return try row(name).map { .put($0) } ?? .remove(name)
        }
        _ = try using(documents, making: false) { index in
            if case .from(let from, let to) = span,
                try index.update(
                    reread + noted.compactMap(\.known), from: from, to: to, highest: highest)
            {
                return
            }
            // What was noted may be older than what others did since; what was just read is not.
            _ = try index.update(reread, from: nil, to: nil, highest: highest)
        }
    }

    /// Begins to write down what is noted, where that needs nothing to be read.
    ///
    /// - Returns: whether it did.
    func flushInBackground(
        _ documents: Directory, highest: NumberSequence.Known?
    ) throws -> Bool {
        finishWriting(documents)
        guard case .from(let from, let to) = span, case .open(let index) = state,
            !pending.values.contains(where: \.needsReading)
        else { return false }
        let (noted, lent) = (pendingInOrder, Lent(index: index))
        dropPendingChanges()
        writing = BackgroundTask {
            do {
                _ = try lent.index.update(
                    noted.compactMap(\.known), from: from, to: to, highest: highest)
                return nil
            } catch {
                return error as? DatabaseError
            }
        }
        return true
    }

    /// The index while another thread has it: nobody else uses it before that is done.
    private struct Lent: @unchecked Sendable {
        let index: DocumentIndex
    }

    /// Waits for what is being written down.
    func finishWriting(_ documents: Directory) {
        guard let task = writing else { return }
        writing = nil
        if let error = task.wait() { giveUp(after: error, documents) }
    }
}

extension WorkspaceIndex.Change {
    fileprivate var needsReading: Bool {
        if case .reread = self { return true }
        return false
    }

    /// The change of the row; nil where the document is to be read for it.
    fileprivate var known: DocumentIndex.Change? {
        switch self {
        case .put(let name, let data, let hasPicture):
            .put(IndexRow(name, data, hasPicture: hasPicture))
        case .remove(let name): .remove(name)
        case .reread: nil
        }
    }
}

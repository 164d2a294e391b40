/// What the rows of an index match: the state of the workspace's history, and the time of the documents'
/// directory.
struct IndexPosition {
    /// The identity of the history; 0 without one.
    let history: Int64
    /// The number of times that another program was found to have changed the documents' directory.
    let epoch: Int64
    /// The number of the last change whose effect the rows have.
    let applied: Int64
    /// The modification time of the documents' directory; nil if another change at the same moment could go
    /// unnoticed.
    let time: FileTime?

    init(_ state: HistoryStore.State?, time: FileTime?) {
        history = state?.identity ?? 0
        epoch = state?.epoch ?? 0
        applied = state?.applied ?? 0
        self.time = time
    }

    fileprivate init(history: Int64, epoch: Int64, applied: Int64) {
        (self.history, self.epoch, self.applied) = (history, epoch, applied)
        time = nil
    }

    /// Whether only changes that the history has lead from this position to another one.
    func follows(_ other: IndexPosition) -> Bool {
        history == other.history && history != 0 && epoch == other.epoch && applied <= other.applied
    }
}

extension DocumentIndex {
    /// The position of the rows; nil if they match no state of the documents yet.
    func position() throws -> IndexPosition? {
        guard try time() != nil else { return nil }
        var position: IndexPosition?
        try database.statement("SELECT history, epoch, applied FROM state").forEachRow([]) { row in
            position = IndexPosition(
                history: row.integer(0), epoch: row.integer(1), applied: row.integer(2))
        }
        return position
    }

    /// Records a position within a transaction.
    func set(_ position: IndexPosition) throws {
        try database.statement(
            "UPDATE state SET time = ?, history = ?, epoch = ?, applied = ?"
        ).run(
            // Without a time, the rows are compared again, and still are better than none.
            position.time.map { .integer($0.packed) } ?? .integer(0),
            .integer(position.history), .integer(position.epoch), .integer(position.applied))
    }
}

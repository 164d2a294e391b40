/// Changes and their sizes in the history.
extension HistoryStore {
    func rows(ofOperation id: Int64) throws -> [HistoryRow] {
        try rows("operation = \(id) ORDER BY number")
    }

    /// The changes after a number, in their order.
    func rows(after number: Int64) throws -> [HistoryRow] {
        try rows("number > \(number) ORDER BY number")
    }

    /// The later changes of a document, in their order.
    func rows(of document: DocumentName, after number: Int64) throws -> [HistoryRow] {
        try rows("document = \(document.number) AND number > \(number) ORDER BY number")
    }

    /// The changes of a path, in their order.
    func rows(at path: WorkspacePath, after number: Int64) throws -> [HistoryRow] {
        try rows("path = x'\(path.hex)' AND number > \(number) ORDER BY number")
    }

    /// The change that took a directory out of the history; nil if none did.
    func row(taking slot: WorkspacePath) throws -> HistoryRow? {
        try rows("source = x'\(slot.hex)' ORDER BY number DESC LIMIT 1").first
    }

    func rows(_ condition: String) throws -> [HistoryRow] {
        try select(
            """
            SELECT number, operation, kind, path, before, after, source FROM changes
            WHERE \(condition)
            """
        ) { row in
            let change = WorkspaceChange(
                kind: row.integer(2), WorkspacePath(bytes: row.blob(3)),
                before: row.isNull(4) ? nil : row.text(4), after: row.isNull(5) ? nil : row.text(5))
            guard let change else { throw DatabaseError.damaged }
            return HistoryRow(
                number: try row.number(0), operation: try row.number(1), change: change,
                source: row.isNull(6) ? nil : WorkspacePath(bytes: row.blob(6)))
        }
    }

    /// Whether the last change of a document's directory removed it.
    func hasRemoved(_ name: DocumentName) throws -> Bool {
        let path = WorkspacePath.document(name).hex
        return try rows("path = x'\(path)' ORDER BY number DESC LIMIT 1").first?.change.isRemoval
            == true
    }

    /// The documents that operations changed.
    func documents(ofOperations ids: [Int64]) throws -> NumberRanges {
        let list = ids.map(String.init).joined(separator: ",")
        let documents = """
            SELECT DISTINCT document FROM changes
            WHERE operation IN (\(list)) AND document IS NOT NULL ORDER BY document
            """
        return NumberRanges(try numbers(documents).map(Int.init))
    }

    /// The documents that changes after a number have changed, sorted; nil if the history does not
    /// have them all.
    func documentsChanged(after number: Int64) throws -> [DocumentName]? {
        guard number >= state.forgotten, number <= state.applied else { return nil }
        var names: Set<DocumentName> = []
        for row in try rows("number > \(number) AND number <= \(state.applied)") {
            names.formUnion(row.change.documents)
        }
        return names.sorted()
    }

    /// The bytes of the file that a change replaced or removed; nil if the history has lost them.
    func bytes(replacedBy row: HistoryRow) throws -> [UInt8]? {
        let sql = "SELECT bytes FROM changes WHERE number = ? AND bytes IS NOT NULL"
        return try select(sql, .integer(row.number)) { Array($0.blob(0)) }.first
    }

    /// The last versions of a document that changes replaced, the newest first, up to one that is lost.
    func earlierVersions(of name: DocumentName) throws -> [EarlierVersion] {
        var versions: [EarlierVersion] = []
        for row in try rows("document = \(name.number) ORDER BY number DESC LIMIT 20") {
            var (dataFile, files): ([UInt8]?, ContentVersion?)
            switch row.change {
            case .contents(.file(name, let file), .some, _) where ContentFiles.isDataFile(file):
                dataFile = try bytes(replacedBy: row)
            case .contents(.document(name), let before?, _):
                files = before
                let kept = try directory.directory(named: String(row.number))
                dataFile = try kept?.file(named: name.kind.dataFileName)?.contents(limit: .none)
            default: break
            }
            guard let dataFile else { break }
            versions.append(EarlierVersion(dataFile: dataFile, files: files))
        }
        return versions
    }

    /// Whether a change is in effect: nothing took it back, or that was taken back itself. Nil if the history
    /// doesn't know it.
    func stands(_ number: Int64) throws -> Bool? {
        try self.number(
            """
            WITH RECURSIVE reversions (id) AS (
                SELECT operation FROM changes WHERE number = ?
                UNION SELECT undone FROM operations JOIN reversions USING (id) WHERE undone > 0)
            SELECT CASE WHEN count(*) = 0 THEN NULL
                ELSE count(*) % 2 AND NOT max(kind = \(Operation.Kind.void.rawValue)) END
            FROM operations JOIN reversions USING (id)
            """, .integer(number)
        ).map { $0 != 0 }
    }

    func lastChange() throws -> Int64 { try number("SELECT max(number) FROM changes") ?? 0 }

    /// Whether no session is making changes.
    func hasAppliedAll() throws -> Bool { try lastChange() <= state.applied }

    // MARK: Sizes

    /// The bytes that the history takes on the disk, but for those that no step gives back: the log and
    /// free pages.
    func usedBytes() throws -> Int64 {
        let counted = { (sql: String) in try self.number(sql) ?? 0 }
        let pages = try counted("PRAGMA page_count") - counted("PRAGMA freelist_count")
        let rows =
            try pages * counted("PRAGMA page_size")
            + counted("SELECT total(held) FROM changes WHERE held > 0")
        let files = try directory.names().compactMap { name in
            Self.isOwnEntry(name) && ![Self.fileName, Self.logName].contains(name)
                ? try directory.status(of: name)?.diskBytes : nil
        }
        return try rows + files.reduce(0, +) + directory.status().diskBytes
    }

    /// Empties the log if it is long, as after a script, unless another process reads it.
    func shortenLog() {
        guard let log = try? directory.status(of: Self.logName), log.size > 1 << 20 else { return }
        // If that fails, the next batch tries again.
        try? database.execute("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// The step up to which steps must go, so that about `excess` bytes become free; nil for none.
    func step(freeing excess: Int64) throws -> Int? {
        var freed: Int64 = 0
        var last: Int?
        try naming {
            try database.prepare(
                """
                SELECT max(step, target), total(coalesce(length(bytes), 0) + 100 + held)
                FROM operations JOIN changes ON changes.operation = operations.id
                GROUP BY 1 ORDER BY 1
                """
            ).visitRows([]) { row in
                freed += try row.number(1)
                last = Int(try row.number(0))
                return freed < excess
            }
        }
        return last
    }

    /// The numbers of the changes whose directories the history keeps.
    func heldNumbers() throws -> Set<Int64> {
        try Set(numbers("SELECT number FROM changes WHERE held > 0"))
    }
}

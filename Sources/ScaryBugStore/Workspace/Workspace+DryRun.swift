extension Workspace {
    /// Runs `body`, whose changes are planned as ever, and then dropped. It needs no lock, and changes no
    /// file of the workspace.
    ///
    /// ```swift
    /// let results = try workspace.dryRun { try workspace.delete(names) }
    /// ```
    ///
    /// - Parameters:
    ///   - isWanted: whether the changes are dropped. If not, `body` makes them.
    ///   - body: makes changes.
    /// - Returns: the result of `body`, as if the changes had been made.
    public func dryRun<Result>(
        if isWanted: Bool = true, _ body: () throws -> Result
    ) throws -> Result {
        if isDryRun || !isWanted { return try body() }
        try commitBatch()
        isDryRun = true
        defer { (isDryRun, writer) = (false, nil) }
        return try body()
    }

    /// Plans changes of a dry run.
    func planning<Result>(
        _ plan: (Writer) throws -> Result, as operation: (Writer) throws -> Operation
    ) throws -> Result {
        let writer = try dryWriter()
        return try writer.planning(operation(writer), activity) { try plan(writer) }
    }

    /// The writer of the dry run. Its files are in `TMPDIR`, and its rows in a temporary database.
    func dryWriter() throws -> Writer {
        if let writer { return writer }
        let place = try PrivateDirectory()
        let directory = try openBase()?.directory ?? place.directory
        let places = WorkspacePlaces(
            directory: directory,
            documents: try readable() ?? place.directory.directory(creating: Self.documentsName)
        ) { [weak self] in self?.warn($0) }
        let store =
            try readableHistory().map { try $0.planning() }
            ?? HistoryStore(emptyIn: place.directory)
        let made = try Writer(in: places, Staging(place, for: directory), store, activity)
        writer = made
        return made
    }
}

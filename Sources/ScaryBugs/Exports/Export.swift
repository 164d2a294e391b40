/// Exports documents as bundles, directories of the apps, archives, maps or pictures.
public struct Export {
    /// A document that has been exported.
    public struct Written: Sendable {
        /// The exported document.
        public let name: DocumentName
        /// The path of the new file or directory; empty for an open file.
        public internal(set) var path = ""
        /// The size of the exported file or directory, in bytes.
        public internal(set) var size: Int64 = 0
        /// The names of fields and files that were omitted because the format can't hold them.
        public internal(set) var lost: [String] = []
        /// Messages about values over a limit, for which an import refuses the document.
        public internal(set) var excesses: [String] = []
        /// Messages about parts that are missing, such as a thumbnail that could not be made.
        public internal(set) var remarks: [String] = []
        /// The names of fields and files that were left out since they may tell a position.
        public internal(set) var doubtful: [String] = []
        /// Whether a Darwin Core archive tells its position. Of other formats
        /// ``Workspace/documentsTellingPlace(among:as:)`` knows it before.
        package internal(set) var tellsPlace = false
        /// The copy that goes out; nil if that isn't remembered.
        var sent: SentCopy?
    }

    let workspace: Workspace
    let format: ExportFormat
    let destination: ExportDestination
    let outgoing: Outgoing

    /// Whether one file holds all documents, so that ``writeAll(_:)`` writes it.
    public let makesOneFile: Bool

    /// Gives a document's bundle its name; nil to name it after its title alone.
    private(set) var fileName: ((Document) -> String)?

    /// Replaces bundles in a shared directory.
    init(
        from workspace: Workspace, to directory: Directory, telling outgoing: Outgoing,
        naming fileName: @escaping (Document) -> String
    ) {
        (self.workspace, self.outgoing, self.fileName) = (workspace, outgoing, fileName)
        destination = ExportDestination(
            directory, limits: workspace.limits, remedy: "remove it, and sync again")
        (format, makesOneFile) = (.scarybug, false)
    }

    /// - Parameters:
    ///   - workspace: the workspace of the documents.
    ///   - path: a directory, which is made if it does not exist, or the file or directory to
    ///     make. The latter requires a single document, a format that holds many, or bundles and the
    ///     name of a ZIP file. It has no slash at the end. nil means the working directory.
    ///   - format: the form of the files.
    ///   - count: the number of documents.
    ///   - isReplacing: whether to replace existing files.
    ///   - outgoing: what is told to whom.
    public init(
        from workspace: Workspace, to path: String?, as format: ExportFormat = .scarybug,
        count: Int, replacing isReplacing: Bool, telling outgoing: Outgoing = Outgoing()
    ) throws {
        self.workspace = workspace
        self.format = format
        self.outgoing = outgoing
        let isZip = format == .scarybug && count > 1 && path?.lowercased().hasSuffix(".zip") == true
        destination = try parsing(path ?? "") {
            try ExportDestination(
                path: path, outside: workspace.home, as: format,
                isSingle: count == 1 || format.holdsMany || isZip, replacing: isReplacing,
                limits: workspace.limits)
        }
        makesOneFile = format.holdsMany || isZip && destination.fileName != nil
    }

    /// Writes documents on all processors, in a format with one file or directory for each
    /// document.
    ///
    /// - Parameters:
    ///   - names: the documents.
    ///   - each: receives the result for each document, in order, once it is on the disk. The result is
    ///     ``ScaryBugsError/Code/exists`` if something exists that the export must not replace.
    /// - Throws: errors of `each`, and ``Interrupted``. Documents that have not
    ///   been passed to `each` by then leave no files.
    public func write(
        _ names: [DocumentName], _ each: (Result<Written, any Error>) throws -> Void
    ) throws {
        let outgoing = try workspace.beginning(outgoing, of: names, as: format)
        let packing = ExportPacking(
            reader: try workspace.reader(), format: format, destination: destination,
            staging: try PrivateDirectory(in: destination.directory), outgoing: outgoing)
        let work = OrderedWork(gathering: Workspace.gatheringSeconds) {
            (task: Result<ExportTask, any Error>, place) in
            try packing.pack(task.get(), at: place)
        }
        var naming = ExportNaming(self, outgoing)
        var rest = names[...]
        try work.run(
            next: { rest.popFirst().map { name in Result { try naming.task(for: name) } } },
            consume: { try install($0, each) })
    }

    private func install(
        _ results: [Result<ExportPacking.Packed, any Error>],
        _ each: (Result<Written, any Error>) throws -> Void
    ) throws {
        let packed = results.compactMap { try? $0.get() }
        try destination.sync(packed.map(\.draft))
        // A copy that is out must be known, so this comes first.
        try workspace.record(packed.compactMap(\.written.sent), as: outgoing)
        var placed: [Written] = []
        for result in results {
            do { placed.append(try result.get().install()) } catch {
                // `each` may stop the export at this error, so the documents before it are reported
                // first.
                try report(placed, each)
                placed = []
                try each(.failure(error))
            }
        }
        try report(placed, each)
    }

    private func report(
        _ placed: [Written], _ each: (Result<Written, any Error>) throws -> Void
    ) throws {
        if placed.isEmpty { return }
        try destination.directory.sync()
        for written in placed { try each(.success(written)) }
    }
}

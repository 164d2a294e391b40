/// The recipient of exported files, and what they tell.
public struct ExportTelling: Sendable {
    /// The name of who gets them; `-` if nobody says.
    public let recipient: String
    /// Whether they tell nothing about who changed what.
    public let isBare: Bool
    /// What they leave out for everybody; nil for nothing.
    public let withholding: Withholding?
    /// Whether recipients get all, also what they didn't get before.
    let tellsAll: Bool
    let date: Timestamp
    /// What each recipient didn't get before, by the document.
    var earlier: [String: [DocumentName: Withholding]] = [:]

    /// - Parameters:
    ///   - recipient: the name of who gets them.
    ///   - isBare: whether they tell nothing about who changed what.
    ///   - withholding: what they leave out; nil for nothing.
    ///   - tellsAll: whether the recipient gets all, also what he didn't get before.
    ///   - date: the time of the export; nil for now.
    public init(
        to recipient: String = "-", bare isBare: Bool = false,
        without withholding: Withholding? = nil, all tellsAll: Bool = false,
        at date: Timestamp? = nil
    ) {
        (self.recipient, self.isBare, self.withholding) = (recipient, isBare, withholding)
        self.tellsAll = tellsAll
        self.date = date ?? Timestamp(secondsSince1970: FileTime.now.seconds)
    }

    /// What somebody doesn't get of a document; nil for nothing.
    ///
    /// - Parameter recipient: nil for the only one.
    package func withholding(
        of name: DocumentName, to recipient: String? = nil
    ) -> Withholding? {
        let earlier = earlier[recipient ?? self.recipient]?[name]
        return withholding?.joined(with: earlier) ?? earlier
    }
}

/// Exports documents as bundles, directories of the apps, archives, maps or pictures.
public struct Export {
    /// A document that has been exported.
    public struct Written: Sendable {
        /// The exported document.
        public let name: DocumentName
        /// The path of the new file or directory.
        public let path: String
        /// The size of the exported file or directory, in bytes.
        public let size: Int64
        /// The names of fields and files that were omitted because the format can't hold them.
        public let lost: [String]
        /// Messages about values over a limit, for which an import refuses the document.
        public let excesses: [String]
        /// Messages about a thumbnail that could not be made.
        public var remarks: [String] = []
        /// The names of fields and files that were left out since they may tell a position.
        public var doubtful: [String] = []
        /// Whether a Darwin Core archive tells its position. Of other formats
        /// ``Workspace/documentsTellingPlace(among:as:)`` knows it before.
        package var tellsPlace = false
    }

    let workspace: Workspace
    let format: ExportFormat
    let destination: ExportDestination
    let telling: ExportTelling

    /// Whether one file holds all documents, so that ``writeAll(_:)`` writes it.
    public let makesOneFile: Bool

    /// - Parameters:
    ///   - workspace: the workspace of the documents.
    ///   - path: a directory, which is made if it does not exist, or the file or directory to
    ///     make. The latter requires a single document, a format that holds many, or bundles and the
    ///     name of a ZIP file. It has no slash at the end. nil means the working directory.
    ///   - format: the form of the files.
    ///   - count: the number of documents.
    ///   - isReplacing: whether to replace existing files.
    ///   - telling: who gets bundles, and what they tell.
    public init(
        from workspace: Workspace, to path: String?, as format: ExportFormat = .scarybug,
        count: Int, replacing isReplacing: Bool, telling: ExportTelling = ExportTelling()
    ) throws {
        self.workspace = workspace
        self.format = format
        self.telling = telling
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
        let packing = ExportPacking(
            reader: try workspace.reader(), format: format, destination: destination,
            staging: try PrivateDirectory(in: destination.directory),
            telling: try workspace.recalling(telling, of: names, to: [telling.recipient]),
            rights: DefaultRights(workspace.preferences))
        let work = OrderedWork(gathering: Workspace.gatheringSeconds) {
            (task: Result<ExportTask, any Error>, place) in
            try packing.pack(task.get(), at: place)
        }
        var naming = try ExportNaming(self)
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
        try workspace.record(packed.compactMap(\.sent), to: [telling.recipient], at: telling.date)
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

// MARK: Streams

extension Export {
    /// What an import of an exported document lacks.
    package struct Loss: Sendable {
        /// The names of fields and files that were omitted because the format can't hold them.
        package var lost: [String] = []
        /// Messages about values for which an import refuses the document.
        package var excesses: [String] = []
        /// The names of fields and files that were left out since they may tell a position.
        package var doubtful: [String] = []
        /// Whether a Darwin Core archive tells the position of the document.
        package var tellsPlace = false
        /// Messages about all documents of the export.
        package var remarks: [String] = []
    }

    /// Writes documents to a pipe or another open file.
    ///
    /// Documents are packed into an unnamed temporary file first, so a slow reader does not block
    /// other sessions from changing them.
    ///
    /// - Returns: the documents that were written, with the loss of each.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if the format makes directories, or if it
    ///   holds only one document and there are several.
    package static func write(
        _ names: [DocumentName], of workspace: Workspace, as format: ExportFormat,
        telling: ExportTelling = ExportTelling(), toStream stream: borrowing File
    ) throws -> [(name: DocumentName, loss: Loss)] {
        guard !format.isDirectory else {
            throw ScaryBugsError(
                .invalidValue,
                "a directory cannot be written to standard output; give a DESTINATION")
        }
        let spool = try File.temporary()
        let losses: [(name: DocumentName, loss: Loss)]
        if format.holdsMany {
            losses = try write(
                names, of: workspace, as: format, without: telling.withholding, to: spool)
        } else if let name = names.first, names.count == 1 {
            let reader = try workspace.reader()
            let own =
                try format.tellsChanges && workspace.beginSending()
                ? workspace.ownCopyToSend(
                    workspace.document(name, looksAtPicture: false).data, name.number) : nil
            let telling = try workspace.recalling(telling, of: names, to: [telling.recipient])
            let packing = try reader.pack(
                name, as: format, own, isBare: telling.isBare,
                without: telling.withholding(of: name), DefaultRights(workspace.preferences),
                to: spool)
            try workspace.record(
                [packing.sent].compactMap(\.self), to: [telling.recipient], at: telling.date)
            let loss = Loss(
                excesses: reader.excesses(of: packing.data, as: format),
                doubtful: packing.doubtful)
            losses = [(name, loss)]
        } else {
            throw ScaryBugsError(
                .invalidValue,
                "standard output takes one document, not \(names.count.grouped); give a directory")
        }
        try stream.copy(from: spool, limit: .none)
        return losses
    }
}

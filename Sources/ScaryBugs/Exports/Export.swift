/// Writes documents where others find them: bundles, directories of the apps, archives, pictures.
public struct Export {
    /// A document that was written.
    public struct Written: Sendable {
        public let name: DocumentName
        public let path: String
        /// The size of what is at the path, in bytes.
        public let size: Int64
        /// What the form cannot hold and is therefore left out: names of fields and of files.
        public let lost: [String]
    }

    let workspace: Workspace
    let format: ExportFormat
    let destination: ExportDestination

    /// - Parameters:
    ///   - path: a directory, or for one document, and for a format that holds many, what is to be
    ///     made; nil is the working directory.
    ///   - count: how many documents there will be.
    ///   - isReplacing: whether what exists gives way.
    public init(
        from workspace: Workspace, to path: String?, as format: ExportFormat = .scarybug,
        count: Int, replacing isReplacing: Bool
    ) throws {
        self.workspace = workspace
        self.format = format
        destination = try ExportDestination(
            path: path, isSingle: count == 1 || format.holdsMany,
            takesDocument: format.isDirectory, replacing: isReplacing)
    }

    /// Writes documents on all processors, in a format that does not hold many.
    ///
    /// - Parameter each: gets what came of each document, in their order, once it is as safe as the
    ///   workspace's durability says: ``ScaryBugsError/Code/exists`` if something was there and was
    ///   not to give way.
    /// - Throws: what `each` does, and ``ScaryBugsError/Code/interrupted``; documents that were not
    ///   handed on then leave nothing behind.
    public func write(
        _ names: [DocumentName], _ each: (Result<Written, any Error>) throws -> Void
    ) throws {
        let packing = ExportPacking(
            reader: try workspace.reader(), format: format, destination: destination,
            staging: try destination.staging())
        let work = OrderedWork(gathering: syncsFirst ? Workspace.gatheringSeconds : 0) {
            (task: Result<ExportTask, any Error>) in
            try packing.pack(task.get())
        }
        var naming = ExportNaming(self)
        var rest = names[...]
        try work.run(
            next: { rest.popFirst().map { name in Result { try naming.task(for: name) } } },
            take: { try place($0, each) })
    }

    /// Whether contents are on the disk before they get their name: what is to give way must not be
    /// lost, nor a file be there without them after it was reported.
    var syncsFirst: Bool { destination.isReplacing || workspace.durability == .eachChange }

    private func place(
        _ results: [Result<ExportPacking.Packed, any Error>],
        _ each: (Result<Written, any Error>) throws -> Void
    ) throws {
        if syncsFirst { try destination.sync(results.compactMap { try? $0.get().draft }) }
        var placed: [Written] = []
        for result in results {
            do { placed.append(try result.get().place()) } catch {
                // What comes after an error may not be wanted any more.
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
        try workspace.didExport(to: destination.directory)
        for written in placed { try each(.success(written)) }
    }
}

// MARK: Streams

extension Export {
    /// Writes documents to a pipe, or whatever else is open.
    ///
    /// They are packed into a file without a name first: the document is not kept from others for as
    /// long as the reader takes.
    ///
    /// - Returns: for each document, what the form cannot hold and is therefore left out.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for a format of directories, or several
    ///   documents in a format that does not hold many.
    public static func write(
        _ names: [DocumentName], of workspace: Workspace, as format: ExportFormat,
        toStream stream: borrowing File
    ) throws -> [[String]] {
        guard !format.isDirectory else {
            throw ScaryBugsError(
                .invalidValue,
                "a directory cannot be written to standard output; give a DESTINATION")
        }
        let spool = try Directory.openSpool().temporaryFile()
        var lost: [[String]] = [[]]
        if format.holdsMany {
            let archive = try BookArchive(of: names, in: workspace, as: format)
            try spool.write(archive.bytes)
            lost = archive.lost
        } else if let name = names.first, names.count == 1 {
            try workspace.reader().pack(name, as: format, to: spool)
        } else {
            throw ScaryBugsError(
                .invalidValue,
                "standard output takes one document, not \(names.count); give a directory")
        }
        try stream.copy(from: spool, limit: .max)
        return lost
    }
}

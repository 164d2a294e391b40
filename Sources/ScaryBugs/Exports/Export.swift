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
    private var taken: Set<String> = []

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

    /// Writes one document, in a format that does not hold many.
    ///
    /// - Throws: ``ScaryBugsError/Code/exists`` if something is there and it is not to give way.
    public mutating func write(_ name: DocumentName) throws -> Written {
        let written = try format.isDirectory ? writeNewDirectory(name) : writeFile(name)
        try workspace.didChange(destination.directory)
        return written
    }

    var isDurable: Bool { workspace.durability == .eachChange }

    /// Documents of two kinds may have one number, and so one name as the same kind.
    private mutating func writeNewDirectory(_ name: DocumentName) throws -> Written {
        let kind = format.kind ?? name.kind
        let own = DocumentName(number: name.number, kind: kind).directoryName
        let fileName = destination.fileName ?? own
        guard taken.insert(fileName).inserted else {
            throw ScaryBugsError(
                .exists,
                "\(destination.path(of: fileName)) was written just now, from another document "
                    + "\(name.number); export \(name.directoryName) to another directory")
        }
        return try writeDirectory(name, as: kind, named: fileName)
    }

    private mutating func writeFile(_ name: DocumentName) throws -> Written {
        let suffix = try format == .picture ? workspace.pictureSuffix(of: name) : ".scarybug"
        let title = try workspace.document(name, looksAtPicture: false).title
        let fileName = destination.fileName ?? freshName(for: title, suffix)
        let size = try destination.writeFile(named: fileName, isDurable: isDurable) { file in
            try Self.pack(name, of: workspace, as: format, to: file)
            return try file.status().size
        }
        return Written(
            name: name, path: destination.path(of: fileName), size: size, lost: [])
    }

    /// Titles that meet within one export are told apart: `Potato Bug 2.scarybug`.
    private mutating func freshName(for title: String, _ suffix: String) -> String {
        var count = 1
        while true {
            let name = ExportName.fileName(for: title, count: count, suffix: suffix)
            if taken.insert(name.lowercased()).inserted { return name }
            count += 1
        }
    }

    private static func pack(
        _ name: DocumentName, of workspace: Workspace, as format: ExportFormat,
        to file: borrowing File
    ) throws {
        try workspace.lockingDocument(name) { document in
            // Only what can be read again is handed to others.
            guard try document.readData(limits: workspace.limits, ownFields: []) != nil else {
                throw document.withoutData
            }
            if format == .picture {
                guard let picture = try document.openPicture() else {
                    throw workspace.withoutPicture(name)
                }
                try file.copy(from: picture, limit: .max)
            } else {
                _ = try Bundle.write(
                    document.directory, directoryName: name.directoryName, to: file)
            }
        }
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
                .invalidValue, "a directory cannot go to standard output; give one to put it into")
        }
        let spool = try Directory.openSpool().temporaryFile()
        var lost: [[String]] = [[]]
        if format.holdsMany {
            let archive = try BookArchive(of: names, in: workspace, as: format)
            try spool.write(archive.bytes)
            lost = archive.lost
        } else if let name = names.first, names.count == 1 {
            try pack(name, of: workspace, as: format, to: spool)
        } else {
            throw ScaryBugsError(
                .invalidValue,
                "standard output takes one document, not \(names.count); give a directory")
        }
        try stream.copy(from: spool, limit: .max)
        return lost
    }
}

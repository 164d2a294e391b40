/// Writes documents as bundle files, each of which appears whole or not at all.
public struct Export {
    /// A bundle file that was written.
    public struct Bundle: Sendable {
        public let name: DocumentName
        public let path: String
        /// Its size in bytes.
        public let size: Int64
    }

    private let workspace: Workspace
    private let directory: Directory
    /// The file's name where the user gave one.
    private let fileName: String?
    private let isReplacing: Bool
    /// What the user called the directory; empty for the working directory.
    private let prefix: String
    private var taken: Set<String> = []

    /// - Parameters:
    ///   - destination: a directory, or for one document a file; nil is the working directory.
    ///   - count: how many documents there will be.
    ///   - isReplacing: whether files that exist give way.
    public init(
        from workspace: Workspace, to destination: String?, count: Int, replacing isReplacing: Bool
    ) throws {
        self.workspace = workspace
        self.isReplacing = isReplacing
        guard let destination, destination != "." else {
            (directory, fileName, prefix) = (try Directory.open(path: "."), nil, "")
            return
        }
        guard !destination.isEmpty else {
            throw ScaryBugsError(.invalidValue, "an empty word is no file or directory")
        }
        if destination.hasSuffix("/") || Directory.exists(path: destination) {
            directory = try Self.directory(destination)
            fileName = nil
            prefix = destination.hasSuffix("/") ? destination : destination + "/"
            return
        }
        guard count == 1 else {
            throw ScaryBugsError(
                .invalidValue,
                "\(count) bundles need a directory, and \(destination) is none; make it first")
        }
        let slash = destination.lastIndex(of: "/").map(destination.index(after:))
        prefix = String(destination[..<(slash ?? destination.startIndex)])
        fileName = String(destination[(slash ?? destination.startIndex)...])
        directory = try Self.directory(prefix.isEmpty ? "." : prefix)
    }

    private static func directory(_ path: String) throws -> Directory {
        if let directory = try ifPresent({ try Directory.open(path: path) }) { return directory }
        throw ScaryBugsError(.notFound, "there is no directory \(path); make it first")
    }

    /// Writes one bundle.
    ///
    /// - Throws: ``ScaryBugsError/Code/exists`` if there is such a file and it is not to give way.
    public mutating func write(_ name: DocumentName) throws -> Bundle {
        let title = try workspace.document(name).title
        let fileName = fileName ?? freshName(for: title)
        let path = prefix + fileName
        try checkReplacing(fileName, path)
        let temporary = ".\(fileName.prefix(64)).\(UInt32.random(in: 0 ... .max))"
        do {
            let file = try directory.createFile(named: temporary, calledAs: path, mode: 0o666)
            let size = try Self.write(name, of: workspace, to: file)
            if workspace.durability == .eachChange || isReplacing { try file.sync() }
            try directory.move(
                temporary, to: fileName, in: directory, isReplacing ? .replace : .never,
                for: "write \(path)")
            try workspace.didChange(directory)
            return Bundle(name: name, path: path, size: size)
        } catch {
            try? directory.removeFile(named: temporary)
            throw error
        }
    }

    /// Writes a bundle to a pipe, or whatever else is open.
    ///
    /// It is packed into a file without a name first: the document is not kept from others for as
    /// long as the reader takes.
    public static func write(
        _ name: DocumentName, of workspace: Workspace, toStream stream: borrowing File
    ) throws {
        let spool = try Directory.openSpool().temporaryFile()
        _ = try write(name, of: workspace, to: spool)
        try stream.copy(from: spool, limit: .max)
    }

    private static func write(
        _ name: DocumentName, of workspace: Workspace, to file: borrowing File
    ) throws -> Int64 {
        try workspace.lockingDocument(name) { document in
            // Only what can be read again is handed to others.
            guard try workspace.readData(document) != nil else {
                throw workspace.withoutData(name)
            }
            return try ScaryBugs.Bundle.write(
                document.directory, directoryName: name.directoryName, to: file)
        }
    }

    private func checkReplacing(_ fileName: String, _ path: String) throws {
        guard let present = try directory.status(of: fileName) else { return }
        guard present.kind == .regular else {
            throw ScaryBugsError(.exists, "\(path) exists and is not a regular file")
        }
        guard isReplacing else {
            throw ScaryBugsError(.exists, "\(path) exists; --force replaces it")
        }
    }

    /// Titles that meet within one export are told apart: `Potato Bug 2.scarybug`.
    private mutating func freshName(for title: String) -> String {
        var count = 1
        while true {
            let name = BundleName.fileName(for: title, count: count)
            if taken.insert(name.lowercased()).inserted { return name }
            count += 1
        }
    }
}

import Containers
import XML

/// The files of a Darwin Core archive: of a directory, or of a container, whose files lie in a temporary
/// copy.
package final class DarwinCoreArchive {
    private let directory: Directory?
    /// The bytes of all files of a container.
    private let copy: OpenFile?
    private let entries: [String: ZipEntry]

    /// - Parameter directory: the directory with `meta.xml`.
    package init(in directory: Directory) {
        self.directory = directory
        (copy, entries) = (nil, [:])
    }

    /// Copies the files of a container.
    ///
    /// - Parameter limits: the limits of an import.
    package init(of file: borrowing File, limits: Limits) throws {
        let copy = OpenFile(try File.temporary())
        let limits = ContainerLimits(
            entries: Limit(limits.importDocuments, .importDocuments),
            bytes: Limit(limits.importBytes, .importBytes))
        let entries = try Container.copyFiles(of: file, to: copy.file, limits: limits)
            .filter { !$0.isDirectory && !$0.name.isLitter(isDirectory: false) }
        // All may lie in one directory.
        let descriptions = entries.map(\.name.parts).filter(Self.isDescription)
            .sorted { ($0.count, $0.first ?? "") < ($1.count, $1.first ?? "") }
        if descriptions.count > 1, let first = descriptions.first, first.count > 1 {
            let names = descriptions.prefix(2).compactMap { $0.first?.shortened }
            throw ScaryBugsError(
                .refused,
                "holds \(descriptions.count.grouped) archives, such as \(names.joined(separator: " and ")); "
                    + "unpack it, and import one directory after the other")
        }
        let base = descriptions.first?.dropLast() ?? []
        var named: [String: ZipEntry] = [:]
        for entry in entries where entry.name.parts.starts(with: base) {
            named[entry.name.parts.dropFirst(base.count).joined(separator: "/")] = entry
        }
        (directory, self.copy, self.entries) = (nil, copy, named)
    }

    /// Reads `meta.xml`; see ``ArchiveDescription``.
    package func description(
        limits: Limits, _ checkCore: @escaping (ArchiveTable) throws -> Void
    ) throws -> ArchiveDescription {
        try ArchiveDescription(
            requiredFile(at: ArchiveDescription.fileName), limits: limits, checkCore)
    }

    /// The identifier of the records in all of their versions, as `eml.xml` has it; empty without one.
    package func packageIdentifier(limits: Limits) throws -> String {
        let identifier = try ifPossible { () -> String? in
            guard let file = try file(at: "eml.xml") else { return nil }
            var xml = XMLElements(
                try file.contents(limit: Limit(limits.textFileBytes, .textFileBytes)))
            return try xml.child()?["packageId"]?.trimmed
        }
        let parts = (identifier ?? "").split(separator: "/", omittingEmptySubsequences: false)
        // The IPT adds the version: `…/v1.3`.
        let isVersion = parts.count > 1 && parts.last?.first == "v"
        return (isVersion ? parts.dropLast() : parts[...]).joined(separator: "/")
    }

    /// The paths of its files; of a directory, those that lie in no other one.
    package func paths() throws -> [String] {
        try (directory?.names() ?? Array(entries.keys)).sorted()
    }

    /// Whether the parts of a name are the name of `meta.xml`, at the top or in a directory.
    package static func isDescription(_ parts: [String]) -> Bool {
        parts.count <= 2 && parts.last == ArchiveDescription.fileName
    }

    /// Whether a file is there.
    package func contains(_ path: String) throws -> Bool {
        guard directory != nil else { return entries[path] != nil }
        return try file(at: path)?.status().kind == .regular
    }

    /// Opens a file; nil if there is none.
    ///
    /// - Parameter path: the path of the file; see ``ArchivePath``.
    func file(at path: String) throws -> File? {
        guard ArchivePath.isPlain(path) else { return nil }
        guard directory == nil else {
            let parts = path.split(separator: "/").map(String.init)
            var place = directory
            for part in parts.dropLast() { place = try place?.directory(named: part) }
            return try place?.file(named: parts.last ?? "")
        }
        guard let copy, let entry = entries[path] else { return nil }
        return try entry.file(in: copy.file)
    }

    /// Opens a file that the archive must have.
    package func requiredFile(at path: String) throws -> File {
        if let file = try file(at: path) { return file }
        throw ScaryBugsError(
            .refused, "the archive lacks \(path.shortened); is it complete?")
    }
}

/// The path of a file in an archive of a stranger.
enum ArchivePath {
    /// Whether a path stays in the archive: no address, and no `..`.
    static func isPlain(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return !path.isAddress && !path.utf8.contains(UInt8(ascii: "\\")) && !path.utf8.contains(0)
            && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }
}

/// An open file that several values use.
package final class OpenFile: Sendable {
    package let file: File

    init(_ file: consuming File) { self.file = file }
}

extension ZipEntry {
    /// A private copy of the file.
    package func file(in copy: borrowing File) throws -> File {
        let file = try File.temporary()
        try read(in: copy) { try file.write($0) }
        try file.rewind()
        return file
    }
}

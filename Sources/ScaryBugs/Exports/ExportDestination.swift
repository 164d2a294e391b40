import Containers
import Glibc
import SystemPackage

/// The open destination of an export: a directory, and the name in it if the user gave one.
struct ExportDestination: Sendable {
    let directory: Directory
    /// The file's name; nil if the user gave none.
    let fileName: String?
    let isReplacing: Bool
    private let limits: Limits
    /// The advice about a name that something else has.
    private var remedy = "choose another name"
    /// The directory's path as the user entered it; empty for the working directory.
    private let parent: FilePath

    /// - Parameters:
    ///   - path: a directory, which is made if it does not exist, or the file or directory to make;
    ///     nil for the working directory.
    ///   - format: the form of the files, which their endings must not contradict; nil for none of these.
    ///   - isSingle: whether the export makes a single file or directory, so the path may name it.
    ///   - isReplacing: whether an existing file or document's directory is replaced.
    ///   - limits: the limits on a directory that is replaced.
    init(
        path: String?, outside home: Home, as format: ExportFormat?, isSingle: Bool,
        replacing isReplacing: Bool, limits: Limits
    ) throws {
        self.isReplacing = isReplacing
        self.limits = limits
        guard let path, path != "." else {
            try Self.checkPlace(".", outside: home)
            (directory, fileName, parent) = (try Directory.open(path: "."), nil, "")
            return
        }
        guard !path.isEmpty else {
            throw ScaryBugsError(
                .invalidValue, "the DESTINATION is empty; give a file or a directory")
        }
        guard !path.isAddress else {
            throw ScaryBugsError(.invalidValue, "\(path) is an address; give a file or a directory")
        }
        let isContainer = try Self.isContainer(path, for: format)
        guard isSingle || isContainer || Directory.realPath(path) == nil else {
            throw ScaryBugsError(
                .invalidValue,
                "several documents need a directory, and \(path) is not one; choose another name")
        }
        if !isSingle, !isContainer, let remedy = ExportFormat.remedy(forFileNamed: path) {
            throw ScaryBugsError(
                .invalidValue,
                "\(path) is the name of a file, and several documents need a directory; "
                    + "write \(path)/ for a directory of that name\(remedy)")
        }
        if isContainer || !isSingle || path.utf8.last == UInt8(ascii: "/") {
            try Self.checkPlace(path, outside: home)
            directory = try Directory.open(creating: path, mode: 0o777)
            fileName = nil
            parent = FilePath(path)
            return
        }
        try format?.checkEnding(of: path)
        parent = FilePath(path).removingLastComponent()
        fileName = FilePath(path).lastComponent?.string
        let place = parent.isEmpty ? "." : parent.string
        try Self.checkPlace(place, outside: home)
        directory = try Self.directory(place)
    }

    /// A directory that is open, in which files are replaced.
    ///
    /// - Parameter remedy: the advice about a name that something else has.
    init(_ directory: Directory, limits: Limits, remedy: String) {
        (self.directory, self.limits, self.remedy) = (directory, limits, remedy)
        (fileName, isReplacing, parent) = (nil, true, FilePath(directory.path))
    }

    private static func directory(_ path: String) throws -> Directory {
        if let directory = try ifPresent({ try Directory.open(path: path) }) { return directory }
        throw ScaryBugsError(.notFound, "there is no directory \(path); make it first")
    }

    /// Whether the path is a directory to export into. A document's directory is the one to replace.
    private static func isContainer(_ path: String, for format: ExportFormat?) throws -> Bool {
        guard let directory = try? Directory.open(path: path) else { return false }
        return try format?.isDirectory != true || !directory.holdsDataFile()
    }

    /// Checks that a directory holds no documents of a workspace, which only the workspace may
    /// change.
    static func checkPlace(_ path: String, outside home: Home) throws {
        let place = FilePath(try Directory.futurePath(path))
        let isInHome =
            Directory.realPath(home.path).map { home in
                [Home.usersName, "inboxes"].contains {
                    place.starts(with: FilePath(home).appending($0))
                }
            } ?? false
        let isAmongDocuments = place.components.contains { $0.string == Workspace.documentsName }
        guard isInHome || isAmongDocuments || isInWorkspace(place) else { return }
        throw ScaryBugsError(
            .refused,
            "\(path) belongs to a workspace; export to a directory outside of it")
    }

    /// Whether a directory is one of a workspace, which may belong to another home.
    private static func isInWorkspace(_ place: FilePath) -> Bool {
        var place = place
        repeat {
            if isWorkspace(place) { return true }
        } while place.removeLastComponent()
        return false
    }

    /// Whether a directory has two of the three signs of a workspace. One of them is not enough: an
    /// unpacked backup also leaves `Private Documents`.
    private static func isWorkspace(_ place: FilePath) -> Bool {
        let history = "\(HistoryStore.directoryName)/\(HistoryStore.fileName)"
        let contents = [Workspace.documentsName, history].count {
            Directory.realPath(place.pushing(FilePath($0)).string) != nil
        }
        let isAmongUsers =
            place.removingLastComponent().lastComponent?.string == Home.usersName
        return contents == 2 || contents == 1 && isAmongUsers
    }

    func path(of name: String) -> String { parent.appending(name).string }

    // MARK: Writing

    /// Syncs drafts: one by its own files, several by a sync of the whole file system.
    func sync(_ drafts: [ExportDraft]) throws {
        if drafts.count > 1 { try directory.syncFileSystem() } else { try drafts.first?.sync() }
    }

    /// Checks that writing `name` overwrites nothing it shouldn't: a file may replace a file, a
    /// directory only a document.
    ///
    /// - Throws: ``ScaryBugsError/Code/exists`` if it would.
    func checkReplacing(_ name: String, _ kind: FileStatus.Kind) throws {
        guard let present = try directory.status(of: name) else { return }
        let path = path(of: name)
        let isDocument = try kind != .directory || isDocument(name)
        guard present.kind == kind, isDocument else {
            let what = kind == .directory ? "a document's directory" : "a regular file"
            throw ScaryBugsError(.exists, "\(path) exists and is not \(what); \(remedy)")
        }
        guard isReplacing else {
            throw ScaryBugsError(.exists, "\(path) exists; --force replaces it")
        }
    }

    /// Whether an entry is a directory with a data file that can be read, and with nothing but
    /// files.
    private func isDocument(_ name: String) throws -> Bool {
        guard let found = try directory.directory(named: name),
            try found.entries().allSatisfy({
                try found.status(of: $0.shown)?.kind == .regular
                    || Litter.isDirectory(named: $0.shown)
            }),
            let data = try found.names().first(where: ContentFiles.isDataFile)
        else { return false }
        return try ifIntact {
            let bytes = try found.file(named: data)?.contents(
                limit: Limit(limits.dataFileBytes, .dataFileBytes))
            return try bytes.map {
                _ = try DocumentData($0, kind: nil, modified: Timestamp(secondsSince1970: 0))
            }
        } != nil
    }

    /// The name of a file, or one name for all names of the data file, of a photograph or of a
    /// thumbnail, since the apps call them differently.
    private static func role(of name: String) -> String {
        if ContentFiles.isDataFile(name) { return DocumentKind.bug.dataFileName }
        let kinds = DocumentKind.all
        let names = [kinds.flatMap(\.photographNames), kinds.flatMap(\.thumbnailNames)]
        return names.first { $0.contains(name) }?.first ?? name
    }

    /// Checks that the replacement of a directory has all of its files.
    ///
    /// - Throws: ``ScaryBugsError/Code/exists`` that names a file that would be lost.
    func checkKeepingFiles(of name: String, in replacement: Directory) throws {
        guard let present = try directory.directory(named: name) else { return }
        let kept = Set(try replacement.names().map(Self.role))
        let lost = try present.names().filter {
            !kept.contains(Self.role(of: $0)) && !Litter.isNamed($0)
        }
        guard let first = lost.min() else { return }
        throw ScaryBugsError(
            .exists,
            "\(path(of: name)) holds \(first), which the document does not have; "
                + "remove it or choose another name")
    }
}

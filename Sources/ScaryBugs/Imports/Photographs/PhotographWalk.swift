import Containers
import SystemPackage

/// The files of a directory and its subdirectories, in the order of their names. It enters no
/// document's directory.
struct PhotographWalk {
    private(set) var pictures: [FoundFile] = []
    private(set) var companions: [FoundFile] = []
    private(set) var takeouts: [(file: FoundFile, takeout: Takeout)] = []
    private(set) var skipped: [String] = []
    /// Whether there is a document or a bundle.
    private(set) var isMixed = false
    /// Whether there is one directly in the directory.
    private(set) var hasDocuments = false

    private let root: Directory
    private let limits: Limits
    private let includesMixed: Bool

    /// The most directories inside each other. Only hostile directories have more.
    private static let deepest = 64

    init(of root: Directory, limits: Limits, includingMixed includesMixed: Bool) {
        (self.root, self.limits, self.includesMixed) = (root, limits, includesMixed)
    }

    mutating func run() throws {
        guard try !root.holdsDarwinCore() else {
            (isMixed, hasDocuments) = (true, true)
            return
        }
        try visit(root, [])
    }

    private mutating func visit(_ directory: Directory, _ parts: [String]) throws {
        let names = try directory.names(atMost: Limit(limits.directoryEntries, .directoryEntries))
        for entry in try directory.entries() where !entry.isUTF8 {
            skip(
                FoundFile(named: entry.shown, in: parts, below: root),
                "has a name that is not UTF-8")
        }
        let isLibrary = Self.isLibrary(
            parts.last ?? root.path.split(separator: "/").last.map(String.init) ?? "")
        for name in names.sorted() {
            try Interruption.check()
            // The rest doesn't matter if the directory is imported as one of documents.
            if isMixed, !includesMixed { return }
            let file = FoundFile(named: name, in: parts, below: root)
            if name.hasPrefix(".") {
                if name.hasSuffix(".icloud") { skip(file, "iCloud has not downloaded yet") }
            } else if isLibrary, !Self.originals.contains(name.lowercased()) {
                if hasPreviews(name, of: directory) { skip(file, "has previews of originals") }
            } else if Litter.isNamed(name) {
                if Litter.isConflictCopy(name) { skip(file, SkippedFiles.conflictCopy) }
            } else if Bundle.isNamedLikeBundle(name) {
                note(document: file, parts)
            } else {
                switch try directory.status(of: name)?.kind {
                case .directory: try enter(name, of: directory, file, parts)
                case .regular: try classify(file)
                default: skip(file, "is no regular file")
                }
            }
        }
    }

    /// Whether a directory is a library of Apple's Photos, by its name.
    private static func isLibrary(_ name: String) -> Bool {
        name.lowercased().hasSuffix(".photoslibrary")
    }

    /// The directories of a library that have the photographs themselves.
    private static let originals: Set = ["originals", "masters"]

    private func hasPreviews(_ name: String, of library: Directory) -> Bool {
        ["resources", "previews", "thumbnails"].contains(name.lowercased())
            && (try? library.status(of: name)?.kind) == .directory
    }

    private mutating func enter(
        _ name: String, of directory: Directory, _ file: FoundFile, _ parts: [String]
    ) throws {
        // A directory that can't be opened must not hold back the others.
        guard let inner = try ifPossible({ try directory.directory(named: name) }) ?? nil else {
            return skip(file, "cannot be opened")
        }
        guard try !inner.holdsDataFile() && !inner.holdsDarwinCore() else {
            return note(document: file, parts)
        }
        guard !name.lowercased().hasSuffix(".lrdata") else {
            return skip(file, "has previews of Lightroom")
        }
        guard parts.count < Self.deepest else { return skip(file, "is too deep") }
        try visit(inner, parts + [name])
    }

    private mutating func note(document file: FoundFile, _ parts: [String]) {
        isMixed = true
        if parts.isEmpty {
            hasDocuments = true
        } else {
            skip(file, "is a document or a bundle; name it to import it")
        }
    }

    private mutating func classify(_ file: FoundFile) throws {
        if Companion(named: file.name) != nil { return companions.append(file) }
        if let takeout = try ifPossible({ try file.takeout() }) ?? nil {
            return takeouts.append((file, takeout))
        }
        switch try ifPossible({ try SourceKind(of: file.open(), named: file.name) }) {
        case .picture?: pictures.append(file)
        case .foreign(let what)?: skip(file, "is \(what)")
        case .table? where TableFormat.isNamedLikeTable(file.name):
            skip(file, "is a table; name it to import it")
        case .mail?: skip(file, "is a mail message; name it to import it")
        case nil: skip(file, "cannot be opened")
        default: skip(file, "is no photograph")
        }
    }

    private mutating func skip(_ file: FoundFile, _ what: String) {
        skipped.append("skipped \(file.path), which \(what)")
    }
}

/// A file that an import of photographs found. It is open only while it is read.
struct FoundFile: Sendable {
    /// The path as the user would enter it.
    let path: String
    let name: String
    /// The directory that was named; nil for a file that was named itself.
    private let root: Directory?
    /// The names of directories below it.
    private let parts: [String]

    /// A file at a path that the user entered.
    init(path: String) {
        (self.path, name) = (path, FilePath(path).lastComponent?.string ?? path)
        (root, parts) = (nil, [])
    }

    /// A file in a directory that the user entered, or below it.
    init(named name: String, in parts: [String], below root: Directory) {
        self.name = name
        path = (parts + [name]).reduce(FilePath(root.path)) { $0.appending($1) }.string
        (self.root, self.parts) = (root, parts)
    }

    /// The path of the directory in which the file is.
    var place: String { FilePath(path).removingLastComponent().string }

    /// What Google Takeout tells in it; nil for another file.
    func takeout() throws -> Takeout? {
        guard name.lowercased().hasSuffix(".json") else { return nil }
        return try Takeout(open(), named: name)
    }

    /// Opens the file. No link below the directory is followed.
    func open() throws -> File {
        guard let root else { return try File.open(path: path, waiting: false) }
        var directory: Directory? = root
        for part in parts { directory = try directory?.directory(named: part) }
        if let file = try directory?.file(named: name) { return file }
        throw ScaryBugsError(.notFound, "\(path): the file vanished while it was being imported")
    }
}

/// A photograph, with the files that belong to it by their names.
public struct FoundPhotograph: Sendable {
    let picture: FoundFile
    var companions: [FoundFile] = []
    /// What Google Takeout tells about it.
    var takeout: Takeout?

    var files: [FoundFile] { [picture] + companions }
}

/// The kinds of files that belong to the photograph beside them by their names.
enum Companion {
    /// The picture of a camera's sensor, which has no common format.
    case raw
    /// The video of a Live Photo, or one that the camera took with the photograph.
    case video
    /// The edits or the metadata of another program.
    case sidecar

    init?(named name: String) {
        let suffix = name.lowercased().split(separator: ".").last.map(String.init) ?? ""
        if Self.rawExtensions.contains(suffix) {
            self = .raw
        } else if ["mov", "mp4"].contains(suffix) {
            self = .video
        } else if ["xmp", "aae"].contains(suffix) {
            self = .sidecar
        } else {
            return nil
        }
    }

    private static let rawExtensions: Set = [
        "3fr", "arw", "cr2", "cr3", "crw", "dng", "erf", "iiq", "kdc", "mef", "mrw", "nef", "nrw",
        "orf", "pef", "raf", "raw", "rw2", "rwl", "sr2", "srf", "srw", "x3f",
    ]

    /// The keys under which a file looks for its photograph: names without an ending, in lower case.
    ///
    /// Lightroom writes `IMG_1.xmp` beside `IMG_1.JPG`, darktable `IMG_1.JPG.xmp`, and an iPhone
    /// `IMG_1_HEVC.MOV` beside `IMG_1.HEIC`.
    static func keys(ofCompanion name: String) -> [String] {
        let stem = stem(of: name)
        let hevc = "_hevc"
        return [stem, Self.stem(of: stem)]
            + (stem.hasSuffix(hevc) ? [String(stem.dropLast(hevc.count))] : [])
    }

    static func stem(of name: String) -> String {
        let name = name.lowercased()
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }
}

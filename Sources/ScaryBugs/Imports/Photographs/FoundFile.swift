import SystemPackage

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

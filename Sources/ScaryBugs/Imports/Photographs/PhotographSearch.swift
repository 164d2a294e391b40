import Containers
import SystemPackage

/// Finds the photographs at paths: named files, and the files of directories with their
/// subdirectories.
///
/// ```swift
/// let search = try PhotographSearch(["Pictures/2026", "moth.scarybug"])
/// print(search.photographs.count, search.others)  // 58 ["moth.scarybug"]
/// ```
public struct PhotographSearch {
    /// The photographs in the order of the paths and of the names in each directory.
    public private(set) var photographs: [FoundPhotograph] = []
    /// The indices of the paths that lead to anything else.
    public private(set) var others: [Int] = []
    /// Messages about files that are left out, such as a RAW file without a photograph beside it.
    public private(set) var skipped: [String] = []
    private var companions: [FoundFile] = []
    private var takeouts: [(file: FoundFile, takeout: Takeout)] = []

    private let limits: Limits
    private let includesMixed: Bool

    /// - Parameters:
    ///   - paths: the paths that the user entered.
    ///   - includesMixed: whether to take the photographs of a directory that also has documents
    ///     or bundles.
    ///   - limits: the limits of the workspace.
    public init(
        _ paths: [String], includingMixed includesMixed: Bool = false, limits: Limits = Limits()
    )
        throws
    {
        (self.limits, self.includesMixed) = (limits, includesMixed)
        for (index, path) in paths.enumerated() where try !take(path) { others.append(index) }
        assignCompanions(of: paths)
    }

    /// - Returns: whether the path leads to photographs, or to a file that may belong to one.
    private mutating func take(_ path: String) throws -> Bool {
        // A pipe must not be opened twice, so only files and directories are looked at.
        switch path == "-" ? nil : try? Directory.status(ofPath: path)?.kind {
        case .regular:
            let file = FoundFile(path: path)
            if Companion(named: file.name) != nil {
                companions.append(file)
            } else if let takeout = try ifPossible({ try file.takeout() }) ?? nil {
                takeouts.append((file, takeout))
            } else if case .picture? = try ifPossible({
                try SourceKind(of: file.open(), named: file.name)
            }) {
                photographs.append(FoundPhotograph(picture: file))
            } else {
                return false
            }
            return true
        case .directory: return try takeDirectory(path)
        default: return false
        }
    }

    // MARK: Directories

    private mutating func takeDirectory(_ path: String) throws -> Bool {
        let root = try Directory.open(path: path)
        guard try !root.holdsDataFile() else { return false }
        var walk = PhotographWalk(of: root, limits: limits, includingMixed: includesMixed)
        try walk.run()
        let hasPhotographs =
            !walk.pictures.isEmpty
            || walk.companions.contains { Companion(named: $0.name) == .raw }
        guard hasPhotographs, !walk.isMixed || includesMixed else { return false }
        photographs += walk.pictures.map { FoundPhotograph(picture: $0) }
        companions += walk.companions
        takeouts += walk.takeouts
        // Documents among the photographs are imported as documents, which names other files, too.
        if !walk.hasDocuments { skipped += walk.skipped }
        return !walk.hasDocuments
    }

    // MARK: Companions

    /// Gives each file to the photograph beside it.
    private mutating func assignCompanions(of paths: [String]) {
        var indices: [String: Int] = [:]
        for (index, photograph) in photographs.enumerated() {
            let picture = photograph.picture
            for key in [Companion.stem(of: picture.name), picture.name.lowercased()] {
                let key = "\(picture.place)/\(key)"
                if indices[key] == nil { indices[key] = index }
            }
        }
        let all =
            companions.map { ($0, Companion.keys(ofCompanion: $0.name), nil as Takeout?) }
            + takeouts.map { ($0, $1.names, $1) }
        for (file, keys, takeout) in all {
            guard let index = keys.lazy.compactMap({ indices["\(file.place)/\($0)"] }).first else {
                leave(file, paths)
                continue
            }
            if takeout == nil { photographs[index].companions.append(file) }
            photographs[index].takeout = photographs[index].takeout ?? takeout
        }
        others.sort()
    }

    /// Leaves out a file that belongs to no photograph, unless it was named alone.
    private mutating func leave(_ file: FoundFile, _ paths: [String]) {
        if photographs.isEmpty, Companion(named: file.name) != .raw,
            let index = paths.firstIndex(of: file.path)
        {
            others.append(index)
        } else {
            skipped.append("skipped \(file.path), which \(Self.description(of: file))")
        }
    }

    private static func description(of file: FoundFile) -> String {
        switch Companion(named: file.name) {
        case .raw: "is a RAW file without a photograph beside it; save it as JPEG"
        case .video: "is a video without a photograph beside it; 'attach N FILE' takes it"
        default: "belongs to no photograph beside it"
        }
    }
}

/// The files of one new document of an import of photographs, opened.
struct NewPhotographs {
    let picture: PictureFile
    private(set) var attached: [AttachedFile]
    private let takeouts: [Takeout]

    /// - Parameter found: the photographs of the document. The first one becomes its photograph.
    init(_ found: [FoundPhotograph]) throws {
        guard let first = found.first else {
            throw ScaryBugsError(.notFound, "there are no photographs")
        }
        picture = try PictureFile(found: first.picture)
        takeouts = found.compactMap(\.takeout)
        var names: Set<String> = []
        attached = try (first.companions + found.dropFirst().flatMap(\.files)).map { file in
            // Photographs of several directories may have one name.
            let name = NumberedName.first { suffix in
                let name = file.name.inserting(suffix)
                return names.insert(name.collisionKey).inserted ? name : nil
            }
            return try AttachedFile(file.open(), named: name)
        }
    }

    /// Leaves out the sidecars that tell nothing.
    ///
    /// - Returns: their names.
    mutating func dropEmptySidecars() throws -> [String] {
        let names = try attached.filter { try $0.isEmptySidecar }.map(\.name)
        attached.removeAll { names.contains($0.name) }
        return names
    }

    /// What tells about them.
    ///
    /// - Parameter sidecars: further files of the document.
    func group(with sidecars: [AttachedFile] = []) -> PhotographGroup {
        PhotographGroup(picture, attached + sidecars, others: takeouts.map(\.notes))
    }

    /// The data of the new document. Without a title its title is the file's name without the ending.
    func data(_ kind: DocumentKind, _ options: PhotographOptions, filling fields: [Field]) throws
        -> (data: DocumentData, filled: [String])
    {
        var data = try DocumentData(new: kind, now: options.now)
        for edit in options.edits { try data.apply(edit) }
        try data.setImageName(picture.name)
        let filled = try data.fill(from: group(), fields, after: options.edits)
        try data.fill(defaults: options.defaults, after: options.edits)
        if data.title.isEmpty {
            try data.set(FieldValue(picture.name.withoutEnding, for: .title), for: .title)
        }
        return (data, filled)
    }

    /// The files of the document, without its data file.
    func files(_ kind: DocumentKind) -> [NewFile] {
        NewFile.files(of: picture, kind: kind) + attached.map(NewFile.attached)
    }

    /// Checks that a bundle can hold the files.
    func check(_ limits: Limits) throws {
        let sizes = try [picture.file.status().size] + attached.map { try $0.file.status().size }
        guard sizes.reduce(0, +) <= limits.bundleBytes else {
            throw ScaryBugsError.over(
                .bundleBytes,
                "it and the files that belong to it have more than \(ByteCount(limits.bundleBytes))"
            )
        }
        guard sizes.count + 2 <= limits.bundleEntries else {
            throw ScaryBugsError.over(
                .bundleEntries, "more than \(limits.bundleEntries.counting("file"))")
        }
    }
}

extension String {
    /// The name with a suffix before its ending: `IMG_1 2.JPG`.
    fileprivate func inserting(_ suffix: String) -> String {
        withoutEnding + suffix + dropFirst(withoutEnding.count)
    }
}

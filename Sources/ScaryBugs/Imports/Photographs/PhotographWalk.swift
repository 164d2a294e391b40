import Containers

/// The files of a directory and its subdirectories, in the order of their names. It enters no
/// document's directory.
struct PhotographWalk {
    private(set) var pictures: [FoundFile] = []
    private(set) var companions: [FoundFile] = []
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

    mutating func run() throws { try visit(root, []) }

    private mutating func visit(_ directory: Directory, _ parts: [String]) throws {
        let names = try directory.names(atMost: Limit(limits.directoryEntries, .directoryEntries))
        for entry in try directory.entries() where !entry.isUTF8 {
            skip(
                FoundFile(named: entry.shown, in: parts, below: root),
                "has a name that is not UTF-8")
        }
        for name in names.sorted() where !name.hasPrefix(".") && !Litter.isNamed(name) {
            try Interruption.check()
            // The rest doesn't matter if the directory is imported as one of documents.
            if isMixed, !includesMixed { return }
            let file = FoundFile(named: name, in: parts, below: root)
            if ImportReader.isNamedLikeBundle(name) {
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

    private mutating func enter(
        _ name: String, of directory: Directory, _ file: FoundFile, _ parts: [String]
    ) throws {
        // A directory that can't be opened must not hold back the others.
        guard let inner = try ifPossible({ try directory.directory(named: name) }) ?? nil else {
            return skip(file, "cannot be opened")
        }
        guard try !inner.holdsDataFile() else { return note(document: file, parts) }
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
        switch try ifPossible({ try SourceKind(of: file.open(), named: file.name) }) {
        case .picture?: pictures.append(file)
        case .foreign(let what)?: skip(file, "is \(what)")
        case .table? where TableFormat.isNamedLikeTable(file.name):
            skip(file, "is a table; name it to import it")
        case nil: skip(file, "cannot be opened")
        default: skip(file, "is no photograph")
        }
    }

    private mutating func skip(_ file: FoundFile, _ what: String) {
        skipped.append("skipped \(file.path), which \(what)")
    }
}

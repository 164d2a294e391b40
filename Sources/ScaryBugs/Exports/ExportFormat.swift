import Containers

/// The formats of exported documents.
public enum ExportFormat: String, CaseIterable, Sendable {
    /// A bundle, which is a document in one file.
    case scarybug
    /// The document's directory, in the format of its kind's app.
    case directory
    /// A directory of the Scary Bugs app.
    case bug
    /// A directory of the Scary Creatures app.
    case creature
    /// One archive with an array of books.
    case bookArchive = "book-archive"
    /// One archive with an array of titles.
    case booksOwned = "books-owned"
    /// A Darwin Core archive: a ZIP file of tables, as museums and GBIF exchange them.
    case dwca
    /// The photograph only.
    case picture
    /// One map in GeoJSON, with a point for each document.
    case geoJSON = "geojson"
    /// One map in KML.
    case kml
    /// One map in GPX.
    case gpx

    /// Whether one file holds all documents.
    public var holdsMany: Bool {
        [.bookArchive, .booksOwned, .dwca].contains(self) || map != nil
    }

    /// The format of a map; nil for anything else.
    var map: MapFormat? { MapFormat(rawValue: rawValue) }

    /// Whether it is a map, which only documents with a position are on.
    public var isMap: Bool { map != nil }

    /// The format that a file's name tells; nil for a name that tells none.
    public init?(fileName: String) {
        guard let map = MapFormat(fileName: fileName) else { return nil }
        self.init(rawValue: map.rawValue)
    }

    /// Whether each document becomes a directory.
    public var isDirectory: Bool {
        switch self {
        case .directory, .bug, .creature: true
        default: false
        }
    }

    /// The kind to which documents are converted; nil to keep their kind.
    var kind: DocumentKind? {
        switch self {
        case .bug: .bug
        case .creature: .creature
        case .bookArchive, .booksOwned: .book
        default: nil
        }
    }

    /// The default name of a file that holds many documents.
    var fileName: String {
        switch self {
        case .booksOwned: "BooksOwned.archive"
        case .dwca: "records.zip"
        default: map.map { "map.\($0.rawValue)" } ?? "library.archive"
        }
    }

    /// Finds a format by its name.
    ///
    /// - Parameters:
    ///   - name: the name, in any case.
    ///   - others: the names of other forms, for the message.
    /// - Throws: ``ScaryBugsError/Code/invalidValue``, whose message lists the valid formats.
    public static func named(_ name: String, besides others: [String] = []) throws -> ExportFormat {
        if let format = ExportFormat(rawValue: name.lowercased()) { return format }
        let names = SpellingSuggestion.list(of: allCases.map(\.rawValue) + others)
        throw ScaryBugsError(.invalidValue, "there is no format '\(name)'; \(names)")
    }
}

/// File names made from titles of documents.
enum ExportName {
    /// The maximum length of a name in bytes on common file systems.
    private static let limit = 255

    /// Names of devices, which Windows does not accept as names of files, whatever their extension.
    private static let devices: Set<String> = {
        let digits = "0123456789¹²³"
        return Set(
            ["con", "prn", "aux", "nul", "conin$", "conout$"] + digits.map { "com\($0)" }
                + digits.map { "lpt\($0)" })
    }()

    /// Makes a file name from a title, with invalid characters replaced by `_`.
    ///
    /// It begins with a letter, a digit or `_`. So it is neither hidden nor taken for an option.
    ///
    /// - Parameter ending: the extension with its dot, after a number that distinguishes files with
    ///   the same title.
    static func fileName(for title: String, ending: String) -> String {
        var name = needsPrefix(title) ? "_" : ""
        for character in title {
            let safe = character.unicodeScalars.contains(where: isUnsafe) ? "_" : character
            guard name.utf8.count + safe.utf8.count + ending.utf8.count <= limit else { break }
            name.append(safe)
        }
        // Windows drops dots and spaces at the end.
        while let last = name.last, last == " " || last == "." { name.removeLast() }
        return (name.isEmpty ? "Untitled" : name) + ending
    }

    private static func needsPrefix(_ title: String) -> Bool {
        guard let first = title.unicodeScalars.first else { return false }
        let begins =
            first == "_" || isUnsafe(first) || first.properties.isAlphabetic
            || first.properties.generalCategory == .decimalNumber
        let stem = String(title.unicodeScalars.prefix { $0 != "." }).trimmed
        return !begins || stem.utf8.count <= 8 && devices.contains(stem.lowercased())
    }

    /// Whether a character is invisible, or invalid in a file name on Linux, macOS or Windows.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        TerminalText.isHidden(scalar) || "/\\:*?\"<>|".unicodeScalars.contains(scalar)
    }
}

struct ExportTask: Sendable {
    let name: DocumentName
    let fileName: String
    /// The copy that goes out; nil if that isn't remembered.
    let own: OwnCopy?
}

/// Assigns file names to exported documents, in the order of the documents.
struct ExportNaming {
    private let export: Export
    private var directories: Set<DocumentName> = []
    /// The keys of the files' names. An export may have a million.
    private var taken: Set<Int> = []
    /// The next number to try for a name that occurred before, so that equal titles don't try all
    /// numbers again.
    private var nextNumbers: [Int: Int] = [:]

    private let outgoing: Outgoing

    init(_ export: Export, _ outgoing: Outgoing) {
        (self.export, self.outgoing) = (export, outgoing)
    }

    /// - Throws: ``ScaryBugsError/Code/exists`` if the name exists and the export must not replace
    ///   it.
    mutating func task(for name: DocumentName) throws -> ExportTask {
        if export.format.isDirectory {
            let fileName = try directoryName(for: name)
            try export.destination.checkReplacing(fileName, .directory)
            return ExportTask(name: name, fileName: fileName, own: nil)
        }
        let suffix =
            try export.format == .picture ? export.workspace.pictureSuffix(of: name) : ".scarybug"
        let document = try export.workspace.document(name, looksAtPicture: false)
        let fileName =
            export.destination.fileName ?? export.fileName?(document)
            ?? freshName(for: document.title, suffix)
        try export.destination.checkReplacing(fileName, .regular)
        let own = try export.workspace.ownCopy(of: document.data, name, for: outgoing)
        return ExportTask(name: name, fileName: fileName, own: own)
    }

    /// Documents of two kinds may share a number. If both convert to one kind, their names are
    /// equal.
    private mutating func directoryName(for name: DocumentName) throws -> String {
        let kind = export.format.kind ?? name.kind
        let own = DocumentName(number: name.number, kind: kind)
        let fileName = export.destination.fileName ?? own.directoryName
        guard directories.insert(own).inserted else {
            throw ScaryBugsError(
                .exists,
                "\(export.destination.path(of: fileName)) was written just now, from another "
                    + "document \(name.number); export \(name.directoryName) to another directory")
        }
        return fileName
    }

    /// Adds a number to titles that occur more than once in an export: `Potato Bug 2.scarybug`.
    private mutating func freshName(for title: String, _ suffix: String) -> String {
        let plain = ExportName.fileName(for: title, ending: suffix)
        let key = Self.key(plain)
        if taken.insert(key).inserted { return plain }
        return NumberedName.first(from: &nextNumbers[key, default: 2]) { number in
            let name = ExportName.fileName(for: title, ending: number + suffix)
            return taken.insert(Self.key(name)).inserted ? name : nil
        }
    }

    /// A number that stands for a name, whatever its case and normal form. Capital letters stand for
    /// all forms of a letter: `ß` and `SS`, or `ς` and `σ`. If two names have the same number, one of
    /// them gets a number in its name that it would not need.
    private static func key(_ name: String) -> Int { name.collisionKey.hashValue }
}

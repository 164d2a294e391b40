import Containers
import SystemPackage

/// The names in a container, which tell what it is if it is not one document.
struct ContainerListing {
    private let names: [EntryName]
    /// The media type that OpenDocument and EPUB files begin with; empty if there is none.
    private let mediaType: String

    /// Reads as many names as it can, since the container may be damaged.
    init(of file: borrowing File, limits: Limits) throws {
        let prefix = try file.prefix(256)
        let isZip = FileSignature(prefix) == .zip
        let list = NameList()
        // The directory of a ZIP file has a limit of its own, and no bytes are read.
        let limits = ContainerLimits(
            entries: Limit(100_000, .bundleEntries),
            bytes: isZip
                ? Limit(limits.importBytes, .importBytes) : Limit(limits.bundleBytes, .bundleBytes),
            room: limits.room)
        do {
            try Container.read(file, limits: limits) { entry in
                guard entry.name.parts.count <= Self.deepest else {
                    throw ScaryBugsError(.refused, "more than \(Self.deepest) parts in a name")
                }
                list.names.append(entry.name)
                // The next name in a tar file follows the bytes.
                if !isZip { try entry.read { _ in } }
            }
        } catch is ScaryBugsError {} catch is Container.Unsupported {}
        names = list.names + (list.names.isEmpty && isZip ? Self.firstName(prefix) : [])
        mediaType = Self.mediaType(prefix)
    }

    /// The most parts of a name. Only hostile files have more.
    private static let deepest = 64

    private final class NameList {
        var names: [EntryName] = []
    }

    // MARK: What it is

    /// The kind of the container; nil for a ZIP or tar file of anything else.
    func kind(named fileName: String) -> SourceKind? {
        if isBackup { return .backup }
        if holdsDocuments { return .documents }
        // OpenDocument has a meta.xml, too.
        if let office = office(fileName) { return .foreign(office) }
        if names.contains(where: { DarwinCoreArchive.isDescription($0.parts) }) {
            return .darwinCore
        }
        if let onlyTable { return .containedTable(onlyTable) }
        return description.map(SourceKind.foreign)
    }

    /// The path of a table without others beside it.
    var onlyTable: String? { tables.count == 1 ? tables.first?.path : nil }

    /// Whether another program packed the files of a backup.
    var isBackup: Bool {
        names.contains { $0.parts.count <= 2 && $0.parts.last == BackupFormat.descriptionName }
            && names.contains { name in
                name.parts.dropLast(2).last == Workspace.documentsName
                    && ContentFiles.isDataFile(name.parts.last ?? "")
            }
    }

    private var holdsDocuments: Bool {
        names.contains { name in
            guard let last = name.parts.last,
                !name.isLitter(isDirectory: false) || Litter.isConflictCopy(last)
            else { return false }
            return ContentFiles.isDataFile(last) && name.parts.count > 1
                || Bundle.isNamedAfterBundle(last)
        }
    }

    /// The tables by their names; the texts, if there is nothing but texts.
    private var tables: [EntryName] {
        let files = names.filter { !$0.isLitter(isDirectory: false) }
        let isOther = files.contains { name in
            ContentFiles.isDataFile(name.parts.last ?? "")
                || name.path.lowercased().hasSuffix(".kml")
        }
        if isOther { return [] }
        let tables = files.filter { TableFormat.isNamedLikeTable($0.path) }
        let areTexts = files.allSatisfy { name in
            [".txt", ".xml", ".md"].contains { name.path.lowercased().hasSuffix($0) }
        }
        guard tables.isEmpty, areTexts else { return tables }
        return files.filter { $0.path.lowercased().hasSuffix(".txt") }
    }

    private var description: String? {
        if has({ $0.hasSuffix(".kml") }) {
            return "a KMZ file, which packs a map in KML; unpack it, and import the .kml file in it"
        }
        if tables.contains(where: { NamesList.isNameUsage($0.path) }) {
            return NamesList.isNoRecords.message
        }
        if let table = tables.first {
            return
                "holds \(tables.count.grouped) tables, such as \(table.quoted), and no "
                + "\(ArchiveDescription.fileName) at its top; unpack it, and import one of them"
        }
        if let archive = names.first(where: Self.isNamedLikeArchive) {
            return "holds the archive \(archive.quoted); unpack it, and import that"
        }
        if let mail = names.first(where: { Mail.isNamedLikeMail($0.path) }) {
            return "holds the mail message \(mail.quoted); unpack it, and import that"
        }
        guard has({ name in PictureType.allCases.contains { name.hasSuffix($0.fileExtension) } })
        else { return nil }
        return "holds photographs without a document; unpack it, and import the directory"
    }

    /// Describes a file of an office program. Such files are ZIP files.
    private func office(_ fileName: String) -> String? {
        let isSpreadsheet =
            mediaType.hasPrefix("application/vnd.oasis.opendocument.spreadsheet")
            || has { $0.hasPrefix("xl/") }
        if isSpreadsheet { return SourceKind.spreadsheet }
        let isOther =
            !mediaType.isEmpty || has { $0.hasPrefix("[content_types]") }
            || has { name in ["word/", "ppt/", "_rels/"].contains(where: name.hasPrefix) }
        if isOther { return "a document of an office program; \(SourceKind.seeHelp)" }
        let marks = ["index.zip", "index.xml", "meta-inf/manifest.xml"]
        guard has({ $0.hasSuffix(".iwa") || marks.contains($0) }) else { return nil }
        return SourceKind.isNamedLikeSpreadsheet(fileName)
            ? SourceKind.spreadsheet : "a document of an office program; \(SourceKind.seeHelp)"
    }

    private static func isNamedLikeArchive(_ name: EntryName) -> Bool {
        let path = name.path.lowercased()
        return [".zip", ".gz", ".tgz", ".tar", ".7z", ".rar"].contains(where: path.hasSuffix)
    }

    private func has(_ condition: (String) -> Bool) -> Bool {
        names.contains { condition($0.path.lowercased()) }
    }

    // MARK: The first entry of a ZIP file

    private static func firstName(_ prefix: [UInt8]) -> [EntryName] {
        guard prefix.count > 30 else { return [] }
        let name = prefix.dropFirst(30).prefix(Int(prefix[26]) + Int(prefix[27]) << 8)
        return (try? EntryName(bytes: Array(name))).map { [$0] } ?? []
    }

    private static func mediaType(_ prefix: [UInt8]) -> String {
        let name = Array("mimetype".utf8)
        guard prefix.count > 38, prefix[30...].starts(with: name) else { return "" }
        let text = prefix.dropFirst(38 + Int(prefix[28]) + Int(prefix[29]) << 8)
        return String(decoding: text, as: UTF8.self)
    }
}

/// The files that an import of many documents leaves out, with what the user can do about them.
struct SkippedFiles {
    private(set) var count = 0
    private var reasons: [String] = []
    private var pictures: [String] = []
    /// The first file about which the user can do something, with what to do.
    private(set) var advice: String?

    /// - Parameters:
    ///   - name: the path in the directory or container.
    ///   - kind: what it is; nil for what is no file.
    mutating func add(_ name: String, as kind: SourceKind?) {
        count += 1
        switch kind {
        case .picture?: pictures.append(name)
        case .backup?: skip(name, "is a backup; 'restore FILE' takes it", isAdvice: true)
        case .foreign(let what)?:
            skip(name, what.hasPrefix("holds") ? what : "is \(what)", isAdvice: true)
        case .mail?: skip(name, "is a mail message; unpack it, and import it", isAdvice: true)
        case .documents?: skip(name, "holds several documents; \(Self.nameIt)", isAdvice: true)
        case .darwinCore?:
            skip(name, "is a Darwin Core archive; \(Self.nameIt)", isAdvice: true)
        case .containedTable?: skip(name, "holds a table; \(Self.nameIt)", isAdvice: true)
        case .table(let format)? where TableFormat.isNamedLikeTable(name):
            skip(name, "is a \(format.isMap ? "map" : "table"); \(Self.nameIt)", isAdvice: true)
        case .propertyList?:
            skip(name, "is neither a document nor a bundle; \(Self.nameIt)")
        default: skip(name, "is neither a document nor a bundle")
        }
    }

    private mutating func skip(_ name: String, _ what: String, isAdvice: Bool = false) {
        reasons.append("skipped \(name), which \(what)")
        if isAdvice, advice == nil { advice = "\(name) in it \(what)" }
    }

    private static let nameIt = "name it alone to import it"
    static let conflictCopy = "is another version, which a synchronizer left; \(nameIt)"

    mutating func add(directoryOfDocuments name: String) {
        count += 1
        skip(name, "is a directory of documents; \(Self.nameIt)", isAdvice: true)
    }

    /// Adds litter of another system, which may lie in a directory of litter.
    mutating func add(litter name: String) {
        count += 1
        if Litter.isConflictCopy(FilePath(name).lastComponent?.string ?? name) {
            skip(name, Self.conflictCopy, isAdvice: true)
        } else {
            reasons.append("skipped \(name)")
        }
    }

    // MARK: Messages

    /// A warning for each of them, but one for all photographs.
    ///
    /// - Parameter remedy: tells how the photographs can be imported; nil to be silent about them.
    func warnings(photographs remedy: String?) -> [String] {
        guard let first = pictures.first, let remedy else { return reasons }
        let what =
            pictures.count == 1
            ? "\(first), which is a photograph"
            : "\(pictures.count.grouped) photographs, such as \(first)"
        return reasons + ["skipped \(what); \(remedy)"]
    }

    /// The reason why nothing can be imported.
    var refusal: ScaryBugsError {
        guard pictures.isEmpty else {
            return ScaryBugsError(
                .refused,
                "\(pictures.count.counting("photograph")), and documents only in directories below; "
                    + "--photographs imports the photographs")
        }
        return ScaryBugsError(
            .refused,
            "a directory with neither a data.plist nor documents, bundles or photographs in it"
                + (advice.map { "; \($0)" } ?? ""))
    }
}

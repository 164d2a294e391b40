import Glibc

/// An imported document, read and validated.
struct IncomingDocument {
    let contents: DocumentContents
    let dataFile: [UInt8]
    /// The bytes of its texts, a shared text once for each use.
    let textBytes: Int
    /// The number in the name of its original directory; nil if it had none.
    var was: Int?
    var warnings: [String] = []
    /// The identifier that it came with; nil if the import makes a new document.
    let identifier: String?
    /// Whether somebody else has the document, too. A row of a table is none.
    private(set) var isOfOthers = true
    /// The row that it comes from, of another program's table or of a map; nil for none.
    var row: IncomingRow?
    /// The bytes of the further files of a record.
    private var attachedBytes: Int64 = 0
    /// The files of its bundle by their new names.
    private var files: [String: Bundle.Entry] = [:]

    var kind: DocumentKind { contents.data.kind }

    var checksums: [String: UInt32] { files.compactMapValues(\.checksum) }

    /// The bytes of its files.
    var size: Int64 {
        files.isEmpty
            ? Int64(dataFile.count) + (contents.picture?.size ?? 0) + attachedBytes
            : files.values.reduce(0) { $0 + $1.size }
    }
}

// MARK: Bundles and directories

extension IncomingDocument {
    /// Reads a document from a bundle or a directory. The directory's extension determines the
    /// kind, or else the archived class.
    ///
    /// - Parameter staged: the directory with the extracted files, which are renamed to the names
    ///   that the apps expect, whatever their case and extension.
    init(
        _ bundle: Bundle.Contents, _ customFields: [Field], limits: Limits,
        stagedIn staged: Directory
    ) throws {
        let name = bundle.directoryName ?? ""
        let suffix = name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? ""
        let data = try Self.data(of: bundle, kind: .withDirectoryExtension(suffix), customFields)
        try data.check(limits, fileSize: bundle.dataFile.count)
        let photograph = Self.first(data.kind.photographNames, in: bundle)
        let picture = photograph.map {
            Picture(
                fileName: data.kind.photographName, size: $0.size,
                type: PictureType(signature: $0.signature))
        }
        contents = DocumentContents(data: data, picture: picture)
        dataFile = bundle.dataFile
        // Documents with files of their own share nothing with each other.
        textBytes = dataFile.count
        identifier = data.identifier
        was = Self.number(name)
        warnings = bundle.skipped.map { "skipped \($0)" } + data.warnings
        if let photograph, PictureType(signature: photograph.signature) == nil {
            warnings.append("\(photograph.name) is not a supported picture; it is kept unchanged")
        }
        try rename(bundle, in: staged)
        if let name = picture?.fileName, let type = picture?.type,
            try staged.file(named: name)?.isCutOff(as: type) == true
        {
            warnings.append("\(name) \(Picture.cutOff)")
        }
    }

    private static func data(
        of bundle: Bundle.Contents, kind: DocumentKind?, _ customFields: [Field]
    ) throws -> DocumentData {
        let entry = bundle.files.first { $0.name == bundle.dataFileName }
        let modified = entry?.modified ?? .now
        return try naming("\(bundle.dataFileName) cannot be read") {
            try DocumentData(
                bundle.dataFile, kind: kind, customFields: customFields,
                modified: Timestamp(modificationTime: modified))
        }
    }

    /// The number in a directory name: 3 for `3.scarybug`, 7 for `007.scarybug`.
    static func number(_ directoryName: String) -> Int? {
        let digits = directoryName.prefix { $0 != "." }
        guard let number = Int(asciiDigits: digits.utf8), DocumentName.numbers.contains(number)
        else { return nil }
        return number
    }

    private static func first(_ names: [String], in bundle: Bundle.Contents) -> Bundle.Entry? {
        bundle.files.first(named: names, \.name)
    }

    private mutating func rename(_ bundle: Bundle.Contents, in staged: Directory) throws {
        for file in bundle.files { files[file.name] = file }
        let names = [
            ([bundle.dataFileName], kind.dataFileName),
            (kind.photographNames, kind.photographName),
            (kind.thumbnailNames, kind.thumbnailName),
        ]
        for (candidates, name) in names {
            guard let entry = Self.first(candidates, in: bundle), entry.name != name else {
                continue
            }
            try staged.move(entry.name, to: name, in: staged, .never)
            files[name] = files.removeValue(forKey: entry.name)
        }
    }
}

// MARK: Archives and tables

extension IncomingDocument {
    /// Makes a document of a row whose document is here, without files.
    init(present data: DocumentData, of row: IncomingRow?, limits: Limits) throws {
        try data.check(limits, fileSize: data.textBytes)
        (contents, dataFile) = (DocumentContents(data: data, picture: nil), [])
        (textBytes, identifier, self.row) = (data.textBytes, data.identifier, row)
        (isOfOthers, warnings) = (false, data.warnings)
    }

    /// Makes a document from an element of an archive or a row of a table.
    ///
    /// - Parameters:
    ///   - bytes: the contents of its data file.
    ///   - attached: its further files.
    ///   - isNew: whether the document did not exist before, so that it has a new identifier.
    ///   - isRow: whether it is a row of a table.
    ///   - staged: the directory for its files.
    init(
        _ data: DocumentData, _ bytes: [UInt8], picture: PictureFile? = nil,
        files attached: [AttachedFile] = [], limits: Limits, isNew: Bool, isRow: Bool = false,
        stagedIn staged: Directory
    ) throws {
        try data.check(limits, fileSize: bytes.count)
        isOfOthers = !isNew && !isRow
        contents = DocumentContents(data: data, picture: try picture?.asPicture(of: data.kind))
        dataFile = bytes
        // A row of a table shares nothing. Values of unknown keys count, too.
        textBytes = isNew ? bytes.count : max(bytes.count, data.textBytes)
        identifier = isNew ? nil : data.identifier
        attachedBytes = try attached.reduce(0) { try $0 + NewFile.attached($1).size }
        guard size <= limits.bundleBytes else {
            throw ScaryBugsError.over(
                .bundleBytes, "files of more than \(limits.bundleBytes.grouped) bytes")
        }
        warnings = data.warnings
        if let picture, try picture.isCutOff() {
            warnings.append("the picture \(Picture.cutOff)")
        }
        try staged.createFile(named: data.kind.dataFileName).write(bytes)
        if let picture {
            for file in NewFile.files(of: picture, kind: data.kind) {
                try file.write(into: staged, limits: limits)
            }
        }
        for file in attached { try NewFile.attached(file).write(into: staged, limits: limits) }
    }
}

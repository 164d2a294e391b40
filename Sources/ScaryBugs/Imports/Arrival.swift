import Glibc

/// A document that came from outside, read and checked.
struct Arrival {
    let contents: DocumentContents
    /// The number that its directory had.
    var was: Int?
    /// What was odd about it without keeping it out.
    var warnings: [String] = []
    /// Checksums of its files, by their names now, as far as the bundle has them.
    var checksums: [String: UInt32] = [:]

    var kind: DocumentKind { contents.data.kind }
}

// MARK: Bundles and directories

extension Arrival {
    /// A bundle or a document's directory; its extension tells the kind, else the archived class.
    ///
    /// - Parameters:
    ///   - ownFields: what documents of all kinds have besides.
    ///   - staged: where its files were put, which get the names that the apps look for, whatever
    ///     case and extension they came with; nil where they were only looked at.
    init(
        _ bundle: Bundle.Contents, _ ownFields: [Field], stagedIn staged: Directory?
    ) throws {
        let name = bundle.directoryName ?? ""
        let suffix = name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? ""
        let data = try Self.data(of: bundle, kind: .withDirectoryExtension(suffix), ownFields)
        let photograph = Self.first(data.kind.photographNames, in: bundle)
        let picture = photograph.map {
            Picture(
                fileName: data.kind.photographName, size: $0.size,
                type: PictureType(signature: $0.signature))
        }
        contents = DocumentContents(data: data, picture: picture)
        was = Self.number(name)
        warnings = bundle.passedOver.map { "skipped \($0)" } + data.warnings
        if let photograph, PictureType(signature: photograph.signature) == nil {
            warnings.append("\(photograph.name) is not a supported picture; it is kept unchanged")
        }
        if let staged { try rename(bundle, in: staged) }
    }

    private static func data(
        of bundle: Bundle.Contents, kind: DocumentKind?, _ ownFields: [Field]
    ) throws -> DocumentData {
        let entry = bundle.files.first { $0.name == bundle.dataFileName }
        let modified = entry?.modified?.seconds ?? Int64(time(nil))
        do {
            return try DocumentData(
                bundle.dataFile, kind: kind, ownFields: ownFields,
                modified: Timestamp(secondsSince1970: modified))
        } catch let error as ScaryBugsError {
            throw ScaryBugsError(
                error.code, "\(bundle.dataFileName) cannot be read: \(error.message)", cause: error)
        }
    }

    /// `3` of `3.scarybug`; `007` counts as 7.
    static func number(_ directoryName: String) -> Int? {
        let digits = directoryName.prefix { $0 != "." }
        guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
            DocumentName.numbers.contains(number)
        else { return nil }
        return number
    }

    private static func first(_ names: [String], in bundle: Bundle.Contents) -> Bundle.Entry? {
        for name in names {
            let found = bundle.files.first { $0.name.lowercased() == name.lowercased() }
            if let found { return found }
        }
        return nil
    }

    private mutating func rename(_ bundle: Bundle.Contents, in staged: Directory) throws {
        for file in bundle.files { checksums[file.name] = file.checksum }
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
            checksums[name] = checksums.removeValue(forKey: entry.name)
        }
    }
}

// MARK: Archives and tables

extension Arrival {
    /// A document out of an archive of many, or a row of a table.
    ///
    /// - Parameters:
    ///   - bytes: its data file.
    ///   - staged: where its files are written; nil where it is only looked at.
    init(
        _ data: DocumentData, _ bytes: [UInt8], picture: PictureFile? = nil,
        stagedIn staged: Directory?
    ) throws {
        contents = DocumentContents(data: data, picture: try picture?.asPicture(of: data.kind))
        warnings = data.warnings
        guard let staged else { return }
        try staged.createFile(named: data.kind.dataFileName).write(bytes)
        if let picture {
            try staged.createFile(named: data.kind.photographName).copy(
                from: picture.file, limit: .max)
        }
    }
}

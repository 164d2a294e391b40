import Containers

/// A document with its files, ready to become a part of a Darwin Core archive.
struct DarwinCoreRecord: Sendable {
    /// A photograph, a sound or a video of a document.
    struct MediaFile: Sendable {
        let name: String
        /// The path in the archive.
        let path: String
        let mediaType: String
        var isCompressed: Bool { mediaType != PictureType.tiff.mediaType }
    }

    let name: DocumentName
    let row: DarwinCoreRow
    /// The row as a line.
    private(set) var line = ""
    /// The photograph first.
    private(set) var files: [MediaFile] = []
    /// The document with the files as others get them; nil without files.
    private(set) var document: DocumentDirectory?
    let imageLicense: String?
    private(set) var written: Export.Written
    /// A checksum of all but the time of the last change. Copies of one document differ in that time.
    private(set) var checksum: UInt64 = 0

    init(
        _ name: DocumentName, _ reader: DocumentReader, _ columns: [String], _ outgoing: Outgoing,
        isRepeated: (String) -> Bool
    ) throws {
        self.name = name
        let shared = try OutgoingDocument(name, outgoing, nil, reader)
        let (document, data) = (shared.document, try shared.values())
        let beside = shared.file.data.filesBeside
        row = DarwinCoreRow(
            of: data, withheld: DarwinCoreRow.words(ofWithheld: shared.withheldKeys, in: data),
            isRepeated: DarwinCoreRow.localIdentifier(of: data).map(isRepeated) ?? false)
        imageLicense = data.stored(DarwinCoreRow.imageLicenseKey)?.text
        written = Export.Written(
            name: name, lost: row.lost, excesses: shared.excesses, doubtful: shared.doubtful)
        let withholding = outgoing.withholding(of: name)
        if withholding?.hidesLocation != true {
            written.tellsPlace =
                try data.tellsPlace(without: withholding) || !document.positions().isEmpty
        }
        let base = DocumentIdentifier.uuid(data.identifier) ?? ForeignTable.identifier(of: row.id)
        for file in try document.names().sorted()
        where ContentFiles.isOfContent(file) && !beside.contains(file) {
            try add(file, of: document, base)
        }
        line = row.line(columns)
        checksum = try checksum(columns, of: document)
        if !files.isEmpty { self.document = document }
    }

    private mutating func add(
        _ name: String, of document: DocumentDirectory, _ base: String
    ) throws {
        guard let file = try document.file(named: name), try file.status().kind == .regular else {
            return
        }
        let signature = try file.prefix(MediaType.signatureLength)
        guard let mediaType = MediaType.of(signature: signature), !mediaType.hasSuffix("/pdf")
        else {
            written.lost.append(name)
            return
        }
        if DocumentKind.isPhotographName(name) {
            let suffix = PictureType(signature: signature)?.fileExtension ?? "bin"
            files.insert(
                MediaFile(name: name, path: "media/\(base).\(suffix)", mediaType: mediaType), at: 0)
        } else {
            files.append(MediaFile(name: name, path: "media/\(base)/\(name)", mediaType: mediaType))
        }
    }

    private func checksum(_ columns: [String], of document: DocumentDirectory) throws -> UInt64 {
        var hash = FNV1a<UInt64>()
        for column in columns where column != "modified" {
            hash.add((row.values[column] ?? "").utf8)
            hash.add([0])
        }
        for file in files {
            let checksum = try document.file(named: file.name)?.checksum() ?? 0
            hash.add("\(file.path) \(checksum)".utf8)
        }
        return hash.value
    }
}

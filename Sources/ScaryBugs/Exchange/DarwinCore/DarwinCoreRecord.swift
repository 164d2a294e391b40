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
    private let shared: SharedDocument?
    let imageLicense: String?
    private(set) var loss: Export.Loss
    /// A checksum of all but the time of the last change. Copies of one document differ in that time.
    private(set) var checksum: UInt64 = 0

    /// The key of a license that the photograph has, and the record has not.
    static let imageLicenseKey = "imageLicense"

    init(
        _ name: DocumentName, _ reader: DocumentReader, _ columns: [String],
        without withholding: Withholding?, _ rights: DefaultRights
    ) throws {
        self.name = name
        let original = try reader.open(name)
        let read = try reader.read(original)
        let shared = try withholding.map {
            try SharedDocument(of: original, read, without: $0, reader)
        }
        self.shared = shared
        let document = shared?.document ?? original
        var data = (shared?.data ?? read).data
        let beside = data.filesBeside
        var state: CopyState?
        try rights.fill(&data, &state, by: nil)
        row = DarwinCoreRow(of: data)
        imageLicense = data.stored(Self.imageLicenseKey)?.text
        loss = Export.Loss(
            lost: row.lost, excesses: reader.excesses(of: shared?.data ?? read, as: .dwca),
            doubtful: shared?.doubtful ?? [])
        if withholding?.hidesLocation != true {
            loss.tellsPlace =
                try data.tellsPlace(without: withholding) || !document.positions().isEmpty
        }
        let base = DocumentIdentifier.uuid(data.identifier) ?? ForeignTable.identifier(of: row.id)
        for file in try document.names().sorted()
        where EntryRole.isOfContent(file) && !beside.contains(file) {
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
            loss.lost.append(name)
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

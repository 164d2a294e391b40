import Containers

/// Packs documents on a worker thread, into drafts that are renamed into place later.
struct ExportPacking: Sendable {
    let reader: DocumentReader
    let format: ExportFormat
    let destination: ExportDestination
    let staging: PrivateDirectory
    let telling: ExportTelling
    let rights: DefaultRights

    struct Packed: Sendable {
        let draft: ExportDraft
        let written: Export.Written
        /// The copy in the file; nil if that isn't remembered.
        let sent: SentCopy?

        func install() throws -> Export.Written {
            try draft.install()
            return written
        }
    }

    func pack(_ task: ExportTask, at place: WorkPlace) throws -> Packed {
        let reader = reader.at(place)
        return try format.isDirectory ? packDirectory(task, reader) : packFile(task, reader)
    }

    private func packFile(_ task: ExportTask, _ reader: DocumentReader) throws -> Packed {
        let draft = ExportDraft(
            .file, named: task.fileName, in: destination, preparedIn: staging)
        let file = try draft.createFile()
        let packing = try reader.pack(
            task.name, as: format, task.own, isBare: telling.isBare,
            without: telling.withholding(of: task.name), rights, to: file)
        let size = try file.status().size
        file.beginSync(size: size)
        return packed(task, draft, size: size, lost: [], packing)
    }

    func packed(
        _ task: ExportTask, _ draft: ExportDraft, size: Int64, lost: [String],
        _ packing: DocumentReader.Packing
    ) -> Packed {
        Packed(
            draft: draft,
            written: Export.Written(
                name: task.name, path: draft.path, size: size, lost: lost,
                excesses: reader.excesses(of: packing.data, as: format),
                remarks: packing.remarks, doubtful: packing.doubtful),
            sent: packing.sent)
    }
}

extension DocumentReader {
    /// Messages about values over a limit. A picture has no values.
    func excesses(of read: DocumentDirectory.DataFile, as format: ExportFormat) -> [String] {
        format == .picture
            ? [] : read.data.excesses(over: limits, fileSize: read.bytes.count).map(\.message)
    }

    /// A document in its file.
    struct Packing {
        let data: DocumentDirectory.DataFile
        /// The names of what others don't get although nobody named it.
        var doubtful: [String] = []
        /// The copy in the file; nil if that isn't remembered.
        var sent: SentCopy?
        /// Messages about parts that the file lacks.
        var remarks: [String] = []
    }

    /// Writes a document's bundle or picture to a file.
    ///
    /// - Parameters:
    ///   - own: the copy that goes out; nil if that isn't remembered.
    ///   - isBare: whether a bundle tells nothing about who changed what.
    ///   - withholding: what others don't get; nil for nothing.
    ///   - rights: what others may do with a document that doesn't say it.
    func pack(
        _ name: DocumentName, as format: ExportFormat, _ own: OwnCopy?, isBare: Bool,
        without withholding: Withholding?, _ rights: DefaultRights, to file: borrowing File
    ) throws -> Packing {
        try pack(
            name, as: format, own, isBare: isBare, without: withholding, rights,
            picture: { try file.copy(from: $0, limit: Limit(limits.bundleBytes, .bundleBytes)) },
            bundle: { document, bytes in
                _ = try Bundle.write(
                    document, directoryName: name.directoryName, dataBytes: bytes, to: file,
                    limits: limits)
            })
    }

    /// Passes a document's picture, or its directory and the bytes of its data file, to functions that
    /// write them. The bytes are nil for the present ones.
    func pack(
        _ name: DocumentName, as format: ExportFormat, _ own: OwnCopy?, isBare: Bool,
        without withholding: Withholding?, _ rights: DefaultRights,
        picture writePicture: (borrowing File) throws -> Void,
        bundle writeBundle: (Directory, [UInt8]?) throws -> Void
    ) throws -> Packing {
        // If another session replaces the document, the open directory still has the old version.
        let original = try open(name)
        // An unreadable document must not be exported.
        let read = try read(original)
        let shared = try withholding.map {
            try SharedDocument(of: original, read, without: $0, self)
        }
        defer { withExtendedLifetime(shared) {} }
        let document = shared?.document ?? original
        var packing = Packing(data: shared?.data ?? read)
        guard format != .picture else {
            guard let picture = try document.openPicture() else { throw document.withoutPicture }
            try writePicture(picture)
            return packing
        }
        packing.doubtful = shared?.doubtful ?? []
        let room = try Bundle.check(document.directory, limits)
        packing.sent = try own.map { try sent($0, original, read.data, without: withholding) }
        let state = isBare ? nil : packing.sent?.state
        let bytes = try dataToSend(
            &packing, state.map { try shared?.state($0) ?? $0 }, rights.without(withholding),
            room: room)
        try writeBundle(document.directory, bytes)
        return packing
    }

    /// A copy that goes out.
    ///
    /// - Parameter withholding: what it leaves out; nil for nothing.
    func sent(
        _ own: OwnCopy, _ document: DocumentDirectory, _ data: DocumentData,
        without withholding: Withholding?
    ) throws -> SentCopy {
        if data.hasTooManyKeys {
            return SentCopy(
                own: own, state: nil, basis: data.changesChecksum, content: nil,
                withheld: withholding)
        }
        let known = KnownCopy(
            data, try document.directory.version(checksums: .all), exchanged: own.remembered,
            author: own.author, former: own.former)
        return SentCopy(
            own: own,
            state: withholding == nil
                ? known.state.showing(known.content)
                : known.state.adoptingUnknown(by: own.author),
            basis: data.changesChecksum, content: try? Digest(data, document.files()),
            withheld: withholding)
    }

    /// The data file of a bundle, with an identifier and what the copy knows; nil if the present one
    /// says the same.
    ///
    /// - Parameters:
    ///   - state: what the copy knows; nil to tell nothing.
    ///   - room: the bytes that the bundle may have beyond those of the document's files.
    private func dataToSend(
        _ packing: inout Packing, _ state: CopyState?, _ rights: DefaultRights, room: Int64
    ) throws -> [UInt8]? {
        var (data, state) = (packing.data.data, state)
        try rights.fill(&data, &state, by: packing.sent?.own.author)
        try data.storeIdentifier()
        let fits = state?.fit() ?? true
        try data.store(fits ? state : nil, from: packing.sent?.own.author)
        let bytes = try data.encoded()
        let isShort =
            bytes.count <= limits.dataFileBytes
            && Int64(bytes.count - packing.data.bytes.count) <= room
        if state != nil, !fits || !isShort {
            packing.remarks = ["'\(data.title)' has no room to tell who changed what"]
        }
        guard isShort, data.keys != packing.data.data.keys || state != nil else { return nil }
        return bytes
    }
}

extension ExportPacking {
    /// Writes a document as a directory of its kind's app or of another kind's app.
    func packDirectory(_ task: ExportTask, _ reader: DocumentReader) throws -> Packed {
        let draft = ExportDraft(
            .directory, named: task.fileName, in: destination, preparedIn: staging)
        let made = try draft.newDirectory()
        let kind = format.kind ?? task.name.kind
        let original = try reader.open(task.name)
        let present = try reader.read(original)
        let shared = try telling.withholding.map {
            try SharedDocument(of: original, present, without: $0, reader)
        }
        defer { withExtendedLifetime(shared) {} }
        let (document, read) = (shared?.document ?? original, shared?.data ?? present)
        let files = try DocumentFiles(
            of: document, as: kind,
            leavingOut: kind == task.name.kind ? [] : read.data.filesBeside)
        var lost = files.lost
        var size = try write(read, of: document, as: kind, to: made, &lost)
        let limit = Limit(reader.limits.bundleBytes, .bundleBytes)
        size += try files.copy(to: made, limit)
        var remarks: [String] = []
        if !files.hasThumbnail {
            size += try addThumbnail(of: document, as: kind, to: made, &remarks)
        }
        return packed(
            task, draft, size: size, lost: lost,
            .init(data: read, doubtful: shared?.doubtful ?? [], remarks: remarks))
    }

    /// Makes the thumbnail that the app shows in its list.
    ///
    /// - Parameter remarks: gets the reason why there is none.
    /// - Returns: bytes written.
    private func addThumbnail(
        of document: DocumentDirectory, as kind: DocumentKind, to made: Directory,
        _ remarks: inout [String]
    ) throws -> Int64 {
        guard let photograph = try document.openPicture() else { return 0 }
        do {
            let results = try Thumbnails.make(of: [photograph.descriptor])
            guard let thumbnail = try results.first?.get() else { return 0 }
            let file = try made.createFile(named: kind.thumbnailName, mode: 0o666)
            try file.write(thumbnail)
            return Int64(thumbnail.count)
        } catch let error as MissingProgram {
            remarks = ["no thumbnails are made: \(error)"]
        } catch let error as ScaryBugsError where !error.isOfSystem {
            remarks = [Thumbnails.remark(error, document.name)]
        }
        return 0
    }

    /// - Returns: bytes written.
    private func write(
        _ read: DocumentDirectory.DataFile, of document: DocumentDirectory, as kind: DocumentKind,
        to made: Directory, _ lost: inout [String]
    ) throws -> Int64 {
        var bytes = read.bytes
        // A data file that is already in the app's format is copied byte for byte.
        if try kind != document.name.kind || !read.data.isInFormOfApp {
            let converted = try read.data.converted(to: kind)
            lost = converted.lost + lost
            bytes = try converted.data.encoded()
        }
        let copy = try made.createFile(named: kind.dataFileName, mode: 0o666)
        try copy.write(bytes)
        try copy.setModified(FileTime(seconds: read.status.modified.seconds))
        return Int64(bytes.count)
    }
}

/// The files of a document except its data file, and their names in the exported directory.
private struct DocumentFiles {
    private let directory: Directory
    private var names: [(source: String, target: String)] = []
    /// Files whose name another file has already taken.
    private(set) var lost: [String] = []
    private(set) var hasThumbnail = false

    init(
        of document: DocumentDirectory, as kind: DocumentKind, leavingOut others: Set<String>
    ) throws {
        directory = document.directory
        let own = document.name.kind
        let present = try directory.names().sorted().filter { [directory] name in
            try !others.contains(name) && !EntryRole.isDataFile(name) && !Litter.isNamed(name)
                && directory.status(of: name)?.kind == .regular
        }
        // Pictures get the names that the app expects, whatever their case and extension were.
        for (candidates, target) in [
            (own.photographNames, kind.photographName), (own.thumbnailNames, kind.thumbnailName),
        ] {
            if let picture = present.first(named: candidates) { names.append((picture, target)) }
        }
        hasThumbnail = names.contains { $0.target == kind.thumbnailName }
        let pictures = Set(names.map(\.source))
        // Case doesn't count where the app runs.
        var taken = Set(names.map { $0.target.lowercased() })
        for name in present where !pictures.contains(name) {
            if taken.insert(name.lowercased()).inserted {
                names.append((name, name))
            } else {
                lost.append(name)
            }
        }
    }

    /// - Returns: bytes written.
    func copy(to made: Directory, _ limit: Limit) throws -> Int64 {
        try names.reduce(0) { size, name in
            try Interruption.check()
            guard let source = try directory.file(named: name.source) else { return size }
            let copy = try made.createFile(named: name.target, mode: 0o666)
            try copy.copy(from: source, limit: limit)
            try copy.setModified(source.status().modified)
            let copied = try copy.status().size
            copy.beginSync(size: copied)
            return size + copied
        }
    }
}

/// The license and the credit that the preferences give documents which go out without them.
struct DefaultRights: Sendable {
    private var texts: [(field: String, text: String)]

    init(_ preferences: Preferences) {
        texts = [Preference.license, .credit].compactMap { preference in
            guard case .text(let text) = preferences[preference], !text.isEmpty else { return nil }
            return (preference.name, text)
        }
    }

    /// The same without fields that others don't get.
    func without(_ withholding: Withholding?) -> DefaultRights {
        var rights = self
        rights.texts = texts.filter { withholding?.names($0.field) != true }
        return rights
    }

    /// Whether a document has the value with which an export fills the field of a key.
    func hasDefault(ofKey key: String, in data: DocumentData) -> Bool {
        texts.contains { name, text in
            guard let field = data.kind.field(named: name), field.key == key else { return false }
            return data[field] == .text(text)
        }
    }

    /// Fills empty fields of a copy. Its sender never entered these values, so they only stand for what
    /// somebody may enter later.
    func fill(
        _ data: inout DocumentData, _ state: inout CopyState?, by sender: Author?
    ) throws {
        var keys: Set<String> = []
        for (name, text) in texts {
            guard let field = data.kind.field(named: name), field.type == .text,
                data[field]?.isEmpty ?? true, data.stored(field.key) == nil
            else { continue }
            try data.set(.text(text), for: field)
            keys.insert(field.key)
        }
        if !keys.isEmpty {
            state = state?.withholding(
                keys, showing: CopyContent(data, ContentVersion([])), by: sender)
        }
    }
}

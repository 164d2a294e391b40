import Containers
import SystemPackage

/// A document as others get it: its data without some fields, and its files without what they tell of
/// places. The original stays as it is.
struct OutgoingDocument: Sendable {
    /// The files. If something is left out, they are copies in a private directory.
    let document: DocumentDirectory
    /// The data file in that directory.
    let file: DocumentDirectory.DataFile
    /// The names of files and fields that are left out although nobody named them.
    private(set) var doubtful: [String] = []
    /// The keys of the values that are left out, or made less precise.
    private(set) var withheldKeys: Set<String> = []
    /// The copy that goes out; nil if that isn't remembered.
    private(set) var sent: SentCopy?

    /// What the copy tells; nil for nothing.
    private var state: CopyState?
    private let withholding: Withholding?
    private let rights: DefaultRights
    private let limits: Limits

    /// - Parameter own: the copy that goes out; nil if that isn't remembered.
    init(
        _ name: DocumentName, _ outgoing: Outgoing, _ own: OwnCopy?, _ reader: DocumentReader
    ) throws {
        // If another session replaces the document, the open directory still has the old version.
        let document = try reader.open(name)
        // An unreadable document must not be exported.
        try self.init(of: document, reader.read(document), outgoing, own, reader)
    }

    /// - Parameter read: the data file of the document.
    /// - Throws: ``ScaryBugsError/Code/refused`` if a photograph can't be cleaned.
    init(
        of original: DocumentDirectory, _ read: DocumentDirectory.DataFile, _ outgoing: Outgoing,
        _ own: OwnCopy?, _ reader: DocumentReader
    ) throws {
        (rights, limits) = (outgoing.rights, reader.limits)
        withholding = outgoing.withholding(of: original.name)
        let isCompared = own != nil && !read.data.hasTooManyKeys
        guard let withholding else {
            (document, file) = (original, read)
            // What no import takes may be too long to be read.
            if isCompared { try Bundle.check(original.directory, limits) }
            let version = try isCompared ? original.directory.version(checksums: .all) : nil
            sent = own.map { SentCopy($0, read.data, version, without: nil, nil) }
            state = outgoing.isBare ? nil : sent?.state
            return
        }
        let chosen = outgoing.withholdingOfAll(of: original.name)
        let place = try PrivateDirectory()
        var files = SharedFiles(
            of: original, read.data, withholding, in: place.directory, comparing: isCompared)
        let withheld: DocumentData.Withheld
        (file, withheld) = try files.share(read)
        document = DocumentDirectory(name: original.name, in: place)
        (doubtful, withheldKeys) = (withheld.doubtful, withheld.keys)
        let version =
            try isCompared ? original.directory.version(checksums: .known(files.sums)) : nil
        sent = own.map { SentCopy($0, read.data, version, without: withholding, chosen) }
        guard !outgoing.isBare, let full = sent?.state else { return }
        let content = CopyContent(
            file.data, try place.directory.version(checksums: .known(files.copiedSums)),
            since: full)
        // The name of a file that is no longer there may tell something, too.
        let gone = full.furtherFiles.filter { content.shown[.init(key: $0)] == nil }
        state =
            full.withholding(
                withheld.keys.union(withholding.hidesLocation ? gone : []), showing: content
            ).showing(content).withoutUnknown
    }

    /// The values with the rights that the preferences give.
    func values() throws -> DocumentData {
        var data = file.data
        try rights.fill(&data, without: withholding)
        return data
    }

    /// Messages about values over a limit.
    var excesses: [String] {
        file.data.excesses(over: limits, fileSize: file.bytes.count).map(\.message)
    }

    /// The data file with an identifier, the rights, and what the copy knows.
    ///
    /// - Parameter room: the bytes that the document may have beyond those of its files.
    /// - Returns: nil if the present one says the same, and a remark if there is no room for what the copy
    ///   knows.
    func told(room: Int64 = .max) throws -> (bytes: [UInt8]?, remarks: [String]) {
        var (data, state) = (file.data, state)
        let filled = try rights.fill(&data, without: withholding)
        if !filled.isEmpty {
            state = state?.withholding(
                filled, showing: CopyContent(data, ContentVersion([])), by: sent?.own.author)
        }
        try data.storeIdentifier()
        let fits = state?.fit() ?? true
        try data.store(fits ? state : nil, from: sent?.own.author)
        let bytes = try data.encoded()
        let isShort =
            bytes.count <= limits.dataFileBytes && Int64(bytes.count - file.bytes.count) <= room
        let isSilent = state != nil && (!fits || !isShort)
        let isNew = isShort && (data.keys != file.data.keys || state != nil)
        return (
            isNew ? bytes : nil,
            isSilent ? ["'\(data.title)' has no room to tell who changed what"] : []
        )
    }

    // MARK: Writing

    /// Writes the bundle or the picture to an empty file or a pipe.
    func write(as format: ExportFormat, to output: borrowing File) throws -> Export.Written {
        guard format == .picture else { return try ZipWriter.write(to: output, add) }
        guard let picture = try document.openPicture() else { throw document.withoutPicture }
        try output.copy(from: picture, limit: Limit(limits.bundleBytes, .bundleBytes))
        return Export.Written(name: document.name)
    }

    /// Adds the bundle's entries to a ZIP file.
    func add(to zip: ZipWriter) throws -> Export.Written {
        let (bytes, remarks) = try told(room: Bundle.check(document.directory, limits))
        try Bundle.add(
            document.directory, directoryName: document.name.directoryName, dataBytes: bytes,
            to: zip, limits: limits)
        return Export.Written(
            name: document.name, excesses: excesses, remarks: remarks, doubtful: doubtful,
            sent: sent)
    }
}

/// The files of a document as others get them. Each is opened once, a sound twice.
private struct SharedFiles {
    private let document: DocumentDirectory
    private let withholding: Withholding
    private let place: Directory
    /// The names of files that lie beside others.
    private let besides: Set<String>
    private let photographKey: String
    /// Whether checksums are needed.
    private let isCompared: Bool
    private var withheld = DocumentData.Withheld()
    /// The names that others get to know.
    private var shownNames: [String] = []
    private var sounds: [String] = []
    /// The positions that pictures tell.
    private var positions: [Position] = []
    /// The checksums of the files, and those of the copies.
    private(set) var (sums, copiedSums): ([String: UInt32], [String: UInt32]) = ([:], [:])

    init(
        of document: DocumentDirectory, _ data: DocumentData, _ withholding: Withholding,
        in place: Directory, comparing isCompared: Bool
    ) {
        (self.document, self.withholding, self.place) = (document, withholding, place)
        (besides, photographKey) = (data.filesBeside, data.photographKey)
        self.isCompared = isCompared
    }

    /// Copies what others get.
    ///
    /// - Returns: the data file of the copy, and what the copy lacks.
    mutating func share(
        _ read: DocumentDirectory.DataFile
    ) throws -> (DocumentDirectory.DataFile, DocumentData.Withheld) {
        try copyAllButSounds()
        let traces = DocumentTraces(in: read.data, files: positions)
        var (data, withheld) = try naming("document \(document.name.number)") {
            try read.data.withholding(withholding, traces)
        }
        try copySounds(traces)
        withheld = try dropTraces(of: &data, withheld)
        return (try place.write(data, like: read), withheld)
    }

    /// Copies the files that others get. About a sound, the positions of all pictures decide.
    private mutating func copyAllButSounds() throws {
        for name in try document.otherNames() {
            try Interruption.check()
            guard let file = try document.file(named: name), try file.status().kind == .regular
            else { continue }
            if isCompared { sums[name] = try file.checksum() }
            let signature =
                try withholding.hidesLocation ? file.prefix(MediaType.signatureLength) : []
            let type = PictureType(signature: signature)
            if let type, let position = try file.position(as: type) { positions.append(position) }
            switch try treatment(of: name, signature, file) {
            case .kept: try copy(file, as: name)
            case .cleaned:
                try naming("document \(document.name.number): \(name)") {
                    try copy(file, as: name, cleaning: type)
                }
                leaveOut(name)
            case .leftOut: leaveOut(name)
            case .doubtful: doubt(name)
            case .sound: sounds.append(name)
            }
        }
    }

    /// Copies the sounds that tell no position.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` if the name of a file tells one.
    private mutating func copySounds(_ traces: DocumentTraces) throws {
        for name in shownNames {
            try naming("document \(document.name.number)") {
                try traces.check(
                    name, "the name of the file", "detach it, and attach it under another name")
            }
        }
        for name in sounds {
            if let file = try document.file(named: name),
                try !PhotographCleaner.tellsPlace(sound: file, traces)
            {
                try copy(file, as: name)
            } else {
                doubt(name)
            }
        }
    }

    /// Removes what the data tell of files that others don't get.
    private mutating func dropTraces(
        of data: inout DocumentData, _ others: DocumentData.Withheld
    ) throws -> DocumentData.Withheld {
        var all = others
        all.keys.formUnion(withheld.keys)
        if withholding.hidesLocation {
            // The names of files beside others have checksums of them.
            let besides = data.keysBeside.filter { $0.hasPrefix("/") }
            all.keys.formUnion(besides.map { CopyContent.register(besideUnder: $0).key })
        }
        all.doubtful += withheld.doubtful.sorted()
        for key in data.keys where isOfFile(key, of: data, among: all.keys) {
            try data.store(nil, forKey: key)
        }
        return all
    }

    /// Whether a key tells of a withheld file: of a value that lies beside one, or the name that the
    /// photograph had.
    private func isOfFile(
        _ key: String, of data: DocumentData, among withheld: Set<String>
    ) -> Bool {
        let name = Beside.parts(of: key)?.key ?? key
        if name == DocumentData.imageNameKey {
            return withheld.contains(photographKey)
                && (name != key || withholding.names(Field.picture.name))
        }
        guard name.hasPrefix("/"), name != key else { return false }
        let file = data.stored(key)?.text.map { self.key(of: $0) } ?? name
        return !withheld.isDisjoint(with: [CopyContent.register(besideUnder: key).key, file])
    }

    /// The name of the file beside which a file lies, or else its own.
    private func plainName(_ name: String) -> String {
        besides.contains(name) ? Beside.parts(ofFile: name)?.key ?? name : name
    }

    private func key(of name: String) -> String {
        let plain = plainName(name)
        return DocumentKind.isPhotographName(plain) ? photographKey : CopyContent.fileKey(plain)
    }

    private mutating func leaveOut(_ name: String) {
        if ContentFiles.isOfContent(name) { withheld.keys.insert(key(of: name)) }
    }

    private mutating func doubt(_ name: String) {
        withheld.keys.insert(key(of: name))
        withheld.doubtful.append(name)
    }

    private enum Treatment {
        case kept, cleaned, leftOut, doubtful, sound
    }

    private mutating func treatment(
        of name: String, _ signature: [UInt8], _ file: borrowing File
    ) throws -> Treatment {
        let plain = plainName(name)
        let isPicture =
            DocumentKind.isPhotographName(plain) || DocumentKind.isThumbnailName(plain)
        if withholding.names(isPicture ? Field.picture.name : plain) { return .leftOut }
        guard withholding.hidesLocation else { return .kept }
        if besides.contains(name) { return .leftOut }
        shownNames.append(name)
        if let type = PictureType(signature: signature) {
            // Raw files of cameras have the form of TIFF.
            if type == .tiff, !isPicture, !name.lowercased().hasSuffix(".tif"),
                !name.lowercased().hasSuffix(".tiff")
            {
                return .doubtful
            }
            return try type != .tiff && PhotographTraces.first(in: file, as: type) == nil
                ? .kept : .cleaned
        }
        let isSound = MediaType.of(signature: signature)?.hasPrefix("audio/") == true
        return isSound && !isPicture ? .sound : .doubtful
    }

    /// - Parameter type: the type of a picture that is cleaned.
    private mutating func copy(
        _ file: borrowing File, as name: String, cleaning type: PictureType? = nil
    ) throws {
        let copy = try place.createFile(named: name, access: .readWrite)
        if let type {
            try PhotographCleaner.clean(file, as: type, to: copy)
        } else {
            try copy.copy(from: file, limit: .none)
        }
        try copy.setModified(file.status().modified)
        if isCompared { copiedSums[name] = try type == nil ? sums[name] : copy.checksum() }
    }
}

extension DocumentDirectory {
    /// The names of the files beside the data file.
    fileprivate func otherNames() throws -> [String] {
        try names().sorted().filter { !ContentFiles.isDataFile($0) && !Litter.isNamed($0) }
    }

    /// The positions that pictures tell.
    func positions() throws -> [Position] {
        try otherNames().compactMap { try file(named: $0)?.position() }
    }
}

extension Directory {
    /// Writes a data file with the name and the time of another one.
    fileprivate func write(
        _ data: DocumentData, like other: DocumentDirectory.DataFile
    ) throws -> DocumentDirectory.DataFile {
        let file = try createFile(named: other.name)
        let bytes = try data.encoded()
        try file.write(bytes)
        try file.setModified(other.status.modified)
        return .init(data: data, bytes: bytes, name: other.name, status: other.status)
    }
}

extension File {
    /// The position among the facts of a picture; nil for another file.
    func position() throws -> Position? {
        guard let type = try PictureType(signature: prefix(PictureType.signatureLength)) else {
            return nil
        }
        return try position(as: type)
    }

    fileprivate func position(as type: PictureType) throws -> Position? {
        let facts = try PhotographFacts(of: self, as: type)
        guard let latitude = facts.latitude, let longitude = facts.longitude else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }
}

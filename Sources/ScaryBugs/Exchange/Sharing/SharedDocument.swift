import Containers
import SystemPackage

/// A document as others get it: its data without some fields, and its files without what they tell of
/// places. It lies in a temporary directory. The original stays as it is.
struct SharedDocument: Sendable {
    let document: DocumentDirectory
    private(set) var data: DocumentDirectory.DataFile
    let withheld: DocumentData.Withheld
    /// The names of files and fields that are left out although nobody named them.
    var doubtful: [String] { withheld.doubtful }

    private let hidesLocation: Bool
    private let place: PrivateDirectory

    /// - Parameter read: the data file of the document.
    /// - Throws: ``ScaryBugsError/Code/refused`` if a photograph can't be cleaned.
    init(
        of original: DocumentDirectory, _ read: DocumentDirectory.DataFile,
        without withholding: Withholding, _ reader: DocumentReader
    ) throws {
        (hidesLocation, place) = (withholding.hidesLocation, try PrivateDirectory())
        let traces = try DocumentTraces(
            in: read.data, files: withholding.hidesLocation ? original.positions() : [])
        var files = SharedFiles(of: original, read.data, withholding, traces, in: place.directory)
        var data = read.data
        (data, files.withheld) = try naming("document \(original.name.number)") {
            try data.withholding(withholding, traces)
        }
        try files.copy(&data)
        document = DocumentDirectory(name: original.name, directory: place.directory)
        try place.directory.write(data, like: read)
        self.data = try reader.read(document)
        withheld = files.withheld
    }

    /// The sentence about what is left out although nobody named it; nil if there is none.
    var warning: String? { Withholding.warning(about: doubtful, of: document.name) }

    /// Stores in the copy what it knows.
    ///
    /// - Parameters:
    ///   - full: what the original knows.
    ///   - author: who sends the copy.
    mutating func store(_ full: CopyState, from author: Author, _ reader: DocumentReader) throws {
        var state = try state(full)
        guard state.fit() else { return }
        var data = data.data
        try data.store(state, from: author)
        try place.directory.removeFile(named: self.data.name)
        try place.directory.write(data, like: self.data)
        self.data = try reader.read(document)
    }

    /// What the copy knows.
    ///
    /// - Parameter state: what the original knows.
    func state(_ state: CopyState) throws -> CopyState {
        let version = try document.directory.version(checksums: .all)
        let content = CopyContent(data.data, version)
        var keys = withheld.keys
        if hidesLocation {
            // The name of a file that is no longer there may tell something, too.
            keys.formUnion(state.furtherFiles.filter { content.shown[.init(key: $0)] == nil })
        }
        return state.withholding(keys, showing: content).showing(content).withoutUnknown
    }
}

/// The files of a document as others get them.
private struct SharedFiles {
    private let document: DocumentDirectory
    private let withholding: Withholding
    private let place: Directory
    private let traces: DocumentTraces
    /// The names of files that lie beside others.
    private let besides: Set<String>
    private let photographKey: String
    var withheld = DocumentData.Withheld()

    init(
        of document: DocumentDirectory, _ data: DocumentData, _ withholding: Withholding,
        _ traces: DocumentTraces, in place: Directory
    ) {
        (self.document, self.withholding, self.place) = (document, withholding, place)
        self.traces = traces
        (besides, photographKey) = (data.filesBeside, data.photographKey)
    }

    /// Copies the files that others get, and removes what the data tell of the others.
    mutating func copy(_ data: inout DocumentData) throws {
        if withholding.hidesLocation {
            // The names of files beside others have checksums of them.
            let besides = data.keysBeside.filter { $0.hasPrefix("/") }
            withheld.keys.formUnion(besides.map { CopyContent.register(besideUnder: $0).key })
            if traces.areIn(data.imageName ?? "") {
                try data.store(nil, forKey: DocumentData.imageNameKey)
                withheld.keys.insert(photographKey)
                withheld.doubtful.append("the photograph's name")
            }
        }
        for name in try document.otherNames() {
            try Interruption.check()
            guard let file = try document.file(named: name), try file.status().kind == .regular
            else { continue }
            let key = self.key(of: name)
            switch try treatment(of: name, file) {
            case .kept: try copy(file, as: name)
            case .cleaned:
                try naming("document \(document.name.number): \(name)") {
                    try clean(file, as: name)
                }
                if EntryRole.isOfContent(name) { withheld.keys.insert(key) }
            case .leftOut: if EntryRole.isOfContent(name) { withheld.keys.insert(key) }
            case .doubtful:
                withheld.keys.insert(key)
                withheld.doubtful.append(name)
            }
        }
        for key in data.keys where isOfWithheldFile(key) { try data.store(nil, forKey: key) }
    }

    /// Whether a key tells of a file that others don't get: of a value that lies beside one, or the name
    /// that the photograph had.
    private func isOfWithheldFile(_ key: String) -> Bool {
        let name = Beside.parts(of: key)?.key ?? key
        if name == DocumentData.imageNameKey {
            return withheld.keys.contains(photographKey)
                && (name != key || withholding.names(Field.picture.name))
        }
        return name.hasPrefix("/") && name != key
            && withheld.keys.contains(CopyContent.register(besideUnder: key).key)
    }

    /// The name of the file beside which a file lies, or else its own.
    private func plainName(_ name: String) -> String {
        besides.contains(name) ? Beside.parts(ofFile: name)?.key ?? name : name
    }

    private func key(of name: String) -> String {
        let plain = plainName(name)
        return DocumentKind.isPhotographName(plain) ? photographKey : CopyContent.fileKey(plain)
    }

    private enum Treatment {
        case kept, cleaned, leftOut, doubtful
    }

    private func treatment(of name: String, _ file: borrowing File) throws -> Treatment {
        let plain = plainName(name)
        let isPicture =
            DocumentKind.isPhotographName(plain) || DocumentKind.isThumbnailName(plain)
        if withholding.names(isPicture ? Field.picture.name : plain) { return .leftOut }
        if besides.contains(name), withholding.hidesLocation { return .leftOut }
        guard withholding.hidesLocation else { return .kept }
        try naming("document \(document.name.number)") {
            try traces.check(
                name, "the name of the file", "detach it, and attach it under another name")
        }
        let signature = try file.prefix(MediaType.signatureLength)
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
        if isPicture { return .doubtful }
        guard MediaType.of(signature: signature)?.hasPrefix("audio/") == true else {
            return .doubtful
        }
        return try PhotographCleaner.tellsPlace(sound: file, traces) ? .doubtful : .kept
    }

    private func clean(_ file: borrowing File, as name: String) throws {
        guard let type = try PictureType(signature: file.prefix(PictureType.signatureLength)) else {
            return
        }
        let copy = try place.createFile(named: name, access: .readWrite)
        try PhotographCleaner.clean(file, as: type, to: copy)
        try copy.setModified(file.status().modified)
    }

    private func copy(_ file: borrowing File, as name: String) throws {
        let copy = try place.createFile(named: name)
        try copy.copy(from: file, limit: .none)
        try copy.setModified(file.status().modified)
    }
}

extension DocumentDirectory {
    /// The names of the files beside the data file.
    fileprivate func otherNames() throws -> [String] {
        try names().sorted().filter { !EntryRole.isDataFile($0) && !Litter.isNamed($0) }
    }

    /// The positions that pictures tell.
    func positions() throws -> [Position] {
        try otherNames().compactMap { try file(named: $0)?.position() }
    }
}

extension Directory {
    /// Writes a data file with the name and the time of another one.
    fileprivate func write(_ data: DocumentData, like other: DocumentDirectory.DataFile) throws {
        let file = try createFile(named: other.name)
        try file.write(data.encoded())
        try file.setModified(other.status.modified)
    }
}

extension File {
    /// The position among the facts of a picture; nil for another file.
    func position() throws -> Position? {
        guard let type = try PictureType(signature: prefix(PictureType.signatureLength)) else {
            return nil
        }
        let facts = try PhotographFacts(of: self, as: type)
        guard let latitude = facts.latitude, let longitude = facts.longitude else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }
}

import Containers

/// An open file that a document gets under its own name: a further photograph, a sound, a sidecar.
public final class AttachedFile: Sendable {
    /// The name that the document gives it.
    public let name: String
    package let file: File
    /// The type of a picture, according to its first bytes; nil for any other file.
    let type: PictureType?

    /// Opens a file at a path that the user entered.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - force: whether to take a picture that is cut off.
    /// - Throws: ``ScaryBugsError/Code/refused`` if a bundle could not hold a file of this name, or
    ///   if it is a picture that is cut off.
    public convenience init(path: String, force: Bool = false) throws {
        let file = try File.open(path: path, waiting: false)
        let name = file.lastComponent
        try self.init(file, named: name)
        guard let type, !force, try self.file.isCutOff(as: type) else { return }
        throw PictureFile.cutOff(path, type)
    }

    package init(_ file: consuming File, named name: String) throws {
        guard try file.status().kind == .regular else {
            throw ScaryBugsError(
                .refused, "\(file.name): not a regular file; give the path of a file")
        }
        try Self.check(name, file.name)
        type = PictureType(signature: try file.prefix(PictureType.signatureLength))
        self.file = file
        self.name = name
    }

    /// The values that the metadata of a picture tells, or a sidecar; nil for another file.
    var notes: PictureNotes? {
        get throws {
            if let type { return try PhotographFacts(of: file, as: type).values }
            return try isSidecar ? Sidecar.notes(of: file) : nil
        }
    }

    /// Whether it tells about a picture, by its name.
    var isSidecar: Bool { type == nil && Sidecar.isNamed(name) }

    package var isEmptySidecar: Bool {
        get throws { try isSidecar && notes?.values.isEmpty != false }
    }

    /// Applies the rules for the names in bundles.
    package static func check(_ name: String, _ path: String) throws {
        do { _ = try EntryName(bytes: Array(name.utf8)) } catch {
            throw ScaryBugsError(
                .refused, "\(path): no bundle could hold this name; rename the file", cause: error)
        }
        let isReserved = Self.reservedNames.contains(name.lowercased())
        guard isReserved || Litter.isNamed(name) else { return }
        throw ScaryBugsError(
            .refused,
            "\(path): "
                + (isReserved
                    ? "documents use this name themselves; rename the file"
                    : "exports leave out files of this name; rename the file"))
    }

    package static let reservedNames = Set(
        DocumentKind.all.flatMap {
            [$0.dataFileName, $0.thumbnailName, $0.photographName].map { $0.lowercased() }
        })
}

extension [AttachedFile] {
    /// Refuses two files of one name.
    package func checkNames() throws {
        var names: Set<String> = []
        for file in self where !names.insert(file.name.collisionKey).inserted {
            throw ScaryBugsError(
                .refused, "\(file.name) is given twice; leave out one, or rename another file")
        }
    }
}

/// A file that a document gets, with the name that the document gives it.
package struct NewFile: Sendable {
    package enum Content: Sendable {
        case picture(PictureFile)
        case attached(AttachedFile)
        case bytes([UInt8])
        /// A file of a directory.
        case copy(of: String, Directory)
    }

    package let name: String
    package let content: Content

    package init(name: String, content: Content) {
        (self.name, self.content) = (name, content)
    }

    /// The files that a document gets with a photograph: the photograph, and the thumbnail if there
    /// is one.
    package static func files(of picture: PictureFile, kind: DocumentKind) -> [NewFile] {
        let thumbnail = picture.thumbnail.map {
            NewFile(name: kind.thumbnailName, content: .bytes($0))
        }
        return [NewFile(name: kind.photographName, content: .picture(picture))]
            + [thumbnail].compactMap(\.self)
    }

    package static func attached(_ file: AttachedFile) -> NewFile {
        NewFile(name: file.name, content: .attached(file))
    }

    package var size: Int64 {
        get throws {
            switch content {
            case .picture(let picture): try picture.file.status().size
            case .attached(let source): try source.file.status().size
            case .bytes(let bytes): Int64(bytes.count)
            case .copy(let name, let directory): try directory.status(of: name)?.size ?? 0
            }
        }
    }

    /// The bytes of a file that stay in a dry run, which nobody reads to its end.
    private static let keptBytes: Int64 = 1 << 16

    /// Writes the file into a directory in which its name is free.
    ///
    /// - Parameter isHollow: whether only the beginning and the size stay.
    package func write(into directory: Directory, limits: Limits, isHollow: Bool = false) throws {
        let file = try directory.createFile(named: name)
        let limit = Limit(limits.bundleBytes, .bundleBytes)
        switch content {
        case .picture(let picture): try file.copy(from: picture.file, limit: limit)
        case .attached(let source): try file.copy(from: source.file, limit: limit)
        case .bytes(let bytes): try file.write(bytes)
        case .copy(let name, let directory):
            let source = try directory.fileToPack(name)
            try file.copy(from: source, limit: limit)
            try file.setModified(source.status().modified)
        }
        let size = try isHollow ? file.status().size : 0
        guard size > Self.keptBytes else { return }
        for size in [Self.keptBytes, size] { try file.truncate(to: size) }
    }
}

extension File {
    package func hasSameBytes(as other: borrowing File) throws -> Bool {
        try status().size == other.status().size && checksum() == other.checksum()
    }
}

/// The media types of files that viewers show, detected from their first bytes.
package enum MediaType {
    /// The number of bytes needed to detect a type.
    package static let signatureLength = PictureType.signatureLength

    /// The RFC 2046 media type of a file of any other type.
    package static let unknown = "application/octet-stream"

    /// Detects the type of a picture, sound, video or PDF; nil if it is unknown.
    package static func of(signature: [UInt8]) -> String? {
        if let type = PictureType(signature: signature) { return type.mediaType }
        let start = String(decoding: signature.prefix(4), as: UTF8.self)
        let form = String(decoding: signature.dropFirst(8).prefix(4), as: UTF8.self)
        switch (start, form) {
        case ("%PDF", _): return "application/pdf"
        case ("RIFF", "WAVE"): return "audio/x-wav"
        case ("RIFF", "AVI "): return "video/x-msvideo"
        case ("FORM", "AIFF"), ("FORM", "AIFC"): return "audio/x-aiff"
        case ("fLaC", _): return "audio/flac"
        case ("OggS", _): return "audio/ogg"
        case ("caff", _): return "audio/x-caf"
        case ("MThd", _): return "audio/midi"
        default: break
        }
        if signature.starts(with: "ID3".utf8) || isMPEGAudio(signature) { return "audio/mpeg" }
        if signature.starts(with: "#!AMR".utf8) { return "audio/amr" }
        if signature.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "video/x-matroska" }
        return ofBox(signature.dropFirst(4), brand: form)
    }

    /// The frame header of ISO/IEC 11172-3, of layer III.
    private static func isMPEGAudio(_ bytes: [UInt8]) -> Bool {
        bytes.count > 2 && bytes[0] == 0xFF && bytes[1] & 0xE6 == 0xE2 && bytes[2] < 0xF0
    }

    /// The type of a file of boxes (ISO/IEC 14496-12, and QuickTime before it).
    private static func ofBox(_ name: ArraySlice<UInt8>, brand: String) -> String? {
        if ["moov", "mdat", "wide"].contains(where: { name.starts(with: $0.utf8) }) {
            return "video/quicktime"
        }
        guard name.starts(with: "ftyp".utf8) else { return nil }
        switch brand {
        case "avif", "avis": return "image/avif"
        case "qt  ": return "video/quicktime"
        case "M4A ", "M4B ": return "audio/mp4"
        default: return "video/mp4"
        }
    }
}

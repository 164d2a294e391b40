/// Parts of a picture file that tell more than the picture: everything but the parts that a decoder needs,
/// the colour profile and the orientation.
///
/// This is an allow-list. What no rule names counts as a trace.
package enum PhotographTraces {
    /// The first part that tells more, for a message; nil if there is none.
    package static func first(in file: borrowing File, as type: PictureType) throws -> String? {
        let size = try file.status().size
        switch type {
        case .jpeg: return try inJPEG(file, size)
        case .png: return try inChunks(file, type, 8, size, pngChunks, last: "IEND")
        case .webp: return try inChunks(file, type, 12, size, webPChunks, last: nil)
        case .heic: return try inHEIC(file, size)
        case .tiff: return try inTIFF(file, size)
        case .gif: return try inGIF(file, size)
        }
    }

    static let trailer = "data after its end"

    // MARK: JPEG

    private static func inJPEG(_ file: borrowing File, _ size: Int64) throws -> String? {
        var (parts, end, isScan) = (PictureParts(in: 0..<size, as: .jpeg), 0 as Int64, false)
        while let part = try parts.next(in: file) {
            if try !isAllowed(part, in: file) {
                return "a segment \(String(part.name, radix: 16).uppercased())"
            }
            if part.place.lowerBound != end, !isScan { return "data between its segments" }
            isScan = part.name == 0xDA || isScan && 0xD0...0xD7 ~= part.name
            end = part.place.upperBound
            if part.name == 0xD9 { return end == size ? nil : trailer }
        }
        return trailer
    }

    private static func isAllowed(_ part: PicturePart, in file: borrowing File) throws -> Bool {
        let start = String(decoding: try file.bytes(of: part.contents, atMost: 12), as: UTF8.self)
        let length = part.contents.upperBound - part.contents.lowerBound
        switch part.name {
        // A longer one has a small picture.
        case 0xE0: return start.hasPrefix("JFIF\0") && length == 14
        case 0xE1:
            return try start.hasPrefix("Exif\0\0") && isOrientation(part.contents, file)
        case 0xE2: return start.hasPrefix("ICC_PROFILE\0")
        case 0xEE: return start.hasPrefix("Adobe") && length == 12
        case 0xE0...0xEF, 0xFE: return false
        default: return 0xC0...0xDF ~= part.name
        }
    }

    // MARK: EXIF

    /// The orientation, the resolution, and where the color samples of a pixel lie.
    private static let exifTags: Set<Int64> = [0x112, 0x11A, 0x11B, 0x128, 0x213]
    /// An orientation with these takes 102 bytes.
    private static let mostEXIFBytes: Int64 = 128

    /// Whether EXIF data tells nothing but how to show the picture.
    private static func isOrientation(_ place: Range<Int64>, _ file: borrowing File) throws -> Bool
    {
        let name = try file.bytes(of: place, atMost: 6)
        // WebP has the name of the data, or not.
        let isNamed = name.starts(with: "Exif\0".utf8) && place.upperBound - place.lowerBound > 6
        let place = isNamed ? place.lowerBound + 6..<place.upperBound : place
        guard place.upperBound - place.lowerBound <= mostEXIFBytes,
            let block = try TIFFBlock(place, in: file)
        else { return false }
        let directories = try block.directories(in: file)
        return directories?.count == 1
            && directories?[0].keys.allSatisfy(exifTags.contains) == true
    }

    // MARK: Chunks

    private static let pngChunks: [StaticString] = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP",
        "bKGD", "pHYs", "acTL", "fcTL", "fdAT",
    ]
    private static let webPChunks: [StaticString] = [
        "VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP",
    ]

    private static func inChunks(
        _ file: borrowing File, _ type: PictureType, _ start: Int64, _ size: Int64,
        _ allowed: [StaticString], last: StaticString?
    ) throws -> String? {
        let allowed = Set(allowed.map(PicturePart.name))
        let exif = [PicturePart.name("eXIf"), PicturePart.name("EXIF")]
        var parts = PictureParts(in: start..<max(start, size), as: type)
        while let part = try parts.next(in: file) {
            let isAllowed =
                try exif.contains(part.name)
                ? isOrientation(part.contents, file) : allowed.contains(part.name)
            if !isAllowed { return "a chunk \(part.letters)" }
            if part.name == PicturePart.name("ANMF") {
                let frame = part.contents(from: 16)
                let trace = try inChunks(
                    file, type, frame.lowerBound, frame.upperBound, ["VP8 ", "VP8L", "ALPH"],
                    last: nil)
                if let trace { return trace }
            }
            if let last, part.name == PicturePart.name(last) { break }
        }
        return parts.offset == size ? nil : trailer
    }

    // MARK: HEIC

    private static func inHEIC(_ file: borrowing File, _ size: Int64) throws -> String? {
        let boxes = try HEICBoxes(of: file, size)
        if let trace = try boxes.firstTrace(in: file) { return trace }
        let items = boxes.items.divided
        var known = items.pictures
        for (type, places) in items.metadata where places.count == 1 {
            let isAllowed =
                try type == PicturePart.name("Exif")
                ? isOrientation(inItem: places[0], file) : isGainMap(places[0], file)
            if isAllowed { known += places }
        }
        // Data of an item that was removed, or is metadata.
        let rest = try boxes.data.subtracting(known).contains { try !file.isZero($0) }
        return rest ? "data that is no picture" : nil
    }

    /// Four bytes before the data say how many more are before them.
    private static func isOrientation(
        inItem place: Range<Int64>, _ file: borrowing File
    ) throws -> Bool {
        guard let skipped = try file.number(at: place.lowerBound, 4), skipped <= 6,
            place.lowerBound + 4 + skipped < place.upperBound
        else { return false }
        return try isOrientation(place.lowerBound + 4 + skipped..<place.upperBound, file)
    }

    /// XMP of a picture that says how bright another one is.
    private static func isGainMap(_ place: Range<Int64>, _ file: borrowing File) throws -> Bool {
        guard place.upperBound - place.lowerBound <= 4_096 else { return false }
        let text = String(decoding: try file.bytes(of: place, atMost: 4_096), as: UTF8.self)
        return text.place(of: "HDRGainMap") != nil && !PositionTraces().areIn(text)
            && ["exif", "gps", "photoshop", "dc:", "iptc"].allSatisfy {
                text.lowercased().place(of: $0) == nil
            }
    }

    // MARK: TIFF and GIF

    /// What a decoder needs (TIFF 6.0, its technical notes, and the colour profile).
    private static let tiffTags: [ClosedRange<Int64>] = [
        0xFE...0xFF, 0x100...0x103, 0x106...0x10A, 0x111...0x112, 0x115...0x11C, 0x122...0x125,
        0x128...0x129, 0x12D...0x12D, 0x13D...0x145, 0x14C...0x14C, 0x14E...0x14E, 0x152...0x156,
        0x211...0x214, 0x8773...0x8773,
    ]

    private static func inTIFF(_ file: borrowing File, _ size: Int64) throws -> String? {
        guard let block = try TIFFBlock(0..<size, in: file),
            let directories = try block.directories(in: file),
            directories.count < TIFFBlock.mostDirectories
        else { return "an unusual list of pages" }
        // A strip can be a whole JPEG file, with all that it may tell.
        for directory in directories {
            guard let compression = try block.integer(directory[0x103], in: file) else { continue }
            if [6, 7, 99, 34_892].contains(compression) { return "JPEG data" }
        }
        let tag = directories.flatMap(\.keys).sorted().first { tag in
            !tiffTags.contains { $0.contains(tag) }
        }
        return tag.map { "a tag \($0)" }
    }

    /// The beginnings of the names of extensions with the repetitions and the colour profile.
    private static let gifNames = ["NETSCAP", "ANIMEXT", "ICCRGBG"]
    /// An extension with the number of repetitions has no other part.
    private static let gifRepetitionBytes = 19

    private static func inGIF(_ file: borrowing File, _ size: Int64) throws -> String? {
        var (trace, isWhole, repetitions) = (nil as String?, false, [] as [Int64])
        _ = try file.hasGIFEnd(size) { head, offset in
            let name = String(decoding: head.dropFirst(3), as: UTF8.self)
            switch (head.first, head.dropFirst().first) {
            case (0x3B, _): isWhole = offset + 1 == size
            case (0x2C, _): break
            // The delay and the transparent color have no other part.
            case (0x21, 0xF9) where head.count > 7 && head[2] == 4 && head[7] == 0: break
            case (0x21, 0xFF) where name == gifNames[2]: break
            case (0x21, 0xFF) where gifNames.contains(name): repetitions.append(offset)
            default: trace = "an extension"
            }
        }
        for offset in repetitions {
            let bytes = try file.part(at: offset, count: gifRepetitionBytes)
            if bytes.count < gifRepetitionBytes || bytes[14] != 3 || bytes[18] != 0 {
                trace = "an extension"
            }
        }
        return trace ?? (isWhole ? nil : trailer)
    }
}

extension [Range<Int64>] {
    /// What other places leave of these.
    fileprivate func subtracting(_ others: [Range<Int64>]) -> [Range<Int64>] {
        let others = others.sorted { $0.lowerBound < $1.lowerBound }
        return flatMap { place in
            var (rest, start) = ([] as [Range<Int64>], place.lowerBound)
            for other in others where other.overlaps(place) {
                if other.lowerBound > start { rest.append(start..<other.lowerBound) }
                start = Swift.max(start, other.upperBound)
            }
            if start < place.upperBound { rest.append(start..<place.upperBound) }
            return rest
        }
    }
}

extension File {
    /// Whether all bytes of a place are 0.
    func isZero(_ place: Range<Int64>) throws -> Bool {
        var isZero = true
        try forEachPiece(in: place) { piece in
            isZero = piece.allSatisfy { $0 == 0 }
            return isZero
        }
        return isZero
    }
}

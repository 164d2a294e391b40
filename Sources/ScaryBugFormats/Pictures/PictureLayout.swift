/// The places in a picture file that tell its size, its EXIF data, and what people wrote into it.
struct PictureLayout {
    /// A block of ``TIFFBlock``.
    private(set) var exif: Range<Int64>?
    /// Packets of ``XMPReader``. A TIFF file tells its packet, and its IPTC block, in its first directory.
    private(set) var xmp: [Range<Int64>] = []
    /// A block of IPTC.
    private(set) var iptc: Range<Int64>?
    /// The stored size in pixels.
    private(set) var size: (width: Int64, height: Int64)?
    /// Whether the container itself tells how to turn the picture, and EXIF's orientation is ignored.
    private(set) var isTurned = false

    init(of file: borrowing File, as type: PictureType) throws {
        let count = try file.status().size
        switch type {
        case .jpeg: try readJPEG(file, count)
        case .png: try readPNG(file, count)
        case .webp: try readWebP(file, count)
        case .heic: try readHEIC(file, count)
        case .tiff: exif = 0..<count
        case .gif: try setSize(file.part(at: 6, count: 4), width: 0..<2, height: 2..<4, true)
        }
    }

    private mutating func readJPEG(_ file: borrowing File, _ count: Int64) throws {
        var parts = PictureParts(in: 0..<count, as: .jpeg)
        while let part = try parts.next(in: file) {
            switch part.name {
            case 0xE1:
                if exif == nil { try setEXIF(part.contents, file, withoutName: false) }
                try addXMP(part.contents, file, after: Self.xmpName)
            case 0xED where iptc == nil: iptc = try Self.iptc(part.contents, file)
            // DHT, JPG and DAC are no frames.
            case 0xC4, 0xC8, 0xCC: break
            case 0xC0...0xCF where size == nil:
                try setSize(
                    file.bytes(of: part.contents, atMost: 5), width: 3..<5, height: 1..<3)
            // The data of a scan may be long, and what follows it is seldom EXIF.
            case 0xDA, 0xD9: return
            default: break
            }
        }
    }

    private mutating func readPNG(_ file: borrowing File, _ count: Int64) throws {
        var parts = PictureParts(in: 8..<max(8, count), as: .png)
        while let part = try parts.next(in: file) {
            switch part.name {
            case PicturePart.name("IHDR"):
                try setSize(file.bytes(of: part.contents, atMost: 8), width: 0..<4, height: 4..<8)
            case PicturePart.name("eXIf"): try setEXIF(part.contents, file)
            // Two bytes for no compression follow the name, and two empty texts.
            case PicturePart.name("iTXt"):
                try addXMP(part.contents, file, after: "XML:com.adobe.xmp\0\0\0\0\0")
            case PicturePart.name("IEND"): return
            default: break
            }
        }
    }

    private mutating func readWebP(_ file: borrowing File, _ count: Int64) throws {
        var parts = PictureParts(in: 12..<max(12, count), as: .webp)
        while let part = try parts.next(in: file) {
            let bytes = try file.bytes(of: part.contents, atMost: 10)
            switch part.name {
            case PicturePart.name("EXIF"): try setEXIF(part.contents, file)
            case PicturePart.name("XMP "): try addXMP(part.contents, file, after: "")
            case PicturePart.name("VP8X"):
                setSize(bytes, width: 4..<7, height: 7..<10, true, less: 1)
            case PicturePart.name("VP8 ") where size == nil:
                // Two bits after 14 of the size tell how to scale it.
                setSize(bytes, width: 6..<8, height: 8..<10, true, bits: 14)
            case PicturePart.name("VP8L") where size == nil && bytes.count > 4:
                let bits = File.number(bytes[1..<5], true)
                size = (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
            default: break
            }
        }
    }

    private mutating func readHEIC(_ file: borrowing File, _ count: Int64) throws {
        let items = try HEICItems(of: file, count)
        isTurned = true
        size = items.size
        xmp = items.mime
        guard let place = items.exif, let skipped = try file.number(at: place.lowerBound, 4),
            skipped <= place.upperBound - place.lowerBound - 4
        else { return }
        exif = place.lowerBound + 4 + skipped..<place.upperBound
    }

    // MARK: Setting

    private static let xmpName = "http://ns.adobe.com/xap/1.0/\0"

    /// The most packets that are read. Programs write one.
    static let mostPackets = 4

    /// Adds a packet if the part begins with a name.
    private mutating func addXMP(
        _ place: Range<Int64>, _ file: borrowing File, after name: String
    ) throws {
        let count = Int64(name.utf8.count)
        guard xmp.count < Self.mostPackets, place.lowerBound + count < place.upperBound,
            try file.bytes(of: place, atMost: Int(count)) == Array(name.utf8)
        else { return }
        xmp.append(place.lowerBound + count..<place.upperBound)
    }

    /// The block in a segment of Photoshop: resources with a number, a name, and data of even lengths.
    private static func iptc(
        _ place: Range<Int64>, _ file: borrowing File
    ) throws -> Range<Int64>? {
        let name = "Photoshop 3.0\0"
        guard try file.bytes(of: place, atMost: name.utf8.count) == Array(name.utf8) else {
            return nil
        }
        var offset = place.lowerBound + Int64(name.utf8.count)
        while try file.number(at: offset, 4) == PicturePart.name("8BIM"),
            let number = try file.number(at: offset + 4, 2),
            let length = try file.number(at: offset + 6, 1)
        {
            let start = offset + 6 + (length + 2) / 2 * 2
            guard let count = try file.number(at: start, 4), start + 4 + count <= place.upperBound
            else { return nil }
            if number == 0x404 { return start + 4..<start + 4 + count }
            offset = start + 4 + (count + 1) / 2 * 2
        }
        return nil
    }

    /// - Parameter isOptional: whether the name before the block may be missing.
    private mutating func setEXIF(
        _ place: Range<Int64>, _ file: borrowing File, withoutName isOptional: Bool = true
    ) throws {
        let head = try file.bytes(of: place, atMost: 6)
        if head.count == 6, head.starts(with: "Exif\0".utf8) {
            exif = place.lowerBound + 6..<place.upperBound
        } else if isOptional {
            exif = place
        }
    }

    private mutating func setSize(
        _ bytes: [UInt8], width: Range<Int>, height: Range<Int>, _ isLittle: Bool = false,
        less: Int64 = 0, bits: Int64 = 32
    ) {
        guard bytes.count >= max(width.upperBound, height.upperBound) else { return }
        let mask = (1 << bits) - 1 as Int64
        size = (
            File.number(bytes[width], isLittle) & mask + less,
            File.number(bytes[height], isLittle) & mask + less
        )
    }
}

extension File {
    /// The places of the picture in a file, without metadata and without data after its end; empty
    /// for a file whose metadata can't be told from its picture.
    func picturePlaces(as type: PictureType, _ size: Int64) throws -> [Range<Int64>] {
        switch type {
        case .jpeg: try jpegPlaces(size)
        case .png:
            try places(
                .png, from: 8, size, ["IHDR", "PLTE", "tRNS", "IDAT", "acTL", "fcTL", "fdAT"])
        case .webp: try places(.webp, from: 12, size, ["VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"])
        case .heic: try HEICItems(of: self, size).picturePlaces(atMost: size)
        case .gif, .tiff: []
        }
    }

    /// All but application data and comments, up to the end mark. The data of a scan follows its
    /// segment.
    private func jpegPlaces(_ size: Int64) throws -> [Range<Int64>] {
        var (places, end, hasScan) = ([] as [Range<Int64>], 0 as Int64, false)
        var parts = PictureParts(in: 0..<size, as: .jpeg)
        while let part = try parts.next(in: self) {
            places.add(end..<part.place.lowerBound)
            end = part.place.upperBound
            if !(0xE0...0xEF ~= part.name), part.name != 0xFE { places.add(part.place) }
            hasScan = hasScan || part.name == 0xDA
            if part.name == 0xD9 { return hasScan ? places : [] }
        }
        places.add(end..<size)
        return hasScan ? places : []
    }

    /// The chunks with these names. Without a last chunk, the rest may be a part of the picture.
    private func places(
        _ type: PictureType, from start: Int64, _ size: Int64, _ names: [StaticString]
    ) throws -> [Range<Int64>] {
        let wanted = names.map(PicturePart.name)
        let pictures = ["IDAT", "VP8 ", "VP8L", "ANMF"].map(PicturePart.name)
        var (places, hasPicture) = ([] as [Range<Int64>], false)
        var parts = PictureParts(in: start..<max(start, size), as: type)
        while let part = try parts.next(in: self) {
            if wanted.contains(part.name) { places.add(part.place) }
            hasPicture = hasPicture || pictures.contains(part.name)
            if part.name == PicturePart.name("IEND") { return hasPicture ? places : [] }
        }
        places.add(parts.offset..<max(parts.offset, size))
        return hasPicture ? places : []
    }
}

extension [Range<Int64>] {
    /// Adds a place, together with the last one if it is next to it.
    fileprivate mutating func add(_ place: Range<Int64>) {
        if place.isEmpty { return }
        if let last, last.upperBound == place.lowerBound {
            self[count - 1] = last.lowerBound..<place.upperBound
        } else {
            append(place)
        }
    }
}

/// The boxes of a HEIC file, and what a decoder doesn't need of them.
///
/// An allow-list says which boxes lie in which box (ISO/IEC 14496-12, 23008-12). All others are overwritten
/// in place, so that offsets into the file and indexes of properties stay right.
struct HEICBoxes {
    let items: HEICItems
    /// The places of the data of items.
    private(set) var data: [Range<Int64>] = []
    private let pictures: [Range<Int64>]
    private let essential: Set<Int64>
    /// The places to overwrite with some bytes, and zeros after them.
    private var traces: [(box: String, place: Range<Int64>, start: [UInt8])] = []
    /// The first part that can't be overwritten, for a message; nil if all can.
    private var obstacle: String?

    init(of file: borrowing File, _ size: Int64) throws {
        items = try HEICItems(of: file, size)
        (pictures, essential) = (items.divided.pictures, items.essentialProperties)
        try read(0..<size, in: "", file)
    }

    /// The first part that tells more than a decoder needs, for a message; nil if there is none.
    func firstTrace(in file: borrowing File) throws -> String? {
        if let obstacle { return obstacle }
        for (box, place, start) in traces {
            let rest = place.lowerBound + Int64(start.count)..<place.upperBound
            guard try file.bytes(of: place, atMost: start.count) == start, try file.isZero(rest)
            else { return box }
        }
        return nil
    }

    func overwrite(in file: borrowing File) throws {
        for (_, place, start) in traces {
            var (offset, piece) = (place.lowerBound, start)
            while offset < place.upperBound {
                try file.write(piece, at: offset)
                offset += Int64(piece.count)
                piece = Array(repeating: 0, count: min(1 << 16, Int(place.upperBound - offset)))
            }
        }
    }

    /// The boxes in a box, with the most bytes of them that a decoder needs. After these bytes, other boxes
    /// begin, or a name, a location or a comment.
    private static let lists: [String: [String: Int64]] = [
        "": ["ftyp": all, "meta": 4, "mdat": all],
        "meta": [
            "hdlr": 12, "dinf": 0, "pitm": 8, "iinf": 8, "iloc": all, "iprp": 0, "iref": 4,
            "idat": all, "grpl": 0,
        ],
        "dinf": ["dref": 8], "dref": ["url": 4], "iinf": ["infe": 14],
        "iprp": ["ipco": 0, "ipma": all], "grpl": ["altr": all, "ster": all],
        "iref": [
            "dimg": all, "thmb": all, "auxl": all, "cdsc": all, "base": all, "prem": all,
        ],
        "ipco": [
            "ispe": 12, "pasp": 8, "colr": 11, "pixi": 16, "irot": 1, "imir": 1, "clap": 32,
            "rloc": 12, "lsel": 2, "a1op": 1, "a1lx": 13, "clli": 4, "mdcv": 24, "amve": 8,
            "auxC": 4, "hvcC": all, "lhvC": all, "av1C": all, "avcC": all, "vvcC": all,
        ],
    ]
    private static let all: Int64 = 1 << 40
    /// Transparency, depth and brightness.
    private static let auxiliaryTypes = [
        "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:hevc:2015:auxid:2", "urn:mpeg:avc:2015:auxid:1",
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:com:apple:photo:2020:aux:hdrgainmap",
        "urn:mpeg:mpegB:cicp:systems:auxiliary:depth",
    ]

    private mutating func read(
        _ list: Range<Int64>, in parent: String, _ file: borrowing File
    ) throws {
        var known = Self.lists[parent] ?? [:]
        func box(_ name: String) -> String {
            "the box '\(name)'" + (parent.isEmpty ? "" : " in '\(parent)'")
        }
        var parts = PictureParts(in: list, as: .heic)
        while let part = try parts.next(in: file) {
            let name = part.letters
            // Readers look at the first one.
            guard let most = name == "meta" ? known.removeValue(forKey: name) : known[name] else {
                try overwrite(part, box(name), file)
                continue
            }
            let bytes = try file.bytes(of: part.contents, atMost: 256)
            let rest = part.contents(from: Self.needed(of: name, bytes) ?? most)
            switch name {
            case "mdat", "idat": data.append(part.contents)
            case _ where Self.lists[name] != nil: try read(rest, in: name, file)
            default: traces.append((box(name), rest, Self.start(of: name, bytes)))
            }
        }
        let end = parts.offset
        if parent.isEmpty, end < list.upperBound { obstacle = obstacle ?? PhotographTraces.trailer }
        guard try !file.isZero(end..<list.upperBound) else { return }
        let name = try file.number(at: end + 4, 4) ?? 0
        obstacle = obstacle ?? box(PicturePart.letters(name))
    }

    /// The number of bytes that a decoder needs of a box whose form depends on the first ones.
    private static func needed(of name: String, _ bytes: [UInt8]) -> Int64? {
        let version = bytes.first ?? 0
        switch name {
        case "iinf": return version == 0 ? 6 : 8
        case "infe": return version < 2 ? 8 : version == 2 ? 12 : 14
        case "colr": return ["rICC", "prof"].contains { bytes.starts(with: $0.utf8) } ? all : 11
        case "auxC":
            let type = String(decoding: bytes.dropFirst(4).prefix { $0 != 0 }, as: UTF8.self)
            return auxiliaryTypes.contains(type) ? 4 + Int64(type.utf8.count) : 4
        default: return nil
        }
    }

    /// The type of XMP after an empty name of its item; nothing for other boxes.
    private static func start(of name: String, _ bytes: [UInt8]) -> [UInt8] {
        let type = "\0application/rdf+xml\0"
        let text = String(decoding: bytes, as: UTF8.self)
        return name == "infe" && text.place(of: type) != nil ? Array(type.utf8) : []
    }

    private mutating func overwrite(
        _ part: PicturePart, _ box: String, _ file: borrowing File
    ) throws {
        // Very many boxes would take long to compare.
        let isNeeded =
            traces.count > 5_000 || essential.contains(part.place.lowerBound)
            || pictures.contains { $0.overlaps(part.contents) }
        if isNeeded {
            obstacle = obstacle ?? box
            return
        }
        // A long size may follow the name.
        let (name, start) = (part.place.lowerBound + 4, part.contents.lowerBound)
        let size = try file.bytes(of: name + 4..<start, atMost: 8)
        traces.append((box, name..<part.place.upperBound, Array("free".utf8) + size))
    }
}

/// A segment of a JPEG file, a chunk of PNG or WebP, or a box of HEIC.
struct PicturePart {
    /// The code of a segment, or the four letters of a name.
    let name: Int64
    /// The place in the file, with name and length.
    let place: Range<Int64>
    /// The place of the data in it.
    let contents: Range<Int64>

    /// The four letters of a name as a number.
    static func name(_ letters: StaticString) -> Int64 {
        letters.withUTF8Buffer { $0.reduce(0) { $0 << 8 | Int64($1) } }
    }

    /// The letters and digits of the name.
    var letters: String { Self.letters(name) }

    static func letters(_ name: Int64) -> String {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: name >> (24 - 8 * Int64($0))) }
        return String(decoding: bytes, as: UTF8.self).filter { $0.isLetter || $0.isNumber }
    }

    /// The data after its first bytes.
    func contents(from count: Int64) -> Range<Int64> {
        min(contents.lowerBound + count, contents.upperBound)..<contents.upperBound
    }
}

/// The parts of a place, one after the other. A part that is larger than the rest ends them.
struct PictureParts {
    private let type: PictureType
    private let end: Int64
    /// The offset after the last part.
    private(set) var offset: Int64
    private var count = 0

    /// The most parts that are looked at, since each takes time. No camera writes as many.
    private static let most = 100_000

    init(in place: Range<Int64>, as type: PictureType) {
        (self.type, offset, end) = (type, place.lowerBound, place.upperBound)
    }

    /// Whether there may be more parts.
    var areTooMany: Bool { count == Self.most }

    mutating func next(in file: borrowing File) throws -> PicturePart? {
        guard !areTooMany, offset < end, let part = try file.picturePart(type, offset, end),
            part.place.upperBound <= end
        else { return nil }
        (offset, count) = (part.place.upperBound, count + 1)
        return part
    }
}

extension File {
    /// Whether a picture may have a colour profile. Only for JPEG and PNG is the answer ever false.
    package func mayHaveProfile() throws -> Bool {
        let type = try PictureType(signature: prefix(PictureType.signatureLength))
        let (start, size): (Int64, _) = (type == .png ? 8 : 0, try status().size)
        guard let type, [.jpeg, .png].contains(type), start < size else { return true }
        var parts = PictureParts(in: start..<size, as: type)
        while let part = try parts.next(in: self) {
            switch part.name {
            case 0xE2 where try bytes(of: part.contents, atMost: 4) == Array("ICC_".utf8),
                PicturePart.name("iCCP"):
                return true
            // A profile comes before the picture.
            case 0xDA, PicturePart.name("IDAT"): return false
            default: break
            }
        }
        return true
    }

    fileprivate func picturePart(
        _ type: PictureType, _ offset: Int64, _ end: Int64
    ) throws -> PicturePart? {
        switch type {
        case .jpeg: try segment(after: offset)
        case .png: try pngChunk(at: offset)
        case .webp: try riffChunk(at: offset, before: end)
        case .heic: try box(at: offset, before: end)
        case .gif, .tiff: nil
        }
    }

    private func segment(after offset: Int64) throws -> PicturePart? {
        guard let marker = try marker(from: offset) else { return nil }
        var end = marker.end
        if ![0xD8, 0xD9].contains(marker.code) {
            guard let length = try number(at: end, 2), length >= 2 else { return nil }
            end += length
        }
        return PicturePart(
            name: Int64(marker.code), place: marker.end - 2..<end,
            contents: min(marker.end + 2, end)..<end)
    }

    private func pngChunk(at offset: Int64) throws -> PicturePart? {
        guard let length = try number(at: offset, 4), let name = try number(at: offset + 4, 4)
        else { return nil }
        let start = offset + 8
        // A checksum follows the data.
        return PicturePart(
            name: name, place: offset..<start + length + 4, contents: start..<start + length)
    }

    private func riffChunk(at offset: Int64, before end: Int64) throws -> PicturePart? {
        guard let name = try number(at: offset, 4), let length = try number(at: offset + 4, 4, true)
        else { return nil }
        let (start, stop) = (offset + 8, offset + 8 + length)
        // A zero byte makes the length even. Some programs leave out the last one.
        let padded = stop == end ? stop : stop + length % 2
        return PicturePart(name: name, place: offset..<padded, contents: start..<stop)
    }

    private func box(at offset: Int64, before end: Int64) throws -> PicturePart? {
        guard var length = try number(at: offset, 4), let name = try number(at: offset + 4, 4)
        else { return nil }
        var start = offset + 8
        if length == 1 {
            guard let long = try number(at: start, 8) else { return nil }
            (length, start) = (long, start + 8)
        }
        if length == 0 { length = end - offset }
        guard length >= start - offset, length <= end - offset else { return nil }
        let stop = offset + length
        return PicturePart(name: name, place: offset..<stop, contents: start..<stop)
    }

    // MARK: Bytes

    /// The first bytes of a place.
    func bytes(of place: Range<Int64>, atMost count: Int) throws -> [UInt8] {
        try part(at: place.lowerBound, count: min(count, Int(place.upperBound - place.lowerBound)))
    }

    /// Some bytes, fewer at the end of the file.
    func part(at offset: Int64, count: Int) throws -> [UInt8] {
        guard offset >= 0 else { return [] }
        return try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
        }
    }

    /// A number of some bytes; nil if the file ends before.
    func number(at offset: Int64, _ count: Int, _ isLittle: Bool = false) throws -> Int64? {
        let bytes = try part(at: offset, count: count)
        return bytes.count == count ? Self.number(bytes[...], isLittle) : nil
    }

    static func number(_ bytes: ArraySlice<UInt8>, _ isLittle: Bool = false) -> Int64 {
        let value = (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        return Int64(clamping: value)
    }

    /// Walks the blocks of a GIF up to its trailer. Many programs leave the trailer out, so the end
    /// of a block after a picture will do.
    ///
    /// - Parameter look: receives the first ten bytes of each block, and its offset.
    func hasGIFEnd(_ size: Int64, _ look: ([UInt8], Int64) -> Void = { _, _ in }) throws -> Bool {
        // The bytes of a table of colors.
        let colors = { (flags: UInt8) -> Int64 in
            flags & 0x80 == 0 ? 0 : 3 << (Int64(flags & 7) + 1)
        }
        guard let flags = try part(at: 10, count: 1).first, size >= 13 else { return false }
        var (offset, hasPicture) = (13 + colors(flags), false)
        for _ in 0..<Self.mostBlocks where offset < size {
            let head = try part(at: offset, count: 10)
            look(head, offset)
            switch head.first {
            case 0x3B: return true
            case 0x21: offset += 2
            case 0x2C where head.count == 10:
                offset += 11 + colors(head[9])
                hasPicture = true
            // Data after the last block.
            default: return hasPicture
            }
            guard let end = try endOfBlock(from: offset) else { return false }
            offset = end
        }
        return hasPicture
    }

    private static let mostBlocks = 100_000

    /// The offset after the parts of a block. The last part is empty. The result is nil if the file ends before.
    private func endOfBlock(from start: Int64) throws -> Int64? {
        var (offset, count) = (start, 256)
        while true {
            let bytes = try part(at: offset, count: count)
            if bytes.isEmpty { return nil }
            count = min(2 * count, 65_536)
            var index = 0
            while index < bytes.count {
                let length = Int(bytes[index])
                index += 1 + length
                if length == 0 { return offset + Int64(index) }
            }
            offset += Int64(index)
        }
    }
}

import Glibc

extension DocumentDirectory {
    /// The name of the photograph if it ends early; nil otherwise.
    func cutOffPicture() throws -> String? {
        guard let picture = try picture(), let type = picture.type,
            try directory.file(named: picture.fileName)?.isCutOff(as: type) == true
        else { return nil }
        return picture.fileName
    }
}

/// Where a photograph ends according to its format. A copy that was broken off ends earlier. Data
/// after the end, such as a film beside the picture, is allowed.
extension File {
    /// Whether a photograph ends before its format says. Only its structure is read, in small
    /// parts.
    func isCutOff(as type: PictureType) throws -> Bool {
        let size = try status().size
        return switch type {
        case .jpeg: try !hasJPEGEnd(size)
        case .png: try !hasPNGEnd()
        case .gif: try !hasGIFEnd(size)
        case .webp: try !hasRIFFEnd(size)
        case .heic: try !hasBoxes(size)
        case .tiff: try !hasTIFFStrips(size)
        }
    }

    // MARK: JPEG

    /// The end mark has to follow the start of a scan. Before it, a thumbnail may have one of its
    /// own.
    private func hasJPEGEnd(_ size: Int64) throws -> Bool {
        var offset: Int64 = 2
        var hasScan = false
        for _ in 0..<Self.mostParts {
            guard let marker = try marker(from: offset) else { return false }
            if marker.code == 0xD9 { return hasScan }
            offset = marker.end
            if marker.code == 0xD8 { continue }
            guard let length = try number(at: offset, 2), length >= 2 else { return false }
            offset += length
            guard marker.code == 0xDA, !hasScan else { continue }
            hasScan = true
            // A photograph mostly ends at its end mark, and no data of a scan looks like one.
            if try hasEndMark(from: max(offset, size - Self.mostBytes)) { return true }
        }
        return true
    }

    /// The most parts of a file that are looked at. One with more counts as whole, since no copy
    /// that was broken off has them, and each takes time.
    static let mostParts = 100_000

    private static let mostBytes: Int64 = 65_536

    private func hasEndMark(from start: Int64) throws -> Bool {
        var offset = start
        while offset - start < Self.mostBytes, let marker = try marker(from: offset) {
            if marker.code == 0xD9 { return true }
            offset = marker.end
        }
        return false
    }

    /// The next marker that isn't a part of the data of a scan, and the offset after it.
    func marker(from start: Int64) throws -> (code: UInt8, end: Int64)? {
        var (offset, count) = (start, 64)
        while true {
            let bytes = try part(at: offset, count: count)
            guard bytes.count > 1 else { return nil }
            if let index = Self.markerIndex(in: bytes) {
                return (bytes[index], offset + Int64(index) + 1)
            }
            offset += Int64(bytes.count - 1)
            count = min(2 * count, Int(Self.mostBytes))
        }
    }

    /// The index of the code of the first marker. A 0 follows an FF in the data, and restarts
    /// belong to it.
    private static func markerIndex(in bytes: [UInt8]) -> Int? {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return nil }
            var index = 0
            while let found = memchr(start + index, 0xFF, bytes.count - index) {
                index = start.distance(to: UnsafeRawPointer(found)) + 1
                guard index < bytes.count else { return nil }
                switch bytes[index] {
                case 0, 1, 0xFF, 0xD0...0xD7: continue
                default: return index
                }
            }
            return nil
        }
    }

    // MARK: Chunks and boxes

    /// Walks the chunks up to `IEND`.
    private func hasPNGEnd() throws -> Bool {
        var offset: Int64 = 8
        for _ in 0..<Self.mostParts {
            guard let length = try number(at: offset, 4) else { return false }
            let name = try part(at: offset + 4, count: 4)
            // After the name and the data come four bytes of a checksum.
            if name.elementsEqual("IEND".utf8) { return try number(at: offset + 8, 4) != nil }
            offset += length + 12
        }
        return true
    }

    private func hasRIFFEnd(_ size: Int64) throws -> Bool {
        let bytes = try part(at: 4, count: 4)
        guard bytes.count == 4 else { return false }
        return size >= 8 + bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
    }

    /// Walks the boxes of ISO/IEC 14496-12. One of them has the picture's properties, and another
    /// the picture.
    private func hasBoxes(_ size: Int64) throws -> Bool {
        var offset: Int64 = 0
        var names: Set<String> = []
        for _ in 0..<Self.mostParts where offset < size {
            guard var length = try number(at: offset, 4) else { return Self.hasPicture(names) }
            let name = String(decoding: try part(at: offset + 4, count: 4), as: UTF8.self)
            if length == 1 {
                guard let long = try number(at: offset + 8, 8) else {
                    return Self.hasPicture(names)
                }
                length = long
            }
            if length == 0 { length = size - offset }
            // The data after the picture need not be boxes.
            guard length >= 8, length <= size - offset else { return Self.hasPicture(names) }
            names.insert(name)
            offset += length
        }
        return Self.hasPicture(names)
    }

    private static func hasPicture(_ boxes: Set<String>) -> Bool {
        boxes.contains("moov") || boxes.isSuperset(of: ["meta", "mdat"])
    }

    // MARK: TIFF

    /// Whether all parts of all pictures lie inside the file.
    private func hasTIFFStrips(_ size: Int64) throws -> Bool {
        let isLittle = try part(at: 0, count: 1) == [0x49]
        var link: Int64 = 4
        for _ in 0..<Self.mostPictures {
            guard let start = try number(at: link, 4, isLittle) else { return false }
            if start == 0 { return link > 4 }
            guard let count = try number(at: start, 2, isLittle),
                try hasTIFFStrips(of: start, count, size, isLittle)
            else { return false }
            link = start + 2 + 12 * count
        }
        return true
    }

    /// A list of pictures may lead back to its beginning.
    private static let mostPictures = 1_000

    /// Whether all parts of the picture of a directory lie inside the file.
    private func hasTIFFStrips(
        of start: Int64, _ count: Int64, _ size: Int64, _ isLittle: Bool
    ) throws -> Bool {
        var places: [Int64: [Int64]] = [:]
        for index in 0..<count {
            let entry = start + 2 + 12 * index
            guard let tag = try number(at: entry, 2, isLittle) else { return false }
            guard [0x111, 0x117, 0x144, 0x145].contains(tag) else { continue }
            guard let values = try tiffValues(at: entry, isLittle) else { return false }
            places[tag] = values
        }
        let offsets = places[0x111] ?? places[0x144] ?? []
        let lengths = places[0x117] ?? places[0x145] ?? []
        return zip(offsets, lengths).allSatisfy { $0 + $1 <= size }
    }

    /// The values of an entry, which have two or four bytes each; nil if they lie outside the file.
    private func tiffValues(at entry: Int64, _ isLittle: Bool) throws -> [Int64]? {
        guard let type = try number(at: entry + 2, 2, isLittle),
            let count = try number(at: entry + 4, 4, isLittle), count <= Self.mostBytes
        else { return nil }
        let width = type == 3 ? 2 : 4
        var place = entry + 8
        if count * Int64(width) > 4 {
            guard let other = try number(at: place, 4, isLittle) else { return nil }
            place = other
        }
        let bytes = try part(at: place, count: Int(count) * width)
        guard bytes.count == Int(count) * width else { return nil }
        return stride(from: 0, to: bytes.count, by: width).map {
            Self.number(bytes[$0..<$0 + width], isLittle)
        }
    }
}

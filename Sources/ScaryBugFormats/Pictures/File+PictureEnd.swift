import Glibc

/// Where a photograph ends according to its format. A copy that was broken off ends earlier. Data
/// after the end, such as a film beside the picture, is allowed.
extension File {
    /// Whether a photograph ends before its format says. Only its structure is read, in small
    /// parts.
    package func isCutOff(as type: PictureType) throws -> Bool {
        let size = try status().size
        return switch type {
        case .jpeg: try !hasJPEGEnd(size)
        case .png: try !hasPNGEnd(size)
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
        var (parts, hasScan) = (PictureParts(in: 0..<size, as: .jpeg), false)
        while let part = try parts.next(in: self) {
            if part.name == 0xDA, !hasScan {
                hasScan = true
                // A photograph mostly ends at its end mark, and no data of a scan looks like one.
                let start = max(part.place.upperBound, size - Self.mostBytes)
                if try hasEndMark(from: start) { return true }
            }
            if part.name == 0xD9 { return hasScan }
        }
        // No copy that was broken off has as many.
        return parts.areTooMany
    }

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

    private func hasPNGEnd(_ size: Int64) throws -> Bool {
        var parts = PictureParts(in: 8..<max(8, size), as: .png)
        while let part = try parts.next(in: self) {
            if part.name == PicturePart.name("IEND") { return true }
        }
        return parts.areTooMany
    }

    private func hasRIFFEnd(_ size: Int64) throws -> Bool {
        let bytes = try part(at: 4, count: 4)
        guard bytes.count == 4 else { return false }
        return size >= 8 + bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
    }

    /// One box has the picture's properties, and another the picture. The data after it need not be boxes.
    private func hasBoxes(_ size: Int64) throws -> Bool {
        var (parts, names) = (PictureParts(in: 0..<size, as: .heic), Set<Int64>())
        while let part = try parts.next(in: self) { names.insert(part.name) }
        return names.contains(PicturePart.name("moov"))
            || names.isSuperset(of: [PicturePart.name("meta"), PicturePart.name("mdat")])
    }

    // MARK: TIFF

    /// Whether all parts of all pictures lie inside the file.
    private func hasTIFFStrips(_ size: Int64) throws -> Bool {
        guard let block = try TIFFBlock(0..<size, in: self),
            let directories = try block.directories(in: self), !directories.isEmpty
        else { return false }
        return try directories.allSatisfy { entries in
            guard
                let offsets = try block.integers(entries[0x111] ?? entries[0x144], in: self),
                let lengths = try block.integers(entries[0x117] ?? entries[0x145], in: self)
            else { return false }
            return zip(offsets, lengths).allSatisfy { $0 + $1 <= size }
        }
    }
}

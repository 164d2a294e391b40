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
        var places: [Range<Int64>] = []
        var (end, hasScan, isWhole) = (0 as Int64, false, false)
        try forEachPart(in: 0..<size, as: .jpeg) { part in
            places.add(end..<part.place.lowerBound)
            end = part.place.upperBound
            if !(0xE0...0xEF ~= part.name), part.name != 0xFE { places.add(part.place) }
            hasScan = hasScan || part.name == 0xDA
            isWhole = part.name == 0xD9
            return !isWhole
        }
        if !isWhole { places.add(end..<size) }
        return hasScan ? places : []
    }

    /// The chunks with these names. Without a last chunk, the rest may be a part of the picture.
    private func places(
        _ type: PictureType, from start: Int64, _ size: Int64, _ names: [StaticString]
    ) throws -> [Range<Int64>] {
        let wanted = names.map(PicturePart.name)
        var places: [Range<Int64>] = []
        var (hasPicture, isWhole) = (false, false)
        let end = try forEachPart(in: start..<max(start, size), as: type) { part in
            if wanted.contains(part.name) { places.add(part.place) }
            hasPicture = hasPicture || Self.pictureChunks.contains(part.name)
            isWhole = part.name == PicturePart.name("IEND")
            return !isWhole
        }
        if !isWhole { places.add(end..<max(end, size)) }
        return hasPicture ? places : []
    }

    private static var pictureChunks: [Int64] {
        ["IDAT", "VP8 ", "VP8L", "ANMF"].map(PicturePart.name)
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

/// The items of a HEIC file: pictures, parts of pictures, and metadata (ISO/IEC 23008-12).
struct HEICItems {
    private var primary: Int64?
    /// The names of the types by item.
    private var types: [Int64: Int64] = [:]
    /// The places of the data by item, all inside the file.
    private var places: [Int64: [Range<Int64>]] = [:]
    /// The properties of all items, and their indexes from 1 by item, negative for those that a reader must
    /// know.
    private var properties: [PicturePart] = []
    private var propertyIndexes: [Int64: [Int64]] = [:]
    /// The size of the primary item in pixels as shown.
    private(set) var size: (width: Int64, height: Int64)?

    init(of file: borrowing File, _ count: Int64) throws {
        var (boxes, parts) = (PictureParts(in: 0..<count, as: .heic), [:] as [Int64: PicturePart])
        while let box = try boxes.next(in: file) {
            if box.name != PicturePart.name("meta") { continue }
            var inner = PictureParts(in: box.contents(from: 4), as: .heic)
            while let part = try inner.next(in: file) { parts[part.name] = part }
            break
        }
        try readPrimary(parts[PicturePart.name("pitm")], file)
        try readTypes(parts[PicturePart.name("iinf")], file)
        try readPlaces(
            parts[PicturePart.name("iloc")], parts[PicturePart.name("idat")]?.contents, 0..<count,
            file)
        try readProperties(parts[PicturePart.name("iprp")], file)
        try readSize(file)
    }

    /// The place of the first EXIF item; nil if it lies in several places.
    var exif: Range<Int64>? { wholeItems("Exif", atMost: 1).first }

    /// The places of the first items in another format, of which XMP is one.
    var mime: [Range<Int64>] { wholeItems("mime", atMost: PictureLayout.mostPackets) }

    /// The places of the first items of a type, without those that lie in several places.
    private func wholeItems(_ type: StaticString, atMost most: Int) -> [Range<Int64>] {
        let items = types.filter { $0.value == PicturePart.name(type) }.keys.sorted()
        return items.prefix(most).compactMap { item in
            places[item].flatMap { $0.count == 1 ? $0.first : nil }
        }
    }

    private static let metadataTypes = [
        PicturePart.name("Exif"), PicturePart.name("mime"), PicturePart.name("uri "),
    ]

    /// Coded pictures, and pictures that are made of others.
    private static let pictureTypes: [Int64] = [
        "hvc1", "hvc2", "hvt1", "lhv1", "av01", "avc1", "vvc1", "evc1", "grid", "iovl", "iden",
        "tmap",
    ].map(PicturePart.name)

    /// The places of the items that are metadata, each with its type, and of pictures. An item
    /// without a length may seem to be the rest of the file.
    var divided: (metadata: [(type: Int64, places: [Range<Int64>])], pictures: [Range<Int64>]) {
        let all = places.map { (type: types[$0.key] ?? 0, places: $0.value) }
        return (
            all.filter { Self.metadataTypes.contains($0.type) },
            all.filter { Self.pictureTypes.contains($0.type) }.flatMap(\.places)
        )
    }

    /// The offsets of the properties without which a reader must not show an item.
    var essentialProperties: Set<Int64> {
        let indexes = propertyIndexes.values.joined().filter { $0 < 0 && -$0 <= properties.count }
        return Set(indexes.map { properties[Int(-$0) - 1].place.lowerBound })
    }

    /// The places of all items that are not metadata; empty if one of them is unknown, or if they
    /// have more than `size` bytes.
    func picturePlaces(atMost size: Int64) -> [Range<Int64>] {
        var (found, total): ([Range<Int64>], Int64) = ([], 0)
        for (item, type) in types.sorted(by: { $0.key < $1.key })
        where !Self.metadataTypes.contains(type) {
            guard let places = places[item] else { return [] }
            found += places
            for place in places { total += place.upperBound - place.lowerBound }
            if total > size { return [] }
        }
        return found
    }

    // MARK: Items

    private mutating func readPrimary(_ part: PicturePart?, _ file: borrowing File) throws {
        guard var box = try VersionedBox(part, file) else { return }
        primary = box.number(box.version == 0 ? 2 : 4)
    }

    private mutating func readTypes(_ part: PicturePart?, _ file: borrowing File) throws {
        guard let part, let version = try VersionedBox(part, file)?.version else { return }
        var parts = PictureParts(in: part.contents(from: version == 0 ? 6 : 8), as: .heic)
        while let part = try parts.next(in: file) {
            guard part.name == PicturePart.name("infe"),
                var box = try VersionedBox(part, file), box.version >= 2,
                let item = box.number(box.version == 2 ? 2 : 4), box.number(2) != nil
            else { continue }
            types[item] = box.number(4)
        }
    }

    /// - Parameter data: the place of the data that lies between the boxes.
    private mutating func readPlaces(
        _ part: PicturePart?, _ data: Range<Int64>?, _ whole: Range<Int64>, _ file: borrowing File
    ) throws {
        guard var box = try VersionedBox(part, file), let sizes = box.number(2),
            var count = box.number(box.version < 2 ? 2 : 4)
        else { return }
        // A hostile list could have very many places of no length.
        var left = 100_000
        while count > 0, let item = box.number(box.version < 2 ? 2 : 4) {
            let method = box.version == 0 ? 0 : (box.number(2) ?? 0) & 15
            guard let other = box.number(2), let base = box.number(sizes >> 4 & 15),
                let extents = box.number(2), extents <= left
            else { return }
            left -= Int(extents)
            let area = other == 0 ? [0: whole, 1: data][method] ?? nil : nil
            places[item] = try box.places(Int(extents), base, sizes, in: area)
            count -= 1
        }
    }

    // MARK: Properties

    private mutating func readProperties(_ part: PicturePart?, _ file: borrowing File) throws {
        guard let part else { return }
        var parts = PictureParts(in: part.contents, as: .heic)
        while let part = try parts.next(in: file) {
            if part.name == PicturePart.name("ipma") { try readIndexes(part, file) }
            if part.name != PicturePart.name("ipco") { continue }
            var inner = PictureParts(in: part.contents, as: .heic)
            while let property = try inner.next(in: file) { properties.append(property) }
        }
    }

    private mutating func readIndexes(_ part: PicturePart, _ file: borrowing File) throws {
        guard var box = try VersionedBox(part, file), var count = box.number(4) else { return }
        let width: Int64 = box.flags & 1 == 0 ? 1 : 2
        while count > 0, let item = box.number(box.version < 1 ? 2 : 4),
            let indexes = box.number(1)
        {
            // The highest bit says that a reader must know the property.
            let mark: Int64 = width == 1 ? 0x80 : 0x8000
            propertyIndexes[item] = (0..<indexes).compactMap { _ in
                box.number(width).map { $0 < mark ? $0 : mark - $0 }
            }
            count -= 1
        }
    }

    private mutating func readSize(_ file: borrowing File) throws {
        guard let primary else { return }
        var isSideways = false
        for index in (propertyIndexes[primary] ?? []).map(abs)
        where index > 0 && index <= properties.count {
            let part = properties[Int(index) - 1]
            let bytes = try file.bytes(of: part.contents, atMost: 12)
            switch part.name {
            case PicturePart.name("ispe") where bytes.count == 12:
                size = (File.number(bytes[4..<8]), File.number(bytes[8...]))
            case PicturePart.name("irot") where !bytes.isEmpty: isSideways = bytes[0] & 1 == 1
            default: break
            }
        }
        if isSideways, let stored = size { size = (stored.height, stored.width) }
    }
}

/// The data of a box that begins with a version and flags. Its numbers are read one after the other.
private struct VersionedBox {
    let version: Int64
    let flags: Int64
    private var rest: ArraySlice<UInt8>

    /// The most bytes of a list. Each tile of a picture takes about 20.
    private static let mostBytes = 1 << 20

    init?(_ part: PicturePart?, _ file: borrowing File) throws {
        guard let part else { return nil }
        let bytes = try file.bytes(of: part.contents, atMost: Self.mostBytes)
        guard bytes.count >= 4 else { return nil }
        version = Int64(bytes[0])
        flags = File.number(bytes[1..<4])
        rest = bytes[4...]
    }

    /// The next number; 0 if it has no bytes, and nil after the end.
    mutating func number(_ count: Int64) -> Int64? {
        let bytes = rest.prefix(Int(count))
        guard bytes.count == count, count <= 8 else { return nil }
        rest = rest.dropFirst(Int(count))
        return File.number(bytes)
    }

    /// The places of an item.
    ///
    /// - Parameters:
    ///   - base: added to each offset.
    ///   - sizes: the sizes of the numbers, four bits each.
    ///   - area: the place in which offsets count.
    /// - Returns: nil if one lies outside the area.
    mutating func places(
        _ count: Int, _ base: Int64, _ sizes: Int64, in area: Range<Int64>?
    ) throws -> [Range<Int64>]? {
        var places: [Range<Int64>]? = []
        for _ in 0..<count {
            if version > 0, number(sizes & 15) == nil { return nil }
            guard let start = number(sizes >> 12), let length = number(sizes >> 8 & 15) else {
                return nil
            }
            let place = area.flatMap { Self.place(base, start, length, in: $0) }
            if let place { places?.append(place) } else { places = nil }
        }
        return places
    }

    private static func place(
        _ base: Int64, _ start: Int64, _ length: Int64, in area: Range<Int64>
    ) -> Range<Int64>? {
        let size = area.upperBound - area.lowerBound
        guard base <= size, start <= size - base else { return nil }
        let (offset, rest) = (area.lowerBound + base + start, size - base - start)
        guard length <= rest else { return nil }
        // Without a length, the item is the rest.
        return offset..<offset + (length == 0 ? rest : length)
    }
}

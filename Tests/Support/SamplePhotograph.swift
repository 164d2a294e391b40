/// Pictures of 64 by 48 pixels, with the structure of a camera's files and hardly any picture.
public enum SamplePhotograph {
    public static let width: UInt8 = 64
    public static let height: UInt8 = 48

    /// Files of all types that can have EXIF data, by their types' names.
    public static func all(_ exif: SampleEXIF?) -> [String: [UInt8]] {
        [
            "jpeg": jpeg(exif), "png": png(exif), "webp": webp(exif),
            "tiff": tiff(exif ?? SampleEXIF()), "heic": heic(exif),
        ]
    }

    /// - Parameters:
    ///   - before: segments before the EXIF data.
    ///   - data: the data of the scan, without FF.
    public static func jpeg(
        _ exif: SampleEXIF?, after before: [UInt8] = [], data: [UInt8] = [5, 6]
    ) -> [UInt8] {
        let block = exif.map { segment(0xE1, Array("Exif\0\0".utf8) + $0.bytes()) } ?? []
        let frame = segment(0xC0, [8, 0, height, 0, width, 1, 1, 0x11, 0])
        return [0xFF, 0xD8] + before + block + segment(0xDB, [0] + Array(repeating: 1, count: 64))
            + frame + segment(0xDA, [1, 1, 0, 0, 63, 0]) + data + [0xFF, 0xD9]
    }

    /// A picture that any program can read, with a scan of equal bytes.
    public static func jpeg(_ byte: UInt8, count: Int = 1) -> [UInt8] {
        jpeg(nil, data: Array(repeating: byte, count: count))
    }

    public static func segment(_ code: UInt8, _ data: [UInt8]) -> [UInt8] {
        [0xFF, code] + big(data.count + 2, 2) + data
    }

    /// - Parameter others: chunks before the picture.
    public static func png(_ exif: SampleEXIF?, _ others: [UInt8] = []) -> [UInt8] {
        Array(SamplePicture.png.prefix(8))
            + chunk("IHDR", [0, 0, 0, width, 0, 0, 0, height, 8, 0, 0, 0, 0]) + others
            + (exif.map { chunk("eXIf", $0.bytes()) } ?? []) + chunk("IDAT", [1, 2, 3])
            + chunk("IEND", [])
    }

    /// A chunk of PNG.
    public static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + data
        return big(data.count, 4) + checked + big(Int(checksum(checked)), 4)
    }

    /// CRC-32.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
        }
        return ~sum
    }

    /// - Parameter isNamed: whether the block has a name before it.
    public static func webp(_ exif: SampleEXIF?, isNamed: Bool = false) -> [UInt8] {
        let name = isNamed ? Array("Exif\0\0".utf8) : []
        let picture = riffChunk("VP8L", [0x2F, width - 1, UInt8((height - 1) << 6), 11, 0, 7, 7])
        let extended = riffChunk("VP8X", [8, 0, 0, 0, width - 1, 0, 0, height - 1, 0, 0])
        let chunks =
            exif.map { extended + picture + riffChunk("EXIF", name + $0.bytes()) } ?? picture
        return riffChunk("RIFF", Array("WEBP".utf8) + chunks)
    }

    /// A chunk of WebP.
    public static func riffChunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        Array(name.utf8) + big(data.count, 4).reversed() + data
            + (data.count % 2 == 0 ? [] : [0])
    }

    public static func tiff(_ exif: SampleEXIF) -> [UInt8] {
        var exif = exif
        exif.main[0x100] = .short(UInt16(width))
        exif.main[0x101] = .long(UInt32(height))
        return exif.bytes()
    }

    // MARK: HEIC

    /// - Parameters:
    ///   - turns: how often the picture is turned by 90 degrees.
    ///   - isInside: whether the EXIF data lies between the boxes, and not with the picture.
    ///   - skipped: bytes between the length before the block and the block.
    public static func heic(
        _ exif: SampleEXIF?, turns: UInt8 = 0, isInside: Bool = false, skipped: Int = 6
    ) -> [UInt8] {
        let picture: [UInt8] = [9, 8, 7, 6]
        let block = exif.map {
            big(skipped, 4) + Array("Exif\0\0".utf8.prefix(skipped)) + $0.bytes()
        }
        let start = box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
        // The length of the first box doesn't depend on the offsets.
        let length = meta(block, turns, isInside, 0).count
        let data = start.count + length + 8
        return start + meta(block, turns, isInside, data)
            + box("mdat", picture + (isInside ? [] : block ?? []))
    }

    private static func meta(
        _ exif: [UInt8]?, _ turns: UInt8, _ isInside: Bool, _ data: Int
    ) -> [UInt8] {
        let zero: [UInt8] = [0, 0, 0, 0]
        func entry(_ item: UInt8, _ type: String) -> [UInt8] {
            box("infe", [2, 0, 0, 0, 0, item, 0, 0] + Array(type.utf8) + [0])
        }
        func place(_ item: UInt8, _ method: UInt8, _ start: Int, _ count: Int) -> [UInt8] {
            [0, item, 0, method, 0, 0, 0, 1] + big(start, 4) + big(count, 4)
        }
        let names = entry(1, "hvc1") + (exif == nil ? [] : entry(2, "Exif"))
        let places =
            place(1, 0, data, 4)
            + (exif.map { place(2, isInside ? 1 : 0, isInside ? 0 : data + 4, $0.count) } ?? [])
        let count: [UInt8] = [0, exif == nil ? 1 : 2]
        let properties =
            box("ispe", zero + [0, 0, 0, width, 0, 0, 0, height]) + box("irot", [turns])
        return box(
            "meta",
            zero + box("hdlr", zero + zero + Array("pict".utf8) + zero + zero + zero + [0])
                + box("pitm", zero + [0, 1]) + box("iinf", zero + count + names)
                // The second item describes the first.
                + (exif == nil ? [] : box("iref", zero + box("cdsc", [0, 2, 0, 1, 0, 1])))
                + box("iloc", [1, 0, 0, 0, 0x44, 0] + count + places)
                + box(
                    "iprp",
                    box("ipco", properties) + box("ipma", zero + [0, 0, 0, 1, 0, 1, 2, 0x81, 2]))
                + (isInside ? box("idat", exif ?? []) : []))
    }

    public static func box(_ name: String, _ data: [UInt8]) -> [UInt8] {
        big(data.count + 8, 4) + Array(name.utf8) + data
    }

    private static func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }
}

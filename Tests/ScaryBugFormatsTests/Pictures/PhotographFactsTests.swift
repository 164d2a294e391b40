import SystemFiles
import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords

/// Facts of pictures that are made here, by the rules and against them.
@Suite struct PhotographFactsTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func facts(of bytes: [UInt8]) throws -> PhotographFacts {
        let path = try directory.write(bytes, to: "picture")
        let type = try #require(PictureType(signature: bytes))
        return try PhotographFacts(of: File.open(path: path), as: type)
    }

    private static let exif: SampleEXIF = {
        var exif = SampleEXIF(seen: "2026:05:17 14:03:22", offset: "+02:00")
        exif.setPosition(
            north: [50, 1, 30, 1, 36, 1], east: [1, 1, 15, 1, 0, 1], "W", within: [51, 2])
        return exif
    }()

    @Test(arguments: ["jpeg", "png", "webp", "tiff", "heic"], [true, false])
    func `each container tells what the camera wrote`(type: String, isLittle: Bool) throws {
        var exif = Self.exif
        exif.isLittle = isLittle
        let facts = try facts(of: #require(SamplePhotograph.all(exif)[type]))
        #expect(facts.seen == "2026-05-17T14:03:22+02:00")
        #expect(facts.latitude == 50.51)
        #expect(facts.longitude == -1.25)
        #expect(facts.uncertainty == 25.5)
        #expect(facts.width == 64)
        #expect(facts.height == 48)
    }

    @Test(arguments: ["jpeg", "png", "webp", "tiff", "heic"])
    func `a file that ends early loses facts and nothing else`(type: String) throws {
        let bytes = try #require(SamplePhotograph.all(Self.exif)[type])
        for count in 32..<bytes.count { _ = try facts(of: Array(bytes.prefix(count))) }
    }

    // MARK: Containers

    private static let others: [(String, [UInt8])] = [
        ("other segments first", SamplePhotograph.jpeg(exif, after: xmp + comment)),
        ("fill bytes", SamplePhotograph.jpeg(exif, after: [0xFF, 0xFF] + comment)),
        ("a named block in WebP", SamplePhotograph.webp(exif, isNamed: true)),
        ("data between HEIC's boxes", SamplePhotograph.heic(exif, isInside: true)),
        ("nothing skipped", SamplePhotograph.heic(exif, skipped: 0)),
        ("chunks first", SamplePhotograph.png(exif, SamplePhotograph.chunk("tEXt", [65, 0, 66]))),
    ]
    private static let xmp = SamplePhotograph.segment(0xE1, Array("http://ns.adobe.com".utf8))
    private static let comment = SamplePhotograph.segment(0xFE, [1, 2, 3])

    @Test(arguments: others) func `the block is found`(name: String, bytes: [UInt8]) throws {
        let facts = try facts(of: bytes)
        #expect(facts.seen == "2026-05-17T14:03:22+02:00", "\(name)")
        #expect(facts.width == 64)
    }

    @Test func `a GIF and files without EXIF tell their size`() throws {
        let gif = Array("GIF89a".utf8) + [64, 0, 48, 0, 0, 0, 0]
        let files = [
            SamplePhotograph.jpeg(nil), SamplePhotograph.png(nil), SamplePhotograph.webp(nil),
            SamplePhotograph.heic(nil), gif,
        ]
        for bytes in files {
            let facts = try facts(of: bytes)
            #expect(facts.width == 64 && facts.height == 48 && facts.seen == nil)
        }
    }

    @Test(arguments: ["jpeg", "png", "webp", "tiff"])
    func `a picture that lies on its side is upright`(type: String) throws {
        for orientation in 1...9 as ClosedRange<UInt16> {
            var exif = SampleEXIF()
            exif.main[0x112] = .short(orientation)
            let facts = try facts(of: #require(SamplePhotograph.all(exif)[type]))
            #expect(facts.width == (5...8 ~= orientation ? 48 : 64), "\(orientation)")
        }
    }

    @Test(arguments: 0...3 as ClosedRange<UInt8>)
    func `HEIC is turned by its own property only`(turns: UInt8) throws {
        var exif = SampleEXIF()
        exif.main[0x112] = .short(6)
        let facts = try facts(of: SamplePhotograph.heic(exif, turns: turns))
        #expect(facts.width == (turns % 2 == 0 ? 64 : 48))
    }

    // MARK: Times

    @Test(arguments: [
        ("2026:05:17 14:03:22", nil, "2026-05-17T14:03:22"),
        ("2026:05:17 14:03:22", "-09:30", "2026-05-17T14:03:22-09:30"),
        ("2026:05:17 14:03:22", "+25:00", "2026-05-17T14:03:22"),
        ("2026:05:17 14:03:22", "   :  ", "2026-05-17T14:03:22"),
        ("2026:05:17 14:03:22", "/..", "2026-05-17T14:03:22"),
        ("2026:05:17 14:03:22", "~", "2026-05-17T14:03:22"),
        ("2026:05:17 14:03:22", "", "2026-05-17T14:03:22"),
        ("2026:05:17 14:03:22.75", "+02:00", "2026-05-17T14:03:22+02:00"),
        ("2026:05:17 14:03:22+02:00", nil, "2026-05-17T14:03:22"),
        ("2026-05-17T14:03:22", nil, "2026-05-17T14:03:22"),
        ("2026/05/17 14:03:22  ", nil, "2026-05-17T14:03:22"),
        ("1970:01:01 00:00:00", nil, "1970-01-01"),
        ("1970:01:01 01:00:00", nil, "1970-01-01T01:00:00"),
        ("2002:12:08 12:00:00", nil, "2002-12-08T12:00:00"),
        ("2024:02:29 23:59:59", nil, "2024-02-29T23:59:59"),
        ("2018:10:13 24:24:27", nil, "2018-10-14T00:24:27"),
        ("2018:12:31 24:24:27", "+02:00", "2019-01-01T00:24:27+02:00"),
        ("2018:10:13 14:24  ", "+02:00", "2018-10-13T14:24+02:00"),
    ])
    func `a time`(text: String, offset: String?, seen: String) throws {
        let exif = SampleEXIF(seen: text, offset: offset)
        #expect(try facts(of: SamplePhotograph.jpeg(exif)).seen == seen)
        #expect(EDTFDate(seen)?.text == seen)
    }

    @Test(arguments: [
        "", " ", "0000:00:00 00:00:00", "    :  :     :  :  ", "2026:02:30 12:00:00",
        "2026:05:17 25:00:00", "2026:05:17 12:60:00", "2026:05:17 12:00:60",
        "2026:13:01 12:00:00", "2026:00:01 12:00:00", "0001:01:01 00:00:00",
        "2005:0?:03 12:00:00", "2026:05:17", "2026:05:17 02:03:22 PM",
        "2026:05:17 14:03/..", "2026:05:17 14:03~  ", "2026-05:17 14:03:2é", "20260517 14:03:22",
        "2026:05:17 14/03/22",
    ])
    func `a time that can't be is none`(text: String) throws {
        let facts = try facts(of: SamplePhotograph.jpeg(SampleEXIF(seen: text, offset: "+02:00")))
        #expect(facts.seen == nil)
        #expect(facts.width == 64)
    }

    @Test func `other times are not the original's`() throws {
        var exif = SampleEXIF()
        exif.main[0x132] = .text("2026:05:17 14:03:22")
        exif.detail[0x9004] = .text("2026:05:17 14:03:22")
        exif.position[29] = .text("2026:05:17")
        #expect(try facts(of: SamplePhotograph.jpeg(exif)).seen == nil)
        exif.detail[0x9003] = .text("2026:05:18 14:03:22")
        exif.detail[0x9010] = .text("+02:00")
        #expect(try facts(of: SamplePhotograph.jpeg(exif)).seen == "2026-05-18T14:03:22")
    }

    // MARK: Positions

    private static let north: [UInt32] = [50, 1, 30, 1, 0, 1]
    private static let east: [UInt32] = [1, 1, 15, 1, 0, 1]

    @Test(
        arguments: [
            (north, "N", east, "E", 50.5, 1.25), (north, "S", east, "W", -50.5, -1.25),
            (north, "s", east, "w", -50.5, -1.25), (north, "North", east, "East", 50.5, 1.25),
            ([505, 10, 0, 1, 0, 1], "N", [0, 1, 0, 1, 0, 1], "W", 50.5, 0),
            ([50, 1, 303, 10, 0, 0], "N", [1, 1, 151, 10, 0, 0], "E", 50.505, 1.0 + 15.1 / 60),
            ([90, 1, 0, 1, 0, 1], "S", [180, 1, 0, 1, 0, 1], "W", -90, -180),
            ([0, 1, 0, 1, 0, 1], "N", east, "E", 0, 1.25),
        ] as [([UInt32], String, [UInt32], String, Double, Double)])
    func `a position`(
        north: [UInt32], _ northSide: String, east: [UInt32], _ eastSide: String,
        latitude: Double, longitude: Double
    ) throws {
        var exif = SampleEXIF()
        exif.setPosition(north: north, northSide, east: east, eastSide)
        let facts = try facts(of: SamplePhotograph.jpeg(exif))
        #expect(facts.latitude.map { abs($0 - latitude) < 1e-8 } == true)
        #expect(facts.longitude.map { abs($0 - longitude) < 1e-8 } == true)
        #expect(facts.uncertainty == nil)
    }

    @Test(
        arguments: [
            (north, nil, east, "E"), (north, "N", east, nil), (north, "", east, "E"),
            (north, "E", east, "N"), (north, "?", east, "E"),
            ([95, 1, 0, 1, 0, 1], "N", east, "E"), (north, "N", [180, 1, 1, 1, 0, 1], "E"),
            (north, "N", [1, 1, 60, 1, 0, 1], "E"), (north, "N", [1, 1, 5, 1, 61, 1], "E"),
            ([0, 0, 0, 0, 0, 0], "N", east, "E"), ([50, 1, 30, 1, 0, 0], "N", east, "E"),
            ([50, 1, 30, 1, 3, 0], "N", east, "E"), ([50, 1, 30, 0, 0, 1], "N", east, "E"),
            ([50, 1], "N", east, "E"), ([], "N", east, "E"), (north + [0, 1], "N", east, "E"),
            ([0, 1, 0, 1, 0, 1], "N", [0, 1, 0, 1, 0, 1], "E"),
            ([0, 9, 0, 1, 0, 1], "S", [0, 1, 0, 1, 0, 1], "W"),
        ] as [([UInt32], String?, [UInt32], String?)])
    func `a position that can't be is none`(
        north: [UInt32], _ northSide: String?, east: [UInt32], _ eastSide: String?
    ) throws {
        var exif = SampleEXIF(seen: "2026:05:17 14:03:22")
        exif.setPosition(north: north, northSide, east: east, eastSide, within: [5, 1])
        let facts = try facts(of: SamplePhotograph.jpeg(exif))
        #expect(facts.latitude == nil && facts.longitude == nil && facts.uncertainty == nil)
        #expect(facts.seen == "2026-05-17T14:03:22")
    }

    @Test(
        arguments: [
            ([25, 1], 25), ([1, 3], 1.0 / 3), ([0, 1], nil), ([0, 0], nil), ([5, 0], nil),
            ([.max, 1], nil), ([], nil),
        ] as [([UInt32], Double?)])
    func `an uncertainty of nothing is none`(radius: [UInt32], expected: Double?) throws {
        var exif = SampleEXIF()
        exif.setPosition(north: Self.north, east: Self.east, within: radius)
        #expect(try facts(of: SamplePhotograph.jpeg(exif)).uncertainty == expected)
    }

    // MARK: Broken blocks

    @Test(arguments: [
        SampleEXIF.Value.odd(type: 2, count: 20, [0xFFFF_FFFF, 1]), .odd(type: 2, count: .max),
        .odd(type: 2, count: 0), .odd(type: 7, count: 1), .odd(type: 0, count: 1),
        .odd(type: 0xFFFF, count: .max), .short(9), .text(String(repeating: "2026:", count: 50)),
    ])
    func `a value outside the block or of another type is lost alone`(
        value: SampleEXIF.Value
    ) throws {
        var exif = Self.exif
        exif.detail[0x9003] = value
        let facts = try facts(of: SamplePhotograph.jpeg(exif))
        #expect(facts.seen == nil)
        #expect(facts.latitude == 50.51)
    }

    @Test(arguments: [0, 8, 9, 0x7FFF_FFFF, .max] as [UInt32])
    func `a directory that leads elsewhere has no values`(offset: UInt32) throws {
        var exif = SampleEXIF()
        exif.main[0x8769] = .long(offset)
        exif.main[0x8825] = .long(offset)
        let facts = try facts(of: SamplePhotograph.jpeg(exif))
        #expect(facts.seen == nil && facts.latitude == nil)
    }

    @Test(arguments: ["pitm", "iinf", "iloc", "iprp", "ipco", "ispe", "ipma", "mdat"])
    func `a HEIC file without one of its boxes loses facts and nothing else`(name: String) throws {
        var bytes = SamplePhotograph.heic(Self.exif)
        let place = try #require(bytes.firstRange(of: Array(name.utf8)))
        bytes.replaceSubrange(place, with: Array("free".utf8))
        _ = try facts(of: bytes)
    }

    @Test func `a list of very many boxes or places takes little time`() throws {
        let boxes = Array(repeating: SamplePhotograph.box("free", []), count: 200_000)
        let many = Array(SamplePhotograph.heic(nil).prefix(24)) + boxes.flatMap(\.self)
        #expect(try facts(of: many).width == nil)
        let item: [UInt8] = [0, 1, 0, 0, 0, 0, 0xFF, 0xFF]
        let places = Array(repeating: item, count: 100_000).flatMap(\.self)
        let list = SamplePhotograph.box("iloc", [1, 0, 0, 0, 0, 0, 0xFF, 0xFF] + places)
        let meta = SamplePhotograph.box("meta", [0, 0, 0, 0] + list)
        #expect(try facts(of: Array(many.prefix(24)) + meta).width == nil)
    }
}

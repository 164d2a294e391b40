import SystemFiles
import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords

/// What people wrote into photographs, in the forms of several programs.
@Suite struct PictureNotesTests {
    private static func packet(_ attributes: String = "", _ elements: String = "") -> [UInt8] {
        Array(
            """
            <?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?>
            <x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF
            xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
            <rdf:Description \(attributes)>\(elements)</rdf:Description>
            </rdf:RDF></x:xmpmeta>
            <?xpacket end='w'?>
            """.utf8)
    }

    private static func list(_ name: String, _ items: [String]) -> String {
        "<\(name)><rdf:Bag>\(items.map { "<rdf:li>\($0)</rdf:li>" }.joined())</rdf:Bag></\(name)>"
    }

    private func values(_ attributes: String = "", _ elements: String = "") -> [Field: FieldValue] {
        XMPReader.notes(in: Self.packet(attributes, elements)).values
    }

    @Test func `attributes and elements tell the same`() {
        let attributes = values("xmp:Rating='4' photoshop:DateCreated='2026-05'")
        let elements = values(
            "", "<xmp:Rating>4</xmp:Rating><photoshop:DateCreated>2026-05</photoshop:DateCreated>")
        #expect(attributes == elements)
        #expect(attributes[.rating] == .rating(4))
        #expect(attributes[.seen]?.text == "2026-05")
    }

    @Test func `the default language comes first`() {
        let title = """
            <dc:title><rdf:Alt><rdf:li xml:lang='de'>Mondvogel</rdf:li>
            <rdf:li xml:lang='x-default'>Buff-tip &amp; oak</rdf:li></rdf:Alt></dc:title>
            """
        #expect(values("", title)[.title] == .text("Buff-tip & oak"))
    }

    @Test func `of keywords in a tree the last part counts`() {
        let elements =
            Self.list("dc:subject", ["moth", "Moth", "darktable", "format", "jpg"])
            + Self.list("lr:hierarchicalSubject", ["Animals|Bee", "darktable|format|jpg"])
            + Self.list("digiKam:TagsList", ["Places/Spitzberg", "moth"])
        #expect(values("", elements)[.tags] == .list(["moth", "Bee", "Spitzberg"]))
    }

    @Test(arguments: ["0", "-1", "99", "many"])
    func `no stars are no rating`(stars: String) {
        #expect(values("xmp:Rating='\(stars)'").isEmpty)
    }

    @Test(arguments: [
        ("50,55.8N", "1,27.0W", "10/1", "50.93,-1.45±10"),
        ("50,30,36N", "1,15,0E", "", "50.51,1.25"),
        ("0,0N", "0,0E", "", nil), ("91,0N", "0,0E", "", nil),
    ])
    func `a position`(north: String, east: String, metres: String, at: String?) {
        let found = values(
            "exif:GPSLatitude='\(north)' exif:GPSLongitude='\(east)' "
                + "exif:GPSHPositioningError='\(metres)'")
        #expect(found[.at]?.text == at)
    }

    @Test(arguments: [
        ("2026-05-01T22:13:00.25+02:00", "2026-05-01T22:13:00+02:00"),
        ("2026-05-01T22:13", "2026-05-01T22:13"), ("2026", "2026"), ("0000-00-00", nil),
        ("2026-02-30", nil),
    ])
    func `a time`(written: String, seen: String?) {
        #expect(values("exif:DateTimeOriginal='\(written)'")[.seen]?.text == seen)
    }

    @Test func `an address names a license`() {
        let license =
            "<cc:license rdf:resource='https://creativecommons.org/licenses/by-nc/4.0/'/>"
        #expect(values("", license)[.license] == .text("CC-BY-NC-4.0"))
    }

    @Test(arguments: [
        ("ask me", nil), ("CC0", "CC0-1.0"), ("Licensed under CC BY-NC 4.0", "CC-BY-NC-4.0"),
        ("Creative Commons Attribution 4.0 International License.", "CC-BY-4.0"),
        ("CC0 1.0 Universal (CC0 1.0) Public Domain Dedication", "CC0-1.0"),
        ("CC BY-SA 4.0", nil), ("CC BY 3.0", nil), ("not CC BY 4.0", nil), ("Public Domain", nil),
    ])
    func `terms of use that name a license`(terms: String, license: String?) {
        #expect(
            values("", Self.list("xmpRights:UsageTerms", [terms]))[.license]
                == license.map { .text($0) })
    }

    @Test func `a damaged packet gives what comes before the damage`() {
        let bytes = Self.packet("xmp:Rating='4'", Self.list("dc:subject", ["moth"]))
        for count in bytes.indices { _ = XMPReader.notes(in: Array(bytes.prefix(count))) }
        let half = Self.packet("xmp:Rating='4'", "<dc:subject><rdf:Bag></dc:subject>")
        #expect(XMPReader.notes(in: half).values == [.rating: .rating(4)])
    }

    @Test(arguments: [
        "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
        String(repeating: "<rdf:Description>", count: 100_000),
        "<a>" + String(repeating: "x", count: 1 << 20), "no XML", "",
    ])
    func `a hostile packet gives nothing`(text: String) {
        #expect(XMPReader.notes(in: Array(text.utf8)).values.isEmpty)
    }

    // MARK: IPTC and EXIF

    private static func iptc(_ sets: [(UInt8, [UInt8])]) -> [UInt8] {
        sets.flatMap { number, text in
            [0x1C, 2, number, UInt8(text.count >> 8), UInt8(text.count & 0xFF)] + text
        }
    }

    @Test func `IPTC is UTF-8 or older`() {
        var notes = PictureNotes()
        notes.add(
            iptc: Self.iptc([
                (5, [0xD6, 0x6C]), (25, Array("Käfer".utf8)), (25, Array("oak".utf8)),
                (80, Array("Nina".utf8)), (120, Array("on a log".utf8)),
            ]))
        #expect(notes.values[.title] == .text("Öl"))
        #expect(notes.values[.tags] == .list(["Käfer", "oak"]))
        #expect(notes.values[.credit] == .text("Nina"))
        #expect(notes.values[.notes] == .text("on a log"))
    }

    @Test func `a text without a visible character is none`() {
        var notes = PictureNotes()
        notes.add(iptc: Self.iptc([(5, [0xAD]), (25, [0xAD]), (80, [1]), (120, [0x20])]))
        #expect(notes.values.isEmpty)
    }

    @Test(arguments: [
        "OLYMPUS DIGITAL CAMERA", "KODAK Digital Still Camera", "SONY DSC", "Exif_JPEG_PICTURE",
        "cof", "Model X", " ",
    ])
    func `what a camera writes is no note`(text: String) {
        var notes = PictureNotes()
        notes.add(description: text, by: ["Maker", "model x"])
        #expect(notes.values.isEmpty)
    }

    @Test(arguments: ["jpeg", "png", "webp", "tiff", "heic"])
    func `EXIF tells a description, an artist and stars`(type: String) throws {
        let directory = try TemporaryDirectory()
        var exif = SampleEXIF()
        exif.main[0x10E] = .text("on a log")
        exif.main[0x13B] = .text("Nina")
        exif.main[0x4746] = .short(3)
        let bytes = try #require(SamplePhotograph.all(exif)[type])
        let file = try File.open(path: directory.write(bytes, to: "a"))
        let kind = try #require(PictureType(signature: bytes))
        let values = try PhotographFacts(of: file, as: kind).values.values
        let expected: [Field: FieldValue] = [
            .notes: .text("on a log"), .credit: .text("Nina"), .rating: .rating(3),
        ]
        #expect(values == expected)
    }

    // MARK: Files beside photographs

    @Test(arguments: [
        ("IMG_1.JPG.json", ["img_1.jpg"]), ("IMG_1.JPG.supplemental-meta.json", ["img_1.jpg"]),
        ("IMG_1.JPG(2).json", ["img_1(2).jpg"]), ("A long na.json", ["a long name.jpg"]),
    ])
    func `Takeout's names`(name: String, names: [String]) throws {
        let directory = try TemporaryDirectory()
        let text = #"{"title": "A long name.jpg", "photoTakenTime": {"timestamp": "1590000000"}}"#
        let file = try File.open(path: directory.write(Array(text.utf8), to: "a"))
        let takeout = try #require(try Takeout(file, named: name))
        #expect(names.allSatisfy(takeout.names.contains))
        #expect(takeout.notes.values[.seen]?.text == "2020-05-20T18:40:00Z")
    }

    @Test func `another JSON file is no Takeout`() throws {
        let directory = try TemporaryDirectory()
        for text in [#"{"title": "Ant"}"#, "[]", "{", ""] {
            let file = try File.open(path: directory.write(Array(text.utf8), to: "a"))
            #expect(try Takeout(file, named: "a.json") == nil)
        }
    }
}

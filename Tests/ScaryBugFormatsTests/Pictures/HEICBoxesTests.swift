import SystemFiles
import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords

/// Nothing stays in the boxes of a HEIC file that a decoder doesn't need, at any depth.
@Suite struct HEICBoxesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static let secret = Array("at 50.9324,-1.4508 with Nina".utf8)
    private static let sample = SamplePhotograph.heic(nil)

    private static let places: [[String]] = [
        [], ["meta"], ["meta", "dinf"], ["meta", "dinf", "dref"], ["meta", "iinf"],
        ["meta", "iref"],
        ["meta", "iprp"], ["meta", "iprp", "ipco"], ["meta", "grpl"],
    ]
    private static let types = ["udes", "uuid", "free", "skip", "udta", "meta", "xml ", "abcd"]
    /// Boxes with a text that a decoder knows, but doesn't need.
    private static let known: [(name: String, place: [String], data: [UInt8])] = [
        ("hdlr", ["meta"], Array("\0\0\0\0\0\0\0\0pict".utf8)),
        ("infe", ["meta", "iinf"], [2, 0, 0, 0, 0, 9, 0, 0] + Array("mime".utf8)),
        ("infe", ["meta", "iinf"], [3, 0, 0, 0, 0, 0, 0, 9, 0, 0] + Array("uri \0".utf8)),
        ("infe", ["meta", "iinf"], [0, 0, 0, 0, 0, 9, 0, 0]),
        ("url ", ["meta", "dinf", "dref"], [0, 0, 0, 1]),
        ("auxC", ["meta", "iprp", "ipco"], [0, 0, 0, 0]),
        (
            "auxC", ["meta", "iprp", "ipco"],
            [0, 0, 0, 0] + Array("urn:mpeg:hevc:2015:auxid:1\0".utf8)
        ),
        ("colr", ["meta", "iprp", "ipco"], Array("text".utf8)),
        ("ispe", ["meta", "iprp", "ipco"], Array(repeating: 0, count: 12)),
    ]

    private func check(_ bytes: [UInt8]) throws {
        let file = try File.open(path: directory.write(bytes, to: "a.heic"))
        #expect(try PhotographTraces.first(in: file, as: .heic) != nil)
        let copy = try copy(file)
        #expect(try PhotographTraces.first(in: copy, as: .heic) == nil)
        #expect(try Digest(of: copy, as: .heic) == Digest(of: file, as: .heic))
        let cleaned = try directory.bytes(of: "b.heic")
        #expect(cleaned.count == bytes.count)
        #expect(cleaned.firstRange(of: Array("50.93".utf8)) == nil)
        #expect(cleaned.firstRange(of: Array("Nina".utf8)) == nil)
    }

    /// A copy that tells only what a decoder needs.
    private func copy(_ file: borrowing File) throws -> File {
        let directory = try Directory.open(path: directory.path)
        try directory.removeFile(named: "b.heic")
        let copy = try directory.createFile(named: "b.heic", access: .readWrite)
        try copy.copy(from: file, limit: .none)
        try HEICBoxes(of: copy, copy.status().size).overwrite(in: copy)
        return copy
    }

    @Test(arguments: places, types)
    func `a box that no rule names is overwritten`(place: [String], type: String) throws {
        // Another box inside hides nothing, and a version may come first.
        let inner = SamplePhotograph.box("udes", [0, 0, 0, 0] + Self.secret)
        let box = SamplePhotograph.box(type, Self.secret + inner)
        try check(Self.sample.addingBox(box, in: place[...]))
        // A long size.
        let long = [0, 0, 0, 1] + box[4..<8] + [0, 0, 0, 0, 0, 0, 0] + [box[3] + 8] + box[8...]
        try check(Self.sample.addingBox(Array(long), in: place[...]))
    }

    @Test(arguments: known.indices)
    func `a text in a box that a decoder knows is overwritten`(index: Int) throws {
        let (name, place, data) = Self.known[index]
        let box = SamplePhotograph.box(name, data + Self.secret + [0] + Self.secret + [0])
        try check(Self.sample.addingBox(box, in: place[...]))
    }

    @Test func `the type of XMP stays with its item`() throws {
        let entry = Array("\u{2}\0\0\0\0\u{9}\0\0mimeNina\0application/rdf+xml\0Nina\0".utf8)
        let box = SamplePhotograph.box("infe", entry)
        try check(Self.sample.addingBox(box, in: ["meta", "iinf"]))
        let text = Array("mime\0application/rdf+xml\0\0".utf8)
        #expect(try directory.bytes(of: "b.heic").firstRange(of: text) != nil)
    }

    @Test func `a box that can't be overwritten is named`() throws {
        let box = SamplePhotograph.box("uuid", Self.secret)
        // The first property is one that readers must know.
        let essential = Self.sample.addingBox(box, in: ["meta", "iprp", "ipco"], first: true)
        let long = Self.sample.addingBox([0, 0, 9] + box[3...], in: ["meta", "iinf"])
        let item = Self.sample.replacing(Array("mdat".utf8), with: Array("uuid".utf8))
        for (bytes, name) in [
            (essential, "the box 'uuid' in 'ipco'"), (long, "the box 'uuid' in 'iinf'"),
            (item, "the box 'uuid'"),
        ] {
            let file = try File.open(path: directory.write(bytes, to: "a.heic"))
            let copy = try copy(file)
            #expect(try PhotographTraces.first(in: copy, as: .heic) == name)
        }
    }
}

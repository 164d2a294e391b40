import KeyedArchive
import Testing

/// A file that must be refused, with the expected message.
struct HostileFile: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]

    init(_ message: String, _ file: BinaryFile) { self.init(message, bytes: file.bytes) }

    init(_ message: String, bytes: [UInt8]) {
        testDescription = message
        self.bytes = bytes
    }
}

@Suite("A hostile binary property list")
struct HostileBinaryTests {
    static let files: [HostileFile] = [
        HostileFile("an empty file, not a property list (at byte 0)", bytes: []),
        HostileFile("neither a binary nor an XML property list (at byte 0)", bytes: [1, 2, 3]),
        HostileFile(
            "a binary property list of another version than 00 (at byte 6)",
            bytes: Array("bplist15".utf8)),
        HostileFile(
            "too short for a binary property list (at byte 8)", bytes: Array("bplist00".utf8)),
        HostileFile(
            "object 0 contains itself (at byte 9)", BinaryFile(objects: [[0xA1, 0]])),
        HostileFile(
            "object 0 contains itself (at byte 12)",
            BinaryFile(objects: [[0xA1, 1], [0xA2, 2, 0], [0x09]])),
        HostileFile(
            "objects overlap each other (at byte 15)",
            BinaryFile(
                objects: [
                    [0xA2, 1, 2], [0x4F, 0x10, 20] + Array(repeating: 0x4B, count: 20), [],
                ],
                offsets: [2: 15])),
        HostileFile(
            "an offset is 0 bytes wide (at byte 16)",
            BinaryFile(objects: [[0x51, 0x61]], offsetSize: 0)),
        HostileFile(
            "a reference is 9 bytes wide (at byte 18)",
            BinaryFile(objects: [[0x09]], referenceSize: 9)),
        HostileFile(
            "the top object is number 1 of 1 (at byte 27)", BinaryFile(objects: [[0x09]], top: 1)),
        HostileFile(
            "the number of objects is 18446744073709551615 (at byte 19)",
            BinaryFile(objects: [[0x09]], count: -1)),
        HostileFile(
            "the offset table doesn't fit into the file (at byte 35)",
            BinaryFile(objects: [[0x09]], count: 1 << 60)),
        HostileFile(
            "the offset table doesn't fit into the file (at byte 35)",
            BinaryFile(objects: [[0x09]], table: 1 << 62)),
        HostileFile(
            "3 objects don't fit in 2 bytes (at byte 24)",
            BinaryFile(objects: [[0x09], [0x09], []])),
        HostileFile(
            "object 0 lies outside of the objects (at byte 9)",
            BinaryFile(objects: [[0x09]], offsets: [0: 60_000])),
        HostileFile(
            "object 0 lies outside of the objects (at byte 9)",
            BinaryFile(objects: [[0x09]], offsets: [0: 0])),
        HostileFile(
            "a reference to object 7, where there are 1 (at byte 9)",
            BinaryFile(objects: [[0xA1, 7]])),
        HostileFile(
            "an object of 10 bytes runs past the end of all objects (at byte 11)",
            BinaryFile(objects: [[0x4F, 0x10, 10]])),
        HostileFile(
            "a count of 9223372036854775807 is more than the file could hold (at byte 9)",
            BinaryFile(objects: [[0xAF, 0x13] + bigEndian(.max, size: 8)])),
        HostileFile(
            "the count of an object is not an integer (at byte 9)",
            BinaryFile(objects: [[0x5F, 0x51, 0x41]])),
        HostileFile(
            "an ASCII string has a byte above 127 (at byte 8)", BinaryFile(objects: [[0x51, 0x80]])),
        HostileFile(
            "a dictionary has an integer as a key (at byte 8)",
            BinaryFile(objects: [[0xD1, 1, 1], [0x10, 1]])),
        HostileFile(
            "a dictionary has the key \"a\" twice (at byte 8)",
            BinaryFile(objects: [[0xD2, 1, 1, 1, 1], [0x51, 0x61]])),
        HostileFile("an object of unknown type 0x70 (at byte 8)", BinaryFile(objects: [[0x70]])),
        HostileFile("an object of unknown type 0xf (at byte 8)", BinaryFile(objects: [[0x0F]])),
        HostileFile("an object of unknown type 0x15 (at byte 8)", BinaryFile(objects: [[0x15]])),
        HostileFile("an object of unknown type 0x20 (at byte 8)", BinaryFile(objects: [[0x20]])),
        HostileFile("an object of unknown type 0x31 (at byte 8)", BinaryFile(objects: [[0x31]])),
        HostileFile(
            "a reference is larger than 32 bits (at byte 8)",
            BinaryFile(objects: [[0x84, 1, 0, 0, 0, 0]])),
        HostileFile("stands for more than 4096 values (at byte 41)", .laughs(levels: 20)),
        HostileFile("containers nested more than 256 deep (at byte 776)", .nested(257)),
    ]

    @Test("is refused with the place and the reason", arguments: files)
    func refusal(file: HostileFile) {
        let error = failure { () throws(KeyedArchiveError) in
            _ = try PropertyList(bytes: file.bytes)
        }
        #expect(error?.description == file.testDescription)
    }

    @Test("may nest 256 containers")
    func deepest() throws {
        _ = try PropertyList(bytes: BinaryFile.nested(256).bytes)
    }

    @Test("may share containers within reason")
    func sharing() throws {
        _ = try PropertyList(bytes: BinaryFile.laughs(levels: 8).bytes)
    }

    @Test("takes no more memory than the caller allows")
    func memory() throws {
        let array: [UInt8] = [0xAF, 0x11, 0, 200] + Array(repeating: 1, count: 200)
        let bytes = BinaryFile(objects: [array, [0x09]]).bytes
        let xml = Array(
            "<plist><array>\(String(repeating: "<true/>", count: 200))</array></plist>".utf8)
        for bytes in [bytes, xml] {
            _ = try PropertyList(bytes: bytes, memory: 200 * 64)
            let error = failure { () throws(KeyedArchiveError) in
                _ = try PropertyList(bytes: bytes, memory: 200 * 16)
            }
            #expect(error?.code == .memoryExceeded)
        }
    }

    @Test("can't stand for endless text by storing it once")
    func manyReferences() {
        let large: [UInt8] = [0x4F, 0x12] + bigEndian(1 << 20, size: 4)
        let array: [UInt8] = [0xAF, 0x10, 200] + Array(repeating: 1, count: 200)
        let file = BinaryFile(
            objects: [array, large + Array(repeating: 1, count: 1 << 20)], offsetSize: 4)
        let bytes = file.bytes
        let error = failure { () throws(KeyedArchiveError) in _ = try PropertyList(bytes: bytes) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message.hasSuffix(" bytes of text and data") == true)
    }

    @Test("can't multiply one large object by many entries of the offset table")
    func manyOffsets() {
        let count = 60_000
        var array: [UInt8] = [0xAF, 0x12] + bigEndian(count, size: 4)
        for object in 1...count { array += bigEndian(object, size: 4) }
        let large: [UInt8] = [0x4F, 0x12] + bigEndian(100_000, size: 4)
        var file = BinaryFile(
            objects: [array, large + Array(repeating: 1, count: 100_000)]
                + Array(repeating: [], count: count - 1), offsetSize: 4, referenceSize: 4)
        for object in 2...count { file.offsets[object] = 8 + array.count }
        let bytes = file.bytes
        let error = failure { () throws(KeyedArchiveError) in _ = try PropertyList(bytes: bytes) }
        #expect(error?.message == "objects overlap each other")
    }
}

extension BinaryFile {
    /// Arrays that each contain the next one twice.
    static func laughs(levels: Int) -> BinaryFile {
        var objects = (1...levels).map { [0xA2, UInt8($0), UInt8($0)] as [UInt8] }
        objects.append([0x09])
        return BinaryFile(objects: objects)
    }

    /// Arrays that each contain the next one.
    static func nested(_ depth: Int) -> BinaryFile {
        var objects = (1...depth).map { [0xA1] + bigEndian($0, size: 2) }
        objects.append([0x09])
        return BinaryFile(objects: objects, referenceSize: 2)
    }
}

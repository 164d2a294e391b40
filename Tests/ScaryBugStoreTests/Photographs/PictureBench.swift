import Containers
import TestSupport

@testable import ScaryBugRecords
@testable import SystemFiles

/// Makes photographs with vips(1), and looks at them.
struct PictureBench {
    let directory: TemporaryDirectory

    /// The picture `base.ppm` has 320 by 240 pixels, red on the left and blue on the right.
    init() throws {
        directory = try TemporaryDirectory()
        let row = (0..<320).flatMap { $0 < 160 ? [219, 21, 20] : [21, 20, 220] as [UInt8] }
        let pixels = Array(repeating: row, count: 240).flatMap(\.self)
        try directory.write(Array("P6 320 240 255\n".utf8) + pixels, to: "base.ppm")
    }

    func vips(_ command: String) throws {
        let words = ["vips"] + command.split(separator: " ").map(String.init)
        let end = try ChildProcess(words, from: "libvips-tools")
            .run(in: Directory.open(path: directory.path))
        guard end.isSuccess else { throw TestFailure("\(command): \(end.messages)") }
    }

    struct Pixels: CustomStringConvertible {
        var description: String { "\(size)" }
        let size: [Int]
        fileprivate let bytes: [UInt8]

        func isClose(atX x: Int, y: Int, to color: [Int], by tolerance: Int) -> Bool {
            let start = 3 * (y * size[0] + x)
            return zip(bytes[start..<start + 3], color)
                .allSatisfy { abs(Int($0) - $1) <= tolerance }
        }
    }

    func pixels(of jpeg: [UInt8]) throws -> Pixels {
        try directory.write(jpeg, to: "made.jpg")
        try vips("rawsave made.jpg made.raw")
        let height = try field("height", of: "made.jpg")
        return Pixels(
            size: [try field("width", of: "made.jpg"), height],
            bytes: try directory.bytes(of: "made.raw"))
    }

    private func field(_ name: String, of file: String) throws -> Int {
        let output = try File.temporary()
        _ = try ChildProcess(["vipsheader", "-f", name, file], from: "libvips-tools")
            .run(output: output.descriptor, in: Directory.open(path: directory.path))
        return Int(String(decoding: try output.prefix(20), as: UTF8.self).trimmed) ?? 0
    }

    /// The codes of the markers before the data of a JPEG file.
    func markers(of jpeg: [UInt8]) -> [UInt8] {
        var codes: [UInt8] = []
        var offset = 2
        while offset + 4 < jpeg.count, codes.last != 0xDA {
            codes.append(jpeg[offset + 1])
            offset += 2 + Int(jpeg[offset + 2]) << 8 + Int(jpeg[offset + 3])
        }
        return codes
    }

    /// A picture of 65,535 by 65,535 pixels, which nothing follows.
    static let gifBomb: [UInt8] =
        Array("GIF89a".utf8) + [255, 255, 255, 255, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        + [0x2C, 0, 0, 0, 0, 255, 255, 255, 255, 0, 2, 2, 0x44, 1, 0, 0x3B]

    /// An interlaced PNG file with a few bytes of data.
    static func interlacedPNG(width: UInt16, height: UInt16) -> [UInt8] {
        func number(_ value: UInt32) -> [UInt8] {
            (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) }
        }
        func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
            let body = Array(name.utf8) + data
            return number(UInt32(data.count)) + body + number(CRC32.of(body))
        }
        let size = number(UInt32(width)) + number(UInt32(height))
        return Array(SamplePicture.png[..<8])
            + chunk("IHDR", size + [8, 2, 0, 0, 1])
            + chunk("IDAT", [0x78, 0x9C, 0x01, 0x04, 0x00, 0xFB, 0xFF, 0, 1, 2, 3])
            + chunk("IEND", [])
    }
}

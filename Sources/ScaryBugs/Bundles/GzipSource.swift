import Glibc
import SystemPackage

/// Presents a gzip file (RFC 1952) to libarchive as a ZIP file with one entry.
///
/// Both formats wrap the same deflated bytes in a header and a checksum. libarchive verifies the
/// checksum and lengths of ZIP but not of gzip. Its gzip filter also looks for more gzip inside the
/// unpacked bytes, without a limit. A file of 293 bytes that unpacks to itself would make it loop
/// forever.
final class GzipSource {
    private let descriptor: FileDescriptor
    private let name: String
    /// The local header of the entry; nil once libarchive has received it.
    private var head: [UInt8]?
    /// The range of the deflated bytes that libarchive has not received yet.
    private var rest: Range<Int>
    private let buffer = ByteBuffer(count: 1 << 17)

    /// The error that ended the stream; nil if there was none.
    private(set) var error: (any Error)?

    private static let shortestHeader = 10
    private static let trailerLength = 8
    private static let cutOff = ScaryBugsError(.damaged, "is a truncated gzip file")

    /// - Parameter file: kept open by the caller while this is in use.
    init(_ file: borrowing File) throws {
        descriptor = file.descriptor
        name = file.name
        let size = try Int(file.status().size)
        guard size > Self.shortestHeader + Self.trailerLength else { throw Self.cutOff }
        let start = try Self.headerLength(file)
        guard start + Self.trailerLength < size else { throw Self.cutOff }
        rest = start..<size - Self.trailerLength
        let trailer = try file.bytes(at: Int64(rest.upperBound), count: Self.trailerLength)
        guard let length = UInt32(exactly: rest.count), length < .max else {
            throw ScaryBugsError(.limitExceeded, "is a gzip file of more than 4 GiB")
        }
        head = Self.localHeader(packed: length, trailer)
    }

    /// Provides the next piece, which is valid until the next call.
    ///
    /// - Returns: its length in bytes; 0 at the end; -1 after an error, which ``error`` holds.
    func next(_ bytes: inout UnsafeRawPointer?) -> Int {
        do {
            let count = try fill()
            bytes = UnsafeRawPointer(buffer.bytes.baseAddress)
            return count
        } catch {
            self.error = error
            return -1
        }
    }

    private func fill() throws -> Int {
        if let head {
            self.head = nil
            buffer.bytes.copyBytes(from: head)
            return head.count
        }
        let count = try systemCall("cannot read \(name)") {
            pread(
                descriptor.rawValue, buffer.bytes.baseAddress, min(buffer.bytes.count, rest.count),
                rest.lowerBound)
        }
        rest = rest.dropFirst(count)
        return count
    }

    /// Makes the local header (APPNOTE 4.3.7) from the checksum and length in the gzip trailer.
    private static func localHeader(packed: UInt32, _ trailer: [UInt8]) -> [UInt8] {
        let deflated: [UInt8] = [0x50, 0x4B, 3, 4, 20, 0, 0, 0, 8, 0, 0, 0, 0x21, 0]
        let length = withUnsafeBytes(of: packed.littleEndian) { Array($0) }
        let nameAndExtra: [UInt8] = [1, 0, 0, 0, UInt8(ascii: "-")]
        return deflated + trailer.prefix(4) + length + trailer.suffix(4) + nameAndExtra
    }

    // MARK: Header

    /// Length of the gzip header in bytes: ten bytes plus the optional fields that its flags
    /// announce.
    private static func headerLength(_ file: borrowing File) throws -> Int {
        let bytes = try file.prefix(1 << 16)
        let reader = ByteReader(bytes[...])
        guard bytes.starts(with: [0x1F, 0x8B, 8]), bytes.count >= shortestHeader,
            bytes[3] & 0xE0 == 0
        else {
            throw ScaryBugsError(.damaged, "has a gzip header of an unknown form")
        }
        let flags = bytes[3]
        var length = shortestHeader
        if flags & 0x04 != 0 { length += try 2 + Int(reader.uint16(at: length)) }
        for text in [0x08, 0x10] as [UInt8] where flags & text != 0 {
            guard let end = bytes.dropFirst(length).firstIndex(of: 0) else {
                throw ScaryBugsError(.damaged, "has a gzip header without an end")
            }
            length = end + 1
        }
        return flags & 0x02 == 0 ? length : length + 2
    }
}

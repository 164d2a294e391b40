import SystemFiles
import SystemPackage

/// Supplies the bytes of a tar file to libarchive, and limits the length of its headers.
///
/// For each sparse region in a header, libarchive allocates many times the region's encoded size.
final class TarSource {
    /// The maximum length of a header in bytes. Programs write less before an entry's contents, and
    /// after the last entry.
    private static let longestHeader = 2 << 20

    private let descriptor: FileDescriptor
    private let name: String
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var offset: Int64 = 0
    /// Bytes that the current header may still use; nil while an entry's contents are read.
    private var headerRoom: Int?

    /// The error of the last read, which takes precedence over libarchive's.
    private(set) var error: (any Error)?

    /// - Parameter file: kept open by the caller while this is in use.
    init(_ file: borrowing File) {
        (descriptor, name) = (file.descriptor, file.name)
    }

    deinit {
        buffer.deallocate()
    }

    /// Provides the next piece, which is valid until the next call.
    ///
    /// - Returns: its length in bytes; 0 at the end; -1 after an error.
    func next(_ bytes: inout UnsafeRawPointer?) -> Int {
        do {
            try Interruption.check()
            let count = try descriptor.read(into: buffer, at: offset, of: name)
            try countHeader(count)
            offset += Int64(count)
            bytes = UnsafeRawPointer(buffer.baseAddress)
            return count
        } catch {
            self.error = error
            return -1
        }
    }

    /// Runs `body`, which reads a header, and limits the header's length.
    func readingHeader<Result>(_ body: () throws -> Result) rethrows -> Result {
        headerRoom = Self.longestHeader
        defer { headerRoom = nil }
        return try body()
    }

    private func countHeader(_ count: Int) throws {
        guard let room = headerRoom else { return }
        guard count <= room else {
            throw ScaryBugsError(
                .limitExceeded, "a header of more than \(ByteCount(Self.longestHeader))")
        }
        headerRoom = room - count
    }
}

import Glibc
import SystemPackage

/// A part of a file without its compression, xz or Zstandard, piece by piece.
final class DecompressedBytes {
    private let descriptor: FileDescriptor
    private let name: String
    private let decompressor: any Decompressor
    /// What is still to be read.
    private var rest: Range<Int64>
    /// What was read and is still to be unpacked.
    private var input = UnsafeRawBufferPointer(start: nil, count: 0)
    private let packed = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private let unpacked = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 1 << 17, alignment: 16)

    /// - Parameter file: kept open by the caller while this is in use.
    init(
        _ decompressor: any Decompressor, _ range: Range<Int64>, of file: borrowing File
    ) {
        self.decompressor = decompressor
        descriptor = file.descriptor
        name = file.name
        rest = range
    }

    deinit {
        packed.deallocate()
        unpacked.deallocate()
    }

    /// The next piece, which is there until the next call; empty at the end.
    func next() throws -> UnsafeRawBufferPointer {
        while true {
            try Interruption.check()
            if input.isEmpty, !rest.isEmpty { try fill() }
            let isLast = rest.isEmpty
            let count = try decompressor.decode(&input, isLast: isLast, into: unpacked)
            if count > 0 || (isLast && input.isEmpty) {
                return UnsafeRawBufferPointer(rebasing: unpacked[..<count])
            }
        }
    }

    private func fill() throws {
        let count = try systemCall("cannot read \(name)") {
            pread(
                descriptor.rawValue, packed.baseAddress, min(packed.count, rest.count),
                Int(rest.lowerBound))
        }
        // A file that others cut meanwhile.
        guard count > 0 else { throw ScaryBugsError.damagedCompression }
        input = UnsafeRawBufferPointer(rebasing: packed[..<count])
        rest = rest.dropFirst(count)
    }
}

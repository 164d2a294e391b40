import SystemFiles
import SystemPackage

final class DecompressedRange {
    private let descriptor: FileDescriptor
    private let name: String
    private let decompressor: any Decompressor
    /// The range of the file that has not been read yet.
    private var rest: Range<Int64>
    /// Bytes that have been read but not decompressed yet.
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

    /// Returns the next piece, which is valid until the next call; empty at the end.
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
        let most = min(packed.count, rest.count)
        let count = try descriptor.read(
            into: UnsafeMutableRawBufferPointer(rebasing: packed[..<most]),
            at: rest.lowerBound, of: name)
        // Another program truncated the file.
        guard count > 0 else { throw ScaryBugsError.damagedCompression }
        input = UnsafeRawBufferPointer(rebasing: packed[..<count])
        rest = rest.dropFirst(count)
    }
}

import SystemFiles
import SystemPackage

extension FileDescriptor {
    /// Passes a range of a file to `body` in pieces, each valid until it returns.
    ///
    /// - Parameter name: the file's name, for messages.
    func read(
        _ range: Range<Int64>, of name: String, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: min(1 << 17, range.count), alignment: 16)
        defer { buffer.deallocate() }
        var rest = range
        while !rest.isEmpty {
            try Interruption.check()
            let piece = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(rest.count))
            let count = try read(into: piece, at: rest.lowerBound, of: name)
            // Another program truncated the file.
            guard count > 0 else { throw ScaryBugsError(.damaged, "truncated while it was read") }
            try body(UnsafeRawBufferPointer(rebasing: piece.prefix(count)))
            rest = rest.dropFirst(count)
        }
    }

    /// Reads a range of a file.
    func bytes(in range: Range<Int64>, of name: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try read(range, of: name) { bytes += $0 }
        return bytes
    }
}

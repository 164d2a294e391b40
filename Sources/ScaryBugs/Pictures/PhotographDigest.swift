internal import Containers

/// Identifies a photograph by its picture, without its metadata. The same photograph has the same
/// digest after somebody has edited its metadata.
///
/// It is the first half of a SHA-256 hash, so two photographs have the same one only if somebody
/// computed them to.
package struct PhotographDigest: Hashable, Sendable {
    /// The halves of the digest, as the index stores them.
    let high: Int64
    let low: Int64

    init(high: Int64, low: Int64) { (self.high, self.low) = (high, low) }

    /// Reads a picture, in small pieces.
    package init(of file: borrowing File, as type: PictureType) throws {
        let size = try file.status().size
        let places = try file.picturePlaces(as: type, size)
        var hash = SHA256()
        for place in places.isEmpty ? [0..<size] : places { try hash.add(place, of: file) }
        let bytes = hash.finish()
        high = Int64(bitPattern: bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) })
        low = Int64(bitPattern: bytes[8..<16].reduce(0) { $0 << 8 | UInt64($1) })
    }
}

extension SHA256 {
    fileprivate mutating func add(_ place: Range<Int64>, of file: borrowing File) throws {
        var offset = place.lowerBound
        let most = Int(min(1 << 16, place.upperBound - offset))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: most, alignment: 16)
        defer { buffer.deallocate() }
        while offset < place.upperBound {
            try Interruption.check()
            let piece = buffer[..<min(most, Int(place.upperBound - offset))]
            let count = try file.read(
                into: UnsafeMutableRawBufferPointer(rebasing: piece), at: offset)
            if count == 0 { return }
            add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += Int64(count)
        }
    }
}

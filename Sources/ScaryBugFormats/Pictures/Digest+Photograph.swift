internal import Containers

extension Digest {
    /// Makes the digest of a picture without its metadata, and reads it in small pieces. The same
    /// photograph has the same digest after somebody has edited its metadata.
    package init(of file: borrowing File, as type: PictureType) throws {
        let size = try file.status().size
        let places = try file.picturePlaces(as: type, size)
        var hash = SHA256()
        for place in places.isEmpty ? [0..<size] : places { try hash.add(place, of: file) }
        self.init(&hash)
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

internal import Containers

extension Digest {
    /// Makes the digest of a picture without its metadata, and reads it in small pieces. The same
    /// photograph has the same digest after somebody has edited its metadata.
    package init(of file: borrowing File, as type: PictureType) throws {
        let size = try file.status().size
        let places = try file.picturePlaces(as: type, size)
        var hash = SHA256()
        for place in places.isEmpty ? [0..<size] : places {
            try file.forEachPiece(in: place) { piece in
                try Interruption.check()
                hash.add(piece)
                return true
            }
        }
        self.init(&hash)
    }
}

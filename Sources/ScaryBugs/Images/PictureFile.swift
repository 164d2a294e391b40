/// An open file that is a picture.
public final class PictureFile {
    let file: File
    public let type: PictureType

    /// Opens a picture that the user named.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` if its first bytes are those of no known picture.
    public init(path: String) throws {
        file = try File.open(path: path)
        guard try file.status().kind == .regular else {
            throw ScaryBugsError(.refused, "\(path) is not a regular file, so it is no picture")
        }
        let signature = try file.prefix(PictureType.signatureLength)
        guard let type = PictureType(signature: signature) else {
            let types = PictureType.allCases.map(\.name).joined(separator: ", ")
            throw ScaryBugsError(.refused, "\(path) is no picture of a known type (\(types))")
        }
        self.type = type
    }

    func asPicture(of kind: DocumentKind) throws -> Picture {
        Picture(fileName: kind.photographName, size: try file.status().size, type: type)
    }
}

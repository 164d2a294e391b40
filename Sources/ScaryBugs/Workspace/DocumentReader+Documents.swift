/// A document that was read, with what tells whether the index knows its files. It keeps no file open,
/// since many may wait to be used. It is a class, since copies of all these values take longer than
/// printing them.
final class ReadDocument: Sendable {
    let document: Document
    let file: DocumentDirectory.DataFile
    let status: DocumentStatus

    init(
        document: Document, file: DocumentDirectory.DataFile, status: DocumentStatus
    ) {
        (self.document, self.file, self.status) = (document, file, status)
    }
}

extension DocumentReader {
    /// Reads a document: all of its data, but only the name, the size and the type of its picture.
    ///
    /// - Parameters:
    ///   - looksAtPicture: false to skip the picture.
    func read(_ name: DocumentName, looksAtPicture: Bool) throws -> ReadDocument {
        // Retries if the directory was replaced or deleted while it was read, since its files then
        // disappear one by one. A file is missing only if it is missing in the current directory.
        for _ in 0..<100 {
            let document = try open(name)
            let status = try document.directory.status()
            let data = try readIfPresent(document)
            let picture = looksAtPicture ? try document.picture() : nil
            let isWhole = data != nil && (picture != nil || !looksAtPicture)
            if let data, try isWhole || isCurrent(name, status) {
                return ReadDocument(
                    document: Document(name: name, data: data.data, picture: picture),
                    file: data,
                    status: try DocumentStatus(
                        of: document, status, data.status,
                        hasPicture: picture != nil || !looksAtPicture))
            }
            if try isCurrent(name, status) { break }
        }
        throw try open(name).withoutData
    }

    /// Reads a document as above, or tells why it can't be read.
    func result(
        _ name: DocumentName, looksAtPicture: Bool
    ) throws -> Result<ReadDocument, ScaryBugsError> {
        do { return .success(try read(name, looksAtPicture: looksAtPicture)) } catch let error
            as ScaryBugsError
        { return .failure(error) }
    }
}

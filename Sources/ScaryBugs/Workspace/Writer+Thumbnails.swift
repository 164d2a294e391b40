/// The thumbnails of a batch, which are made together.
extension Writer {
    /// A photograph that gets a thumbnail when the batch is committed.
    struct Reduction {
        let picture: PictureFile
        let document: DocumentName
        /// The name of the document's directory in the staging directory.
        let staged: String
        /// The number of the change that puts the directory in its place.
        let change: Int64
        let version: ContentVersion
    }

    /// Whether a document waits for a thumbnail, so that its files must not be copied before.
    func waitsForThumbnail(_ name: DocumentName) -> Bool {
        reductions.contains { $0.document == name }
    }

    /// Makes the thumbnails, and adds them to the staged directories.
    func addThumbnails() throws {
        // A document may have been deleted since, or got another photograph.
        let due = reductions.filter { reduction in
            guard case .present(let place?, _) = pending[reduction.document] else { return false }
            return place.name == reduction.staged
        }
        var pictures: [ObjectIdentifier: PictureFile] = [:]
        for reduction in due { pictures[ObjectIdentifier(reduction.picture)] = reduction.picture }
        if pictures.isEmpty { return }
        try Thumbnails.make(for: Array(pictures.values), warn: places.warn)
        for reduction in due {
            guard let bytes = reduction.picture.thumbnail,
                let directory = try staging.directory.directory(named: reduction.staged)
            else { continue }
            let name = reduction.document.kind.thumbnailName
            try directory.createFile(named: name).write(bytes)
            try store.replaceVersion(
                of: reduction.change,
                by: reduction.version.changing(
                    fileNamed: name, to: ContentVersion(fileNamed: name, bytes)))
        }
    }
}

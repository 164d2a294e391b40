extension Workspace {
    /// A photograph that is open while its thumbnail is made.
    private final class Photograph: Sendable {
        let document: DocumentName
        let file: File
        let identity: FileStatus.Identity

        init?(of document: DocumentName, in workspace: Workspace) throws {
            guard let file = try workspace.openPhotograph(of: document) else { return nil }
            self.document = document
            identity = try file.status().identity
            self.file = file
        }
    }

    /// Documents whose thumbnails are made and added together.
    private static let thumbnailsTogether = 100

    /// Adds the thumbnails that documents lack, as one step. A photograph that can't be reduced stays
    /// without one, with a warning.
    ///
    /// - Returns: the number of new thumbnails.
    func addThumbnails(to names: [DocumentName]) throws -> Int {
        var count = 0
        do {
            var rest = names[...]
            try together {
                while let some = rest.popFirst(Self.thumbnailsTogether) {
                    count += try addThumbnails(together: some)
                }
            }
        } catch let error as MissingProgram { warn("no thumbnails are made: \(error)") }
        return count
    }

    private func addThumbnails(together names: [DocumentName]) throws -> Int {
        let photographs = names.compactMap { try? Photograph(of: $0, in: self) }
        let results = try Thumbnails.make(of: photographs.map { $0.file.descriptor })
        var thumbnails: [(photograph: Photograph, bytes: [UInt8])] = []
        for (photograph, result) in zip(photographs, results) {
            switch result {
            case .success(let bytes): thumbnails.append((photograph, bytes))
            case .failure(let error): warn(Thumbnails.remark(error, photograph.document))
            }
        }
        if thumbnails.isEmpty { return 0 }
        return try writing("check --repair") { writer in
            try thumbnails.count { try add($0.bytes, of: $0.photograph, writer) }
        }
    }

    /// Plans a thumbnail, unless the document has changed meanwhile.
    private func add(
        _ bytes: [UInt8], of photograph: Photograph, _ writer: Writer
    ) throws -> Bool {
        let name = photograph.document
        guard let document = try reader().openIfPresent(name),
            try document.pictureStatus()?.identity == photograph.identity,
            try !document.hasThumbnail()
        else { return false }
        try writer.replace(.file(name, name.kind.thumbnailName), nil, with: bytes)
        return true
    }
}

extension Thumbnails {
    /// A line about a photograph that can't be reduced.
    static func remark(_ error: ScaryBugsError, _ name: DocumentName) -> String {
        "the photograph of \(name.number) has no thumbnail: \(error.message)"
    }
}

extension DocumentDirectory {
    func hasThumbnail() throws -> Bool {
        try directory.names().first(named: name.kind.thumbnailNames) != nil
    }
}

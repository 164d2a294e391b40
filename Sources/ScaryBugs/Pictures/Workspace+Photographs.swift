extension Workspace {
    /// The documents of each photograph, sorted by number. All pictures of a document count, except
    /// thumbnails. A picture that can't be read is skipped.
    ///
    /// The index keeps the digests, so that only new files are read.
    package func photographDigests() throws -> [Digest: [DocumentName]] {
        let known = try usingPhotographs { try $0.photographs() } ?? [:]
        let reader = PhotographReader(reader: try reader(), known: known)
        let names = try documentNames()
        var documents: [Digest: [DocumentName]] = [:]
        var present: DocumentIndex.Photographs = [:]
        var done = 0
        let read = { @Sendable (name: DocumentName, _: WorkPlace) in
            (name, try ifPossible { try reader.photographs(of: name) } ?? [])
        }
        try names.forEachResult(of: read) { name, photographs in
            report(.reading, done, of: names.count)
            done += 1
            for photograph in photographs {
                if let file = photograph.file { present[file] = photograph.digest }
                if documents[photograph.digest]?.last == name { continue }
                documents[photograph.digest, default: []].append(name)
            }
        }
        try usingPhotographs { try $0.replace(known, with: present) }
        return documents
    }

    @discardableResult
    private func usingPhotographs<Result>(
        _ body: (DocumentIndex) throws -> Result
    ) throws -> Result? {
        guard let documents = try readable() else { return nil }
        return try usingIndex(of: documents, making: true, body)
    }
}

/// Reads the photographs of documents. Threads may share it.
private struct PhotographReader: Sendable {
    let reader: DocumentReader
    let known: DocumentIndex.Photographs

    struct Photograph {
        /// The file as the index may know it; nil if another change could still get the same time.
        let file: PhotographFile?
        let digest: Digest
    }

    func photographs(of name: DocumentName) throws -> [Photograph] {
        guard let directory = try reader.openIfPresent(name)?.directory else { return [] }
        let others = [name.kind.dataFileName] + name.kind.thumbnailNames
        return try directory.names(where: { others.first(named: [$0]) == nil }).compactMap { file in
            try ifPossible { try photograph(file, in: directory) }
        }
    }

    private func photograph(_ name: String, in directory: Directory) throws -> Photograph? {
        guard let present = try directory.status(of: name), present.kind == .regular else {
            return nil
        }
        if let digest = known[PhotographFile(present)] {
            return Photograph(file: PhotographFile(present), digest: digest)
        }
        let now = FileTime.now.seconds
        guard let file = try directory.file(named: name),
            let type = try PictureType(signature: file.prefix(PictureType.signatureLength))
        else { return nil }
        let status = try file.status()
        let isSettled = status.changed.seconds + IndexStamp.granularity < now
        return Photograph(
            file: isSettled ? PhotographFile(status) : nil,
            digest: try Digest(of: file, as: type))
    }
}

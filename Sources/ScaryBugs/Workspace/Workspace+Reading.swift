extension Workspace {
    /// The names of all documents, sorted by number.
    public func documentNames() throws -> [DocumentName] {
        guard let documents = try readable() else { return [] }
        return try documents.names().compactMap(DocumentName.init(directoryName:)).sorted()
    }

    /// The name of the document with a number.
    ///
    /// - Parameters:
    ///   - number: the number of the document.
    ///   - kind: the kind of the document; needed if several documents have the number.
    ///   - preferred: the kind to choose if `kind` is nil and several documents have the number.
    public func documentName(
        _ number: Int, of kind: DocumentKind? = nil, preferring preferred: DocumentKind? = nil
    ) throws -> DocumentName {
        let names = try readable().map { try documentNames(number, in: $0) } ?? []
        let kind = kind?.withoutCustomFields ?? (names.count > 1 ? preferred : nil)
        let meant = kind.map { kind in names.filter { $0.kind == kind } } ?? names
        guard let name = meant.first else {
            // The kind matters only if a document of another kind has the number.
            guard let kind, !names.isEmpty else { throw ScaryBugsError.noDocument(number) }
            let directory = DocumentName(number: number, kind: kind).directoryName
            throw ScaryBugsError(
                .notFound, "there is no document \(directory); 'list' shows all documents"
            ).at(directory)
        }
        guard meant.count == 1 else {
            let all = meant.map(\.directoryName).joined(separator: " and ")
            throw ScaryBugsError(
                .invalidValue,
                "the number \(number) is ambiguous: there are \(all); give one of them")
        }
        return name
    }

    /// The documents with a number: at most one, unless another program added more.
    func documentNames(_ number: Int, in documents: Directory) throws -> [DocumentName] {
        try DocumentName.all(numbered: number).filter {
            try documents.status(of: $0.directoryName) != nil
        }
    }

    /// Reads a document: all of its data, but only the name, the size and the type of its picture.
    ///
    /// - Parameters:
    ///   - name: the document.
    ///   - looksAtPicture: false to skip the picture.
    public func document(_ name: DocumentName, looksAtPicture: Bool = true) throws -> Document {
        try corrected(name, Result { try reader().read(name, looksAtPicture: looksAtPicture) })
    }

    /// Updates the index if it differs from what was read.
    private func corrected(
        _ name: DocumentName, _ result: Result<ReadDocument, any Error>
    ) throws -> Document {
        do {
            let read = try result.get()
            try correctRow(
                of: name, read.file.data, read.status,
                read.hasLookedAtPicture ? read.document.picture : openDocument(name).picture())
            return read.document
        } catch let error as ScaryBugsError {
            _ = try ifPossible { try correctRow(of: name, unreadable: error) }
            throw error
        }
    }

    /// Reads documents on all processors.
    ///
    /// - Parameters:
    ///   - names: the documents.
    ///   - looksAtPicture: false to skip the pictures.
    ///   - body: receives each name, in order, with a function that returns the document.
    package func forEachDocument(
        _ names: [DocumentName], looksAtPicture: Bool = true,
        _ body: (DocumentName, () throws -> Document) throws -> Void
    ) throws {
        // Threads and their queue would cost a single document a third more.
        if let name = names.first, names.count == 1 {
            return try body(name) { try document(name, looksAtPicture: looksAtPicture) }
        }
        let reader = try reader()
        let read = { @Sendable (name: DocumentName, place: WorkPlace) in
            do {
                return (
                    name,
                    Result<ReadDocument, any Error>.success(
                        try reader.at(place).read(name, looksAtPicture: looksAtPicture))
                )
            } catch let error as ScaryBugsError {
                return (name, .failure(error))
            }
        }
        try names.forEachResult(of: read) { name, result in
            try body(name) { try corrected(name, result) }
        }
    }

    /// The extension for a document's photograph, with the dot, as detected from its first bytes;
    /// empty if unknown.
    func pictureSuffix(of name: DocumentName) throws -> String {
        guard let picture = try document(name).picture else {
            throw try openDocument(name).withoutPicture
        }
        return picture.type.map { ".\($0.fileExtension)" } ?? ""
    }
}

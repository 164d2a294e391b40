extension Workspace {
    /// The names of all documents, in the order of their numbers.
    public func documentNames() throws -> [DocumentName] {
        guard let documents = try readable() else { return [] }
        return try documents.names().compactMap(DocumentName.init(directoryName:)).sorted()
    }

    /// The name of the document of that number.
    ///
    /// - Parameters:
    ///   - kind: which it is, where documents of several kinds have the number.
    ///   - preferred: which it is where no kind is given and there are several.
    public func documentName(
        _ number: Int, of kind: DocumentKind? = nil, preferring preferred: DocumentKind? = nil
    ) throws -> DocumentName {
        let names = try readable().map { try documentNames(number, in: $0) } ?? []
        let kind = kind ?? (names.count > 1 ? preferred : nil)
        let meant = kind.map { kind in names.filter { $0.kind == kind } } ?? names
        guard let name = meant.first else {
            guard let kind else { throw ScaryBugsError.noDocument(number) }
            let directory = DocumentName(number: number, kind: kind).directoryName
            throw ScaryBugsError(
                .notFound, "there is no document \(directory); 'list' shows all documents")
        }
        guard meant.count == 1 else {
            let all = meant.map(\.directoryName).joined(separator: " and ")
            throw ScaryBugsError(
                .invalidValue,
                "the number \(number) is ambiguous: there are \(all); give one of them")
        }
        return name
    }

    /// The documents of that number, of which there is one, unless other hands put more there.
    func documentNames(_ number: Int, in documents: Directory) throws -> [DocumentName] {
        try DocumentName.all(numbered: number).filter {
            try documents.status(of: $0.directoryName) != nil
        }
    }

    /// Reads a document: its data whole, of its picture only what it is.
    ///
    /// - Parameter looksAtPicture: false where nobody asks for the picture.
    public func document(_ name: DocumentName, looksAtPicture: Bool = true) throws -> Document {
        do { return try read(name, looksAtPicture: looksAtPicture) } catch let error
            as ScaryBugsError where error.code != .interrupted
        {
            try? correctRow(of: name, unreadable: error)
            throw error
        }
    }

    private func read(_ name: DocumentName, looksAtPicture: Bool) throws -> Document {
        // A directory that is replaced or deleted while it is read loses its files one by one:
        // what is missing counts only in the directory that has the name then.
        for _ in 0..<100 {
            let document = try openDocument(name)
            let status = try document.directory.status()
            let data = try document.readData(limits: limits, ownFields: ownFields)
            let picture = looksAtPicture ? try document.picture() : nil
            let isWhole = data != nil && (picture != nil || !looksAtPicture)
            if let data, try isWhole || isCurrent(document) {
                let hasPicture = { try picture != nil || document.hasPicture() }
                try correctRow(of: name, data, status, hasPicture: hasPicture())
                return Document(name: name, data: data.data, picture: picture)
            }
            if try isCurrent(document) { break }
        }
        throw try openDocument(name).withoutData
    }

    /// What the name of a document's photograph ends with: what its first bytes say it is, with the
    /// dot.
    func pictureSuffix(of name: DocumentName) throws -> String {
        guard let picture = try document(name).picture else {
            throw try openDocument(name).withoutPicture
        }
        return picture.type.map { ".\($0.fileExtension)" } ?? ""
    }
}

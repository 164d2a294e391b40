extension Workspace {
    /// The names of all documents, in the order of their numbers.
    public func documentNames() throws -> [DocumentName] {
        guard let documents = try readable() else { return [] }
        return try documents.names().compactMap(DocumentName.init(directoryName:)).sorted()
    }

    /// The names of the selected documents, in the order of their numbers.
    ///
    /// - Throws: ``ScaryBugsError/Code/notFound`` if a number that was named is not there.
    public func documentNames(in selection: Selection) throws -> [DocumentName] {
        switch selection {
        case .all: return try documentNames()
        case .numbers(let numbers, let ranges):
            let named = try numbers.map(documentName(number:))
            if ranges.isEmpty { return Set(named).sorted() }
            let ranged = try documentNames().filter { name in
                ranges.contains { $0.contains(name.number) }
            }
            return Set(named + ranged).sorted()
        }
    }

    /// The name of the document of that number.
    public func documentName(number: Int) throws -> DocumentName {
        if let documents = try readable(), let name = try documentName(number, in: documents) {
            return name
        }
        throw notFound(number)
    }

    func documentName(_ number: Int, in documents: Directory) throws -> DocumentName? {
        for kind in DocumentKind.all {
            let name = DocumentName(number: number, kind: kind)
            if try documents.status(of: name.directoryName) != nil { return name }
        }
        return nil
    }

    func notFound(_ number: Int) -> ScaryBugsError {
        ScaryBugsError(.notFound, "there is no document \(number); 'list' shows those there are")
    }

    /// Reads a document: its data whole, of its picture only what it is.
    ///
    /// - Parameter looksAtPicture: false where nobody asks for the picture.
    public func document(_ name: DocumentName, looksAtPicture: Bool = true) throws -> Document {
        // A directory that is replaced or deleted while it is read loses its files one by one:
        // what is missing counts only in the directory that has the name then.
        for _ in 0..<100 {
            let document = try openDocument(name)
            let data = try readData(document)
            let picture = looksAtPicture ? try document.picture() : nil
            let isWhole = data != nil && (picture != nil || !looksAtPicture)
            if let data, try isWhole || isCurrent(document) {
                return Document(name: name, data: data.data, picture: picture)
            }
            if try isCurrent(document) { break }
        }
        throw withoutData(name)
    }

    /// Whether a document's name still leads to the directory that was opened.
    func isCurrent(_ document: DocumentDirectory) throws -> Bool {
        let now = try readable()?.status(of: document.name.directoryName)
        return try now?.identity == document.directory.status().identity
    }

    func withoutData(_ name: DocumentName) -> ScaryBugsError {
        ScaryBugsError(.damaged, "document \(name.number) has no \(name.kind.dataFileName)")
    }

    /// The data, and the name of its file; nil if there is no such file.
    func readData(
        _ document: DocumentDirectory
    ) throws -> (data: DocumentData, fileName: String)? {
        guard let file = try document.dataFile(limits: limits) else { return nil }
        do {
            let data = try DocumentData(
                file.bytes, kind: document.name.kind, modified: file.modified)
            return (data, file.name)
        } catch let error as ScaryBugsError {
            throw ScaryBugsError(
                error.code, "document \(document.name.number) cannot be read: \(error.message)",
                cause: error)
        }
    }

    func openDocument(_ name: DocumentName) throws -> DocumentDirectory {
        guard let directory = try readable()?.directory(named: name.directoryName) else {
            throw notFound(name.number)
        }
        return DocumentDirectory(name: name, directory: directory)
    }
}

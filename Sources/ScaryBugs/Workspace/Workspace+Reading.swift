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
        // A directory that is replaced or deleted while it is read may lose its files one by one:
        // what counts is what has the name now.
        for _ in 0..<16 {
            let document = try openDocument(name)
            if let result = try read(document, looksAtPicture) { return result }
            guard let now = try readable()?.status(of: name.directoryName),
                now.identity != (try document.directory.status().identity)
            else { break }
        }
        throw withoutData(name)
    }

    func withoutData(_ name: DocumentName) -> ScaryBugsError {
        ScaryBugsError(.damaged, "document \(name.number) has no \(name.kind.dataFileName)")
    }

    /// Nil if there is no data file.
    private func read(_ document: DocumentDirectory, _ looksAtPicture: Bool) throws -> Document? {
        guard let data = try readData(document) else { return nil }
        let picture = looksAtPicture ? try document.picture() : nil
        return Document(name: document.name, data: data.data, picture: picture)
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

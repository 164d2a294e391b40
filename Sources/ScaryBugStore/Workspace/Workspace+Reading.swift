extension Workspace {
    /// The names of all documents, sorted by number.
    public func documentNames() throws -> [DocumentName] {
        try commitLines()
        guard let documents = try readable() else { return [] }
        return try documents.names().compactMap(DocumentName.init(directoryName:)).sorted()
    }

    /// The numbers that documents of several kinds have.
    package func sharedNumbers() throws -> Set<Int> {
        let numbers = try documentNames().map(\.number)
        return Set(zip(numbers, numbers.dropFirst()).filter { $0 == $1 }.map(\.0))
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
    package func documentNames(_ number: Int, in documents: Directory) throws -> [DocumentName] {
        try DocumentName.all(numbered: number).filter {
            try writer?.pending.isInUse($0) ?? (documents.status(of: $0.directoryName) != nil)
        }
    }

    /// Reads a document: all of its data, but only the name, the size and the type of its picture.
    ///
    /// - Parameters:
    ///   - name: the document.
    ///   - looksAtPicture: false to skip the picture.
    public func document(_ name: DocumentName, looksAtPicture: Bool = true) throws -> Document {
        let result = try reader().result(name, looksAtPicture: looksAtPicture)
        _ = try ifPossible { try correctRows(of: [(name, result)]) }
        return try result.get().document
    }

    /// Reads documents on all processors.
    ///
    /// - Parameters:
    ///   - looksAtPicture: false to skip the pictures.
    ///   - prepare: makes what `body` needs of a document, on the thread that reads it.
    ///   - body: receives each name, in order, with a function that returns what was prepared.
    package func forEachDocument<Prepared: Sendable>(
        _ names: [DocumentName], looksAtPicture: Bool = true,
        preparing prepare: @escaping @Sendable (Document) -> Prepared,
        _ body: (DocumentName, () throws -> Prepared) throws -> Void
    ) throws {
        // Threads and their queue would cost a single document a third more.
        if let name = names.first, names.count == 1 {
            return try body(name) {
                prepare(try document(name, looksAtPicture: looksAtPicture))
            }
        }
        let reader = try reader()
        let read = { @Sendable (name: DocumentName, place: WorkPlace) in
            let result = try reader.at(place).result(name, looksAtPicture: looksAtPicture)
            return (name, result, result.map { prepare($0.document) })
        }
        var waiting:
            [(
                name: DocumentName, result: Result<ReadDocument, ScaryBugsError>,
                prepared: Result<Prepared, ScaryBugsError>
            )] = []
        var bytes = 0
        func pass() throws {
            // The documents count even if that fails.
            _ = try ifPossible { try correctRows(of: waiting.map { ($0.name, $0.result) }) }
            for item in waiting { try body(item.name) { try item.prepared.get() } }
            (waiting, bytes) = ([], 0)
        }
        try names.forEachResult(of: read) {
            waiting.append($0)
            bytes += (try? $0.1.get())?.file.bytes.count ?? 0
            if waiting.count == Self.comparedTogether || bytes > Self.bytesTogether { try pass() }
        }
        try pass()
    }

    /// Documents that are compared with their rows in one transaction of the index.
    private static let comparedTogether = 64
    /// The bytes of their data files. Their values take many times as much memory.
    private static let bytesTogether = 64 << 10

    /// The extension for a document's photograph, with the dot, as detected from its first bytes;
    /// empty if unknown.
    package func pictureSuffix(of name: DocumentName) throws -> String {
        guard let picture = try document(name).picture else {
            throw try openDocument(name).withoutPicture
        }
        return picture.type.map { ".\($0.fileExtension)" } ?? ""
    }
}

/// Completion of what a workspace holds. The answers come from the index, because a user waits for them.
extension Workspace {
    /// The first documents whose numbers begin with some digits, with their titles.
    package func titles(
        ofNumbersBeginningWith digits: String, atMost count: Int
    ) throws -> [(name: DocumentName, title: String)] {
        try withPresentIndex {
            try $0.titles(ofNumbersBeginningWith: digits, atMost: count)
        } ?? []
    }

    /// The first values in use that begin with a text, in alphabetical order. Case and accents do not
    /// count.
    ///
    /// - Parameter isNewestFirst: whether values that were entered lately come first.
    package func values(
        of field: Field, beginningWith text: String, atMost count: Int,
        newestFirst isNewestFirst: Bool = false
    ) throws -> [String] {
        guard field.offersValues else { return [] }
        return try withPresentIndex { index in
            let newest = isNewestFirst ? try index.newestValues(of: field, beginningWith: text) : []
            let all = try index.values(of: field, beginningWith: text, atMost: count)
            return Array((newest + all.filter { !newest.contains($0) }).prefix(count))
        } ?? []
    }

    /// The word for a whole value in use, such as `tag:night` for `tag:nig`; nil if there is none.
    package func wholeValue(meantBy word: String, in context: QueryContext) throws -> String? {
        guard let qualifier = Qualifier(word), !qualifier.value.isEmpty,
            let field = context.field(named: qualifier.name), field.type == .list,
            let value = try values(of: field, beginningWith: qualifier.value, atMost: 1).first,
            Tokenizer.folded(value) != Tokenizer.folded(qualifier.value)
        else { return nil }
        return "\(qualifier.name):\(value)"
    }

    /// The number of documents if it takes a moment to count them; nil otherwise.
    package func promptDocumentCount() throws -> Int? {
        guard let documents = try readable() else { return 0 }
        if let count = try withCurrentIndex(of: documents, { try $0.count() }) { return count }
        return try Self.fewNames(in: documents)?.count { DocumentName(directoryName: $0) != nil }
    }

    /// The number of documents with conflicts; 0 if it takes more than a moment to know it.
    package func promptConflictCount() throws -> Int {
        try withPresentIndex { try $0.conflictCount() } ?? 0
    }

    /// The names in the documents' directory if there are few; nil otherwise.
    static func fewNames(in documents: Directory) throws -> [String]? {
        try ifPossible { try documents.names(atMost: Limit(200)) }
    }

    /// The names of the columns of the table at a path; none if it is no table.
    package func tableColumns(ofFileAt path: String) throws -> [String] {
        let file = try File.open(path: path, waiting: false)
        guard try file.status().kind == .regular else { return [] }
        let prefix = try file.prefix(TableFormat.prefixLength)
        guard let format = TableFormat(fileName: path, prefix: prefix) else { return [] }
        let reader = try format.reader(of: file, limits: limits)
        let columns = try reader.columns ?? reader.next()?.cells.map(\.column) ?? []
        return columns.filter { !$0.isEmpty }
    }
}

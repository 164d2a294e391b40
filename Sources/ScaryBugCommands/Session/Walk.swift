import ScaryBugs

/// The documents that `next` and `previous` open, as they were selected at the beginning.
struct Walk {
    private let names: [DocumentName]
    /// The index of the open document; -1 before the first.
    private var index: Int

    /// - Parameter open: the document before the first one of the walk; nil for a walk through all.
    init(_ names: [DocumentName], after open: DocumentName?) {
        self.names = names
        index = open.flatMap(names.firstIndex) ?? -1
    }

    var place: Int { index + 1 }
    var count: Int { names.count }

    /// Moves by a number of documents. Returns the document there; nil if there is none.
    mutating func move(by distance: Int) -> DocumentName? {
        guard names.indices ~= index + distance else { return nil }
        index += distance
        return names[index]
    }

    /// Moves to a document. Returns false if the walk doesn't have it.
    mutating func move(to name: DocumentName) -> Bool {
        guard let place = names.firstIndex(of: name) else { return false }
        index = place
        return true
    }
}

extension Session {
    /// Opens a document of the walk that is not the open one. Deleted documents are passed over. The
    /// walk ends after its last document.
    ///
    /// - Parameter distance: 1, or -1 for the documents before.
    func walk(by distance: Int) throws {
        guard var walk else {
            throw ScaryBugsError(.notFound, "there is no walk; 'next SELECTION' begins one")
        }
        while let name = walk.move(by: distance) {
            guard (try? workspace.documentName(name.number, of: name.kind)) != nil else { continue }
            (self.walk, openDocument) = (walk, name)
            let document = try workspace.document(name)
            try drawPhotograph(of: name, isLarge: true)
            try output.print(Record(document, in: walk))
            lastPrinted = [name]
            return
        }
        guard distance > 0 else {
            throw ScaryBugsError(.notFound, "no document comes before in the walk; 'next' goes on")
        }
        lastPrinted = []
        try closeDocument()
    }

    /// Closes the open document, and ends the walk.
    func closeDocument() throws {
        guard openDocument != nil || walk != nil else {
            throw ScaryBugsError(.notFound, "no document is open; 'open N' opens one")
        }
        let number = openDocument?.number
        let end = walk.map { "the walk ended at \($0.place) of \($0.count)" }
        (openDocument, walk) = (nil, nil)
        let texts = [number.map { "closed \($0)" }, end].compactMap(\.self)
        try output.print(
            Record(texts.joined(separator: "; "), [("closed", .integer(number))]))
    }

    /// The words of a line. A walk makes a command of assignments: `rating=4` becomes `set rating=4`. Other
    /// words would select other documents, so `place=Plot 5` is no command, and gets its quotes as an answer.
    func completed(_ words: [LineWord]) -> [LineWord] {
        let options = words.prefix { OutputFormat(optionNamed: $0.text) != nil }
        let rest = words.dropFirst(options.count)
        guard walk != nil, let word = rest.first, Assignment(word.text) != nil,
            rest.allSatisfy({ Assignment($0.text) != nil || $0.text.hasPrefix("--") })
        else { return words }
        return Array(options) + [LineWord(SetCommand.declaration.name)] + rest
    }
}

extension Record {
    /// A document of a walk in a line: number, title, place, and what is known.
    fileprivate init(_ document: Document, in walk: Walk) {
        var cells = [
            Cell(String(document.number), .number), Cell(Self.shownTitle(document.title)),
            Cell("\(walk.place) of \(walk.count)"),
        ]
        document.data.forEachValue { field, value in
            guard field.isEditable, ![.title, .picture].contains(field.type), !value.isEmpty,
                value != .rating(0)
            else { return }
            let text = value.text.split(whereSeparator: \.isNewline).joined(separator: " ")
            cells.append(Cell("\(field.name) \(DisplayWidth.cut(text, to: 40))"))
        }
        self.init(
            cells, document.contents, number: document.number, in: DocumentTable([document.kind]),
            extra: [
                ("walk", .object([("place", .integer(walk.place)), ("of", .integer(walk.count))]))
            ])
    }
}

import ScaryBugs

/// Prints the documents that were imported or restored, or that would be.
final class ImportPrinter {
    enum Form {
        /// A sentence for each document. People at a terminal see several documents of a file as short
        /// rows below its name.
        case sentences(verb: String)
        /// A row for each document, and all of its values if it is full.
        case rows(isFull: Bool)
    }

    private let session: Session
    private let form: Form
    let isPreview: Bool
    /// Whether records tell which documents are skipped.
    var tellsSkipped: Bool
    /// The documents so far that were added.
    private(set) var added: [DocumentName] = []

    /// - Parameter isPreview: whether the documents would be added.
    init(_ form: Form, _ words: ImportArguments, isPreview: Bool, in session: Session) {
        (self.form, self.isPreview, self.session) = (form, isPreview, session)
        tellsSkipped = words.arguments.has(ImportArguments.skipKnown)
    }

    func print(_ results: [ImportResult]) throws {
        if !isPreview { added += results.lazy.filter { !$0.isSkipped }.map(\.name) }
        if case .sentences(let verb) = form, let file = file(of: results) {
            return try print(rows: results, from: file, isPreview ? "would \(verb)" : verb)
        }
        let table = DocumentTable(
            DocumentKind.distinct(Set(results.map(session.workspace.kind(of:)))))
        for result in results {
            switch form {
            case .rows(let isFull):
                let contents = try session.workspace.contents(of: result)
                try session.output.print(
                    row: record(result, row(result, contents.data), contents, table))
                if isFull { try session.output.print(valuesOf: contents) }
            case .sentences(let verb):
                let cells = [Record.Cell(sentence(result, verb))]
                guard session.output.format != .table else {
                    try session.output.print(Record(cells, []))
                    continue
                }
                let contents = try session.workspace.contents(of: result)
                try session.output.print(record(result, cells, contents, table))
            }
        }
    }

    // MARK: Sentences

    private func sentence(_ result: ImportResult, _ verb: String) -> String {
        let (origin, place) = (result.origin, numberWithNotes(result))
        if result.isSkipped {
            return "\(isPreview ? "would skip" : "skipped") \(origin): \(notes(result))"
        }
        return "\(isPreview ? "would \(verb)" : verb) \(origin) as \(place)"
    }

    /// The file from which several documents are; nil if they have several origins.
    private func file(of results: [ImportResult]) -> ImportOrigin? {
        guard session.output.isTerminal, session.output.format == .table, results.count > 1,
            let first = results.first?.origin
        else { return nil }
        return results.allSatisfy { $0.origin.name == first.name } ? first : nil
    }

    private func print(
        rows results: [ImportResult], from file: ImportOrigin, _ verb: String
    ) throws {
        try session.output.endRows()
        try session.output.print(text: "\(verb) from \(TerminalText.text(file.name)):")
        for result in results {
            let notes = notes(result)
            try session.output.print(
                row: Record(
                    [
                        .init(result.isSkipped ? "" : String(result.name.number), .number),
                        .init(result.origin.place, .cutFirst),
                        .init(result.isSkipped ? "skipped: \(notes)" : notes),
                    ], []))
        }
        try session.output.endRows()
    }

    // MARK: Rows

    private func row(_ result: ImportResult, _ data: DocumentData) -> [Record.Cell] {
        let plan =
            result.isSkipped ? "skipped: \(notes(result))" : "as \(numberWithNotes(result))"
        return [
            .init(result.origin.name, .cutFirst), .init(plan), .init(data.title, .cutNext),
            .init(data.ratingText, .rating),
        ]
    }

    /// A record with the values that tell where a document comes from, and about one that was here
    /// already.
    private func record(
        _ result: ImportResult, _ cells: [Record.Cell], _ contents: DocumentContents,
        _ table: DocumentTable
    ) -> Record {
        Record(
            cells, contents, number: result.name.number, in: table,
            extra: [
                ("source", .string(result.origin.path)), ("was", .integer(result.was)),
                ("knownAs", .integer(result.known?.number)),
                ("identical", .boolean(result.known?.isIdentical ?? false)),
            ] + (tellsSkipped ? [("skipped", .boolean(result.isSkipped))] : []))
    }

    /// The number, such as `4 (3 was taken; the same document as 3)`.
    private func numberWithNotes(_ result: ImportResult) -> String {
        let notes = notes(result)
        return notes.isEmpty ? "\(result.name.number)" : "\(result.name.number) (\(notes))"
    }

    /// The notes on a document: its number was in use, or the document was here already. Empty for
    /// neither.
    private func notes(_ result: ImportResult) -> String {
        let taken =
            result.wasInUse ? result.was.map { "\($0) \(isPreview ? "is" : "was") taken" } : nil
        let known = result.known.map { "\($0.relation) \($0.number)" }
        return [taken, known].compactMap(\.self).joined(separator: "; ")
    }
}

extension ImportResult.Known {
    fileprivate var relation: String {
        switch sharing {
        case .identifier: "another version of"
        case .content: "the same document as"
        case .photograph: "the photograph of"
        }
    }
}

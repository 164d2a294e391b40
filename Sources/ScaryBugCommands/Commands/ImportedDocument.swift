import ScaryBugs

/// A document of a source, after its import or before it.
protocol ImportedDocument {
    var origin: ImportOrigin { get }
    /// The number that it had; nil if it had none.
    var was: Int? { get }
    /// The number that it has here, or would get.
    var number: Int { get }
    /// The document here with the same identifier; nil if there is none.
    var known: Workspace.KnownDocument? { get }
    var isSkipped: Bool { get }
    /// The tense of the notes: "was" or "is".
    static var verb: String { get }
}

extension Workspace.Imported: ImportedDocument {
    var number: Int { name.number }
    static var verb: String { "was" }
}

extension Workspace.Preview: ImportedDocument {
    static var verb: String { "is" }
}

extension ImportedDocument {
    /// The notes on the document: its number was in use, or the document was here already. Empty for
    /// neither.
    var notes: String {
        let taken = isSkipped || was == number ? nil : was.map { "\($0) \(Self.verb) taken" }
        let known = known.map { "\($0.relation) \($0.number)" }
        return [taken, known].compactMap(\.self).joined(separator: "; ")
    }

    /// The number, such as `4 (3 was taken; the same document as 3)`.
    var numberWithNotes: String { notes.isEmpty ? "\(number)" : "\(number) (\(notes))" }

    /// A row below the name of the file.
    func row(from origin: ImportOrigin) -> [Record.Cell] {
        [
            .init(isSkipped ? "" : String(number), .number), .init(origin.place, .cutFirst),
            .init(isSkipped ? "skipped: \(notes)" : notes),
        ]
    }
}

extension Workspace.KnownDocument {
    fileprivate var relation: String {
        switch sharing {
        case .identifier: "another version of"
        case .content: "the same document as"
        case .photograph: "the photograph of"
        }
    }
}

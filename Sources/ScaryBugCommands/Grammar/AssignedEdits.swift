import ScaryBugs
import XML

/// The changes that assignments describe, checked against the fields of a kind. Files that they
/// name have been read.
struct AssignedEdits {
    private(set) var edits: [Edit] = []
    /// The new picture. All documents that get it share one open file.
    private(set) var picture = Workspace.PictureEdit.keep
    /// The pictures after the first one.
    private(set) var attached: [AttachedFile] = []
    /// Sentences about values that are odd.
    private(set) var doubts: [String] = []

    /// The edit of a document that the assignments describe.
    var documentEdit: Workspace.DocumentEdit {
        .init(edits, picture: picture, attaching: attached)
    }

    typealias TextReader = (_ path: String) throws -> [UInt8]

    /// - Parameters:
    ///   - force: whether to take a photograph that is cut off.
    ///   - read: reads the files that values name with `@`.
    /// - Throws: ``ScaryBugsError`` that names the field, before anything is changed.
    init(
        _ assignments: [Assignment], for kind: DocumentKind, from source: WrittenValue.Source,
        force: Bool = false, reading read: TextReader
    ) throws {
        var names = Set<String>(minimumCapacity: assignments.count)
        for assignment in assignments {
            try parsing(assignment.word, index: assignment.index, see: .fields) {
                let field = try Self.field(of: assignment, kind)
                let isFirst = names.insert(field.name).inserted
                if !isFirst, field.type == .picture, picture.file != nil {
                    return try attach(assignment, force)
                }
                guard isFirst || assignment.operation != .set else {
                    throw ScaryBugsError(
                        .invalidValue,
                        "'\(field.name)' is given twice; leave out all but one \(field.name)=VALUE")
                }
                if field.type == .picture {
                    picture = try Self.picture(assignment, force)
                } else {
                    let text = try Self.text(of: assignment, read)
                    edits.append(try edit(assignment, text, field, source))
                }
            }
        }
        edits = edits.joined
    }

    /// Gives empty fields of a new document the values that its photographs know.
    ///
    /// - Parameter fields: the fields that photographs fill.
    /// - Returns: the names of those that got a value.
    func fill(_ fields: [Field], of data: inout DocumentData) throws -> [String] {
        try data.fill(from: PhotographGroup(picture.file, attached), fields, after: edits)
    }

    private static func field(of assignment: Assignment, _ kind: DocumentKind) throws -> Field {
        let name = assignment.field
        guard name != "kind" else { throw kindIsFixed(assignment) }
        guard name != "number" else {
            throw ScaryBugsError(.invalidValue, "the number of a document cannot be changed")
                .at(name).at(assignment.target)
        }
        guard let field = kind.field(named: name) else {
            let hint = hint(to: name, kind)
            throw ScaryBugsError(.notFound, "a \(kind.name) has no field '\(name)'\(hint)")
                .at(name).at(assignment.target)
        }
        guard field.isEditable else {
            throw ScaryBugsError(.invalidValue, "the field '\(name)' is read-only")
        }
        return field
    }

    private static func kindIsFixed(_ assignment: Assignment) -> ScaryBugsError {
        let kind = (try? DocumentKind.named(assignment.value))?.name ?? "KIND"
        return ScaryBugsError(
            .invalidValue,
            "'new TITLE --kind \(kind)' chooses the kind of a document; it cannot be changed later"
        ).at(assignment.field).at(assignment.target)
    }

    private static func hint(to name: String, _ kind: DocumentKind) -> String {
        let names = kind.fields.filter(\.isEditable).map(\.name)
        let other = otherNames[name.lowercased()].map { [$0] }
        let known = (other ?? ColumnVocabulary.shared.fields(of: name)).filter(names.contains)
        if !known.isEmpty {
            return "; write " + known.map { "\($0)=VALUE" }.joined(separator: " or ")
        }
        // A name may be reserved, such as the name of another kind's field.
        let isFree = (try? Field(custom: name, .text)) != nil
        let addition = isFree ? ", 'field add \(name) text' adds a custom field" : ""
        return SpellingSuggestion.hint(
            to: name, among: names, else: "'fields' lists the fields\(addition)")
    }

    /// Names of fields that no table has.
    private static let otherNames = [
        "photo": "image", "photos": "image", "photograph": "image", "picture": "image",
        "pictures": "image", "stars": "rating", "tag": "tags",
    ]

    private static func picture(
        _ assignment: Assignment, _ force: Bool
    ) throws -> Workspace.PictureEdit {
        guard assignment.operation == .set else { throw notAList(assignment) }
        if assignment.value.isEmpty { return .remove }
        return .replace(try PictureFile(path: assignment.value, force: force))
    }

    /// Adds a further picture.
    private mutating func attach(_ assignment: Assignment, _ force: Bool) throws {
        guard case .replace = try Self.picture(assignment, force) else {
            throw ScaryBugsError(
                .invalidValue,
                "'image=' removes the picture that another image= gives; leave out one")
        }
        attached.append(try AttachedFile(path: assignment.value, force: force))
    }

    private mutating func edit(
        _ assignment: Assignment, _ text: String, _ field: Field, _ source: WrittenValue.Source
    ) throws -> Edit {
        // The title refuses an empty value.
        if assignment.operation == .set, text.isEmpty, field.type != .title { return .clear(field) }
        let written = WrittenValue(text, for: field, from: source)
        guard let value = try written.required() else { return .clear(field) }
        if written.doubt == .inFuture {
            doubts.append("\(field.name) \(value.text) is in the future")
        }
        if assignment.operation == .set { return .set(field, value) }
        guard case .list(let values) = value else { throw Self.notAList(assignment) }
        return assignment.operation == .add ? .add(field, values) : .remove(field, values)
    }

    private static func notAList(_ assignment: Assignment) -> ScaryBugsError {
        ScaryBugsError(
            .invalidValue,
            "'\(assignment.field)' is not a list; set it with \(assignment.field)=VALUE")
    }

    /// The value itself, or the contents of the file that `@PATH` names. `@@` is a literal `@`.
    private static func text(of assignment: Assignment, _ read: TextReader) throws -> String {
        let value = assignment.value
        guard value.hasPrefix("@") else { return value }
        if value.hasPrefix("@@") { return String(value.dropFirst()) }
        let path = String(value.dropFirst())
        let name = path == "-" ? "standard input" : path
        guard let text = String(ofTextFile: try read(path)) else {
            throw ScaryBugsError(.invalidValue, "\(name) is not text in UTF-8")
        }
        guard !CombiningMarks.areTooMany(in: text) else {
            throw ScaryBugsError(.invalidValue, "\(name): \(CombiningMarks.excess)")
        }
        return text
    }
}

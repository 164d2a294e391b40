/// One change that an operation makes to a workspace.
enum WorkspaceChange: Hashable, Sendable {
    /// Contents that appear (`before` is nil), disappear (`after` is nil) or replace others. The path
    /// is a document's directory or a file.
    case contents(WorkspacePath, before: ContentVersion?, after: ContentVersion?)
    /// An entry that gets another path, as `check --repair` moves it.
    case move(WorkspacePath, to: WorkspacePath)
    /// A change of permissions, as the twelve bits that `chmod` sets.
    case mode(WorkspacePath, before: UInt32, after: UInt32)

    var path: WorkspacePath {
        switch self {
        case .contents(let path, _, _), .move(let path, _), .mode(let path, _, _): path
        }
    }

    /// The documents that change: two if a document gets another number.
    var documents: [DocumentName] {
        var target: WorkspacePath?
        if case .move(_, let path) = self { target = path }
        return [path, target].compactMap { $0?.document }
    }

    /// Whether the change removes a document or a file.
    var isRemoval: Bool { if case .contents(_, _, nil) = self { true } else { false } }
}

extension WorkspacePath {
    /// Whether it is the directory of a document.
    var isDocument: Bool { if case .document = self { true } else { false } }

    /// Whether contents at the path are a single file.
    var isFile: Bool { !isDocument }

    /// The path from the user's directory in bytes, as the history stores it.
    var bytes: [UInt8] {
        switch self {
        case .document, .file: Array(text.utf8)
        case .other(let names): Array(names.map(\.units).joined(separator: [UInt8(ascii: "/")]))
        }
    }

    init(bytes: some Sequence<UInt8>) {
        let parts = Array(bytes).split(separator: UInt8(ascii: "/"))
        let names = parts.map { RawName(units: Array($0)) }
        guard names.count > 1, names[0].shown == Workspace.documentsName,
            let document = DocumentName(directoryName: names[1].shown), names.count < 4
        else {
            self = .other(names)
            return
        }
        self = names.count == 2 ? .document(document) : .entry(names[2], of: document)
    }
}

/// A path in a user's directory that a transaction changes.
enum WorkspacePath: Hashable, Sendable {
    case document(DocumentName)
    indirect case file(DocumentName, String)
    /// Any other path: its components, relative to the user's directory. Empty for that directory
    /// itself.
    case other([RawName])

    /// The document at the path, or whose file is at the path; nil for other paths.
    var document: DocumentName? {
        switch self {
        case .document(let name), .file(let name, _): name
        case .other(let names):
            names.count > 1 && names[0].shown == Workspace.documentsName
                ? DocumentName(directoryName: names[1].shown) : nil
        }
    }

    /// Whether a repair has moved the entry out of the way.
    var isLost: Bool {
        if case .other(let names) = self, names.count > 1 {
            return names[0].shown == LostAndFound.name
        }
        return false
    }

    /// The path from the user's directory, for messages.
    var text: String {
        switch self {
        case .document(let name): "\(Workspace.documentsName)/\(name.directoryName)"
        case .file(let name, let file): "\(WorkspacePath.document(name).text)/\(file)"
        case .other(let names):
            names.isEmpty ? "." : names.map(\.shown).joined(separator: "/")
        }
    }

    static func entry(_ name: RawName, of document: DocumentName) -> WorkspacePath {
        guard name.isUTF8, name.isPlainName else {
            return .other([
                RawName(Workspace.documentsName), RawName(document.directoryName), name,
            ])
        }
        return .file(document, name.shown)
    }

    /// The path of an entry of the documents' directory.
    static func entry(ofDocuments name: RawName) -> WorkspacePath {
        DocumentName(directoryName: name.shown).map(WorkspacePath.document)
            ?? .other([RawName(Workspace.documentsName), name])
    }

    static let preferences = WorkspacePath.other([RawName(PreferencesFile.name)])
}

/// What a line, or a command from the shell, did to a workspace, as the history records it.
struct Operation: Sendable {
    enum Kind: Int64, Sendable {
        case change, undo, redo
        /// A rollback, or a part of the group that it took back. Nothing reverts it.
        case void
    }

    var kind = Kind.change
    /// The number that `history` shows; 0 if the operation belongs to no step, as one that undoes a
    /// step as a whole.
    var step = 0
    /// The line numbers in the running scripts, the outermost first; empty outside a script.
    var lines: [Int] = []
    /// The line of a script; nil outside a script, where the step has the command.
    var command: String?
    /// The step that it undoes or redoes; 0 for a change.
    var target = 0
    /// The first of the operations that one `undo` made together; 0 for other operations.
    var together: Int64 = 0

    /// The line numbers as text: `3.2` is line 2 of a script that line 3 runs.
    var linesText: String { lines.map(String.init).joined(separator: ".") }
}

/// A change as the history has it.
struct HistoryRow: Sendable {
    let number: Int64
    let operation: Int64
    let change: WorkspaceChange
    /// Where the new contents were before the change was made, from the user's directory; nil if it
    /// needed none.
    let source: WorkspacePath?

    /// The place of the directory that the change replaced or removed.
    var slot: WorkspacePath { Self.slot(number) }

    static func slot(_ number: Int64) -> WorkspacePath {
        .other([RawName(HistoryStore.directoryName), RawName(String(number))])
    }
}

/// The name of a change, which no other one ever has.
package struct ChangeName: Hashable, Sendable {
    /// The random number of the history.
    let history: Int64
    let number: Int64
}

extension ChangeName {
    /// - Parameter column: the column of the history, before the number, which is 0 for no change.
    init?(_ row: SQLRow, from column: CInt) {
        self.init(history: row.integer(column), number: row.integer(column + 1))
        if number == 0 { return nil }
    }
}

/// What `history` shows of a step.
struct StepSummary: Hashable, Sendable {
    var number: Int
    var date: Int64
    var command: String
    /// The name of the script; nil for a single command.
    var script: String?
    /// The number of script lines that changed something.
    var lineCount = 0
    var lastLine = ""
    var changeCount = 0
    var documents = NumberRanges()
}

/// Document numbers as ascending ranges, such as `1-5,7`. A script may change 10,000 documents, which
/// often follow each other.
package struct NumberRanges: Hashable, Sendable, CustomStringConvertible {
    private var members = RangeSet<Int>()

    package init() {}

    package init(_ numbers: some Sequence<Int>) {
        for number in numbers { insert(number) }
    }

    /// - Parameter text: a description of ranges; parts that are none are left out.
    init(_ text: String) {
        for part in text.split(separator: ",") {
            let ends = part.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last, first <= last,
                DocumentName.numbers.contains(first), DocumentName.numbers.contains(last)
            else { continue }
            members.insert(contentsOf: first..<(last + 1))
        }
    }

    package var description: String {
        members.ranges.map {
            $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound - 1)"
        }
        .joined(separator: ",")
    }

    package var count: Int { members.ranges.reduce(0) { $0 + $1.count } }
    package var numbers: [Int] { members.ranges.flatMap { Array($0) } }

    package mutating func insert(_ number: Int) {
        members.insert(contentsOf: number..<(number + 1))
    }
}

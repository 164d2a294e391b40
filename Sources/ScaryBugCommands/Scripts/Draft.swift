import Glibc
import ScaryBugs

/// A command whose change to a document can be worked out ahead of its turn.
protocol DraftableCommand: Command {
    var arguments: Arguments { get }

    /// - Returns: nil if the change can only be worked out at its turn.
    func draft(in context: DraftContext, now: Timestamp) throws -> Draft.Change?
}

/// A change that was worked out on another thread. It is used if the session is still the same.
final class Draft: Sendable {
    enum Change: Sendable {
        case new(NewDocument)
        case edit(DraftedEdit)
    }

    private let change: Change
    private let drafter: Drafter
    private let now: Timestamp

    init(_ change: Change, _ drafter: Drafter, now: Timestamp) {
        (self.change, self.drafter, self.now) = (change, drafter, now)
    }

    /// The change; nil if it is no longer the right one.
    func change(in session: Session) -> Change? {
        now == session.now && drafter.isCurrent(for: session.workspace) ? change : nil
    }
}

/// What other threads need to know about a session to draft the changes of its next lines.
struct DraftContext: Sendable {
    let drafter: Drafter
    private let paths: PathExpander
    private let fixedTime: Timestamp?

    /// - Returns: nil before the session has read the preferences.
    init?(_ session: Session) throws {
        guard let drafter = try Drafter(for: session.workspace) else { return nil }
        self.drafter = drafter
        (paths, fixedTime) = (session.paths, session.fixedTime)
    }

    /// The command of a line; nil if its change can't be worked out ahead.
    func command(_ words: [LineWord]) -> (any DraftableCommand)? {
        guard let name = words.first?.text,
            let type = Commands.known(name) as? any DraftableCommand.Type,
            !words.contains(where: Self.mayNameFile),
            let arguments = try? type.declaration.parse(words.dropFirst(), expanding: paths)
        else { return nil }
        return try? type.init(arguments: arguments)
    }

    func draft(_ command: any DraftableCommand) -> Draft? {
        let now = fixedTime ?? .now
        return (try? command.draft(in: self, now: now)).map { Draft($0, drafter, now: now) }
    }

    /// Files are read at the turn of their line.
    private static func mayNameFile(_ word: LineWord) -> Bool {
        word.text.hasPrefix("image=") || word.text.utf8.contains(UInt8(ascii: "@"))
    }

    /// The changes to fields that assignments describe. None of them names a file.
    func edits(_ assignments: [Assignment], of kind: DocumentKind, now: Timestamp) throws -> [Edit]
    {
        try FieldEdits(assignments, for: drafter.kind(kind), now: now) { _ in [] }.edits
    }
}

extension Timestamp {
    /// The system's time.
    static var now: Timestamp { Timestamp(secondsSince1970: Int64(time(nil))) }
}

extension Session {
    /// The change that was worked out for the current line; nil if there is none, or if it is no longer
    /// the right one.
    var draftedChange: Draft.Change? { draft?.change(in: self) }
}

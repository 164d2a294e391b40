/// Checks that changes can be made: each path and each slot must hold the version in the journal.
///
/// Each change is checked as if the changes before it had been made.
struct Reversal {
    struct Problem {
        enum Kind {
            /// The path holds another version than the journal says.
            case changed
            /// Another document has the number now.
            case occupied
            /// The earlier version is gone from the history.
            case missing
            /// The history holds something else in the place of the earlier version.
            case damaged
        }

        let kind: Kind
        let path: WorkspacePath
    }

    private var view: VersionView

    /// - Parameter changes: all changes that will be checked.
    init(of changes: [JournalChange], in places: WorkspacePlaces, history: Directory) throws {
        self.init(in: places, history: history)
        expect(changes)
        try read(changes)
    }

    /// Checks changes in several parts. The caller passes all of them to ``expect(_:)``, and then
    /// each part to ``read(_:)``.
    init(in places: WorkspacePlaces, history: Directory) {
        view = VersionView(of: places, history: history)
    }

    mutating func expect(_ changes: [JournalChange]) { view.limitReading(to: changes) }

    /// Forgets what is known about the document of a change, which no other change concerns.
    mutating func forget(_ change: JournalChange) {
        if let name = change.path.document { view.forget(name) }
    }

    /// Reads the versions in the slots of changes, on all processors.
    mutating func read(_ changes: [JournalChange]) throws {
        try view.read(
            changes.compactMap { change in
                guard case .contents(_, _, let after, .history(let slot)) = change else {
                    return nil
                }
                return (slot, after)
            })
    }

    /// Checks a change, and then assumes that it is made. Returns nil if it is possible.
    mutating func check(_ change: JournalChange) throws -> Problem? {
        guard case .contents(let path, let before, let after, let slot) = change else { return nil }
        let present = try view.version(at: path)
        if case .document(let name) = path, case .history = slot, before == nil, after != nil,
            try isInUse(name.number)
        {
            return Problem(kind: .occupied, path: path)
        }
        guard ContentVersion.agree(present, before) else {
            return Problem(kind: .changed, path: path)
        }
        let held = try view.version(in: slot, like: after)
        guard ContentVersion.agree(held, after) else {
            return Problem(kind: held == nil ? .missing : .damaged, path: path)
        }
        try view.exchange(held, at: path, with: slot)
        // A slot belongs to one transaction, which is reverted once.
        view.forget(slot)
        return nil
    }

    /// Whether a document has the number after the changes checked so far.
    func isInUse(_ number: Int) throws -> Bool {
        try DocumentName.all(numbered: number).contains(where: view.isPresent)
    }
}

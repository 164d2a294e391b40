/// Checks that changes can be made: that each place and each slot holds what the journal says.
///
/// Changes that follow one another are checked as if those before were made.
struct Reversal {
    /// Why a change cannot be made.
    enum Problem: Hashable {
        /// Something else is there than the journal says.
        case changed(WorkspacePath)
        /// A document has the number that this one had.
        case taken(WorkspacePath)
        /// The version that was replaced is gone from the history.
        case missing(WorkspacePath)

        var path: WorkspacePath {
            switch self {
            case .changed(let path), .taken(let path), .missing(let path): path
            }
        }
    }

    private var view: VersionView

    /// - Parameter changes: all that will be checked.
    init(of changes: [JournalChange], in places: WorkspacePlaces, history: Directory) throws {
        view = VersionView(of: places, history: history, comparing: changes)
        try view.read(
            changes.compactMap { change in
                guard case .contents(_, _, let after, .history(let slot)) = change else {
                    return nil
                }
                return (slot, after)
            })
    }

    /// Checks a change and goes on as if it were made; nil where it can be.
    mutating func check(_ change: JournalChange) throws -> Problem? {
        guard case .contents(let path, let before, let after, let slot) = change else { return nil }
        let present = try view.version(at: path)
        if case .document(let name) = path, case .history = slot, before == nil, after != nil,
            try isTaken(name.number)
        {
            return .taken(path)
        }
        guard ContentVersion.agree(present, before) else { return .changed(path) }
        let held = try view.version(in: slot, like: after)
        guard ContentVersion.agree(held, after) else {
            return after == nil || held != nil ? .changed(path) : .missing(path)
        }
        try view.exchange(held, at: path, with: slot)
        return nil
    }

    /// Whether a document has the number, after the changes so far.
    func isTaken(_ number: Int) throws -> Bool {
        try DocumentName.all(numbered: number).contains(where: view.isPresent)
    }
}

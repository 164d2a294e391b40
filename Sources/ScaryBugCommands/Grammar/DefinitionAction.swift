/// A change to custom fields or saved queries. Without an action the command lists them.
enum AddRemoveAction: String, CaseIterable {
    case add, remove

    static let parameter = Parameter(
        allCases.map(\.rawValue).joined(separator: "|"), .choice(allCases.map(\.rawValue)),
        .optional)

    /// Returns nil if no action is given.
    init?(_ arguments: Arguments, of declaration: Declaration) throws {
        guard let word = arguments[Self.parameter].first else { return nil }
        guard let action = Self(rawValue: word) else {
            throw declaration.misuse("does not know '\(word)'")
        }
        self = action
    }
}

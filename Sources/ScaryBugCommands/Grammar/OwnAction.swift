/// What is done to the fields and the queries of one's own; without a word for it they are listed.
enum OwnAction: String, CaseIterable {
    case add, remove

    static let parameter = Parameter(
        allCases.map(\.rawValue).joined(separator: "|"), .choice(allCases.map(\.rawValue)),
        .optional)

    /// Nil if there is no such word.
    init?(_ arguments: Arguments, of declaration: Declaration) throws {
        guard let word = arguments[Self.parameter].first else { return nil }
        guard let action = Self(rawValue: word) else {
            throw declaration.misuse("does not know '\(word)'")
        }
        self = action
    }
}

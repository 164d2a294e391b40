/// A change to the custom fields or to the saved queries. Without an action the command lists them.
enum DefinitionAction: String {
    case add, remove, rename

    static func parameter(_ actions: [Self]) -> Parameter {
        let names = actions.map(\.rawValue)
        return Parameter(names.joined(separator: "|"), .choice(names), .optional)
    }

    /// Returns nil if no action is given.
    ///
    /// - Parameter parameter: the parameter with the actions that the command has.
    init?(_ arguments: Arguments, _ parameter: Parameter, of declaration: Declaration) throws {
        guard let word = arguments[parameter].first else { return nil }
        guard case .choice(let names) = parameter.meaning, names.contains(word),
            let action = Self(rawValue: word)
        else {
            throw declaration.misuse("does not know '\(word)'", at: word)
        }
        self = action
    }
}

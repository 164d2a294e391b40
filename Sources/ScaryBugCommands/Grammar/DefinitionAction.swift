/// A change to the custom fields or to the saved queries. Without an action the command lists them.
enum DefinitionAction: String {
    case add, remove, rename
}

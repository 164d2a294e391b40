/// A subject that concerns several commands, such as the words of a query.
enum HelpTopic: String, CaseIterable, Sendable {
    case selections, queries, dates, fields, scripts, bundles, history
    case photographs, tables, sharing, copies, messages, maps

    /// The page of the documentation that explains more; nil for none.
    var page: (name: String, text: [UInt8])? {
        switch self {
        case .queries: ("Selections", PackageResources.queries_md)
        case .dates: ("Dates", PackageResources.dates_md)
        case .photographs: ("Photographs", PackageResources.photographs_md)
        case .tables: ("Apps", PackageResources.tables_md)
        case .sharing: ("Sharing", PackageResources.sharing_md)
        case .copies: ("Copies", PackageResources.copies_md)
        case .messages: ("Messages", PackageResources.messages_md)
        case .maps: ("Maps", PackageResources.maps_md)
        default: nil
        }
    }
}

enum HelpPart: Sendable, ExpressibleByStringInterpolation {
    /// Paragraphs, separated by empty lines and wrapped at words.
    case text(String)
    /// Terms and their meanings, in two columns. The paragraph before introduces them.
    case list([Term])
    /// Lines as a terminal shows them.
    case example(String)

    typealias Term = (term: String, meaning: String)

    init(stringLiteral text: String) {
        self = .text(text)
    }
}

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

/// A part of a help text.
enum HelpPart: Sendable, ExpressibleByStringInterpolation {
    /// Paragraphs, separated by empty lines and wrapped at words.
    case text(String)
    /// Terms and their meanings, in two columns.
    case list([Term])

    typealias Term = (term: String, meaning: String)

    init(stringLiteral text: String) {
        self = .text(text)
    }
}

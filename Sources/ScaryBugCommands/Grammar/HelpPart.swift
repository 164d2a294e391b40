/// A part of a help text.
enum HelpPart: Sendable, ExpressibleByStringInterpolation {
    /// Sentences, wrapped at words. A newline counts as a blank.
    case paragraph(String)
    /// Terms and their meanings, in two columns.
    case list([Term])

    typealias Term = (term: String, meaning: String)

    init(stringLiteral text: String) {
        self = .paragraph(text)
    }
}

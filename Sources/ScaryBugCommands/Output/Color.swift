/// The colours at a terminal, with the parameters of their control sequences: Select Graphic Rendition in
/// ECMA-48, 8.3.117. All are readable on dark and light.
enum Color: String {
    case error = "1;31"
    case warning = "1;35"
    case heading = "1"
    case number = "35"
    /// The part of a line that is wrong: underlined.
    case wrong = "4"

    static let end = "\u{1B}[0m"

    var start: String { "\u{1B}[\(rawValue)m" }

    func text(_ text: String) -> String { start + text + Self.end }

    /// A text without the control sequences of colours.
    static func removed(from text: String) -> String {
        let parts = text.split(separator: "\u{1B}", omittingEmptySubsequences: false)
        return (parts.first ?? "")
            + parts.dropFirst().map { $0.drop { $0 != "m" }.dropFirst() }.joined()
    }
}

/// When results and messages are coloured (`--color`).
enum ColorMode: String, CaseIterable {
    case auto, always, never

    /// Whether to colour what goes to a stream.
    ///
    /// The variables are NO_COLOR (https://no-color.org) and CLICOLOR_FORCE
    /// (https://bixense.com/clicolors).
    func colors(aTerminal isTerminal: Bool, in environment: Environment) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            if environment["NO_COLOR"] != nil { return false }
            if let force = environment["CLICOLOR_FORCE"], force != "0" { return true }
            return isTerminal && environment.hasSmartTerminal
        }
    }
}

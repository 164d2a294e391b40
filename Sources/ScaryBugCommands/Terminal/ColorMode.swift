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

enum OutputFormat: String, CaseIterable, Sendable {
    /// Lines for people.
    case table
    /// One JSON object a line.
    case json
    /// RFC 4180, with a header line.
    case csv

    /// - Returns: nil for the name of another option.
    init?(optionNamed name: String) {
        guard name.hasPrefix("--") else { return nil }
        self.init(rawValue: String(name.dropFirst(2)))
    }

    /// The option that chooses the format, for the program or for one line.
    var option: Option {
        switch self {
        case .table: Option("--table", "write results as a table (the default)")
        case .json: Option("--json", "write results as one JSON object a line")
        case .csv: Option("--csv", "write results as comma-separated values")
        }
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

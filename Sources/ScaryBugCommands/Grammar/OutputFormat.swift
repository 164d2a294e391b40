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

    /// The form of the table that a file's name tells.
    ///
    /// - Returns: nil for a name that tells none.
    init?(tableNamed fileName: String) {
        let name = fileName.lowercased()
        guard let format = Self.tables.first(where: { name.hasSuffix(".\($0)") }) else {
            return nil
        }
        self = format
    }

    /// The forms of tables in files.
    static let tables = [csv, json]

    /// The option that chooses the format, for the program or for one line.
    var option: Option {
        switch self {
        case .table: Option("--table", "write results as a table (the default)")
        case .json: Option("--json", "write results as one JSON object a line")
        case .csv: Option("--csv", "write results as comma-separated values")
        }
    }
}

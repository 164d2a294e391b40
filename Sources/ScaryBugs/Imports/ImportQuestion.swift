/// A question about a table that only its user can answer. A script answers it by an option.
public enum ImportQuestion: Error, Sendable {
    /// So many documents of a table of `list` are here.
    case documents(count: Int, of: Int)
    /// A record's name is known from another table or, if `isOther` is set, it is here with another species and
    /// date.
    case record(String, table: String, isOther: Bool)
    /// So many records of a table are here with another species or date, and another place or observer.
    case records(Int, table: String)

    private static func remedy(_ table: String) -> String {
        "; --from '\(table)' says that the table is the same one, and --from NAME that it is another one"
    }

    /// The error for a script.
    var error: ScaryBugsError {
        switch self {
        case .documents(let count, let total):
            ScaryBugsError(
                .exists,
                "\(count.grouped) of its \(total.counting("document")) \(count == 1 ? "is" : "are") here; "
                    + "--update changes them, --only-new takes the others, and --copies makes documents of "
                    + "their own")
        case .record(let name, let table, let isOther):
            ScaryBugsError(
                .exists,
                "the identifier '\(name.shortened)' "
                    + (isOther
                        ? "is here with another species and date" : "is known from '\(table)'")
                    + Self.remedy(table))
        case .records(let count, let table):
            ScaryBugsError(
                .exists,
                "\(count.counting("record")) of it \(count == 1 ? "is" : "are") here with other values"
                    + Self.remedy(table))
        }
    }
}

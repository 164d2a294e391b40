import TestSupport

extension Program {
    /// The names of what commands have staged and neither used nor removed.
    var staged: [String] { (try? directory.names(in: "records/users/alice/Staging")) ?? [] }
}

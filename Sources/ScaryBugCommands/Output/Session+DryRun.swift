import ScaryBugs

extension Session {
    /// Prints the changes that a command would make, or one line for people if there are none.
    ///
    /// - Parameters:
    ///   - verbs: the words for a document that appears, and for one that disappears.
    ///   - forEach: calls its argument with the changes of each document, or with the error that the
    ///     command would report.
    func printDryRun(
        verbs: (added: String, removed: String) = Record.wouldChange,
        _ forEach: (_ body: (Result<[FieldChange], any Error>) throws -> Void) throws -> Void
    ) throws {
        var isIdle = true
        try forEach { result in
            if case .success([]) = result { return }
            isIdle = false
            try reportingErrors {
                for change in try result.get() {
                    try output.print(row: Record(change, verbs: verbs))
                }
            }
        }
        if isIdle { try output.print(note: "nothing would change") }
    }
}

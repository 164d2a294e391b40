import ScaryBugs

extension Session {
    /// Prints the changes that a command would make, or one line for people if there are none.
    ///
    /// - Parameters:
    ///   - results: the changes of each document, or the error that the command would report.
    ///   - verbs: the command's verbs for a document that appears, and for one that disappears.
    func print(
        dryRun results: [Result<[FieldChange], any Error>],
        verbs: (add: String, remove: String) = ("add", "remove")
    ) throws {
        var isIdle = true
        for result in results {
            if case .success([]) = result { continue }
            isIdle = false
            try reportingErrors {
                for change in try result.get() {
                    try output.print(row: Record(change, verbs: verbs))
                }
            }
        }
        try output.endRows()
        if isIdle { try output.print(note: "nothing would change") }
    }
}

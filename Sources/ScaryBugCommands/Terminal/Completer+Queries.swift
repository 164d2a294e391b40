import ScaryBugs

extension Completer {
    /// Qualifiers, and after their colons the values that have names.
    func queries(_ word: Word) -> [Completion.Candidate] {
        let context = session.queryContext
        let sign = word.text.hasPrefix("-") ? "-" : ""
        let qualifiers = context.qualifiers.filter { sign.isEmpty || !Self.unsigned.contains($0) }
        guard word.text.contains(":") else {
            // Nothing of a query is offered where options are.
            if word.text == "-" { return [] }
            return word.names(among: qualifiers.map { "\(sign)\($0):" }, isFinal: false)
        }
        let kinds = DocumentKind.all.map { "\(sign)kind:\($0.name)" }
        let presences = context.presences.map { "\(sign)has:\($0)" }
        let orders = context.orders.flatMap { ["sort:\($0)", "sort:-\($0)"] }
        return word.names(among: kinds + presences + (sign.isEmpty ? orders : []))
    }

    /// What cannot be negated.
    private static let unsigned = ["sort", "limit"]
}

import ScaryBugs

extension Completer {
    /// Completes qualifiers and, after the colon, values from a fixed list.
    func queries(_ word: Word) -> [Completion.Candidate] {
        let context = session.queryContext
        let sign = word.text.hasPrefix("-") ? "-" : ""
        let qualifiers = context.qualifiers.filter { sign.isEmpty || !Self.unsigned.contains($0) }
        guard word.text.contains(":") else {
            // A `-` alone completes to options, not to negated qualifiers.
            if word.text == "-" { return [] }
            return word.names(among: qualifiers.map { "\(sign)\($0):" }, isFinal: false)
        }
        let kinds = DocumentKind.all.map { "\(sign)kind:\($0.name)" }
        let presences = context.presences.map { "\(sign)has:\($0)" }
        let orders = context.orders.flatMap { ["sort:\($0)", "sort:-\($0)"] }
        return word.names(among: kinds + presences + (sign.isEmpty ? orders : []))
    }

    /// The qualifiers that can't be negated.
    private static let unsigned = ["sort", "limit"]
}

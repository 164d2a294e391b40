import ScaryBugs

extension Session {
    /// Tells which fields photographs filled, once for a command: `seen and at from 58 photographs`.
    ///
    /// - Parameter filled: the names of the fields that each document got from its photographs.
    func report(filled: [[String]]) throws {
        var counts: [(name: String, count: Int)] = []
        for names in filled {
            for name in names {
                if let index = counts.firstIndex(where: { $0.name == name }) {
                    counts[index].count += 1
                } else {
                    counts.append((name, 1))
                }
            }
        }
        guard let first = counts.first else { return }
        let names = counts.map(\.name).joined(separator: " and ")
        let parts =
            counts.allSatisfy { $0.count == first.count }
            ? ["\(names) from \(first.count.counting("photograph"))"]
            : counts.map { "\($0.name) from \($0.count.counting("photograph"))" }
        try notice(parts.joined(separator: ", "))
    }
}

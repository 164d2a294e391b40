import ScaryBugs

/// Arranges the labels of completion candidates in columns, as `ls` does, and cuts those that are wider
/// than the terminal.
struct CandidateList {
    /// The labels that may fit, and the number of all.
    private let labels: [String]
    private let count: Int
    /// The terminal's size.
    private let columns: Int
    private let rows: Int
    /// The width of the widest label, and of the gap after it.
    private let cell: Int
    /// Whether there are no other candidates.
    private let areAll: Bool

    init(_ candidates: Candidates, columns: Int, rows: Int) {
        // Each label takes three columns or more. A directory may have thousands of names.
        labels = candidates.labels(atMost: rows * max(1, columns / 3))
        (count, areAll) = (candidates.list.count, candidates.areAll)
        (self.columns, self.rows) = (columns, rows)
        let widest = labels.map { DisplayWidth.columns(of: $0) }.max() ?? 0
        // Leaves the last column free, because terminals differ in how they wrap after it.
        cell = min(widest, columns - 1) + 2
    }

    /// The lines to show, at most one screen, so that the first ones don't scroll away.
    var lines: [String] {
        let room = max(1, rows - 2)
        let fitting = labels.prefix(room * perLine)
        let lines = arranged(Array(fitting))
        let rest = count - fitting.count
        if rest == 0, areAll { return lines }
        return lines + [areAll ? "and \(rest.grouped) more" : "and more"]
    }

    private var perLine: Int {
        max(1, (columns - 1) / cell)
    }

    private func arranged(_ labels: [String]) -> [String] {
        let height = (labels.count + perLine - 1) / perLine
        return (0..<height).map { row in
            stride(from: row, to: labels.count, by: height).reduce(into: "") { line, index in
                let label = DisplayWidth.cut(labels[index], to: cell - 2)
                let isLast = index + height >= labels.count
                let padding = isLast ? 0 : cell - DisplayWidth.columns(of: label)
                line += label + String(repeating: " ", count: padding)
            }
        }
    }
}

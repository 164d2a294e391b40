extension Workspace {
    /// A step that `undo` or `redo` reverts.
    public struct RevertedStep: Hashable, Sendable {
        /// The number that `history` shows.
        public let number: Int
        /// The command as the user typed it, or the name of the script.
        public let command: String
        /// The number of script lines that changed something; nil for a single command.
        public let lineCount: Int?
        /// Whether it changed so many documents that a user must confirm it.
        public let changedMany: Bool
        /// The lines that made, undid or redid it last.
        private let makers: [Int]

        /// The most documents that need no confirmation.
        private static let fewDocuments = 20

        init(_ unit: History.Unit, in history: History) throws {
            (number, makers) = (unit.step.number, unit.makers)
            let first = try unit.transactions.first.flatMap(history.record)
            // A running script undoes its own lines one by one, and files of `source` as a whole.
            let isScript = first?.script != nil && unit.step.lines.isEmpty
            command = (isScript ? first?.script : first?.command) ?? ""
            let count = first?.script == nil ? 1 : history.scriptLineCount(of: unit)
            lineCount = isScript || count > 1 ? count : nil
            changedMany = try history.changed(moreThan: Self.fewDocuments, in: unit)
        }
    }
}

extension History {
    fileprivate func scriptLineCount(of unit: Unit) -> Int {
        var (count, last) = (0, Int32?.none)
        for number in unit.transactions {
            let line = transactions.index(of: number, by: \.number).map {
                transactions[$0].scriptLine
            }
            if line != last { count += 1 }
            last = line
        }
        return count
    }

    /// Whether a unit changed more documents than `count`. It reads no more lines than it needs.
    fileprivate func changed(moreThan count: Int, in unit: Unit) throws -> Bool {
        var numbers: Set<Int> = []
        for maker in unit.makers {
            let changes = try line(numbered: maker).map { try file.changes(of: $0) } ?? []
            for name in changes.flatMap(\.documents) { numbers.insert(name.number) }
            if numbers.count > count { return true }
        }
        return false
    }
}

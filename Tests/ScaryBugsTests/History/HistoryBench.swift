import TestSupport

@testable import ScaryBugs

extension Bench {
    /// Another session, with an index if a cache is named.
    func session(
        _ durability: Workspace.Durability = .batched, cache: String? = nil
    ) throws -> Workspace {
        Workspace(
            home: home, user: try UserName("alice"), durability: durability,
            cachePath: cache.map(directory.path))
    }

    /// The names of the slots under `History`.
    var slots: [String] {
        get throws {
            try directory.names(in: path("History")).filter { SlotName($0) != nil }
        }
    }

    /// The lines of the journal.
    var records: [JournalRecord] {
        get throws {
            var records: [JournalRecord] = []
            try journal()?.visit { record, _ in records.append(record) }
            return records
        }
    }

    /// The journal; nil if there is none.
    func journal() throws -> JournalFile? {
        let history = try Directory.open(path: directory.path(path("History")))
        guard let file = try history.file(named: Journal.fileName) else { return nil }
        return JournalFile(file)
    }
}

extension Workspace {
    /// Runs `body` as a line of the session, or of a script.
    @discardableResult
    func line<Result>(
        _ command: String, _ lines: [Int] = [], _ body: () throws -> Result
    ) throws -> Result {
        beginLine(command, lines: lines)
        return try body()
    }

    /// Adds documents with these titles, each with a separate line.
    func addEach(_ titles: String...) throws {
        for title in titles { try line("new \(title)") { try add(title) } }
    }

    /// Sets a title with a separate line.
    func rename(_ number: Int, _ title: String, lines: [Int] = []) throws {
        _ = try line("set \(number) title=\(title)", lines) {
            try edit(number, [.set(.title, .text(title))])
        }
    }

    /// The commands of the steps that aren't undone.
    var commands: [String] {
        get throws { try history().steps.filter { !$0.isUndone }.map(\.command) }
    }
}

extension Workspace.Reverted {
    /// `+3 Wasp` for a document that exists afterwards, `-3 Wasp` for one that doesn't.
    var text: String {
        (isPresent ? "+" : "-") + (number.map { "\($0) " } ?? "") + title
            + (formerNumber.map { " (was \($0))" } ?? "")
    }
}

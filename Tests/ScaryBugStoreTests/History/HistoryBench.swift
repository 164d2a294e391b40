import TestSupport

@testable import ScaryBugRecords
@testable import ScaryBugStore

extension Bench {
    /// Another session, with an index if a cache is named.
    ///
    /// - Parameter gathersLines: whether its lines gather in batches, as in a script.
    func session(cache: String? = nil, gathersLines: Bool = false) throws -> Workspace {
        Workspace(
            home: home, user: try UserName("alice"), gathersLines: gathersLines,
            cachePath: cache.map(directory.path))
    }

    /// The names of the directories that the history keeps.
    var kept: [String] {
        get throws { try directory.names(in: path("History")).filter { Int64($0) != nil } }
    }

    /// The history, opened for reading.
    func store() throws -> HistoryStore? {
        guard directory.exists(path("")) else { return nil }
        return try HistoryStore(reading: Directory.open(path: directory.path(path(""))))
    }

    /// Runs statements in the database of the history.
    func changeHistory(_ sql: String) throws {
        let path = directory.path(path("History/\(HistoryStore.fileName)"))
        try Database(path: path, for: .record).execute(sql)
        try bootAgain()
    }

    /// Makes a recovery due, as a start of the machine does.
    func bootAgain() throws {
        for name in try directory.names(in: path("History")) where HistoryStore.isMark(name) {
            try directory.remove(path("History/\(name)"))
        }
    }

    /// What `check` finds.
    func findings() throws -> [String] {
        var findings: [String] = []
        _ = try workspace().check { findings.append($0.path + " " + $0.message) }
        return findings
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

    /// The commands of the steps that aren't undone, the oldest first.
    var commands: [String] {
        get throws { try history().steps.filter { !$0.isUndone }.map(\.command).reversed() }
    }

    /// What `undo` with these numbers of steps did.
    func undone(_ steps: Int...) throws -> [String] { try undo(steps).effects.map(\.text) }

    /// What `redo` with these numbers of steps did.
    func redone(_ steps: Int...) throws -> [String] { try redo(steps).effects.map(\.text) }

    /// Undoes the newest steps, one by one.
    func undoEach(_ count: Int) throws { for _ in 0..<count { try undo() } }
}

extension Effect {
    /// `+3 Wasp` for a document that exists afterwards, `-3 Wasp` for one that doesn't.
    var text: String {
        (isPresent ? "+" : "-") + (document.map { "\($0.number) " } ?? "") + title
            + (was.map { " (was \($0))" } ?? "")
    }
}

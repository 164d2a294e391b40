/// Completes the changes that the history has committed, after a process was killed or the power failed.
///
/// It looks at each change that may be missing on the disk, in order, and makes it if its new contents
/// still wait for that. So it may be killed at any moment, and run again. It leaves alone what another
/// program has put at a path.
struct Recovery {
    let places: WorkspacePlaces
    let store: HistoryStore

    /// A step that completes a change.
    private enum Action {
        case move(WorkspacePath, to: WorkspacePath)
        /// Puts a new directory in the place of an old one, which the history keeps.
        case exchange(WorkspacePath, with: WorkspacePath, number: Int64)
        case replaceFile(WorkspacePath, from: WorkspacePath)
        case remove(WorkspacePath)
        case setMode(WorkspacePath, UInt32)
        /// Moves new contents aside, because another program has changed the path.
        case setAside(WorkspacePath, because: WorkspacePath)
    }

    /// Makes what is missing.
    func run() throws {
        try forEachRow { row, next, directory in
            if let action = try action(for: row, before: next, directory) { try perform(action) }
        }
    }

    /// Whether anything is missing.
    func isNeeded() throws -> Bool {
        var isNeeded = false
        try forEachRow { row, next, directory in
            isNeeded = try isNeeded || action(for: row, before: next, directory) != nil
        }
        return isNeeded
    }

    /// Calls `body` with each change that may be missing, the next change at its path or of its whole
    /// document, and the next one of its whole document, if any.
    private func forEachRow(
        _ body: (HistoryRow, HistoryRow?, _ directory: HistoryRow?) throws -> Void
    ) throws {
        let rows = try store.rows(after: store.state.durable)
        var next: [Int64: (HistoryRow?, directory: HistoryRow?)] = [:]
        var later: [WorkspacePath: HistoryRow] = [:]
        for row in rows.reversed() {
            let directory = row.change.path.document.flatMap { later[.document($0)] }
            next[row.number] = (later[row.change.path] ?? directory, directory)
            later[row.change.path] = row
            if case .move(_, let target) = row.change { later[target] = row }
        }
        for row in rows {
            try Interruption.check()
            try body(row, next[row.number]?.0, next[row.number]?.directory)
        }
    }

    /// - Returns: nil if the change was made, or can't be made any more.
    private func action(
        for row: HistoryRow, before next: HistoryRow?, _ directory: HistoryRow?
    ) throws -> Action? {
        switch row.change {
        case .contents(let path, let before, let after?):
            guard let source = row.source, try places.status(of: source) != nil else { return nil }
            return path.isDocument
                ? try directoryAction(row, path, from: source, before, after)
                : try fileAction(
                    kept(path, before, by: directory) ?? path, from: source, before,
                    next == nil ? after : nil)
        case .contents(let path, let before, nil):
            guard try isFree(before: next), try holds(path, before) else { return nil }
            if path.isFile { return .remove(path) }
            return try places.status(of: row.slot) == nil ? .move(path, to: row.slot) : nil
        case .move(let path, let target):
            let isDue =
                try isFree(before: next) && places.status(of: path) != nil
                && places.status(of: target) == nil
            return isDue ? .move(path, to: target) : nil
        case .mode(let path, let before, let after):
            return try places.status(of: path)?.mode == before ? .setMode(path, after) : nil
        }
    }

    /// The path of a file in the directory that a later change has moved to the history, or on the way there;
    /// nil if the file is in its place, or not there as it was before its own change.
    private func kept(
        _ path: WorkspacePath, _ before: ContentVersion?, by directory: HistoryRow?
    ) throws -> WorkspacePath? {
        guard case .file(_, let file) = path, let directory,
            try !holds(path, before)
        else { return nil }
        for place in [directory.slot, directory.source] {
            guard let place, case .other(let names) = place, try places.status(of: place) != nil
            else {
                continue
            }
            let kept = WorkspacePath.other(names + [RawName(file)])
            if try holds(kept, before) { return kept }
        }
        return nil
    }

    /// Whether a path must become free, because what the next change puts there still waits. Else the next
    /// change has been made, or it takes this one back.
    private func isFree(before next: HistoryRow?) throws -> Bool {
        guard let next else { return true }
        if case .move(let source, _) = next.change { return try places.status(of: source) != nil }
        return try next.source.flatMap { try places.status(of: $0) } != nil
    }

    private func directoryAction(
        _ row: HistoryRow, _ path: WorkspacePath, from source: WorkspacePath,
        _ before: ContentVersion?, _ after: ContentVersion
    ) throws -> Action {
        // Without an exchange, the old directory may have left its place already.
        guard try places.status(of: path) != nil else { return .move(source, to: path) }
        guard let before else { return .setAside(source, because: path) }
        // The new directory may have a later change already, so it need not agree.
        let isOld = try holds(path, before)
        let isOldWaiting = try holds(source, before)
        let isNewWaiting = try holds(source, after)
        if isOld, isNewWaiting || !isOldWaiting {
            return .exchange(source, with: path, number: row.number)
        }
        // After an exchange, the old directory waits to be kept.
        let isExchanged = try isOldWaiting || holds(path, after)
        return try isExchanged && places.status(of: row.slot) == nil
            ? .move(source, to: row.slot) : .setAside(source, because: path)
    }

    /// - Parameter after: the new version; nil if a later change has replaced it.
    private func fileAction(
        _ path: WorkspacePath, from source: WorkspacePath, _ before: ContentVersion?,
        _ after: ContentVersion?
    ) throws -> Action {
        let isOld = try holds(path, before)
        guard isOld, try ifIntact({ try places.locate(path) }) != nil else {
            let isForeign = try after.map { try !holds(path, $0) }
            return isForeign == true ? .setAside(source, because: path) : .remove(source)
        }
        return before == nil ? .move(source, to: path) : .replaceFile(path, from: source)
    }

    private func perform(_ action: Action) throws {
        switch action {
        case .move(let path, let target): try places.move(path, to: target)
        case .exchange(let source, let path, let number):
            let (parent, entry) = try places.locate(source)
            let (directory, name) = try places.locate(path)
            try places.exchange(
                .init(directory: parent, name: entry.shown), with: name.shown, in: directory,
                keepingAs: String(number), in: store.directory, "replace \(places.describe(path))")
        case .replaceFile(let path, let source):
            let (parent, entry) = try places.locate(source)
            let (directory, name) = try places.locate(path)
            try parent.move(
                entry.shown, to: name.shown, in: directory, .replace,
                for: "replace \(places.describe(path))")
        case .remove(let path):
            let (directory, name) = try places.locate(path)
            try directory.removeEntry(named: name.shown)
        case .setMode(let path, let mode):
            let (directory, name) = try places.locate(path)
            try directory.setMode(of: name, to: mode)
        case .setAside(let source, let path):
            let target = try places.setAside(source)
            places.warn(
                "another program has changed \(places.describe(path)) while a command changed it; "
                    + "what the command wrote is now \(places.describe(target))")
        }
    }

    /// Whether a version is at a path; nil for nothing.
    private func holds(_ path: WorkspacePath, _ expected: ContentVersion?) throws -> Bool {
        let checksums = expected.map { ContentVersion.Checksums.like($0) } ?? .dataFiles
        let present = try places.version(at: path, checksums)?.named(like: expected)
        return ContentVersion.agree(present, expected)
    }
}

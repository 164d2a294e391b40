/// Completes the changes that the history has committed, after a process was killed or the power failed.
///
/// It looks at each change that may be missing on the disk, in order, and makes it if its new contents
/// still wait for that. So it may be killed at any moment, and run again. What another program has
/// put at a path stays there.
struct Recovery {
    let places: WorkspacePlaces
    let store: HistoryStore

    /// What must be done to complete a change.
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
            guard let source = row.source, try status(of: source) != nil else { return nil }
            return path.isDocument
                ? try directoryAction(row, path, from: source, before, after)
                : try fileAction(
                    kept(path, before, by: directory) ?? path, from: source, before,
                    next == nil ? after : nil)
        case .contents(let path, let before, nil):
            guard try isFree(before: next),
                try ContentVersion.agree(version(at: path, like: before), before)
            else { return nil }
            if path.isFile { return .remove(path) }
            return try status(of: row.slot) == nil ? .move(path, to: row.slot) : nil
        case .move(let path, let target):
            let isDue =
                try isFree(before: next) && status(of: path) != nil && status(of: target) == nil
            return isDue ? .move(path, to: target) : nil
        case .mode(let path, let before, let after):
            return try status(of: path)?.mode == before ? .setMode(path, after) : nil
        }
    }

    /// The path of a file in the directory that a later change has moved to the history, or on the way there;
    /// nil if the file is in its place, or not there as it was before its own change.
    private func kept(
        _ path: WorkspacePath, _ before: ContentVersion?, by directory: HistoryRow?
    ) throws -> WorkspacePath? {
        guard case .file(_, let file) = path, let directory,
            try !ContentVersion.agree(version(at: path, like: before), before)
        else { return nil }
        for place in [directory.slot, directory.source] {
            guard let place, case .other(let names) = place, try status(of: place) != nil else {
                continue
            }
            let kept = WorkspacePath.other(names + [RawName(file)])
            if try ContentVersion.agree(version(at: kept, like: before), before) { return kept }
        }
        return nil
    }

    /// Whether a path must become free, because what the next change puts there still waits. Else the next
    /// change has been made, or it takes this one back.
    private func isFree(before next: HistoryRow?) throws -> Bool {
        guard let next else { return true }
        if case .move(let source, _) = next.change { return try status(of: source) != nil }
        return try next.source.flatMap { try status(of: $0) } != nil
    }

    private func directoryAction(
        _ row: HistoryRow, _ path: WorkspacePath, from source: WorkspacePath,
        _ before: ContentVersion?, _ after: ContentVersion
    ) throws -> Action {
        // Without an exchange, the old directory may have left its place already.
        guard try status(of: path) != nil else { return .move(source, to: path) }
        guard let before else { return .setAside(source, because: path) }
        // The new directory may have a later change already, so it need not agree.
        let isOld = try ContentVersion.agree(version(at: path, like: before), before)
        let isOldWaiting = try ContentVersion.agree(version(at: source, like: before), before)
        let isNewWaiting = try ContentVersion.agree(version(at: source, like: after), after)
        if isOld, isNewWaiting || !isOldWaiting {
            return .exchange(source, with: path, number: row.number)
        }
        // After an exchange, the old directory waits to be kept.
        let isExchanged =
            try isOldWaiting || ContentVersion.agree(version(at: path, like: after), after)
        return try isExchanged && status(of: row.slot) == nil
            ? .move(source, to: row.slot) : .setAside(source, because: path)
    }

    /// - Parameter after: the new version; nil if a later change has replaced it.
    private func fileAction(
        _ path: WorkspacePath, from source: WorkspacePath, _ before: ContentVersion?,
        _ after: ContentVersion?
    ) throws -> Action {
        let isOld = try ContentVersion.agree(version(at: path, like: before), before)
        guard isOld, try ifIntact({ try places.locate(path) }) != nil else {
            let isForeign = try after.map {
                try !ContentVersion.agree(version(at: path, like: $0), $0)
            }
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

    private func status(of path: WorkspacePath) throws -> FileStatus? {
        guard let (directory, name) = try ifIntact({ try places.locate(path) }) else { return nil }
        return try directory.status(of: name)
    }

    private func version(
        at path: WorkspacePath, like expected: ContentVersion?
    ) throws -> ContentVersion? {
        let checksums = expected.map { ContentVersion.Checksums.like($0) } ?? .dataFiles
        return try places.version(at: path, checksums)?.named(like: expected)
    }
}

extension Workspace {
    /// Whether a process has died while it changed something, or the machine was started since.
    private func isRecoveryDue(in workspace: Directory) throws -> Bool {
        try unsettledHistory(in: workspace)?.status(of: HistoryStore.fileName) != nil
    }

    private func unsettledHistory(in workspace: Directory) throws -> Directory? {
        // Something else in its place needs no recovery.
        let found = try ifIntact { try workspace.directory(named: HistoryStore.directoryName) }
        guard let history = found, try !HistoryStore.isSettled(history) else { return nil }
        return history
    }

    /// Recovers before this process reads or changes something. The caller must hold the workspace's
    /// lock.
    func recoverIfDue() throws {
        guard let base = directories.base, activity.group == nil, writer == nil else { return }
        try OldHistory(in: base.directory)?.checkIsFinished()
        let abandoned = try Staging.abandoned(in: base.directory)
        let isDue = try isRecoveryDue(in: base.directory)
        guard isDue || !abandoned.isEmpty else { return }
        if isDue { try settingDamageAside { try recover() } }
        try Staging.remove(abandoned, in: base.directory)
    }

    private func warnOfOldHistory(in workspace: Directory) throws {
        guard let old = try ifIntact({ try OldHistory(in: workspace) }) ?? nil else { return }
        do { try old.checkIsFinished() } catch let error as ScaryBugsError { warn(error.message) }
    }

    private func recover() throws {
        let store = try store()
        let places = try places()
        let last = try store.lastChange()
        if last > store.state.durable {
            try Recovery(places: places, store: store).run()
            try places.documents.syncFileSystem()
        }
        let isNoted = try noteRecovery(upTo: last, in: store, places)
        knownPreferences = nil
        try makingRoom { try rollBackDeadGroup(in: store) }
        if try sweep(store), isNoted { store.settle() }
    }

    /// Records that all changes are made.
    ///
    /// - Returns: false if the full disk has no room for that. The next command then recovers again,
    ///   so that a deletion can make room.
    private func noteRecovery(
        upTo last: Int64, in store: HistoryStore, _ places: WorkspacePlaces
    ) throws -> Bool {
        do {
            if last > store.state.applied {
                let time = try places.documents.setUniqueModified()
                try store.record { state in
                    (state.applied, state.durable, state.highest) = (last, last, nil)
                    (state.epoch, state.time) = (state.epoch + 1, time)
                }
            } else if last > store.state.durable {
                try store.record { (state) in state.durable = last }
            }
            return true
        } catch let error as ScaryBugsError where error.isOfFullDisk {
            return false
        }
    }

    /// Recovers if that is due and no other session holds the lock. Readers call it before they read.
    func recoverIfFree(_ base: WorkspaceDirectories.Base) throws {
        do {
            guard let history = try unsettledHistory(in: base.directory) else { return }
            guard try history.status(of: HistoryStore.fileName) != nil else {
                return try warnOfOldHistory(in: base.directory)
            }
            try base.lock.holdingIfFree { try recoverIfDue() }
        } catch let error as Interrupted {
            throw error
        } catch {
            // On a read-only disk, perhaps nothing is missing.
            guard (try? isNeeded(in: base.directory)) ?? true else { return }
            warn(
                "the changes of a killed command could not be completed: \(error); documents may be "
                    + "half changed until a command can write to \(base.directory.path)")
        }
    }

    private func isNeeded(in workspace: Directory) throws -> Bool {
        guard let store = try HistoryStore(reading: workspace), let documents = try readable()
        else {
            return false
        }
        let places = WorkspacePlaces(directory: workspace, documents: documents, warn: { _ in })
        return try !store.openOperations().isEmpty
            || Recovery(places: places, store: store).isNeeded()
    }

    /// Recovers from processes that died since this process opened the workspace. Without this, a line
    /// could show or select what they left half done.
    func recoverBetweenLines() {
        guard let base = directories.base, directories.isAtItsPath(), writer == nil,
            activity.group == nil
        else { return }
        // An interruption stops the line at its next check.
        try? recoverIfFree(base)
    }

    /// Removes directories from the history that no change needs, as many as a moment allows.
    ///
    /// - Returns: whether all are gone.
    @discardableResult
    func sweep(_ store: HistoryStore) throws -> Bool {
        try store.removeOldMarks()
        let held = try store.heldNumbers()
        let unneeded = try store.directory.names().filter { name in
            Int64(name).map { $0 > 0 && String($0) == name && !held.contains($0) } ?? false
        }
        if unneeded.isEmpty { return true }
        // Old versions may be removed only when the new ones are on the disk.
        try store.directory.syncFileSystem()
        var bound = Staging.boundOfCommand
        for name in unneeded {
            if bound.isReached { return false }
            bound.entries -= 1
            try store.directory.removeDirectory(named: name)
        }
        return true
    }
}

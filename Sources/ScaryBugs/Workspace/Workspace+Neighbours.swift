/// Sessions of other processes in the same workspace.
extension Workspace {
    /// Recovers from killed processes. The caller must hold the workspace's lock.
    func recoverFromOthers() throws {
        // A new process changes the parent directory. While this process is alone, no other can
        // have died.
        let status = try makeBase().directory.status(of: Staging.parentName)
        if let status, status == statusWhenAlone { return }
        let isAlone = try recover()
        statusWhenAlone = isAlone ? status.flatMap { Self.tellsOfOthers($0) ? $0 : nil } : nil
    }

    /// Whether this status of the parent directory changes with every directory that a process makes.
    ///
    /// With this process's directory alone, the number of links tells. Beside directories that are not
    /// the program's, one of them may go at the moment when another process makes its own. Then only the
    /// time tells, if the last change was not just now.
    private static func tellsOfOthers(_ status: FileStatus) -> Bool {
        status.links == 3
            || status.links > 3
                && status.changed.seconds + IndexStamp.granularity < FileTime.now.seconds
    }

    /// Recovers from processes that died since this process opened the workspace. Without
    /// this, a line could show or select what they left half done.
    func recoverBetweenLines() {
        guard let base else { return }
        isReplaced = (try? base.directory.checkIsAtItsPath()) == nil
        guard !isReplaced, let status = try? base.directory.status(of: Staging.parentName),
            status != statusWhenAlone
        else { return }
        statusWhenAlone = nil
        // An interruption stops the line at its next check.
        try? recoverIfFree(base)
    }

    /// Recovers from processes that died, unless another session holds the lock.
    func recoverIfFree(_ base: Base) throws {
        do {
            // Without any staging directory, nobody needs recovery.
            guard try base.directory.status(of: Staging.parentName) != nil else { return }
            try base.lock.holdingIfFree { try recover() }
        } catch let error as Interrupted {
            throw error
        } catch {
            warn(ofFailedRecovery: error, in: base)
        }
        removeTrash()
    }

    /// Warns that documents may be half changed, unless the killed processes left no change. On a
    /// read-only disk the recovery fails, but the documents can still be read.
    private func warn(ofFailedRecovery error: any Error, in base: Base) {
        let dead = try? Staging.neighbours(in: base.directory).abandoned
        guard dead?.contains(where: { (try? $0.marks().mayHaveGroup) ?? true }) ?? true else {
            return
        }
        warn(
            "the changes of a killed command could not be taken back: \(error); documents may be "
                + "half changed until a command can write to \(base.directory.path)")
    }

    /// - Parameter subjects: the numbers of documents, and the preferences file's name.
    /// - Throws: ``ScaryBugsError/Code/busy`` if another session's open group has changed one of
    ///   these.
    func checkNotBusy(_ subjects: @autoclosure () -> Set<String>) throws {
        // Few groups are open, and most commands need no set.
        lazy var known = subjects()
        try checkNotBusy { known.contains(String($0)) }
    }

    /// Checks documents that a command would change.
    ///
    /// - Parameter isChanged: whether it would change the document.
    func checkNotBusy(
        _ names: [DocumentName], where isChanged: (DocumentName) throws -> Bool = { _ in true }
    ) throws {
        lazy var byNumber = Dictionary(names.map { ($0.number, $0) }) { first, _ in first }
        try checkNotBusy { try Int($0).flatMap { byNumber[$0] }.map(isChanged) ?? false }
    }

    private func checkNotBusy(_ isChanged: (Substring) throws -> Bool) throws {
        try forEachBusy { name, subjects in
            let shared = try subjects.filter(isChanged)
            guard !shared.isEmpty else { return }
            let number = shared.compactMap { Int($0) }.min()
            let what = number.map { "document \($0) was" } ?? "the preferences were"
            throw ScaryBugsError(
                .busy,
                "\(what) changed by process \(name.prefix { $0 != "-" }), which has not ended with "
                    + "'commit' or 'rollback' yet; try again then")
        }
    }

    /// The numbers of documents that other sessions' open groups have changed. A group may have removed
    /// such a document, and its rollback brings it back.
    func busyNumbers() throws -> Set<Int> {
        var numbers: Set<Int> = []
        try forEachBusy { numbers.formUnion($1.compactMap { Int($0) }) }
        return numbers
    }

    /// The subjects that other sessions' open groups have changed, by the number of the process.
    func changesOfOpenGroups() throws -> [String: Set<String>] {
        // Another session may have come since the line began.
        recoverBetweenLines()
        var changes: [String: Set<String>] = [:]
        try forEachBusy { name, subjects in
            let process = String(name.prefix { $0 != "-" })
            changes[process, default: []].formUnion(subjects.map(String.init))
        }
        return changes
    }

    /// Calls `body` with the staging directory of each session that has an open group, and with what
    /// the group has changed.
    private func forEachBusy(_ body: (String, [Substring]) throws -> Void) throws {
        if statusWhenAlone != nil { return }
        guard let parent = try openBase()?.directory.directory(named: Staging.parentName) else {
            return
        }
        for name in try parent.names()
        where name != prepared?.name && Staging.use(ofDirectoryNamed: name) == .preparing {
            let bytes = try ifIntact {
                try parent.directory(named: name)?.file(named: Activity.groupFileName)?
                    .contents(limit: Limit(64 << 20))
            }
            // A line without its end is still being written.
            guard let bytes, let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { continue }
            try body(name, String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\n"))
        }
    }
}

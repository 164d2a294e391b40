/// Sessions of other processes in the same workspace.
extension Workspace {
    /// Recovers from killed processes. The caller must hold the workspace's lock.
    func recoverFromOthers() throws {
        let directory = try makeBase().directory
        // A new process changes the parent directory. While this process is alone, no other can
        // have died.
        let status = try directory.status(of: Staging.parentName)
        if let status, status == statusWhenAlone { return }
        try recover()
        statusWhenAlone = status?.links == 3 ? status : nil
    }

    /// Recovers from processes that died since this process opened the workspace. Without
    /// this, a line could show or select what they left half done.
    func recoverBetweenLines() {
        guard let base, let status = try? base.directory.status(of: Staging.parentName),
            status != statusWhenAlone
        else { return }
        // An interruption stops the line at its next check.
        try? recoverIfFree(base)
    }

    /// Recovers from processes that died, unless another session holds the lock.
    func recoverIfFree(_ base: Base) throws {
        // On a read-only disk the recovery fails, but the documents can still be read.
        _ = try ifPossible { try base.lock.holdingIfFree { try recover() } }
        removeTrash()
    }

    /// - Throws: ``ScaryBugsError/Code/busy`` if another session's open group has changed one of
    ///   these documents, or the preferences.
    func checkNotBusy(_ subjects: Set<String>) throws {
        if statusWhenAlone != nil { return }
        guard let parent = try openBase()?.directory.directory(named: Staging.parentName) else {
            return
        }
        for name in try parent.names() where name != prepared?.name {
            let bytes = try ifPossible {
                try parent.directory(named: name)?.file(named: Activity.groupFileName)?
                    .contents(limit: Limit(64 << 20))
            }
            guard let bytes else { continue }
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            let shared = subjects.intersection(lines.map(String.init))
            guard !shared.isEmpty else { continue }
            let number = shared.compactMap { Int($0) }.min()
            let what = number.map { "document \($0) was" } ?? "the preferences were"
            throw ScaryBugsError(
                .busy,
                "\(what) changed by process \(name.prefix { $0 != "-" }), which has not ended with "
                    + "'commit' or 'rollback' yet; try again then")
        }
    }
}

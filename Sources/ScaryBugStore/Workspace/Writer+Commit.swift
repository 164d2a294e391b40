import SystemPackage

extension Writer {
    /// Makes the planned changes, all of them or none.
    ///
    /// - Throws: ``ScaryBugsError`` with the code `EEXIST` if another program has changed something
    ///   since the changes were planned. Nothing is changed then.
    func commit() throws {
        guard let last = planned.last else {
            // An undo of a step whose changes cancel each other has an operation all the same.
            return try firstOperation == nil ? store.rollBack() : store.commit()
        }
        let previous = store.state
        let start: DirectoryStamp
        do {
            try addThumbnails()
            if let step { try store.write(step) }
            let isAllSynced = try syncContents()
            start = try DirectoryStamp(of: places.documents)
            if isAllSynced { store.state.durable = previous.applied }
            (store.state.time, store.state.highest) = (nil, highest)
            try store.unsettle()
            try store.commit()
        } catch {
            store.state = previous
            // If only the sync failed, the rows are there, and must not be.
            if store.database.isOutsideTransaction { try? removeRows() }
            store.rollBack()
            throw error
        }
        let time = try Interruption.shielded { try makeAll(before: previous) }
        let added = planned.reduce(0) { $0 + $1.addedDocuments }
        let end = time.map { start.changed(at: $0, adding: added) }
        if planned.contains(where: \.changesDocumentsTime) {
            end?.restore(in: places.documents)
        } else {
            end?.revealOtherChanges(in: places.documents)
        }
        // If the disk is full, the next process looks at these changes again.
        _ = try? store.record { (state) in (state.applied, state.time) = (last.number, time) }
    }

    // MARK: Syncing

    /// With more new files than this, one sync of the whole file system is faster than a sync for
    /// each.
    private static let fewFiles = 4
    /// The changes that a recovery looks at, at most about.
    private static let mostUnsynced = 200

    /// Syncs the new contents.
    ///
    /// - Returns: whether all changes so far are on the disk, too.
    private func syncContents() throws -> Bool {
        let staged = planned.compactMap(\.staged)
        let unsynced = store.state.applied - store.state.durable
        guard staged.count <= Self.fewFiles, unsynced < Self.mostUnsynced else {
            try staging.directory.syncFileSystem()
            return true
        }
        guard !staged.isEmpty else { return false }
        for name in staged { try staging.directory.syncEntry(named: RawName(name)) }
        try staging.directory.sync()
        try staging.place.syncName()
        return false
    }

    // MARK: Making

    /// - Returns: the documents' directory's time; nil if other changes may get the same one.
    private func makeAll(before previous: HistoryStore.State) throws -> FileTime? {
        var done = 0
        do {
            // Set before the changes, so that a session with an older view notices them even if this
            // process dies in between. Set after the rows are there, so that no index takes the time for
            // the one after the changes.
            let time = try places.documents.setUniqueModified()
            for change in planned {
                try make(change)
                done += 1
                onMade?(done, planned.count)
            }
            return time
        } catch {
            let reason = error
            do {
                for change in planned[..<done].reversed() { try takeBack(change) }
                try removeRows()
                try store.record { (state) in state = previous }
            } catch {
                // For the recovery.
                staging.place.leave()
                throw ScaryBugsError(
                    .system(.ioError),
                    "\(reason); the change could not be taken back, and the next command completes "
                        + "it: \(error)")
            }
            throw reason
        }
    }

    /// Removes the rows of the planned changes from the history.
    private func removeRows() throws {
        guard let first = planned.first, let firstOperation else { return }
        try store.removeChanges(
            after: first.number - 1, operationsAfter: firstOperation - 1, restoring: earlierStep)
    }

    private func make(_ change: Change) throws {
        let (directory, name) = try places.locate(change.path, making: change.isMaking)
        let doing = { [places] in "replace \(places.describe(change.path))" }
        switch change.action {
        case .add(let source):
            let place = try place(of: source)
            try place.directory.move(
                place.name, to: name.shown, in: directory, .never,
                for: "add \(places.describe(change.path))")
        case .exchange(let source):
            try places.exchange(
                try place(of: source), with: name.shown, in: directory,
                keepingAs: String(change.number), in: store.directory, doing())
        case .replace(let source, let status):
            try check(status, directory, name, change)
            let place = try place(of: source)
            try place.directory.move(
                place.name, to: name.shown, in: directory, .replace, for: doing())
        case .removeDirectory:
            try directory.move(
                name.shown, to: String(change.number), in: store.directory, .never,
                for: "delete \(places.describe(change.path))")
        case .removeFile(let status):
            try check(status, directory, name, change)
            try directory.removeFile(named: name.shown)
        case .move(let target): try places.move(change.path, to: target)
        case .mode(_, let after): try directory.setMode(of: name, to: after)
        }
    }

    /// Checks that another program has not changed a file since it was read.
    private func check(
        _ status: FileStatus?, _ directory: Directory, _ name: RawName, _ change: Change
    ) throws {
        guard let status else { return }
        let present = try directory.status(of: name)
        guard present?.identity == status.identity, present?.changed == status.changed else {
            throw ScaryBugsError(
                .system(.fileExists),
                "\(places.describe(change.path)) was changed by another program meanwhile; "
                    + "nothing was changed")
        }
    }

    private func takeBack(_ change: Change) throws {
        let (directory, name) = try places.locate(change.path)
        switch change.action {
        case .add(let source):
            let place = try place(of: source)
            try directory.move(name.shown, to: place.name, in: place.directory, .never)
        case .exchange(let source):
            let slot = PendingDocuments.Place(
                directory: store.directory, name: String(change.number))
            let place = try place(of: source)
            try places.exchange(
                slot, with: name.shown, in: directory, keepingAs: place.name,
                in: place.directory, "restore \(places.describe(change.path))")
        case .replace, .removeFile:
            guard let row = try store.rows(after: change.number - 1).first,
                let bytes = try store.bytes(replacedBy: row)
            else { return }
            try staging.withNewEntry { staged in
                try staging.directory.createFile(named: staged).write(bytes)
                try staging.directory.move(staged, to: name.shown, in: directory, .replace)
            }
        case .removeDirectory:
            try store.directory.move(
                String(change.number), to: name.shown, in: directory, .never)
        case .move(let target): try places.move(target, to: change.path)
        case .mode(let before, _): try directory.setMode(of: name, to: before)
        }
    }

    // MARK: A full disk

    /// Deletes documents without history, if the full disk has no room for a row.
    func removeWithoutHistory() throws {
        store.rollBack()
        var removed: [String] = []
        for change in planned {
            let (directory, name) = try places.locate(change.path)
            removed.append(staging.place.freshName())
            try directory.move(
                name.shown, to: removed[removed.count - 1], in: staging.directory, .never)
        }
        // A document must be gone before its files are.
        try places.documents.sync()
        for name in removed { try staging.directory.removeDirectory(named: name) }
        // There may be room now. Without it, an import brings the documents back.
        try? recordRemovals()
    }

    private func recordRemovals() throws {
        try store.begin()
        for case .removeDirectory(let identifier?) in planned.map(\.action) {
            try store.add(Deletion(date: now), of: identifier, change: 0)
        }
        try store.commit()
    }
}

extension Writer.Change {
    /// The name of the new contents in the staging directory; nil if they are not there.
    fileprivate var staged: String? {
        switch action {
        case .add(.staged(let name)), .exchange(.staged(let name)), .replace(.staged(let name), _):
            name
        default: nil
        }
    }

    /// Whether missing directories on the way are made.
    fileprivate var isMaking: Bool { if case .add = action { true } else { false } }

    fileprivate var addedDocuments: Int {
        switch action {
        case .add: path.isDocument ? 1 : 0
        case .removeDirectory: -1
        case .move(let target): (target.isDocument ? 1 : 0) - (path.isDocument ? 1 : 0)
        case .exchange, .replace, .removeFile, .mode: 0
        }
    }

    /// Whether the documents' directory gets another time from the change.
    fileprivate var changesDocumentsTime: Bool {
        switch action {
        case .add, .exchange, .removeDirectory: path.isDocument
        case .move: true
        case .replace, .removeFile, .mode: false
        }
    }
}

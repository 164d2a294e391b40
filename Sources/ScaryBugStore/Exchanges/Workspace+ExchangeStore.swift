extension Workspace {
    /// The name in the bundles of this workspace.
    package var authorName: String {
        if case .text(let name) = preferences[.author], !name.isEmpty { return name }
        return user.description
    }

    /// The keys of the workspace, of now and of earlier times.
    func ownKeys() throws -> Set<String> {
        let keys = try withExchangeStore { try $0.workspaceKeys() }
        return keys.map { Set($0.former + ($0.present.map { [$0] } ?? [])) } ?? []
    }

    /// Runs `body` with what the workspace remembers of its exchange with others. The documents don't
    /// depend on it, so a failure is only a warning.
    ///
    /// - Parameter isMaking: whether to make the file if there is none.
    /// - Returns: nil if there is no such file, or if it can't be used.
    package func withExchangeStore<Result>(
        making isMaking: Bool = false, _ body: (ExchangeStore) throws -> Result
    ) throws -> Result? {
        guard let directory = try openBase()?.directory else { return nil }
        do {
            return try exchangeStore(in: directory, making: isMaking).map(body)
        } catch let error as ScaryBugsError {
            knownExchangeStore = nil
            let moved = error.code == .damaged ? try ifPossible(setExchangeStoreAside) : nil
            warn(
                "\(error)\(moved.map { ", and is now \($0)" } ?? ""); copies that come back may be "
                    + "taken for others, and what was withheld from whom is unknown")
            return nil
        }
    }

    private func exchangeStore(
        in directory: Directory, making isMaking: Bool
    ) throws -> ExchangeStore? {
        let identity = try directory.status(of: ExchangeStore.fileName)?.identity
        if let known = knownExchangeStore, known.identity == identity { return known }
        knownExchangeStore = try ExchangeStore(
            in: directory, making: isMaking, machineIDPath: machineIDPath)
        return knownExchangeStore
    }

    private func setExchangeStoreAside() throws -> String {
        try locked {
            let places = try places()
            return places.describe(
                try places.setAside(.other([RawName(ExchangeStore.fileName)])))
        }
    }

    /// Prepares the record for a history that is about to forget changes.
    func settleExchanges() throws {
        guard let directory = try openBase()?.directory else { return }
        // An open history stays on the disk.
        defer { knownExchangeStore = nil }
        do {
            try exchangeStore(in: directory, making: false)?.settle()
        } catch let error as ScaryBugsError where error.code == .damaged {
            // Who needs that record says so.
        }
    }

    /// Forgets what was exchanged of documents that are gone.
    func forgetExchanges() throws {
        _ = try withExchangeStore { store in
            let present =
                try withIndex { try $0.identifiers() } ?? Set(contentByIdentifier().keys)
            try store.forget(keeping: present)
        }
    }
}

struct RepairableFinding: Sendable {
    /// The directory that contains the entry.
    enum Site: Hashable, Sendable {
        case workspace
        case staging
        case history
        case documents
        case document(DocumentName)
    }

    enum Remedy: Hashable, Sendable {
        case nothing
        /// Restricts the permissions to the owner.
        case close
        case rename(String)
        case renumber(DocumentKind)
        /// Moves the entry to `Lost and Found`.
        case setAside
        /// Removes the steps up to one from the history.
        case forgetSteps(upTo: Int)
    }

    let finding: Finding
    let site: Site
    let entry: RawName
    let path: WorkspacePath
    let remedy: Remedy

    init(
        _ code: Finding.Code, _ site: Site, _ entry: RawName, _ message: String,
        _ remedy: Remedy = .nothing
    ) {
        path = site.path(of: entry)
        finding = Finding(code, path.text, number: path.document?.number, message)
        self.site = site
        self.entry = entry
        self.remedy = remedy
    }

    /// What distinguishes a flaw from others; a later check finds it again.
    struct Identity: Hashable {
        let code: Finding.Code
        let site: Site
        let entry: RawName
    }

    var identity: Identity { Identity(code: finding.code, site: site, entry: entry) }

    /// Whether a repair can neither solve nor hide other flaws.
    var isIndependent: Bool {
        switch remedy {
        case .nothing, .close, .renumber: true
        case .setAside: !isAboutMechanism
        case .rename, .forgetSteps: false
        }
    }

    /// Whether one transaction can move this entry together with others.
    var isMovedWithOthers: Bool {
        switch remedy {
        case .setAside: finding.isOpen && !isAboutMechanism
        case .renumber: finding.isOpen
        default: false
        }
    }

    /// Whether the flaw prevents every transaction.
    var isAboutMechanism: Bool {
        site == .workspace
            && [
                HistoryStore.directoryName, Workspace.documentsName, Staging.parentName,
                WorkspaceLock.name,
            ]
            .contains(entry.shown)
    }
}

extension RepairableFinding.Site {
    fileprivate func path(of entry: RawName) -> WorkspacePath {
        switch self {
        // The entry is the user's directory itself.
        case .workspace where entry.shown == ".": .other([])
        case .workspace: .other([entry])
        case .staging: .other([RawName(Staging.parentName), entry])
        case .history: .other([RawName(HistoryStore.directoryName), entry])
        case .documents: .entry(ofDocuments: entry)
        case .document(let name): .entry(entry, of: name)
        }
    }
}

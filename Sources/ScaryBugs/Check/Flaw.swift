/// A finding with where it is and what mends it.
struct Flaw: Sendable {
    /// The directory in which it is.
    enum Site: Hashable, Sendable {
        case workspace
        case staging
        case history
        case documents
        case document(DocumentName)
    }

    /// What is done about it.
    enum Remedy: Hashable, Sendable {
        case nothing
        /// Its owner may use it, and nobody else.
        case close
        /// It gets the name that it should have.
        case rename(String)
        /// It gets a number of its own.
        case renumber(DocumentKind)
        /// It is moved to where it is in nobody's way.
        case setAside
        /// The journal is written anew with the lines that are whole.
        case rewriteJournal
        /// The history forgets the steps up to a transaction.
        case forgetSteps(upTo: Int)
    }

    var finding: Finding
    let site: Site
    let entry: RawName
    let remedy: Remedy

    init(
        _ code: Finding.Code, _ site: Site, _ entry: RawName, _ message: String, _ remedy: Remedy
    ) {
        finding = Finding(
            code, site.path(of: entry), number: site.number(of: entry), message)
        self.site = site
        self.entry = entry
        self.remedy = remedy
    }

    /// Whether it is the same as another, found later.
    func isSame(as other: Flaw) -> Bool {
        finding.code == other.finding.code && site == other.site && entry == other.entry
    }
}

extension Flaw {
    /// Where it is, for a transaction.
    var place: WorkspacePath {
        switch site {
        // The user's directory itself.
        case .workspace where entry.shown == ".": .other([])
        case .workspace: .other([entry])
        case .staging: .other([RawName(Staging.parentName), entry])
        case .history: .other([RawName(Journal.directoryName), entry])
        case .documents: .entry(ofDocuments: entry)
        case .document(let name): .entry(entry, of: name)
        }
    }
}

extension Flaw.Site {
    fileprivate func path(of entry: RawName) -> String {
        let documents = Workspace.documentsName
        return switch self {
        case .workspace: entry.shown
        case .staging: "\(Staging.parentName)/\(entry.shown)"
        case .history: "\(Journal.directoryName)/\(entry.shown)"
        case .documents: "\(documents)/\(entry.shown)"
        case .document(let name): "\(documents)/\(name.directoryName)/\(entry.shown)"
        }
    }

    fileprivate func number(of entry: RawName) -> Int? {
        switch self {
        case .workspace, .staging, .history: nil
        case .documents: DocumentName(directoryName: entry.shown)?.number
        case .document(let name): name.number
        }
    }
}

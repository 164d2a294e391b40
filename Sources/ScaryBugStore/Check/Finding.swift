/// A problem in a workspace, or an observation worth reporting.
package struct Finding: Sendable {
    /// The type of a finding. The raw values are stable, so that programs can rely on them.
    package enum Code: String, CaseIterable, Sendable {
        // Findings about a document.
        case damagedData = "damaged-data"
        case noData = "no-data"
        case damagedField = "damaged-field"
        case unknownPicture = "unknown-picture"
        case damagedPicture = "damaged-picture"
        case partlySearched = "partly-searched"
        case duplicateNumber = "duplicate-number"
        case overLimit = "over-limit"
        // Findings about any file or directory.
        case permissions
        case unreadable
        case misnamed
        case nameClash = "name-clash"
        case link
        case special
        case directory
        case stray
        case litter
        // Findings about a workspace.
        case staging
        case damagedPreferences = "damaged-preferences"
        case damagedHistory = "damaged-history"
        case staleIndex = "stale-index"
        case damagedIndex = "damaged-index"
    }

    package enum Outcome: Hashable, Sendable {
        /// No repair is needed.
        case told
        /// No repair was requested.
        case found
        /// Not repaired, because data would be lost or for the given reason.
        case left(String?)
        case repaired
        /// Repaired by renaming it in its directory.
        case renamed(to: String)
        /// Moved to a path relative to the user's directory.
        case moved(to: String)
    }

    package let code: Code
    /// The path relative to the user's directory, which itself is `.`.
    package let path: String
    /// The number of the document; nil if the finding concerns no document.
    package let number: Int?
    /// The problem, phrased to follow the path in a sentence.
    package let message: String
    package internal(set) var outcome = Outcome.found

    init(_ code: Code, _ path: String, number: Int? = nil, _ message: String) {
        self.code = code
        self.path = path
        self.number = number
        self.message = message
        // These never need a repair.
        if [.litter, .damagedField, .unknownPicture, .damagedPicture, .partlySearched].contains(
            code)
        {
            outcome = .told
        }
    }

    /// Whether the finding still needs a repair.
    package var isOpen: Bool {
        switch outcome {
        case .found, .left: true
        case .told, .repaired, .renamed, .moved: false
        }
    }
}

package struct RepairableFinding: Sendable {
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

    package let finding: Finding
    let path: WorkspacePath
    let remedy: Remedy

    init(
        _ code: Finding.Code, _ path: WorkspacePath, _ message: String,
        _ remedy: Remedy = .nothing
    ) {
        finding = Finding(code, path.text, number: path.document?.number, message)
        (self.path, self.remedy) = (path, remedy)
    }

    /// What distinguishes a flaw from others; a later check finds it again.
    struct Identity: Hashable {
        let code: Finding.Code
        let path: WorkspacePath
    }

    var identity: Identity { Identity(code: finding.code, path: path) }

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
        [
            HistoryStore.directoryName, Workspace.documentsName, Staging.parentName,
            WorkspaceLock.name,
        ].contains { path == .entry($0) }
    }
}

extension WorkspacePath {
    /// The path of an entry of the user's directory.
    static func entry(_ name: String) -> WorkspacePath { .other([RawName(name)]) }
}

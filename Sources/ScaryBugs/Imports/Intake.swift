import SystemPackage

/// The documents of one source on their way in.
///
/// Each is read, checked and staged, and none appears among the others before all are known: a
/// source is taken whole or, unless it is to be kept going with, not at all.
final class Intake {
    /// A document in the staging directory.
    struct Staged {
        let contents: WorkspaceTransaction.Staged
        let kind: DocumentKind
        /// The number that its directory had.
        let was: Int?
        let title: String
        let origin: ImportOrigin
    }

    let options: ImportOptions
    let limits: Limits
    /// What documents of all kinds have besides.
    let ownFields: [Field]

    /// What becomes of the documents.
    enum Purpose: Sendable {
        /// They are only counted.
        case trial
        /// They are only looked at.
        case preview
        /// They are kept.
        case staged(Staging)
    }

    private let purpose: Purpose

    private(set) var staged: [Staged] = []
    private(set) var previews: [Workspace.Preview] = []
    private(set) var warnings: [String] = []
    private(set) var refusals: [ScaryBugsError] = []

    private var trialCount = 0

    init(options: ImportOptions, preferences: Preferences, purpose: Purpose) {
        self.options = options
        limits = preferences.limits
        ownFields = preferences.ownFields
        self.purpose = purpose
    }

    /// Reads and checks a source.
    convenience init(
        of source: ImportSource, options: ImportOptions, preferences: Preferences,
        purpose: Purpose
    ) throws {
        self.init(options: options, preferences: preferences, purpose: purpose)
        try noting(source.origin) {
            switch source.content {
            case .directory(let directory): try take(directory, of: source)
            case .file(let file): try take(file, of: source)
            }
        }
    }

    deinit {
        guard case .staged(let staging) = purpose else { return }
        for document in staged {
            try? staging.directory.removeDirectory(named: document.contents.name)
        }
    }

    /// Whether there is something to take, and nothing in the way of it.
    var isAccepted: Bool {
        let count = staged.count + previews.count + trialCount
        return count > 0 && (refusals.isEmpty || options.keepsGoing)
    }

    /// How many documents there are so far, and how many were refused.
    var receivedCount: Int { staged.count + previews.count + trialCount + refusals.count }

    /// Takes one document, or notes why not.
    ///
    /// - Parameter read: reads and checks it, and puts its files into the directory, where there is
    ///   one.
    func receive(
        from origin: ImportOrigin, _ read: (Directory?) throws -> Arrival
    ) throws {
        try Interruption.check()
        try noting(origin) {
            switch purpose {
            case .trial:
                note(try read(nil).warnings, origin)
                trialCount += 1
            case .preview:
                let arrival = try read(nil)
                note(arrival.warnings, origin)
                previews.append(Workspace.Preview(arrival, from: origin))
            case .staged(let staging): try stage(origin, in: staging, read)
            }
        }
    }

    private func stage(
        _ origin: ImportOrigin, in staging: Staging, _ read: (Directory?) throws -> Arrival
    ) throws {
        let (name, directory) = try staging.newDocument()
        do {
            let arrival = try read(directory)
            note(arrival.warnings, origin)
            let title = arrival.contents.data.title
            let contents = WorkspaceTransaction.Staged(
                name: name, version: try directory.version(checksums: .known(arrival.checksums)))
            staged.append(
                Staged(
                    contents: contents, kind: arrival.kind, was: arrival.was, title: title,
                    origin: origin.titled(title)))
        } catch {
            try? staging.directory.removeDirectory(named: name)
            throw error
        }
    }

    /// Notes the refusal that `body` ends with; what the system says, or the user, ends it all.
    func noting(_ origin: ImportOrigin, _ body: () throws -> Void) throws {
        do { try body() } catch let error as ScaryBugsError {
            switch error.code {
            case .interrupted: throw error
            case _ where error.isOfFullDisk: throw origin.naming(error)
            default: refusals.append(origin.naming(error))
            }
        }
    }

    private func note(_ warnings: [String], _ origin: ImportOrigin) {
        for warning in warnings { warn(warning, origin) }
    }

    func warn(_ warning: String, _ origin: ImportOrigin) {
        warnings.append("\(origin): \(warning)")
    }

    /// Called when the staged documents have their places among the others.
    func didClaim() {
        staged = []
    }
}

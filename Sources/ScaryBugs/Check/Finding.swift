/// Something in a workspace that is not as it should be, or is worth a word.
public struct Finding: Sendable {
    /// What is wrong; the words stay the same, for programs to act on.
    public enum Code: String, CaseIterable, Sendable {
        // Of a document.
        case damagedData = "damaged-data"
        case noData = "no-data"
        case damagedField = "damaged-field"
        case damagedPicture = "damaged-picture"
        case duplicateNumber = "duplicate-number"
        case overLimit = "over-limit"
        // Of anything that has a name.
        case permissions
        case unreadable
        case misnamed
        case nameClash = "name-clash"
        case link
        case special
        case directory
        case stray
        case litter
        // Of a workspace.
        case staging
        case damagedPreferences = "damaged-preferences"
        case damagedHistory = "damaged-history"
        case staleIndex = "stale-index"
        case damagedIndex = "damaged-index"
    }

    /// What was done about it.
    public enum Outcome: Hashable, Sendable {
        /// Nothing, since nothing need be done.
        case told
        /// Nothing, since nothing was asked for.
        case found
        /// Nothing, since nothing could be done without loss, or for another reason.
        case left(String?)
        /// It is as it should be.
        case mended
        /// So is it, and it has a new name in its directory.
        case renamed(to: String)
        /// It was moved to a path beneath the user's directory.
        case moved(to: String)
    }

    public let code: Code
    /// Where it is, beneath the user's directory, which is itself `.`.
    public let path: String
    /// Of the document; nil where there is none.
    public let number: Int?
    /// What is wrong, as it follows the path.
    public let message: String
    public internal(set) var outcome = Outcome.found

    init(_ code: Code, _ path: String, number: Int? = nil, _ message: String) {
        self.code = code
        self.path = path
        self.number = number
        self.message = message
        if code.isMereWord { outcome = .told }
    }

    /// Whether something is still to be done about it.
    public var isOpen: Bool {
        switch outcome {
        case .found, .left: true
        case .told, .mended, .renamed, .moved: false
        }
    }
}

extension Finding.Code {
    /// Whether it is in nobody's way.
    var isMereWord: Bool { self == .litter || self == .damagedField }
}

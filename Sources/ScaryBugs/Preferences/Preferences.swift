internal import KeyedArchive

/// What a user chose, with defaults for all else.
public struct Preferences: Sendable {
    /// The limits that follow from it.
    public private(set) var limits = Limits()
    /// The fields that documents of all kinds have besides.
    public private(set) var ownFields: [Field] = []
    /// Queries that have names.
    public private(set) var savedQueries: [SavedQuery] = []

    /// What the file holds, known here or not.
    private var entries: [ArchivedValue.Entry] = []
    /// Has the objects that entries from elsewhere may refer to.
    private var archive = KeyedArchive()

    private static let rootKey = "root"

    /// Defaults throughout.
    public init() {}

    /// Reads the keyed archive of a dictionary.
    ///
    /// - Throws: ``ScaryBugsError/Code/damaged`` where the bytes are none.
    init(_ bytes: [UInt8]) throws {
        archive = try translatingErrors { try KeyedArchive(bytes: bytes) }
        let root = try translatingErrors {
            try archive.root(Self.rootKey).map { try archive.value(of: $0) }
        }
        guard case .dictionary(let entries)? = root else {
            throw ScaryBugsError(.damaged, "the archive holds no dictionary as its root")
        }
        self.entries = entries
        apply()
    }

    /// The keyed archive of a dictionary; what was not understood is in it as it came.
    func encoded() throws -> [UInt8] {
        try translatingErrors {
            var archive = archive
            archive.setRoot(Self.rootKey, to: try archive.add(.dictionary(entries)))
            return try archive.encoded()
        }
    }

    /// The value of a preference: what was chosen, where that is a value that it can have.
    public subscript(preference: Preference) -> Preference.Value {
        self[preference.name].flatMap(preference.type.value) ?? preference.defaultValue
    }

    /// What `new` makes.
    public var kind: DocumentKind {
        DocumentKind.all.first { self[.kind] == .text($0.name) } ?? .bug
    }

    /// Most steps of the history.
    var historySteps: Int {
        if case .integer(let count) = self[.historySteps] { return Int(clamping: count) }
        return 1_000
    }

    /// Most bytes of the history.
    var historyBytes: Int64 {
        if case .integer(let count) = self[.historyBytes] { return count }
        return 1 << 30
    }

    /// Chooses a value, or with nil goes back to the default.
    mutating func set(_ value: Preference.Value?, for preference: Preference) {
        self[preference.name] = value?.stored
    }

    /// What is wrong with values, for which the defaults stand.
    var warnings: [String] {
        let ofValues = Preference.all.compactMap { preference -> String? in
            guard let stored = self[preference.name], preference.type.value(stored) == nil else {
                return nil
            }
            let usual = preference.text(of: preference.defaultValue)
            return "\(preference.name) is not \(preference.type.summary); \(usual) is used"
        }
        return ofValues
            + [
                readOwnFields().warning("custom fields"),
                readSavedQueries().warning("saved queries"),
            ].compactMap(\.self)
    }

    /// What the file holds under a key, understood or not.
    subscript(key: String) -> ArchivedValue? {
        get { entries.first { $0.key == .string(key) }?.value }
        set {
            entries.removeAll { $0.key == .string(key) }
            if let newValue { entries.append(.init(key: .string(key), value: newValue)) }
            apply()
        }
    }

    private mutating func apply() {
        limits = Limits()
        for preference in Preference.all { preference.apply(self[preference], &limits) }
        ownFields = readOwnFields().elements
        savedQueries = readSavedQueries().elements
    }
}

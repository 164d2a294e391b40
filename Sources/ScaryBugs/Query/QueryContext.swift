/// What the words of a query can refer to.
public struct QueryContext {
    /// The fields of all kinds, one of each name.
    let fields: [Field]
    /// What `today` and `7d` are counted from.
    let now: Timestamp
    /// The words of a saved query, or an error that says that there is none of that name.
    let savedQuery: (String) throws -> [String]
    /// How long a query may be.
    let limits: Limits

    /// The fields that are built in.
    public static let builtInFields: [Field] = uniqued(DocumentKind.all.flatMap(\.fields))

    public init(
        now: Timestamp, fields: [Field] = builtInFields, limits: Limits = Limits(),
        savedQuery: @escaping (String) throws -> [String] = Self.noSavedQuery
    ) {
        self.now = now
        self.fields = fields
        self.savedQuery = savedQuery
        self.limits = limits
    }

    /// Throws the error that there is no such saved query.
    public static func noSavedQuery(_ name: String) throws -> [String] {
        throw ScaryBugsError(.notFound, "there is no saved query '\(name)'")
    }

    /// The first field of each name.
    private static func uniqued(_ fields: [Field]) -> [Field] {
        fields.reduce(into: []) { result, field in
            if !result.contains(where: { $0.name == field.name }) { result.append(field) }
        }
    }
}

// MARK: Names

extension QueryContext {
    /// Qualifiers that are no fields.
    public static let ownQualifiers = ["number", "kind", "has", "sort", "limit", tag]

    /// Another name for `tags`.
    private static let tag = "tag"

    /// All qualifiers.
    public var qualifiers: [String] {
        fields.filter { $0.type != .picture }.map(\.name) + Self.ownQualifiers
    }

    /// What can follow `has:`.
    public var presences: [String] { fields.map(\.name) }

    /// What can follow `sort:`.
    public var orders: [String] {
        fields.filter { $0.type != .picture }.map(\.name) + ["number", "kind"]
    }

    func field(named name: String) -> Field? {
        fields.first { $0.name == name }
            ?? (name == Self.tag ? fields.first { $0.name == Field.tags.name } : nil)
    }
}

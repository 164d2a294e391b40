public import KeyedArchive

/// The contents of a document's data file: the archive of one object, read field by field.
///
/// What this program does not know stays in the archive as it came.
public struct DocumentData: Sendable {
    public let kind: DocumentKind
    private var archive: KeyedArchive
    private let object: KeyedArchive.Reference
    /// Stands in for fields that the archive does not have.
    private let fallback: Fallback

    /// What a document without its own identifier and dates has instead.
    private struct Fallback {
        var identifier: Identifier
        var date: Timestamp

        enum Identifier {
            case random(String)
            /// Made from the data file's bytes only where it is asked for.
            case derived(from: [UInt8])

            var text: String {
                switch self {
                case .random(let text): text
                case .derived(let bytes): DocumentIdentifier.derived(from: bytes)
                }
            }
        }
    }

    private static let version: Int128 = 1
    static let versionKey = "Version"

    /// A new document's data, without a title yet.
    public init(new kind: DocumentKind, now: Timestamp) throws {
        self.kind = kind
        archive = KeyedArchive()
        object = archive.addObject(className: kind.className)
        archive.setRoot(kind.rootKey, to: object)
        fallback = Fallback(identifier: .random(DocumentIdentifier.random()), date: now)
        try set(.rating(0), for: .rating)
        try storeIdentity()
    }

    /// Reads a data file.
    ///
    /// - Parameters:
    ///   - kind: nil where the archived object's class tells.
    ///   - ownFields: what documents of all kinds have besides.
    ///   - modified: the file's time, which stands for dates that the archive lacks.
    /// - Throws: ``ScaryBugsError/Code/damaged`` where the bytes are no such archive.
    public init(
        _ bytes: [UInt8], kind: DocumentKind?, ownFields: [Field] = [], modified: Timestamp
    ) throws {
        do {
            archive = try KeyedArchive(bytes: bytes)
            let (found, object) = try Self.root(of: archive, kind)
            self.kind = found.adding(ownFields)
            self.object = object
        } catch let error as KeyedArchiveError {
            throw ScaryBugsError(.damaged, "\(error)", cause: error)
        }
        fallback = Fallback(identifier: .derived(from: bytes), date: modified)
    }

    /// The same object as one of another kind, its fields not yet changed.
    init(_ other: DocumentData, as kind: DocumentKind) throws {
        self.kind = kind
        archive = other.archive
        object = other.object
        fallback = other.fallback
        try translatingErrors { try archive.setClass(of: object, to: kind.className) }
    }

    private static let rootKeys = ["Data", "root"]

    /// The archived object, under whichever of the keys that the apps have used.
    private static func root(
        of archive: KeyedArchive, _ expected: DocumentKind?
    ) throws -> (DocumentKind, KeyedArchive.Reference) {
        for key in expected.map({ [$0.rootKey] + rootKeys }) ?? rootKeys {
            guard let object = try archive.root(key) else { continue }
            let className = try archive.className(of: object)
            if let className, let kind = expected ?? .ofClass(className),
                kind.accepts(className: className)
            {
                return (kind, object)
            }
            let known = expected.map { [$0] } ?? DocumentKind.all
            throw ScaryBugsError(
                .damaged,
                "it holds \(className ?? "a plain value"), not "
                    + known.map(\.className).joined(separator: " or "))
        }
        throw ScaryBugsError(
            .damaged, "the archive has no root '\(expected?.rootKey ?? "Data")'")
    }

    /// The data file's bytes.
    public func encoded() throws -> [UInt8] {
        try translatingErrors { try archive.encoded() }
    }

    /// Adds the object to an archive of many.
    func add(to other: inout KeyedArchive) throws -> KeyedArchive.Reference {
        try translatingErrors { try other.add(copyOf: object, from: archive) }
    }
}

/// What the codec says becomes an error of damaged data.
func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as KeyedArchiveError {
        throw ScaryBugsError(.damaged, "\(error)", cause: error)
    }
}

// MARK: Fields

extension DocumentData {
    /// The value of a field; nil where there is none, or none that the field can have.
    ///
    /// - Parameter field: told by its name, since kinds differ in the keys of their fields.
    public subscript(field: Field) -> FieldValue? {
        kind.field(named: field.name).flatMap(value)
    }

    /// The value of one of the kind's own fields.
    private func value(of field: Field) -> FieldValue? {
        switch field.type {
        case .text, .title: return text(field).map(FieldValue.text)
        case .rating: return .rating(rating ?? 0)
        case .list: return .list(list(field))
        case .date: return date(field).map(FieldValue.date)
        case .count: return count(field).map(FieldValue.count)
        case .number: return number(field).map(FieldValue.number)
        case .boolean: return boolean(field).map(FieldValue.boolean)
        case .picture: return nil
        }
    }

    /// Calls `body` with each field that has a value, in the order in which they are shown.
    func forEachValue(_ body: (Field, FieldValue) -> Void) {
        for field in kind.fields { if let value = value(of: field) { body(field, value) } }
    }

    public var title: String {
        if case .text(let title)? = self[.title] { return title }
        return ""
    }

    public var identifier: String { text(.identifier) ?? fallback.identifier.text }

    /// What is wrong with the archive's values, without being in the way.
    public var warnings: [String] {
        kind.fields.filter { !isReadable($0) }.map { field in
            field.type == .rating
                ? "the rating is not a number and is read as 0"
                : "the value of \(field.name) is not understood"
        }
    }

    /// Whether all of what is stored for a field is what the field can have.
    func isReadable(_ field: Field) -> Bool {
        guard field.type != .picture, let value = stored(field.key), value != .null else {
            return field.type == .picture || !isDamaged(field)
        }
        switch field.type {
        case .rating: return rating != nil
        case .list: return Self.elements(of: value)?.allSatisfy { Self.text($0) != nil } ?? false
        case .text, .title: return Self.text(value) != nil
        case .date: return date(field) != nil && value.isDate
        case .count: return count(field) != nil
        case .number: return number(field) != nil
        case .boolean: return boolean(field) != nil
        case .picture: return true
        }
    }

    /// Whether there is a value that cannot even be resolved.
    private func isDamaged(_ field: Field) -> Bool {
        stored(field.key) == nil
            && (try? archive.storage(forKey: field.key, of: object)) != nil
    }

    /// The rating, 0 where there is none; nil where it is no number.
    private var rating: Float? {
        switch stored(Field.rating.key) {
        case nil, .null: 0
        case .float(let value) where value.isFinite: value
        case .real(let value) where Float(value).isFinite: Float(value)
        case .integer(let value): Float(value)
        default: nil
        }
    }

    private func text(_ field: Field) -> String? {
        stored(field.key).flatMap(Self.text)
            ?? (field === Field.identifier ? fallback.identifier.text : nil)
    }

    private func list(_ field: Field) -> [String] {
        stored(field.key).flatMap(Self.elements)?.compactMap(Self.text) ?? []
    }

    private static func elements(of value: ArchivedValue) -> [ArchivedValue]? {
        switch value {
        case .array(let values), .set(let values), .orderedSet(let values): values
        default: nil
        }
    }

    static func text(_ value: ArchivedValue) -> String? {
        switch value {
        case .string(let text): text
        case .utf16(let units): String(decoding: units, as: UTF16.self)
        default: nil
        }
    }

    private func date(_ field: Field) -> Timestamp? {
        if case .date(let seconds) = stored(field.key) {
            return Timestamp(secondsSince2001: seconds)
        }
        return field === Field.created || field === Field.modified ? fallback.date : nil
    }

    private func count(_ field: Field) -> Int64? {
        guard let number = stored(field.key).flatMap(Self.integer), number >= 0 else { return nil }
        return number
    }

    private func number(_ field: Field) -> Double? {
        switch stored(field.key) {
        case .real(let value) where value.isFinite: value
        case .float(let value) where value.isFinite: Double(value)
        case .integer(let value): Double(value)
        default: nil
        }
    }

    private func boolean(_ field: Field) -> Bool? {
        if case .boolean(let value)? = stored(field.key) { return value }
        return stored(field.key).flatMap(Self.integer).map { $0 != 0 }
    }

    private static func integer(_ value: ArchivedValue) -> Int64? {
        switch value {
        case .integer(let number): Int64(exactly: number)
        case .real(let number): Int64(exactly: number)
        case .float(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// A value that cannot be resolved counts as absent: it is kept, not understood.
    private func stored(_ key: String) -> ArchivedValue? {
        try? archive.value(forKey: key, of: object)
    }

    /// Keys of the archived object that no field of the kind has, with their values.
    public var unknown: [(key: String, value: ArchivedValue)] {
        guard let keys = try? archive.keys(of: object) else { return [] }
        return keys.filter { key in
            key != Self.versionKey && !kind.fields.contains { $0.key == key }
        }.compactMap { key in stored(key).map { (key, $0) } }
    }
}

// MARK: Editing

extension DocumentData {
    /// Sets a field, or takes it away with nil; a field that the kind does not have stays away.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for a title that is taken away.
    public mutating func set(_ value: FieldValue?, for field: Field) throws {
        guard let field = kind.field(named: field.name) else { return }
        if value == nil, field.type == .title {
            throw ScaryBugsError(.invalidValue, "a title must not be blank")
        }
        let cleared: FieldValue? = field.type == .rating ? .rating(0) : nil
        try store(value ?? cleared, in: field)
    }

    /// Notes that the document was edited, and stores what so far was only derived.
    public mutating func touch(now: Timestamp) throws {
        try useFormOfApp(modified: now)
    }

    /// Whether the archive has the form that the kind's app reads today.
    var isInFormOfApp: Bool {
        get throws {
            try translatingErrors {
                let storage = try archive.storage(forKey: Field.rating.key, of: object)
                return try archive.root(kind.rootKey) == object
                    && (storage ?? kind.ratingStorage) == kind.ratingStorage
            }
        }
    }

    /// Gives the archive that form, whichever it came in.
    ///
    /// - Parameter modified: when it was last edited; nil where that stays.
    mutating func useFormOfApp(modified: Timestamp? = nil) throws {
        for key in archive.rootKeys where key != kind.rootKey {
            if try translatingErrors({ try archive.root(key) }) == object {
                archive.setRoot(key, to: nil)
            }
        }
        archive.setRoot(kind.rootKey, to: object)
        if stored(Field.rating.key) != nil, let rating { try set(.rating(rating), for: .rating) }
        try storeIdentity(modified: modified)
    }

    /// Takes a field's key away, also one that the kind does not have.
    mutating func remove(_ field: Field) throws {
        try store(nil, forKey: field.key)
    }

    /// Moves what is stored for a field of another kind to the key that it has in this one.
    mutating func move(_ other: Field, to field: Field) throws {
        try translatingErrors { try archive.rename(key: other.key, to: field.key, of: object) }
    }

    /// What is stored for a field, understood or not.
    func archivedValue(of field: Field) -> ArchivedValue? {
        kind.field(named: field.name).flatMap { stored($0.key) }
    }

    /// The keys of the archived object.
    var keys: [String] { (try? archive.keys(of: object)) ?? [] }

    private mutating func storeIdentity(modified: Timestamp? = nil) throws {
        try store(.text(identifier), in: .identifier)
        try store(.date(date(.created) ?? fallback.date), in: .created)
        try store(.date(modified ?? date(.modified) ?? fallback.date), in: .modified)
        try store(.integer(Self.version), forKey: Self.versionKey)
    }

    private mutating func store(_ value: FieldValue?, in field: Field) throws {
        // An app finds a number where it put it.
        let present = try translatingErrors { try archive.storage(forKey: field.key, of: object) }
        try store(
            value.map { archived($0, in: field) }, forKey: field.key,
            storage: field.type == .rating ? kind.ratingStorage : present ?? .automatic)
    }

    private mutating func store(
        _ value: ArchivedValue?, forKey key: String, storage: KeyedArchive.Storage = .automatic
    ) throws {
        try translatingErrors {
            try archive.setValue(value, forKey: key, of: object, storage: storage)
        }
    }

    private func archived(_ value: FieldValue, in field: Field) -> ArchivedValue {
        switch value {
        case .text(let text): return .string(text)
        case .rating(let rating): return .float(rating)
        case .list(let values):
            let texts = values.map(ArchivedValue.string)
            // An app that keeps a set must find one.
            switch stored(field.key) {
            case .set: return .set(texts)
            case .orderedSet: return .orderedSet(texts)
            default: return .array(texts)
            }
        case .date(let date): return .date(date.secondsSince2001)
        case .count(let count): return .integer(Int128(count))
        case .number(let number): return .real(number)
        case .boolean(let value): return .boolean(value)
        }
    }
}

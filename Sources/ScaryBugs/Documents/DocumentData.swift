public import KeyedArchive

/// The contents of a document's data file: an archive of one object, which is decoded field by
/// field.
///
/// Content that this program does not know stays in the archive unchanged.
public struct DocumentData: Sendable {
    public let kind: DocumentKind
    private var archive: KeyedArchive
    private let object: KeyedArchive.Reference
    /// Default values for fields that the archive does not have.
    private let fallback: Fallback

    /// The identifier and the date of a document that stores none.
    private struct Fallback {
        var identifier: Identifier
        var date: Timestamp

        enum Identifier {
            case random(String)
            /// Derived from the data file's bytes only when it is needed, because hashing takes
            /// time.
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

    /// Makes the data of a new document, which has no title yet.
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
    ///   - kind: the expected kind; nil to derive it from the archived object's class.
    ///   - customFields: the user's custom fields, which documents of every kind have.
    ///   - modified: the file's modification time, used for dates that the archive lacks.
    /// - Throws: ``ScaryBugsError/Code/damaged`` if the bytes are not such an archive.
    public init(
        _ bytes: [UInt8], kind: DocumentKind?, customFields: [Field] = [], modified: Timestamp
    ) throws {
        do {
            archive = try KeyedArchive(bytes: bytes)
            let (found, object) = try Self.root(of: archive, kind)
            self.kind = found.adding(customFields)
            self.object = object
        } catch let error as KeyedArchiveError {
            throw ScaryBugsError(.damaged, "\(error)", cause: error)
        }
        fallback = Fallback(identifier: .derived(from: bytes), date: modified)
    }

    /// Changes the object's class to another kind's, and leaves its fields unchanged.
    init(_ other: DocumentData, as kind: DocumentKind) throws {
        self.kind = kind
        archive = other.archive
        object = other.object
        fallback = other.fallback
        try translatingErrors { try archive.setClass(of: object, to: kind.className) }
    }

    private static let rootKeys = ["Data", "root"]

    /// Finds the archived object under any of the keys that the apps have used.
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

    /// Adds a copy of the object to an archive of many objects.
    func add(to other: inout KeyedArchive) throws -> KeyedArchive.Reference {
        try translatingErrors { try other.add(copyOf: object, from: archive) }
    }
}

/// Converts errors of the codec to ``ScaryBugsError/Code/damaged``.
func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as KeyedArchiveError {
        throw ScaryBugsError(.damaged, "\(error)", cause: error)
    }
}

// MARK: Fields

extension DocumentData {
    /// The value of a field; nil if there is none, or if the field can't have the stored value.
    ///
    /// - Parameter field: identified by its name, because its key differs between kinds.
    public subscript(field: Field) -> FieldValue? {
        kind.field(named: field.name).flatMap(value)
    }

    /// Reads the value of one of this kind's fields.
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

    /// Calls `body` with each field that has a value, in display order.
    func forEachValue(_ body: (Field, FieldValue) -> Void) {
        for field in kind.fields { if let value = value(of: field) { body(field, value) } }
    }

    public var title: String {
        if case .text(let title)? = self[.title] { return title }
        return ""
    }

    public var identifier: String { text(.identifier) ?? fallback.identifier.text }

    /// Messages about values that can't be read. Such values don't prevent use of the document.
    public var warnings: [String] {
        kind.fields.filter { !isReadable($0) }.map { field in
            field.type == .rating
                ? "the rating is not a number and is read as 0"
                : "the value of \(field.name) is not understood"
        }
    }

    /// Whether the stored value is valid for the field, including every element of a list. An
    /// absent value is valid.
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

    /// Whether a value exists that can't even be resolved.
    private func isDamaged(_ field: Field) -> Bool {
        stored(field.key) == nil
            && (try? archive.storage(forKey: field.key, of: object)) != nil
    }

    /// The rating; 0 if there is none, nil if the stored value isn't a number.
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

    /// The value for a key. A value that can't be resolved counts as absent but stays in the
    /// archive.
    private func stored(_ key: String) -> ArchivedValue? {
        try? archive.value(forKey: key, of: object)
    }

    /// Keys and values of the archived object that belong to no field of the kind.
    public var unknown: [(key: String, value: ArchivedValue)] {
        guard let keys = try? archive.keys(of: object) else { return [] }
        return keys.filter { key in
            key != Self.versionKey && !kind.fields.contains { $0.key == key }
        }.compactMap { key in stored(key).map { (key, $0) } }
    }
}

// MARK: Editing

extension DocumentData {
    /// Sets a field, or removes its value if `value` is nil. Fields that the kind does not have are
    /// ignored.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if a title is removed.
    public mutating func set(_ value: FieldValue?, for field: Field) throws {
        guard let field = kind.field(named: field.name) else { return }
        if value == nil, field.type == .title {
            throw ScaryBugsError(.invalidValue, "a title must not be blank")
        }
        let cleared: FieldValue? = field.type == .rating ? .rating(0) : nil
        try store(value ?? cleared, in: field)
    }

    /// Sets the modification date, and stores an identifier and dates that were only derived
    /// before.
    public mutating func touch(now: Timestamp) throws {
        try useFormOfApp(modified: now)
    }

    /// Whether the archive has the current format of the kind's app.
    var isInFormOfApp: Bool {
        get throws {
            try translatingErrors {
                let storage = try archive.storage(forKey: Field.rating.key, of: object)
                return try archive.root(kind.rootKey) == object
                    && (storage ?? kind.ratingStorage) == kind.ratingStorage
            }
        }
    }

    /// Converts the archive to the current format of the kind's app.
    ///
    /// - Parameter modified: the modification date; nil to leave it unchanged.
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

    /// Removes a field's key, even if the kind does not have the field.
    mutating func remove(_ field: Field) throws {
        try store(nil, forKey: field.key)
    }

    /// Moves the stored value of another kind's field to the key of this kind's field.
    mutating func move(_ other: Field, to field: Field) throws {
        try translatingErrors { try archive.rename(key: other.key, to: field.key, of: object) }
    }

    /// The stored value of a field, even if this program can't read it.
    func archivedValue(of field: Field) -> ArchivedValue? {
        kind.field(named: field.name).flatMap { stored($0.key) }
    }

    /// The keys of the archived object; empty if it can't be decoded.
    var keys: [String] { (try? archive.keys(of: object)) ?? [] }

    private mutating func storeIdentity(modified: Timestamp? = nil) throws {
        try store(.text(identifier), in: .identifier)
        try store(.date(date(.created) ?? fallback.date), in: .created)
        try store(.date(modified ?? date(.modified) ?? fallback.date), in: .modified)
        try store(.integer(Self.version), forKey: Self.versionKey)
    }

    private mutating func store(_ value: FieldValue?, in field: Field) throws {
        // An app reads a number only in the storage that it wrote.
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
            // An app that stored a set expects a set.
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

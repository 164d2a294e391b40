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
        var identifier: String
        var date: Timestamp
    }

    private static let version: Int128 = 1

    /// A new document's data, without a title yet.
    public init(new kind: DocumentKind, now: Timestamp) throws {
        self.kind = kind
        archive = KeyedArchive()
        object = archive.addObject(className: kind.className)
        archive.setRoot(kind.rootKey, to: object)
        fallback = Fallback(identifier: DocumentIdentifier.random(), date: now)
        try store(.rating(0), in: .rating)
        try storeIdentity()
    }

    /// Reads a data file.
    ///
    /// - Parameter modified: the file's time, which stands for dates that the archive lacks.
    /// - Throws: ``ScaryBugsError/Code/damaged`` where the bytes are no such archive.
    public init(_ bytes: [UInt8], kind: DocumentKind, modified: Timestamp) throws {
        self.kind = kind
        do {
            archive = try KeyedArchive(bytes: bytes)
            object = try Self.root(of: archive, kind)
        } catch let error as KeyedArchiveError {
            throw ScaryBugsError(.damaged, "\(error)", cause: error)
        }
        fallback = Fallback(
            identifier: DocumentIdentifier.derived(from: bytes), date: modified)
    }

    private static func root(
        of archive: KeyedArchive, _ kind: DocumentKind
    ) throws -> KeyedArchive.Reference {
        for key in [kind.rootKey, "root", "Data"] {
            guard let object = try archive.root(key) else { continue }
            let className = try archive.className(of: object) ?? "a plain value"
            guard kind.accepts(className: className) else {
                throw ScaryBugsError(
                    .damaged, "it holds \(className), not \(kind.className)")
            }
            return object
        }
        throw ScaryBugsError(
            .damaged, "the archive has no root '\(kind.rootKey)'")
    }

    /// The data file's bytes.
    public func encoded() throws -> [UInt8] {
        try Self.translatingErrors { try archive.encoded() }
    }

    private static func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let error as KeyedArchiveError {
            throw ScaryBugsError(.damaged, "\(error)", cause: error)
        }
    }
}

// MARK: Fields

extension DocumentData {
    /// The value of a field; nil where there is none, or none that the field can have.
    public subscript(field: Field) -> FieldValue? {
        switch field.type {
        case .text, .title: text(field).map(FieldValue.text)
        case .rating: .rating(rating ?? 0)
        case .list: .list(list(field))
        case .date: date(field).map(FieldValue.date)
        case .picture: nil
        }
    }

    public var title: String { text(.title) ?? "" }
    public var identifier: String { text(.identifier) ?? fallback.identifier }

    /// What is wrong with the archive's values, without being in the way.
    public var warnings: [String] {
        rating == nil ? ["the rating is no number and is taken as 0"] : []
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
        switch stored(field.key) {
        case .string(let text): text
        case .utf16(let units): String(decoding: units, as: UTF16.self)
        default: field == .identifier ? fallback.identifier : nil
        }
    }

    private func list(_ field: Field) -> [String] {
        switch stored(field.key) {
        case .array(let values), .set(let values), .orderedSet(let values):
            values.compactMap(Self.text)
        default: []
        }
    }

    private static func text(_ value: ArchivedValue) -> String? {
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
        return field == .created || field == .modified ? fallback.date : nil
    }

    /// A value that cannot be resolved counts as absent: it is kept, not understood.
    private func stored(_ key: String) -> ArchivedValue? {
        try? archive.value(forKey: key, of: object)
    }

    /// Keys of the archived object that no field of the kind has, with their values.
    public var unknown: [(key: String, value: ArchivedValue)] {
        let known = Set(kind.fields.map(\.key) + ["Version"])
        guard let keys = try? archive.keys(of: object) else { return [] }
        return keys.filter { !known.contains($0) }.compactMap { key in
            stored(key).map { (key, $0) }
        }
    }
}

// MARK: Editing

extension DocumentData {
    /// Sets a field, or takes it away with nil.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for a title that is taken away.
    public mutating func set(_ value: FieldValue?, for field: Field) throws {
        if value == nil, field.type == .title {
            throw ScaryBugsError(.invalidValue, "a title must not be blank")
        }
        let cleared: FieldValue? = field.type == .rating ? .rating(0) : nil
        try store(value ?? cleared, in: field)
    }

    /// Notes that the document was edited, and stores what so far was only derived.
    public mutating func touch(now: Timestamp) throws {
        let created = date(.created) ?? now
        try storeIdentity()
        try store(.date(created), in: .created)
        try store(.date(now), in: .modified)
    }

    private mutating func storeIdentity() throws {
        try store(.text(identifier), in: .identifier)
        try store(.date(date(.created) ?? fallback.date), in: .created)
        try store(.date(date(.modified) ?? fallback.date), in: .modified)
        try store(.integer(Self.version), forKey: "Version")
    }

    private mutating func store(_ value: FieldValue?, in field: Field) throws {
        try store(value.map(Self.archived), forKey: field.key)
    }

    private mutating func store(_ value: ArchivedValue?, forKey key: String) throws {
        do { try archive.setValue(value, forKey: key, of: object) } catch {
            throw ScaryBugsError(.damaged, "\(error)", cause: error)
        }
    }

    private static func archived(_ value: FieldValue) -> ArchivedValue {
        switch value {
        case .text(let text): .string(text)
        case .rating(let rating): .float(rating)
        case .list(let values): .array(values.map(ArchivedValue.string))
        case .date(let date): .date(date.secondsSince2001)
        }
    }
}

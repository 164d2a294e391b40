package import KeyedArchive

/// The contents of a document's data file: an archive of one object. A field is resolved when it is
/// asked for.
///
/// Content that this program does not know stays in the archive unchanged.
public struct DocumentData: Sendable {
    /// The kind, including the user's custom fields.
    public let kind: DocumentKind
    var archive: KeyedArchive
    let object: KeyedArchive.Reference
    /// The identifier and the date of a document that stores none. The identifier is empty if it isn't needed.
    let fallback: (identifier: String, date: Timestamp)

    static let versionKey = "Version"
    /// The keys that belong to no field.
    package static let ownKeys = [versionKey, imageNameKey]

    /// Makes the data of a new document, which has no title yet.
    public init(new kind: DocumentKind, now: Timestamp) throws {
        let template = try kind.template()
        self.kind = kind
        (archive, object) = (template.archive, template.object)
        fallback = (DocumentIdentifier.random(), now)
        try store(.string(fallback.identifier), forKey: Field.identifier.key)
        let date = ArchivedValue.date(now.secondsSince2001)
        try store(date, forKey: Field.created.key)
        try store(date, forKey: Field.modified.key)
    }

    /// Makes the data that new documents copy. It has their keys in the apps' order, and no
    /// identifier and dates of its own.
    init(templateOf kind: DocumentKind) throws {
        self.kind = kind
        archive = KeyedArchive()
        object = archive.addObject(className: kind.className)
        archive.setRoot(kind.rootKey, to: object)
        fallback = ("", Timestamp(secondsSince1970: 0))
        try set(.rating(0), for: .rating)
        try storeIdentity()
        // The template keeps the class of lists, so that new documents with tags don't have to add it.
        try store(.array([]), forKey: Field.tags.key)
        try store(nil, forKey: Field.tags.key)
    }

    /// Reads a data file.
    ///
    /// - Parameters:
    ///   - bytes: the contents of the file.
    ///   - kind: the expected kind; nil to derive it from the archived object's class.
    ///   - customFields: the user's custom fields, which documents of every kind have.
    ///   - modified: the file's modification time, used for dates that the archive lacks.
    /// - Throws: ``ScaryBugsError/Code/damaged`` if the bytes are not such an archive.
    public init(
        _ bytes: [UInt8], kind: DocumentKind?, customFields: [Field] = [], modified: Timestamp
    ) throws {
        let (archive, root) = try translatingErrors {
            let archive = try KeyedArchive(
                bytes: bytes, memory: Self.memory(forBytes: bytes.count))
            let root = try Self.root(of: archive, kind)
            try archive.checkExpansion(of: root.object)
            return (archive, root)
        }
        // Hashing takes time, so only documents that store no identifier derive one.
        let identifier =
            Self.hasIdentifier(root.object, in: archive)
            ? "" : DocumentIdentifier.derived(from: bytes)
        self.kind = root.kind.adding(customFields)
        self.archive = archive
        object = root.object
        fallback = (identifier, modified)
    }

    private static func hasIdentifier(
        _ object: KeyedArchive.Reference, in archive: KeyedArchive
    ) -> Bool {
        (try? archive.value(forKey: Field.identifier.key, of: object))?.text != nil
    }

    /// The most bytes of memory for the values of a data file. A user who raises the limit on data
    /// files wants more.
    private static func memory(forBytes count: Int) -> Int {
        max(Limits().archiveMemory, 4 * count)
    }

    /// Reads another version of a document's data file.
    init(_ bytes: [UInt8], like other: DocumentData) throws {
        try self.init(bytes, kind: other.kind, modified: other.fallback.date)
    }

    /// Changes the object's class to another kind's, and leaves its fields unchanged.
    init(_ other: DocumentData, as kind: DocumentKind) throws {
        self.kind = kind
        archive = other.archive
        object = other.object
        fallback = other.fallback
        try translatingErrors { try archive.setClass(of: object, to: kind.className) }
    }

    /// The keys of the root that the apps have used.
    private static let (usualKey, otherKey) = ("Data", "root")

    /// Finds the archived object under the key of its kind, or under the other one.
    private static func root(
        of archive: KeyedArchive, _ expected: DocumentKind?
    ) throws -> (kind: DocumentKind, object: KeyedArchive.Reference) {
        let isOtherFirst = expected?.rootKey == otherKey
        let object =
            try archive.root(isOtherFirst ? otherKey : usualKey)
            ?? archive.root(isOtherFirst ? usualKey : otherKey)
        guard let object else {
            throw ScaryBugsError(
                .damaged, "the archive has no root '\(expected?.rootKey ?? usualKey)'")
        }
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

    /// The data file's bytes.
    public func encoded() throws -> [UInt8] {
        try translatingErrors { try archive.encoded() }
    }

    /// Adds a copy of the object to an archive of many objects.
    package func add(to other: inout KeyedArchive) throws -> KeyedArchive.Reference {
        try translatingErrors { try other.add(copyOf: object, from: archive) }
    }
}

/// Converts errors of the codec.
package func translatingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as KeyedArchiveError { throw ScaryBugsError(error) }
}

extension ScaryBugsError {
    init(_ error: KeyedArchiveError) {
        let isLimit = error.code == .memoryExceeded || error.code == .tooManyMarks
        self.init(isLimit ? .limitExceeded : .damaged, "\(error)", cause: error)
    }
}

extension DocumentData {
    /// Converts the data to the current format of a kind's app.
    ///
    /// - Returns: the data, and the names of the dropped fields, which the kind does not have.
    ///   Content that this program does not know is kept.
    package func converted(to target: DocumentKind) throws -> (data: DocumentData, lost: [String]) {
        if target == kind.withoutCustomFields {
            var result = self
            try result.useFormOfApp()
            return (result, [])
        }
        // Custom fields are the same in all kinds.
        let target = target.adding(kind.customFields)
        var result = try DocumentData(self, as: target)
        // The app of another kind shows no conflicts.
        try result.end(result.conflicts)
        var lost: [String] = []
        for field in kind.fields where field.type != .picture {
            if let other = target.field(named: field.name) {
                // The target key may already hold content that this program does not know.
                if other.key != field.key, keys.contains(other.key) { lost.append(other.key) }
                try result.move(field, to: other)
            } else {
                try result.remove(field)
                if hasValue(field) { lost.append(field.name) }
            }
        }
        try result.useFormOfApp()
        return (result, lost)
    }
}

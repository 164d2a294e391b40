import KeyedArchive

/// The contents by which an imported document is compared with one that has the same identifier.
struct ComparableContents: Sendable {
    let data: DocumentData
    /// All files but the data file, sorted by name, with checksums.
    private let files: [ContentVersion.FileVersion]

    init(_ data: DocumentData, _ version: ContentVersion) {
        self.data = data
        files = version.files.filter {
            !EntryRole.isDataFile($0.name) && !EntryRole.isLitter($0.name)
        }
    }

    /// Whether all values and all files are equal.
    func agrees(with other: ComparableContents) -> Bool {
        files == other.files && data.agrees(with: other.data)
    }
}

extension DocumentDirectory {
    /// The contents for a comparison; nil if the data file is missing.
    func comparableContents(_ reader: DocumentReader) throws -> ComparableContents? {
        let read = try reader.readIfPresent(self)
        return try read.map { ComparableContents($0.data, try directory.version(checksums: .all)) }
    }
}

extension DocumentData {
    /// Keys of values that can differ though the content is equal. An edit stores them, and a
    /// document of an app has none.
    private static let ownKeys: Set = [
        Field.identifier.key, Field.created.key, Field.modified.key, versionKey,
    ]

    /// Whether both have the same kind, and equal values for all other keys.
    func agrees(with other: DocumentData) -> Bool {
        guard kind == other.kind else { return false }
        // Decoding many values takes longer.
        if object == other.object, archive == other.archive { return true }
        let keys = contentKeys
        guard keys == other.contentKeys else { return false }
        let undecided = keys.filter { !agrees(with: other, onKey: $0) }.sorted()
        if undecided.isEmpty { return true }
        // Values that can't be decoded may be stored alike.
        guard let own = try? archive.encoded(undecided, of: object),
            let others = try? other.archive.encoded(undecided, of: other.object)
        else { return false }
        return own == others
    }

    private var contentKeys: Set<String> {
        Set(keys).subtracting(Self.ownKeys).filter { stored($0) != .null }
    }

    /// Whether the values of a key are known to be equal. Apps store a number in several forms, so a
    /// field's values are compared, too.
    private func agrees(with other: DocumentData, onKey key: String) -> Bool {
        guard let own = stored(key), let others = other.stored(key) else { return false }
        if own == others { return !own.hasUnresolvedObjects }
        guard let field = kind.fields.first(where: { $0.key == key }),
            let value = FieldValue(own, as: field.type)
        else { return false }
        return value == FieldValue(others, as: field.type)
    }
}

import Containers
import KeyedArchive

/// The contents by which an imported document is compared with one that has the same identifier.
struct ComparableContents {
    let data: DocumentData
    /// The size of the data file in bytes.
    let size: Int64
    private let version: (ContentVersion.Checksums) throws -> ContentVersion

    /// - Parameter version: returns the version of all files.
    init(
        _ data: DocumentData, size: Int64,
        _ version: @escaping (ContentVersion.Checksums) throws -> ContentVersion
    ) {
        (self.data, self.size, self.version) = (data, size, version)
    }

    /// Whether all values and all files are equal. Photographs are large, so they are read last, and
    /// only if their sizes are equal.
    func agrees(with other: ComparableContents) throws -> Bool {
        try data.agrees(with: other.data)
            && [.dataFiles, .all].allSatisfy { checksums in
                try files(checksums).agrees(with: other.files(checksums))
            }
    }

    /// All files but the data file and the thumbnail, which each computer may make anew.
    private func files(_ checksums: ContentVersion.Checksums) throws -> ContentVersion {
        ContentVersion(
            try version(checksums).files.filter {
                !EntryRole.isDataFile($0.name) && !DocumentKind.isThumbnailName($0.name)
                    && !Litter.isNamed($0.name)
            })
    }
}

extension DocumentDirectory {
    /// The contents for a comparison; nil if the data file is missing.
    func comparableContents(_ reader: DocumentReader) throws -> ComparableContents? {
        try reader.readIfPresent(self).map { read in
            ComparableContents(
                read.data, size: Int64(read.bytes.count), directory.version(checksums:))
        }
    }
}

extension DocumentData {
    /// Keys of values that can differ though the content is equal. An edit stores them, and a
    /// document of an app has none.
    private static let incomparableKeys: Set = [
        Field.identifier.key, Field.created.key, Field.modified.key, versionKey,
    ]

    /// Whether both have the same kind, and equal values for all other keys.
    func agrees(with other: DocumentData) -> Bool {
        guard kind == other.kind else { return false }
        if object == other.object, archive == other.archive { return true }
        let equal = Set(kind.fields.filter { hasEqualValue($0, in: other) }.map(\.key))
        let same = try? archive.hasSameValues(object, as: other.object, in: other.archive) { key in
            Self.incomparableKeys.contains(key) || equal.contains(key)
        }
        return same ?? false
    }

    /// Whether both have a value of a field, and the same one. Apps store a number in several forms.
    private func hasEqualValue(_ field: Field, in other: DocumentData) -> Bool {
        guard let own = stored(field.key), let others = other.stored(field.key),
            let value = FieldValue(own, as: field.type)
        else { return false }
        return value == FieldValue(others, as: field.type)
    }
}

public import KeyedArchive

/// A difference between two versions of a document or of the preferences.
///
/// ```swift
/// for change in FieldChange.list(of: name, from: old, to: new) {
///     print(change.field ?? "the whole document", change.before, change.after)
/// }
/// ```
///
/// A document that appears or disappears is one change without a field. Its value is the title.
public struct FieldChange: Hashable, Sendable {
    /// The value of a field.
    public enum Value: Hashable, Sendable {
        /// A valid value.
        case field(FieldValue)
        /// The photograph.
        case picture(Picture)
        /// A value that the field can't have, or the value of a key that belongs to no field.
        case other(ArchivedValue)
    }

    /// The document; nil for the preferences.
    public let document: DocumentName?
    /// The name of the field, the key, or the setting; nil for the document as a whole.
    public let field: String?
    /// The value before the change; nil if there was none.
    public let before: Value?
    /// The value after the change; nil if there is none.
    public let after: Value?

    package init(_ document: DocumentName?, _ field: String?, from before: Value?, to after: Value?)
    {
        (self.document, self.field, self.before, self.after) = (document, field, before, after)
    }
}

extension FieldChange {
    /// The differences between two versions of a document, in display order. The modification date
    /// is not one of them, because every change sets it, nor is the name of the photograph's file.
    ///
    /// - Parameters:
    ///   - name: the document.
    ///   - before: the old version; nil if the document is new.
    ///   - after: the new version; nil if the document is gone.
    ///   - hasNewPicture: whether the photograph has other bytes even if its size stays the same.
    public static func list(
        of name: DocumentName, from before: DocumentContents?, to after: DocumentContents?,
        hasNewPicture: Bool = false
    ) -> [FieldChange] {
        guard let before, let after else {
            let titles = [before, after].map { $0.map { Value.field(.text($0.data.title)) } }
            return before == nil && after == nil
                ? [] : [FieldChange(name, nil, from: titles[0], to: titles[1])]
        }
        let fields = before.data.kind.adding(after.data.kind.customFields).fields
        return fields.compactMap { field in
            guard field != .modified, field != .file else { return nil }
            let values = (
                before: Value(before.data, picture: before.picture, field),
                after: Value(after.data, picture: after.picture, field)
            )
            let isSame =
                values.before.isIdentical(to: values.after)
                && !(hasNewPicture && field.type == .picture)
            return isSame
                ? nil : FieldChange(name, field.name, from: values.before, to: values.after)
        } + unknown(of: name, from: before.data, to: after.data, fields.map(\.name))
            + conflicts(of: name, from: before.data, to: after.data)
    }

    /// The further files that differ between two versions of a document, with their sizes as texts. It leaves
    /// out the files of conflicts.
    package static func files(
        of name: DocumentName, from before: DocumentData, _ old: ContentVersion,
        to after: DocumentData, _ new: ContentVersion
    ) -> [FieldChange] {
        if old.isUnknown || new.isUnknown { return [] }
        let (old, new) = (before.furtherFiles(among: old), after.furtherFiles(among: new))
        let changed = [(old, new), (new, old)].map { files, others in
            let rest = files.filter { others[$0.key] == nil }
            return Dictionary(rest.map { ($0.value, $0.key.size) }) { first, _ in first }
        }
        return Set(changed.joined().map(\.key)).sorted().map { text in
            let sizes = changed.map { $0[text].map { Value.field(.text($0.counting("byte"))) } }
            return FieldChange(name, text, from: sizes[0], to: sizes[1])
        }
    }

    /// Whether the value of a field differs between two versions of a document's data.
    package static func isChanged(
        _ field: Field, from before: DocumentData, to after: DocumentData
    ) -> Bool {
        guard field != .modified, let field = before.kind.field(named: field.name) else {
            return false
        }
        return !Value(before, picture: nil, field)
            .isIdentical(to: Value(after, picture: nil, field))
    }

    /// The differences between values that belong to no field.
    private static func unknown(
        of name: DocumentName, from before: DocumentData, to after: DocumentData, _ known: [String]
    ) -> [FieldChange] {
        let known = Set(known)
        let values = [before, after].map { $0.unknown.map { ($0.key, Value.other($0.value)) } }
        return list(of: name, from: values[0], to: values[1]).map { change in
            let key = change.field ?? ""
            return FieldChange(
                name, known.contains(key) ? "unknown \(key)" : key, from: change.before,
                to: change.after)
        }
    }

    /// The differences between two lists of named values.
    package static func list(
        of document: DocumentName?, from before: [(name: String, value: Value)],
        to after: [(name: String, value: Value)]
    ) -> [FieldChange] {
        // There may be 100,000 names.
        let old = Dictionary(before.map { ($0.name, $0.value) }) { first, _ in first }
        let new = Dictionary(after.map { ($0.name, $0.value) }) { first, _ in first }
        let names = before.map(\.name) + after.map(\.name).filter { old[$0] == nil }
        return names.compactMap { name in
            old[name] == new[name]
                ? nil : FieldChange(document, name, from: old[name], to: new[name])
        }
    }
}

extension DocumentData {
    /// The files beside the photograph, each with its name for people. They have the names under which people
    /// attached them, since a second file of a name changes the stored names.
    fileprivate func furtherFiles(
        among version: ContentVersion
    ) -> [ContentVersion.FileVersion: String] {
        let (besides, files) = (filesBeside, version.content.files)
        let namesakes = namesakes(among: files.map(\.name))
        let further = files.filter {
            $0.isRegular && !besides.contains($0.name) && !DocumentKind.isPhotographName($0.name)
        }.map { file in
            let namesake = namesakes[file.name]
            return (file.named(namesake?.name ?? file.name), namesake?.text ?? file.name)
        }
        return Dictionary(further) { first, _ in first }
    }
}

extension FieldChange {
    /// The beginning of the names that conflicts have.
    package static let conflictPrefix = "conflict "

    /// The conflicts that begin or end, as texts: `4 (alice) or 2 (bob)`.
    private static func conflicts(
        of name: DocumentName, from before: DocumentData, to after: DocumentData
    ) -> [FieldChange] {
        let values = [before, after].map { data in
            data.conflicts.map { (conflictPrefix + $0.name, Value.field(.text($0.text))) }
        }
        return list(of: name, from: values[0], to: values[1])
    }
}

extension FieldChange.Value {
    /// The value of a field in a version of a document; nil if there is none.
    init?(_ data: DocumentData, picture: Picture?, _ field: Field) {
        if field.type == .picture {
            guard let picture else { return nil }
            self = .picture(picture)
        } else if !data.isReadable(field), let stored = data.archivedValue(of: field) {
            self = .other(stored)
        } else {
            guard let value = data[field], value != .text("") else { return nil }
            self = .field(value)
        }
    }
}

extension FieldChange.Value? {
    /// Whether the values are stored alike. Texts count as different if their bytes differ, even if
    /// Unicode treats them as equivalent.
    fileprivate func isIdentical(to other: FieldChange.Value?) -> Bool {
        switch (self, other) {
        case (.field(let own), .field(let other)):
            own == other
                && own.texts.elementsEqual(other.texts) { $0.utf8.elementsEqual($1.utf8) }
        case (.picture(let own), .picture(let other)):
            own.size == other.size && own.type == other.type
        default: self == other
        }
    }
}

extension FieldValue {
    fileprivate var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let texts): texts
        default: []
        }
    }
}

internal import KeyedArchive
import Synchronization

/// A kind of document: its names on disk, its names in the archive, and its fields.
///
/// The names match the apps, so that a directory can be copied into an app and back.
///
/// This is a class, because few instances exist and many values refer to them. A reference is cheap
/// to copy.
public final class DocumentKind: Sendable {
    /// The name in commands and JSON, such as `bug`.
    public let name: String
    /// The extension of the directory's name, such as `scarybug`.
    package let directoryExtension: String
    /// The name of the file with the fields, such as `data.plist`.
    package let dataFileName: String
    /// The name of the photograph's file.
    package let photographName: String
    /// The name of the small picture that the app shows in its list.
    package let thumbnailName: String
    /// The name of the class that the app archives.
    package let className: String
    /// The key of the archived object in the archive's `$top`.
    package let rootKey: String
    /// The app's storage of the rating: inline in the object, or as a separate NSNumber.
    let ratingStorage: KeyedArchive.Storage
    /// All fields in display order.
    public let fields: [Field]
    /// The custom fields among them, which the user added to documents of all kinds.
    let customFields: [Field]
    /// All keys that the program stores in the archived object.
    let keys: Set<String>
    /// The kind without the custom fields; nil if this is it.
    private let original: DocumentKind?
    /// The kind in the IDs of documents in an index. The kinds are in the order of their names.
    let indexOrder: Int64
    private let knownTemplate = Mutex<DocumentData?>(nil)

    /// A document of the Scary Bugs app.
    public static let bug = DocumentKind(
        name: "bug", indexOrder: 1, directoryExtension: "scarybug", dataFileName: "data.plist",
        photographName: "fullImage.jpg", thumbnailName: "thumbImage.jpg",
        className: "ScaryBugData", rootKey: "Data", ratingStorage: .automatic,
        fields: [.title, .rating] + Field.common)

    /// A document of the Scary Creatures app, in the format that the app writes since it requires
    /// secure coding.
    public static let creature = DocumentKind(
        name: "creature", indexOrder: 2, directoryExtension: "scarycreature",
        dataFileName: "Data.plist",
        photographName: "fullImage.png", thumbnailName: "thumbImage.png",
        className: "ScaryCreatureData", rootKey: "root", ratingStorage: .reference,
        fields: [.title, .rating] + Field.common)

    /// A book in a library.
    public static let book = DocumentKind(
        name: "book", indexOrder: 0, directoryExtension: "book", dataFileName: "data.plist",
        photographName: "fullImage.jpg", thumbnailName: "thumbImage.jpg",
        className: "Book", rootKey: "Data", ratingStorage: .automatic,
        fields: Field.book + Field.common)

    private init(
        name: String, indexOrder: Int64, directoryExtension: String, dataFileName: String,
        photographName: String, thumbnailName: String, className: String, rootKey: String,
        ratingStorage: KeyedArchive.Storage, fields: [Field], customFields: [Field] = [],
        original: DocumentKind? = nil
    ) {
        self.name = name
        self.indexOrder = indexOrder
        self.directoryExtension = directoryExtension
        self.dataFileName = dataFileName
        self.photographName = photographName
        self.thumbnailName = thumbnailName
        self.className = className
        self.rootKey = rootKey
        self.ratingStorage = ratingStorage
        (self.fields, self.customFields, self.original) = (fields, customFields, original)
        keys = Set(fields.map(\.key) + fields.compactMap(\.textKey) + DocumentData.ownKeys)
    }

    private convenience init(_ kind: DocumentKind, adding fields: [Field]) {
        // Fields that the user edits come before fields that the program maintains.
        let end = kind.fields.firstIndex { $0.type == .picture } ?? kind.fields.endIndex
        self.init(
            name: kind.name, indexOrder: kind.indexOrder,
            directoryExtension: kind.directoryExtension, dataFileName: kind.dataFileName,
            photographName: kind.photographName, thumbnailName: kind.thumbnailName,
            className: kind.className, rootKey: kind.rootKey, ratingStorage: kind.ratingStorage,
            fields: Array(kind.fields[..<end]).givingWay(to: fields) + fields + kind.fields[end...],
            customFields: kind.customFields + fields, original: kind.withoutCustomFields)
    }

    /// All kinds, without custom fields.
    public static let all: [DocumentKind] = [.bug, .creature, .book]

    /// Finds a kind by its name.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue``, whose message lists the valid kinds.
    public static func named(_ name: String) throws -> DocumentKind {
        if let kind = all.first(where: { $0.name == name }) { return kind }
        let names = SpellingSuggestion.list(of: all.map(\.name))
        throw ScaryBugsError(.invalidValue, "there is no kind '\(name)'; \(names)")
    }

    /// Finds a kind by its directory extension, ignoring case.
    package static func withDirectoryExtension(_ text: some StringProtocol) -> DocumentKind? {
        all.first { $0.directoryExtension == text.lowercased() }
    }

    /// Finds the kind whose app archives a class.
    package static func ofClass(_ className: String) -> DocumentKind? {
        all.first { $0.accepts(className: className) }
    }

    /// Returns the kind with custom fields added. Fields that it already has are ignored, except
    /// one that gives way.
    package func adding(_ customFields: [Field]) -> DocumentKind {
        if customFields.isEmpty { return self }
        let others = customFields.filter { custom in
            field(named: custom.name).map { $0.givesWay } ?? true
        }
        return others.isEmpty ? self : DocumentKind(self, adding: others)
    }

    package var withoutCustomFields: DocumentKind { original ?? self }

    /// The data that new documents copy. A script may make thousands of them.
    func template() throws -> DocumentData {
        try withoutCustomFields.knownTemplate.withLock { known in
            if let known { return known }
            let template = try DocumentData(templateOf: withoutCustomFields)
            known = template
            return template
        }
    }

    /// Finds a field by its name in commands and JSON.
    public func field(named name: String) -> Field? {
        fields.first { $0.name == name }
    }

    /// File names that the apps use for photographs, starting with this kind's name.
    package var photographNames: [String] {
        [photographName] + Self.photographNames.filter { $0 != photographName }
    }
    /// File names that the apps use for thumbnails, starting with this kind's name.
    package var thumbnailNames: [String] { [thumbnailName, "thumbImage.jpg", "thumbImage.png"] }

    private static let photographNames = ["fullImage.jpg", "fullImage.png"]

    /// Whether a file name is the name of a thumbnail, ignoring case.
    package static func isThumbnailName(_ name: String) -> Bool {
        foldedThumbnailNames.contains(name.lowercased())
    }

    private static let foldedThumbnailNames = Set(all.map { $0.thumbnailName.lowercased() })

    /// Whether a file name is the name of a photograph, ignoring case.
    package static func isPhotographName(_ name: String) -> Bool {
        photographNames.first(named: [name]) != nil
    }
}

extension DocumentKind {
    /// The different kinds among these, in the order in which lists show them.
    package static func distinct(_ kinds: [DocumentKind]) -> [DocumentKind] {
        let names = all.map(\.name)
        let position = { (kind: DocumentKind) in names.firstIndex(of: kind.name) ?? 0 }
        return Set(kinds).sorted { position($0) < position($1) }
    }
}

extension DocumentKind: Hashable {
    public static func == (left: DocumentKind, right: DocumentKind) -> Bool {
        left === right || left.name == right.name && left.customFields == right.customFields
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// MARK: Classes

extension DocumentKind {
    /// Whether an archived class is this kind's class. The name may have an Objective-C prefix
    /// (`RWTScaryBugData`) or a Swift module (`Bugs.ScaryBugData`), and may be mangled
    /// (`_TtC4Bugs12ScaryBugData`).
    package func accepts(className: String) -> Bool {
        if className == self.className { return true }
        let own = className.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        guard own.hasSuffix(self.className) else { return false }
        let prefix = own.dropLast(self.className.count)
        // Objective-C prefixes consist of capital letters and sometimes digits.
        return prefix.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0.isASCIIDigit }
            || Self.isModule(prefix, before: self.className)
    }

    private static func isModule(_ text: Substring, before name: String) -> Bool {
        guard text.hasPrefix("_TtC"), text.hasSuffix("\(name.utf8.count)") else { return false }
        let counted = text.dropFirst(4).dropLast("\(name.utf8.count)".count)
        let digits = counted.utf8.prefix(while: \.isASCIIDigit)
        return Int(asciiDigits: digits) == counted.dropFirst(digits.count).utf8.count
    }
}

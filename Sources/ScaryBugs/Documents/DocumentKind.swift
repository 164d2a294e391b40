internal import KeyedArchive

/// What sets one kind of document apart from another: names on disk, names in the archive, fields.
///
/// The names are those of the apps whose directories can be dropped in and taken out.
///
/// There are few, which everything refers to: a class, so that passing one on copies none of it.
public final class DocumentKind: Sendable {
    /// How lines and JSON call it: `bug`.
    public let name: String
    /// What follows the number in the directory's name: `scarybug`.
    public let directoryExtension: String
    public let dataFileName: String
    public let photographName: String
    public let thumbnailName: String
    /// The class that the app archives.
    public let className: String
    /// The key of the archived object in the archive's `$top`.
    public let rootKey: String
    /// How the app stores the rating: inside the object, or as an NSNumber of its own.
    let ratingStorage: KeyedArchive.Storage
    /// All fields, in the order in which they are shown.
    public let fields: [Field]
    /// Those of them that a user gave to documents of all kinds.
    let ownFields: [Field]

    /// The document of the Scary Bugs app.
    public static let bug = DocumentKind(
        name: "bug", directoryExtension: "scarybug", dataFileName: "data.plist",
        photographName: "fullImage.jpg", thumbnailName: "thumbImage.jpg",
        className: "ScaryBugData", rootKey: "Data", ratingStorage: .automatic,
        fields: [.title, .rating] + Field.common)

    /// The document of the Scary Creatures app, in the form that it writes since it asks for secure
    /// coding.
    public static let creature = DocumentKind(
        name: "creature", directoryExtension: "scarycreature", dataFileName: "Data.plist",
        photographName: "fullImage.png", thumbnailName: "thumbImage.png",
        className: "ScaryCreatureData", rootKey: "root", ratingStorage: .reference,
        fields: [.title, .rating] + Field.common)

    /// A book of a library.
    public static let book = DocumentKind(
        name: "book", directoryExtension: "book", dataFileName: "data.plist",
        photographName: "fullImage.jpg", thumbnailName: "thumbImage.jpg",
        className: "Book", rootKey: "Data", ratingStorage: .automatic,
        fields: Field.book + Field.common)

    private init(
        name: String, directoryExtension: String, dataFileName: String, photographName: String,
        thumbnailName: String, className: String, rootKey: String,
        ratingStorage: KeyedArchive.Storage, fields: [Field]
    ) {
        self.name = name
        self.directoryExtension = directoryExtension
        self.dataFileName = dataFileName
        self.photographName = photographName
        self.thumbnailName = thumbnailName
        self.className = className
        self.rootKey = rootKey
        self.ratingStorage = ratingStorage
        self.fields = fields
        ownFields = []
    }

    private init(_ kind: DocumentKind, adding fields: [Field]) {
        name = kind.name
        directoryExtension = kind.directoryExtension
        dataFileName = kind.dataFileName
        photographName = kind.photographName
        thumbnailName = kind.thumbnailName
        className = kind.className
        rootKey = kind.rootKey
        ratingStorage = kind.ratingStorage
        ownFields = kind.ownFields + fields
        // What somebody wrote comes before what the program keeps.
        let end = kind.fields.firstIndex { $0.type == .picture } ?? kind.fields.endIndex
        self.fields = kind.fields[..<end] + fields + kind.fields[end...]
    }

    public static let all: [DocumentKind] = [.bug, .creature, .book]

    /// The kind of that name.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names those there are.
    public static func named(_ name: String) throws -> DocumentKind {
        if let kind = all.first(where: { $0.name == name }) { return kind }
        let names = all.map(\.name).joined(separator: ", ")
        throw ScaryBugsError(.invalidValue, "there is no kind '\(name)'; there are: \(names)")
    }

    /// The kind whose directories have that extension, in any case.
    static func withDirectoryExtension(_ text: some StringProtocol) -> DocumentKind? {
        all.first { $0.directoryExtension == text.lowercased() }
    }

    /// The kind whose app archives objects of that class.
    static func ofClass(_ className: String) -> DocumentKind? {
        all.first { $0.accepts(className: className) }
    }

    /// The same kind with fields of a user's own, each once.
    func adding(_ ownFields: [Field]) -> DocumentKind {
        if ownFields.isEmpty { return self }
        let others = ownFields.filter { field(named: $0.name) == nil }
        return others.isEmpty ? self : DocumentKind(self, adding: others)
    }

    /// The field of that name, as lines and JSON call it.
    public func field(named name: String) -> Field? {
        fields.first { $0.name == name }
    }

    /// Names under which the apps keep photographs, this kind's own first.
    var photographNames: [String] { [photographName] + Self.photographNames }
    /// Names under which the apps keep thumbnails, this kind's own first.
    var thumbnailNames: [String] { [thumbnailName, "thumbImage.jpg", "thumbImage.png"] }

    private static let photographNames = ["fullImage.jpg", "fullImage.png"]

    /// Whether a file of that name, in UTF-8, is a photograph, in whatever case.
    static func isPhotographName(_ name: UnsafeRawBufferPointer) -> Bool {
        photographNames.contains { $0.isSameASCII(as: name) }
    }
}

extension DocumentKind: Comparable {
    /// The order in which they are listed.
    public static func < (left: DocumentKind, right: DocumentKind) -> Bool {
        let names = all.map(\.name)
        return names.firstIndex(of: left.name) ?? 0 < names.firstIndex(of: right.name) ?? 0
    }
}

extension DocumentKind: Hashable {
    public static func == (left: DocumentKind, right: DocumentKind) -> Bool {
        left === right || left.name == right.name
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// MARK: Classes

extension DocumentKind {
    /// Whether an archived object of that class is such a document: the class itself, or its name
    /// behind a prefix (`RWTScaryBugData`) or a module (`Bugs.ScaryBugData`), also as Swift mangles
    /// the latter (`_TtC4Bugs12ScaryBugData`).
    public func accepts(className: String) -> Bool {
        if className == self.className { return true }
        let own = className.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
        guard own.hasSuffix(self.className) else { return false }
        let prefix = own.dropLast(self.className.count)
        return prefix.utf8.allSatisfy(Self.isOfPrefix)
            || Self.isModule(prefix, before: self.className)
    }

    /// Objective-C's prefixes are capitals, at times with digits.
    private static func isOfPrefix(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
    }

    private static func isModule(_ text: Substring, before name: String) -> Bool {
        guard text.hasPrefix("_TtC"), text.hasSuffix("\(name.utf8.count)") else { return false }
        let counted = text.dropFirst(4).dropLast("\(name.utf8.count)".count)
        let digits = counted.prefix { $0.isASCII && $0.isNumber }
        return Int(digits) == counted.dropFirst(digits.count).utf8.count
    }
}

extension String {
    /// Whether bytes are this text, which is of ASCII, in whatever case.
    fileprivate func isSameASCII(as bytes: UnsafeRawBufferPointer) -> Bool {
        utf8.count == bytes.count
            && zip(utf8, bytes).allSatisfy { own, other in
                own == other || (own | 0x20 == other | 0x20 && (0x61...0x7A).contains(own | 0x20))
            }
    }
}

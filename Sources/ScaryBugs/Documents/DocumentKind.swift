/// What sets one kind of document apart from another: names on disk, names in the archive, fields.
///
/// The names are those of the apps whose directories can be dropped in and taken out.
public struct DocumentKind: Hashable, Sendable {
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
    /// All fields, in the order in which they are shown.
    public let fields: [Field]

    /// The document of the Scary Bugs app.
    public static let bug = DocumentKind(
        name: "bug", directoryExtension: "scarybug", dataFileName: "data.plist",
        photographName: "fullImage.jpg", thumbnailName: "thumbImage.jpg",
        className: "ScaryBugData", rootKey: "Data",
        fields: [.title, .rating] + Field.common)

    public static let all: [DocumentKind] = [.bug]

    /// The kind of that name.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` that names those there are.
    public static func named(_ name: String) throws -> DocumentKind {
        if let kind = all.first(where: { $0.name == name }) { return kind }
        let names = all.map(\.name).joined(separator: ", ")
        throw ScaryBugsError(.invalidValue, "no kind is called '\(name)'; there are: \(names)")
    }

    /// Whether an archived object of that class is such a document: the class itself, or its name
    /// behind a prefix (`RWTScaryBugData`) or a module (`Bugs.ScaryBugData`).
    public func accepts(className: String) -> Bool {
        guard className.hasSuffix(self.className) else { return false }
        let prefix = className.dropLast(self.className.count)
        return prefix.isEmpty || prefix.hasSuffix(".") || prefix.allSatisfy { $0.isUppercase }
    }

    /// The field of that name, as lines and JSON call it.
    public func field(named name: String) -> Field? {
        fields.first { $0.name == name }
    }

    /// Names under which the apps keep photographs.
    var photographNames: [String] { ["fullImage.jpg", "fullImage.png"] }
    /// Names under which the apps keep thumbnails.
    var thumbnailNames: [String] { ["thumbImage.jpg", "thumbImage.png"] }
}

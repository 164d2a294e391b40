/// One named value of a document.
///
/// A class for the same reason as ``DocumentKind``.
public final class Field: Sendable {
    /// What a field holds.
    public enum ValueType: Hashable, Sendable {
        /// Any text.
        case text
        /// Text that may not be blank.
        case title
        /// A number from 0 to 5.
        case rating
        /// Texts without an order that matters.
        case list
        /// A day or a moment, UTC.
        case date
        /// A count: a whole number, 0 or more.
        case count
        /// Any finite number.
        case number
        /// Yes or no.
        case boolean
        /// The photograph, which is a file beside the data.
        case picture
    }

    /// How lines and JSON call it.
    public let name: String
    /// Its key in the archived object; empty for the photograph.
    public let key: String
    public let type: ValueType
    /// Whether `new` and `set` take it.
    public let isEditable: Bool
    /// What it means, for `--help`.
    public let summary: String

    init(
        _ name: String, key: String, _ type: ValueType, editable: Bool = true, _ summary: String
    ) {
        self.name = name
        self.key = key
        self.type = type
        self.isEditable = editable
        self.summary = summary
    }

    public static let title = Field("title", key: "Title", .title, "the name; must not be blank")
    public static let rating = Field("rating", key: "Rating", .rating, "how scary, 0 to 5")
    public static let tags = Field("tags", key: "Tags", .list, "labels, separated by commas")
    static let notes = Field("notes", key: "Notes", .text, "any text")
    static let species = Field("species", key: "Species", .text, "the scientific name")
    static let place = Field("place", key: "Place", .text, "where it was seen")
    static let observer = Field("observer", key: "Observer", .text, "who saw it")
    static let seen = Field(
        "seen", key: "Seen", .date, "when it was seen: 2026-05-01, or 2026-05-01T14:30+02:00")
    public static let picture = Field("image", key: "", .picture, "the path of a photograph")
    static let identifier = Field(
        "identifier", key: "Identifier", .text, editable: false, "a UUID, the same everywhere")
    static let created = Field(
        "created", key: "Created", .date, editable: false, "when it was created")
    static let modified = Field(
        "modified", key: "Modified", .date, editable: false, "when it was last edited")

    /// What a book has of its own, under the keys that its app gives it.
    static let book: [Field] = [
        Field("title", key: "title", .title, "the name; must not be blank"),
        Field("author", key: "author", .text, "who wrote it"),
        Field("pageCount", key: "pageCount", .count, "how many pages it has"),
        Field("categories", key: "categories", .list, "subjects, separated by commas"),
        Field("available", key: "available", .boolean, "whether it is available: yes or no"),
    ]

    /// The fields that documents of every kind have.
    static let common: [Field] = [
        tags, notes, species, place, observer, seen, picture, identifier, created, modified,
    ]
}

extension Field: Hashable {
    public static func == (left: Field, right: Field) -> Bool {
        left === right
            || left.name == right.name && left.key == right.key && left.type == right.type
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

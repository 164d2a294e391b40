/// A named field of a document.
///
/// This is a class for the same reason as ``DocumentKind``.
public final class Field: Sendable {
    /// The type of a field's value.
    public enum ValueType: Hashable, Sendable {
        /// Any text.
        case text
        /// Text that must not be blank.
        case title
        /// A number from 0 to 5.
        case rating
        /// Strings in no particular order.
        case list
        /// A date as a collector knows it; see ``EDTFDate``.
        case date
        /// A place on the Earth; see ``Position``.
        case position
        /// A point in time, which the program records.
        case timestamp
        /// An integer, 0 or more.
        case count
        /// Any finite number.
        case number
        /// Yes or no.
        case boolean
        /// The photograph, stored in a file next to the data file.
        case picture
    }

    /// The name in commands and JSON.
    public let name: String
    /// The key in the archived object; empty for the photograph.
    package let key: String
    /// The values that the field accepts.
    public let type: ValueType
    /// Whether `new` and `set` accept the field.
    public let isEditable: Bool
    /// A short description for `--help`.
    public let summary: String
    /// The key of a date's text in EDTF, which stands beside the date for the apps; nil for a field
    /// of another type.
    let textKey: String?

    init(
        _ name: String, key: String, _ type: ValueType, editable: Bool = true, _ summary: String
    ) {
        self.name = name
        self.key = key
        self.type = type
        self.isEditable = editable
        self.summary = summary
        textKey = type == .date ? Self.textKey(ofDate: key) : nil
    }

    /// The title, which every document has.
    public static let title = Field("title", key: "Title", .title, "the name; must not be blank")
    /// The scariness.
    public static let rating = Field(
        "rating", key: "Rating", .rating, "how scary, 0 to 5; 0 is not rated")
    /// The labels.
    public static let tags = Field(
        "tags", key: "Tags", .list, "labels, separated by commas; \\, is a comma in a label")
    static let notes = Field("notes", key: "Notes", .text, "any text")
    static let species = Field("species", key: "Species", .text, "the scientific name")
    static let place = Field("place", key: "Place", .text, "where it was seen")
    static let at = Field("at", key: "at", .position, "its position: \(ValueType.position.summary)")
    static let observer = Field("observer", key: "Observer", .text, "who saw it")
    static let count = Field("count", key: "count", .count, "how many there were; 0 is an absence")
    static let sex = Field("sex", key: "sex", .text, "female, male, or any text")
    static let stage = Field(
        "stage", key: "stage", .text, "egg, larva, pupa, nymph, adult, or any text")
    static let determiner = Field("determiner", key: "determiner", .text, "who named the species")
    static let license = Field(
        "license", key: "license", .text, "what others may do with it: CC-BY-4.0")
    static let credit = Field("credit", key: "credit", .text, "whom others name as its source")
    static let seen = Field(
        "seen", key: "Seen", .date, "when it was seen: \(ValueType.date.summary)")
    /// The photograph, which is a file of its own.
    public static let picture = Field("image", key: "", .picture, "the path of a photograph")
    static let identifier = Field(
        "identifier", key: "Identifier", .text, editable: false, "a UUID, the same everywhere")
    static let created = Field(
        "created", key: "Created", .timestamp, editable: false, "when it was created")
    static let modified = Field(
        "modified", key: "Modified", .timestamp, editable: false, "when it was last edited")

    /// Stands for a conflict after `has:`. No document has such a field.
    static let conflict = Field(
        "conflict", key: "", .boolean, editable: false, "a field with values of several people")

    static func textKey(ofDate key: String) -> String { key + "Text" }

    /// The fields that only books have, with the keys of the book app.
    static let book: [Field] = [
        Field("title", key: "title", .title, "the name; must not be blank"),
        Field("author", key: "author", .text, "who wrote it"),
        Field("pageCount", key: "pageCount", .count, "how many pages it has"),
        Field("categories", key: "categories", .list, "subjects, separated by commas"),
        Field("available", key: "available", .boolean, "whether it is available: yes or no"),
    ]

    /// The fields of every kind of document.
    static let common: [Field] = [
        tags, notes, species, count, sex, stage, place, at, observer, determiner, seen, license,
        credit, picture, identifier, created, modified,
    ]
}

extension Field {
    /// Whether a custom field of the same name takes this field's place. Users had such fields
    /// before the program had this one.
    var givesWay: Bool { Self.laterFields.contains(name) }

    private static let laterFields: Set = [
        at.name, count.name, sex.name, stage.name, determiner.name, license.name, credit.name,
    ]
}

extension [Field] {
    /// The fields without those that give way to a custom field. Case does not count, since columns of
    /// tables ignore it.
    func givingWay(to custom: [Field]) -> [Field] {
        filter { field in !field.givesWay || custom.first(named: [field.name], \.name) == nil }
    }
}

extension Field: Hashable {
    public static func == (left: Field, right: Field) -> Bool {
        left === right
            || left.name == right.name && left.key == right.key && left.type == right.type
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

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
    package let textKey: String?

    package init(
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
    package static let notes = Field("notes", key: "Notes", .text, "any text")
    package static let species = Field("species", key: "Species", .text, "the scientific name")
    package static let place = Field("place", key: "Place", .text, "where it was seen")
    package static let at = Field(
        "at", key: "at", .position, "its position: \(ValueType.position.summary)")
    package static let observer = Field("observer", key: "Observer", .text, "who saw it")
    package static let count = Field(
        "count", key: "count", .count, "how many there were; 0 is an absence")
    package static let sex = Field("sex", key: "sex", .text, "female, male, or any text")
    package static let stage = Field(
        "stage", key: "stage", .text, "egg, larva, pupa, nymph, adult, or any text")
    package static let determiner = Field(
        "determiner", key: "determiner", .text, "who named the species")
    package static let license = Field(
        "license", key: "license", .text, "what others may do with it: CC-BY-4.0")
    package static let credit = Field(
        "credit", key: "credit", .text, "whom others name as its source")
    package static let seen = Field(
        "seen", key: "Seen", .date, "when it was seen: \(ValueType.date.summary)")
    /// The photograph, which is a file of its own.
    public static let picture = Field("image", key: "", .picture, "the path of a photograph")
    /// Stays with the photograph: a copy's newer photograph brings its own name.
    package static let file = Field(
        "file", key: DocumentData.imageNameKey, .text, editable: false,
        "the name of the photograph's file, as it came")
    package static let identifier = Field(
        "identifier", key: "Identifier", .text, editable: false, "a UUID, the same everywhere")
    package static let created = Field(
        "created", key: "Created", .timestamp, editable: false, "when it was created")
    package static let modified = Field(
        "modified", key: "Modified", .timestamp, editable: false, "when it was last edited")

    /// Stands for a conflict after `has:`. No document has such a field.
    package static let conflict = Field(
        "conflict", key: "", .boolean, editable: false, "a field with values of several people")

    package static func textKey(ofDate key: String) -> String { key + "Text" }

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
        credit, picture, file, identifier, created, modified,
    ]
}

extension Field {
    /// Whether a custom field of the same name takes this field's place. Users had such fields
    /// before the program had this one.
    var givesWay: Bool { Self.laterFields.contains(name) }

    private static let laterFields: Set = [
        at.name, count.name, sex.name, stage.name, determiner.name, license.name, credit.name,
        file.name,
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

extension Field.ValueType {
    /// The types that custom fields can have.
    public static let custom: [Self] = [.text, .number, .date, .boolean, .list]

    /// The custom field type with a name.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue``, whose message lists the valid types.
    package static func custom(named name: String) throws -> Self {
        if let type = custom.first(where: { $0.name == name }) { return type }
        let names = SpellingSuggestion.list(of: custom.map(\.name))
        throw ScaryBugsError(.invalidValue, "there is no field type '\(name)'; \(names)").at(name)
    }

    /// The name in commands. Types that differ only in their validation share a name.
    public var name: String {
        switch self {
        case .text, .title: "text"
        case .rating, .count, .number: "number"
        case .list: "list"
        case .date, .timestamp: "date"
        case .boolean: "boolean"
        case .position: "position"
        case .picture: "picture"
        }
    }

    var summary: String {
        switch self {
        case .text, .title: "any text"
        case .rating, .count, .number: "a number such as 4 or -2.5"
        case .list: "texts, separated by commas"
        case .date: "1906, 2026-05, 2026-05-01, 2026-05-01T14:30, 2026-05/2026-06, 1906~"
        case .position: "50.9324,-1.4508±25, latitude first, then metres"
        case .timestamp: "a point in time"
        case .boolean: "yes or no"
        case .picture: "a file"
        }
    }
}

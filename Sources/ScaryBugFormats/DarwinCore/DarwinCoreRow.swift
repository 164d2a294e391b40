internal import KeyedArchive

/// A document as a row of a Darwin Core archive.
///
/// Values that no column can say, or not exactly, are members of `dynamicProperties`. So an import gets
/// all of them back; see ``DynamicProperties``.
package struct DarwinCoreRow: Sendable {
    /// The identifier of the record, which the rows of its photographs name.
    package let id: String
    /// The values by their columns.
    package private(set) var values: [String: String] = [:]
    private var properties: [(name: String, value: RecordValue)] = []
    /// The names of values that an import would not get back.
    package private(set) var lost: [String] = []
    /// The time of the document's last change.
    package private(set) var lastChange = ""
    /// The date, if other programs have no form for it.
    package private(set) var unreadDate: String?

    /// Whether the position is 0,0, which other programs take for none. Only the columns of another program
    /// have it.
    package private(set) var isAtOrigin = false

    /// Darwin Core's recommendation.
    static let listSeparator = " | "

    /// Whether the document tells a position, so that no kept one has the columns.
    private var hasPosition = false

    /// The fields whose texts have a column.
    private static let texts: [Field: String] = [
        .species: "scientificName", .place: "locality", .observer: "recordedBy",
        .determiner: "identifiedBy", .notes: "occurrenceRemarks", .sex: "sex",
        .stage: "lifeStage", .license: "license", .credit: "rightsHolder",
    ]

    /// - Parameters:
    ///   - data: the document as others get it.
    ///   - withheld: what it lacks, in words of Darwin Core; empty for nothing.
    ///   - isRepeated: whether another record has the same identifier. Then the row has the document's own.
    package init(of data: DocumentData, withheld: String = "", isRepeated: Bool = false) {
        let identifier = Self.identifier(of: data)
        let kept = identifier?.value.text
        let name = FlatText(
            isRepeated ? data.canonicalIdentifier : kept ?? data.canonicalIdentifier)
        id = name.text.isEmpty ? data.canonicalIdentifier : name.text
        values["occurrenceID"] = id
        if data.kind.withoutCustomFields != .bug {
            properties.append(("kind", .string(data.kind.name)))
        }
        let derived = ForeignTable.identifier(of: id)
        if derived != data.canonicalIdentifier {
            properties.append((Field.identifier.name, .string(data.identifier)))
        }
        data.forEachField { field, value, isReadable in
            if !isReadable { lost.append(field.name) }
            guard let value, !value.isEmpty else { return }
            guard field == .title, Self.isNoCommonName(value, of: data) else {
                return add(value, of: field)
            }
            // A record without a common name gets its species for a title.
            if value.text != data[.species].map({ QualifiedName($0.text).name }) {
                keep(value, of: field)
            }
        }
        let isKept = kept.map { name.isExact($0) && $0 != derived } ?? true
        addUnknown(of: data, besides: isKept ? identifier?.key : nil)
        addImplied()
        let degrees = ["decimalLatitude", "decimalLongitude"].map {
            values[$0].flatMap(Double.init)
        }
        if degrees == [0, 0] { isAtOrigin = true }
        let notes = [values[DocumentData.withheldKey], withheld].compactMap(\.self)
        values[DocumentData.withheldKey] =
            notes.filter { !$0.isEmpty }.joined(separator: Self.listSeparator)
        // The time of another program holds until somebody changes the document here.
        lastChange = values["modified"] ?? ""
        if data[.created] == data[.modified],
            let text = data.stored(DarwinCoreTerm.modifiedKey)?.text
        {
            values["modified"] = FlatText(text).text
        }
        if !properties.isEmpty { values["dynamicProperties"] = JSON.line(properties) }
    }

    private init() { id = "" }

    /// The identifier of another program, which the document keeps.
    private static func identifier(of data: DocumentData) -> (key: String, value: ArchivedValue)? {
        data.unknown.first { DarwinCoreTerm.named($0.key) == ForeignTable.identifierColumn }
    }

    /// The identifier of another program that counts only in its table, so that another record may have it; nil
    /// for none.
    package static func localIdentifier(of data: DocumentData) -> String? {
        guard let text = identifier(of: data)?.value.text, !RowIdentities.isGlobal(text),
            ForeignTable.identifier(of: text) != data.canonicalIdentifier
        else { return nil }
        return FlatText(text).text
    }

    /// Whether a document has its title for want of a name: the species, the name of its photograph's file, or
    /// what a record without a name gets.
    private static func isNoCommonName(_ title: FieldValue, of data: DocumentData) -> Bool {
        guard case .text(let title) = title else { return false }
        return title == ForeignTable.untitled || title == data[.species]?.text
            || title == data[.file]?.text.withoutEnding
    }

    /// Whether it says what was seen, when or where.
    package var isObservation: Bool {
        let columns = [
            "scientificName", "verbatimEventDate", "eventDate", "decimalLatitude", "locality",
        ]
        return columns.contains { values[$0]?.isEmpty == false }
    }

    /// The columns that say a value.
    static func columns(of value: FieldValue, in field: Field) -> [String: String] {
        var row = DarwinCoreRow()
        row.add(value, of: field)
        return row.values
    }

    // MARK: Fields

    private mutating func add(_ value: FieldValue, of field: Field) {
        switch (field.type, value) {
        case (.picture, _): break
        case (.timestamp, .timestamp(let date)):
            if field == .modified { values["modified"] = date.rfc3339 }
        case (.title, .text(let title)): set("vernacularName", title, of: field)
        case (.date, .date(let date)) where field == .seen: add(date)
        case (.position, .position(let position)) where field == .at: add(position)
        case (.count, .count(let count)) where field == .count:
            values["individualCount"] = String(count)
        case (.text, .text(let text)) where field == .identifier || text.isEmpty: break
        case (.text, .text(let text)) where field == .species: add(species: text)
        case (.text, .text(let text)) where field == .license && KnownLicense(text) != nil:
            let license = KnownLicense(text)
            values["license"] = license?.address
            if license?.identifier != text { keep(value, of: field) }
        case (.text, .text(let text)) where Self.texts[field] != nil:
            set(Self.texts[field] ?? "", text, of: field)
            // A reader takes a holder who is the observer for one that nobody entered.
            if field == .credit, values["rightsHolder"] == values["recordedBy"] {
                keep(value, of: field)
            }
        case (.list, .list(let elements)) where DarwinCoreTerm.isColumn(field):
            values[field.name] =
                FlatText(elements.joined(separator: Self.listSeparator)).text
            keep(value, of: field)
        default:
            if DarwinCoreTerm.isColumn(field) {
                set(field.name, value.text, of: field)
            } else {
                keep(value, of: field)
            }
        }
    }

    private mutating func set(_ column: String, _ text: String, of field: Field) {
        let flat = FlatText(text)
        values[column] = flat.text
        if !flat.isExact(text) { keep(.text(text), of: field) }
    }

    private mutating func keep(_ value: FieldValue, of field: Field) {
        guard properties.last?.name != field.name else { return }
        properties.append((field.name, RecordValue(value)))
    }

    private mutating func add(species text: String) {
        let species = QualifiedName(text)
        let name = FlatText(species.name)
        set("scientificName", species.name, of: .species)
        // A name of a genus alone says the same.
        let qualifier = QualifiedName(QualifiedName.withoutAuthor(text)).qualifier
        let isGenus = ["sp.", "sp", "spp.", "spp"].contains(qualifier)
        values["identificationQualifier"] = isGenus ? "" : FlatText(qualifier).text
        guard species.name != text else { return }
        let verbatim = FlatText(text)
        values["verbatimIdentification"] = verbatim.text
        if name.text.isEmpty || !verbatim.isExact(text) { keep(.text(text), of: .species) }
    }

    /// Other programs read ISO 8601-1, which has no marks of doubt and no open ends.
    private mutating func add(_ date: EDTFDate) {
        let text = date.textWithoutDoubt
        if text.split(separator: "/").contains("..") {
            unreadDate = date.text
        } else {
            values["eventDate"] = text
        }
        if text != date.text || unreadDate != nil { values["verbatimEventDate"] = date.text }
    }

    private mutating func add(_ position: Position) {
        // Programs that know no position write this one, so it counts as none.
        guard position.latitude != 0 || position.longitude != 0 else {
            isAtOrigin = true
            return keep(.position(position), of: .at)
        }
        let parts = position.parts
        values["decimalLatitude"] = parts.latitude
        values["decimalLongitude"] = parts.longitude
        values["coordinateUncertaintyInMeters"] = parts.uncertainty
        values["geodeticDatum"] = DarwinCoreTerm.implied["geodeticDatum"]
    }

    // MARK: Other values

    private mutating func addUnknown(of data: DocumentData, besides name: String?) {
        hasPosition = values["decimalLatitude"] != nil
        for (key, value) in data.unknown where key != name {
            if key == "kind" || data.kind.field(named: key) != nil {
                lost.append(key)
            } else if !set(value, under: key) {
                properties.append((key, RecordValue(value)))
            }
        }
    }

    /// Gives the column of a term a value that the document keeps, unless a field has given it one.
    ///
    /// - Returns: whether the column says the value exactly.
    private mutating func set(_ value: ArchivedValue, under key: String) -> Bool {
        guard let text = Self.text(of: value), let term = Self.term(for: key, text) else {
            return false
        }
        let isFree =
            switch term {
            case "occurrenceStatus": true
            // A kept position is one of the kept datum, and a position of the document one of WGS 84.
            case "geodeticDatum": hasPosition ? Datum.isUsual(text) : values[term] == nil
            case "eventDate": values[term] == nil && unreadDate == nil
            case "decimalLatitude", "decimalLongitude", "coordinateUncertaintyInMeters":
                values[term] == nil && Double(text) != nil
            default: values[term]?.isEmpty ?? true
            }
        let flat = FlatText(text)
        guard isFree, !flat.text.isEmpty else { return false }
        values[term] = flat.text
        // A reader takes what every record says for a value that nobody entered.
        let implied = term == "occurrenceStatus" ? impliedStatus : DarwinCoreTerm.implied[term]
        return implied != text && value.text.map(flat.isExact) ?? false
    }

    /// The term for a kept value. A datum may have other names.
    private static func term(for key: String, _ text: String) -> String? {
        let isDatum =
            ColumnVocabulary.shared.means(.datum, ColumnVocabulary.plain(key))
            && Datum.isNamed(in: text)
        return DarwinCoreTerm.named(key) ?? (isDatum ? "geodeticDatum" : nil)
    }

    private static func text(of value: ArchivedValue) -> String? {
        guard case .list(let elements) = RecordValue(value) else { return RecordValue(value).text }
        return elements.compactMap(\.text).joined(separator: listSeparator)
    }

    private var impliedStatus: String {
        DarwinCoreTerm.impliedStatus(ofCount: values["individualCount"])
    }

    private mutating func addImplied() {
        values["basisOfRecord"] = values["basisOfRecord"] ?? DarwinCoreTerm.implied["basisOfRecord"]
        values["occurrenceStatus"] = values["occurrenceStatus"] ?? impliedStatus
        // A license without a holder tells nobody whom to name.
        values["rightsHolder"] = values["rightsHolder"] ?? values["recordedBy"]
    }

    // MARK: Lines

    /// The row with the identifier in front, as one line.
    package func line(_ columns: [String]) -> String {
        Self.line([id] + columns.map { values[$0] ?? "" })
    }

    /// The line about a photograph or another file of the record.
    ///
    /// - Parameters:
    ///   - path: the path of the file in the archive.
    ///   - mediaType: the media type of the file.
    ///   - license: the license of the file; nil for the license of the record.
    package func mediaLine(_ path: String, _ mediaType: String, license: String?) -> String {
        let kinds = ["image": "StillImage", "audio": "Sound", "video": "MovingImage"]
        let kind = kinds[String(mediaType.prefix { $0 != "/" })] ?? ""
        let own = license.map { KnownLicense($0)?.address ?? FlatText($0).text }
        return Self.line([
            id, kind, mediaType, path, values["recordedBy"] ?? "",
            own ?? values["license"] ?? "", values["rightsHolder"] ?? "",
        ])
    }

    package static func line(_ values: [String]) -> String { values.joined(separator: "\t") + "\n" }

    /// What GBIF marks in a record.
    ///
    /// - Parameter today: a day such as `2026-05-01`.
    package func problems(on today: String) -> [String] {
        let words = DarwinCoreTerm.vocabularies.compactMap { column, words in
            values[column].flatMap { text in
                // GBIF writes `PRESERVED_SPECIMEN`.
                let word = text.lowercased().filter { $0 != "_" }
                return text.isEmpty || words.contains(word) ? nil : column
            }
        }
        let hasObserver = values["recordedBy"]?.isEmpty == false
        let date = values["eventDate"] ?? ""
        let isDate = date.isEmpty || date.utf8.first?.isASCIIDigit == true && EDTFDate(date) != nil
        let isFuture = isDate && date.prefix(10) > today
        return words.map { "\($0) outside the vocabulary of GBIF" }
            + (hasObserver ? [] : ["no observer (recordedBy)"])
            + (isDate ? [] : ["no date as GBIF reads it (eventDate)"])
            + (isFuture ? ["a date in the future"] : [])
    }

    /// What a copy lacks, in words of Darwin Core, such as `exact coordinates, locality withheld`.
    ///
    /// - Parameters:
    ///   - keys: the keys of the values that the copy lacks.
    ///   - data: the copy.
    package static func words(ofWithheld keys: Set<String>, in data: DocumentData) -> String {
        let words = keys.compactMap { key -> String? in
            guard let field = data.kind.fields.first(where: { $0.key == key }) else {
                let isOther = key == DocumentData.generalizationsKey || key.hasPrefix("/")
                return isOther ? nil : DarwinCoreTerm.named(key) ?? key
            }
            switch field {
            case .at: return data.hasValue(.at) ? "exact coordinates" : "coordinates"
            case .seen: return "eventDate"
            case .count: return "individualCount"
            case _ where field.type == .picture: return "associatedMedia"
            default: return texts[field] ?? field.name
            }
        }
        return words.isEmpty ? "" : Set(words).sorted().joined(separator: ", ") + " withheld"
    }

    /// The key of a license that the photograph has, and the record has not.
    package static let imageLicenseKey = "imageLicense"
}

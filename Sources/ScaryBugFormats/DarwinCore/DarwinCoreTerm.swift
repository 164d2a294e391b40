/// The terms of Simple Darwin Core, the columns that programs and museums exchange.
///
/// A term is the name of a column, and stands for an address that `meta.xml` has
/// (https://dwc.tdwg.org/simple/).
package enum DarwinCoreTerm {
    static func address(of name: String) -> String {
        (ofDublinCore.contains(name)
            ? "http://purl.org/dc/terms/" : "http://rs.tdwg.org/dwc/terms/") + name
    }

    private static let ofDublinCore: Set = [
        "accessRights", "bibliographicCitation", "creator", "format", "identifier", "language",
        "license", "modified", "references", "rightsHolder", "type",
    ]

    static let occurrence = "http://rs.tdwg.org/dwc/terms/Occurrence"
    static let multimedia = "http://rs.gbif.org/terms/1.0/Multimedia"

    /// The columns that every archive has, in their order. Columns of custom fields follow.
    package static let columns = [
        "occurrenceID", "basisOfRecord", "modified", "license", "rightsHolder", "recordedBy",
        "eventDate", "verbatimEventDate", "locality", "decimalLatitude", "decimalLongitude",
        "geodeticDatum", "coordinateUncertaintyInMeters", "scientificName",
        "identificationQualifier", "verbatimIdentification", "vernacularName", "identifiedBy",
        "individualCount", "occurrenceStatus", "sex", "lifeStage", "occurrenceRemarks",
        "dynamicProperties",
    ]

    /// The columns that say what another program said of a record, where no field does.
    private static let kept = ["geodeticDatum", "identificationQualifier", "occurrenceStatus"]

    /// The columns that say fields.
    static let ofFields = Set(columns).subtracting(["occurrenceID", "basisOfRecord"] + kept)

    /// The key of the time that another program's record was changed. `modified` is the document's own.
    static let modifiedKey = "column modified"

    /// The term that the name of a column means, in any case and with any prefix.
    package static func named(_ column: String) -> String? { terms[ColumnVocabulary.plain(column)] }

    private static let terms = Dictionary(
        uniqueKeysWithValues: simple.subtracting(["dynamicProperties"]).map {
            ($0.lowercased(), $0)
        })

    /// The columns about a photograph, after the identifier of its record.
    package static let mediaColumns = [
        "type", "format", "identifier", "creator", "license", "rightsHolder",
    ]

    /// Whether a custom field has a column of its own.
    package static func isColumn(_ field: Field) -> Bool {
        simple.contains(field.name) && !columns.contains(field.name)
    }

    /// Values that a row has although nobody entered them, by their columns.
    static let implied = ["basisOfRecord": "HumanObservation", "geodeticDatum": "EPSG:4326"]

    /// The same for `occurrenceStatus`, which follows from `individualCount`.
    static func impliedStatus(ofCount count: String?) -> String {
        count == "0" ? "absent" : "present"
    }

    private static let lists = String(decoding: PackageResources.terms_txt, as: UTF8.self)
        .split(separator: "\n").filter { $0.first != "#" }.flatMap { $0.split(separator: " ") }
        .reduce(into: [(column: String, words: Set<String>)]()) { lists, word in
            if word.last == ":" {
                lists.append((String(word.dropLast()), []))
            } else if let last = lists.indices.last {
                lists[last].words.insert(String(word))
            }
        }

    private static let simple = lists.first?.words ?? []
    /// The words that GBIF knows in some columns, in small letters.
    static let vocabularies = lists.dropFirst()
}

/// The terms of Simple Darwin Core, the columns that programs and museums exchange.
///
/// A term is the name of a column, and stands for an address that `meta.xml` has
/// (https://dwc.tdwg.org/simple/).
package enum DarwinCoreTerm {
    /// The address of a term.
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

    package static let withheld = "informationWithheld"
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

    /// The words that GBIF knows in some columns, in small letters.
    package static let vocabularies: [(column: String, words: Set<String>)] = [
        (
            "basisOfRecord",
            [
                "preservedspecimen", "fossilspecimen", "livingspecimen", "materialentity",
                "materialsample", "materialcitation", "humanobservation", "machineobservation",
                "observation", "occurrence",
            ]
        ),
        ("sex", ["male", "female", "hermaphrodite", "undetermined", "unknown"]),
        (
            "lifeStage",
            [
                "egg", "embryo", "larva", "nymph", "pupa", "juvenile", "subadult", "subimago",
                "imago",
                "adult", "unknown",
            ]
        ),
        ("occurrenceStatus", ["present", "absent"]),
    ]

    private static let simple = Set(
        """
        acceptedNameUsage acceptedNameUsageID accessRights associatedMedia associatedOccurrences
        associatedOrganisms associatedReferences associatedSequences associatedTaxa
        basisOfRecord bed behavior bibliographicCitation caste catalogNumber causeOfDeath class
        collectionCode collectionID continent coordinatePrecision coordinateUncertaintyInMeters
        country countryCode county cultivarEpithet dataGeneralizations datasetID datasetName
        dateIdentified day decimalLatitude decimalLongitude degreeOfEstablishment
        digitalSpecimenID discipline disposition dynamicProperties earliestAgeOrLowestStage
        earliestEonOrLowestEonothem earliestEpochOrLowestSeries earliestEraOrLowestErathem
        earliestPeriodOrLowestSystem endDayOfYear establishmentMeans eventCategory eventDate
        eventID eventRemarks eventTime eventType family feedbackURL fieldNotes fieldNumber
        footprintSpatialFit footprintSRS footprintWKT formation genericName genus geodeticDatum
        geologicalContextID georeferencedBy georeferencedDate georeferenceProtocol
        georeferenceRemarks georeferenceSources georeferenceVerificationStatus group habitat
        higherClassification higherGeography higherGeographyID highestBiostratigraphicZone
        identificationID identificationQualifier identificationReferences identificationRemarks
        identificationType identificationVerificationStatus identifiedBy identifiedByID
        individualCount informationWithheld infragenericEpithet infraspecificEpithet
        institutionCode institutionID isAcceptedIdentification island islandGroup kingdom
        language latestAgeOrHighestStage latestEonOrHighestEonothem latestEpochOrHighestSeries
        latestEraOrHighestErathem latestPeriodOrHighestSystem license lifeStage
        lithostratigraphicTerms locality locationAccordingTo locationID locationRemarks
        lowestBiostratigraphicZone materialEntityCategory materialEntityID materialEntityRemarks
        materialEntityType materialSampleID maximumDepthInMeters
        maximumDistanceAboveSurfaceInMeters maximumElevationInMeters member minimumDepthInMeters
        minimumDistanceAboveSurfaceInMeters minimumElevationInMeters modified month municipality
        nameAccordingTo nameAccordingToID namePublishedIn namePublishedInID namePublishedInYear
        nomenclaturalCode nomenclaturalStatus objectQuantity objectQuantityType occurrenceID
        occurrenceRemarks occurrenceStatus order organismID organismName organismQuantity
        organismQuantityType organismRemarks organismScope originalNameUsage originalNameUsageID
        otherCatalogNumbers ownerInstitutionCode parentEventID parentNameUsage parentNameUsageID
        pathway phylum pointRadiusSpatialFit preferredSpatialRepresentation preparations
        previousIdentifications recordedBy recordedByID recordNumber references
        reproductiveCondition rightsHolder sampledSubstrateCategory sampledSubstrateLayer
        sampleSizeUnit sampleSizeValue samplingEffort samplingProtocol scientificName
        scientificNameAuthorship scientificNameID sex siteNumber specificEpithet startDayOfYear
        stateProvince subfamily subgenus subtribe superfamily taxonConceptID taxonFormula
        taxonID taxonomicStatus taxonRank taxonRemarks tribe type typeOfType typeStatus
        typifiedName verbatimCoordinates verbatimCoordinateSystem verbatimDepth
        verbatimElevation verbatimEventDate verbatimIdentification verbatimLabel
        verbatimLatitude verbatimLocality verbatimLongitude verbatimSRS verbatimTaxonRank
        vernacularName verticalDatum vitality waterBody year
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}

import KeyedArchive
import SystemFiles

/// A document as a point of a map.
package struct MapDocument {
    let position: Position
    let title: String
    let notes: String?
    let seen: EDTFDate?
    let identifier: String
    /// All values but these, as `list --json` names them. Values that belong to no field stand together at
    /// the end.
    let values: [(name: String, value: RecordValue)]

    /// - Returns: nil for a document without a position.
    package init?(_ data: DocumentData, _ identifier: String, number: Int) {
        guard let at = data.kind.field(named: Field.at.name),
            case .position(let position)? = data[at]
        else { return nil }
        self.position = position
        self.identifier = identifier
        title = data.title
        if case .text(let text)? = data[.notes], !text.isEmpty { notes = text } else { notes = nil }
        if case .date(let date)? = data[.seen] { seen = date } else { seen = nil }
        let record = DocumentRecord(DocumentContents(data: data, picture: nil), number: number)
        let fields = record.values.prefix(2 + data.kind.fields.count)
        var (values, others) = ([] as [(name: String, value: RecordValue)], record.unknown)
        for (name, value) in fields where !value.isEmpty {
            switch name {
            case Field.title.name, Field.notes.name: continue
            case Field.identifier.name: values.append((name, .string(identifier)))
            // The map's own name stands here.
            case "name": others.append((name, value))
            default: values.append((name, value))
            }
        }
        if !others.isEmpty { values.append((DocumentRecord.other, .object(others))) }
        self.values = values
    }

    /// Whether a text has characters that XML lacks.
    package var hasControls: Bool {
        ([title, notes ?? ""] + values.map(\.value.mapText)).contains {
            $0.unicodeScalars.contains(where: MarkupText.isMissing)
        }
    }
}

extension RecordValue {
    /// Whether there is nothing to tell.
    fileprivate var isEmpty: Bool {
        switch self {
        case .null, .picture: true
        case .string(let text): text.isEmpty
        case .list(let values): values.isEmpty
        case .rating(let value): value == 0
        default: false
        }
    }

    /// The value as a text from which an import gets it back.
    fileprivate var mapText: String {
        switch self {
        case .timestamp(let time): time.rfc3339
        case .list(let values): FieldValue.list(values.map { $0.text ?? "" }).text
        default: text ?? ""
        }
    }
}

extension MapFormat {
    private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    private static let namespace = "urn:scarybug:fields"

    package var head: String {
        switch self {
        case .geoJSON: "{\"type\":\"FeatureCollection\",\"features\":[\n"
        case .kml: Self.declaration + "<kml xmlns=\"http://www.opengis.net/kml/2.2\"><Document>\n"
        case .gpx:
            Self.declaration + "<gpx version=\"1.1\" creator=\"scarybug\""
                + " xmlns=\"http://www.topografix.com/GPX/1/1\" xmlns:s=\"\(Self.namespace)\">\n"
        }
    }

    package var separator: String { self == .geoJSON ? ",\n" : "" }

    package var tail: String {
        switch self {
        case .geoJSON: "\n]}\n"
        case .kml: "</Document></kml>\n"
        case .gpx: "</gpx>\n"
        }
    }

    package func text(of point: MapDocument) -> String {
        switch self {
        case .geoJSON: Self.geoJSON(point)
        case .kml: Self.kml(point)
        case .gpx: Self.gpx(point)
        }
    }

    private static func geoJSON(_ point: MapDocument) -> String {
        let place = [point.position.longitude, point.position.latitude].map(RecordValue.number)
        let notes = point.notes.map { [("notes", RecordValue.string($0))] } ?? []
        return JSON.line([
            ("type", .string("Feature")), ("id", .string(point.identifier)),
            ("geometry", .object([("type", .string("Point")), ("coordinates", .list(place))])),
            ("properties", .object([("name", .string(point.title))] + notes + point.values)),
        ])
    }

    private static func kml(_ point: MapDocument) -> String {
        let values = point.values.map { name, value in
            "<Data name=\"\(MarkupText.escaped(name))\">" + element("value", value.mapText)
                + "</Data>"
        }
        let id = DocumentIdentifier.uuid(point.identifier).map {
            " id=\"\(MapPoint.idPrefix)\($0)\""
        }
        return "<Placemark\(id ?? "")>" + element("name", point.title)
            + element("description", point.notes.map(MarkupText.html))
            + (point.seen.map(kmlTime) ?? "") + "<ExtendedData>" + values.joined()
            + "</ExtendedData><Point><coordinates>\(place(point.position, ","))"
            + "</coordinates></Point></Placemark>\n"
    }

    private static func gpx(_ point: MapDocument) -> String {
        let fields = point.values.map { name, value in
            "<s:field name=\"\(MarkupText.escaped(name))\">"
                + "\(MarkupText.escaped(value.mapText))</s:field>"
        }
        let summary = ["species", "seen", "place"].compactMap { name in
            point.values.first { $0.name == name }?.value.mapText
        }.joined(separator: "\n")
        let degrees = place(point.position, "\" lat=\"")
        return "<wpt lon=\"\(degrees)\">" + element("time", point.seen.flatMap(moment))
            + element("name", point.title) + element("cmt", summary == point.notes ? nil : summary)
            + element("desc", point.notes) + element("src", point.identifier)
            + "<extensions>" + fields.joined() + "</extensions></wpt>\n"
    }

    /// The longitude and the latitude.
    private static func place(_ position: Position, _ separator: String) -> String {
        position.parts.longitude + separator + position.parts.latitude
    }

    private static func element(_ name: String, _ text: String?) -> String {
        guard let text, !text.isEmpty else { return "" }
        return "<\(name)>\(MarkupText.escaped(text))</\(name)>"
    }

    private static func kmlTime(_ date: EDTFDate) -> String {
        let ends = kmlEnds(of: date)
        guard ends.count == 2 else {
            return "<TimeStamp>\(element("when", ends.first ?? nil))</TimeStamp>"
        }
        return "<TimeSpan>\(element("begin", ends[0]))\(element("end", ends[1]))</TimeSpan>"
    }

    /// The date, or both ends of a period, in the forms of XML Schema, which know no doubt, and no time without
    /// an offset.
    private static func kmlEnds(of date: EDTFDate) -> [String?] {
        date.text.split(separator: "/").map { part in
            guard let date = EDTFDate(String(part)) else { return nil }
            return moment(of: date) ?? String(date.text.prefix { !"T?~%".contains($0) })
        }
    }

    /// A moment with an offset, in UTC; nil for any other date.
    private static func moment(of date: EDTFDate) -> String? {
        guard !date.text.contains("/"), let moment = date.period.start.moment else { return nil }
        return Timestamp(secondsSince1970: moment).rfc3339
    }

    /// The date as a point of the format tells it beside the fields; nil if it doesn't.
    func shown(_ date: EDTFDate) -> EDTFDate? {
        switch self {
        case .geoJSON: return nil
        case .gpx: return Self.moment(of: date).flatMap { EDTFDate($0) }
        case .kml:
            return EDTFDate(Self.kmlEnds(of: date).map { $0 ?? ".." }.joined(separator: "/"))
        }
    }
}

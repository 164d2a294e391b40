import SystemFiles
import SystemPackage

/// The formats of maps with points.
package enum MapFormat: String, CaseIterable, Sendable {
    /// GeoJSON (RFC 7946).
    case geoJSON = "geojson"
    /// The Keyhole Markup Language, of Google Earth (OGC 12-007r2).
    case kml
    /// The GPS Exchange Format, of walkers and satellite receivers.
    case gpx

    /// The format that a file's name tells; nil for any other name.
    package init?(fileName: String) {
        self.init(rawValue: FilePath(fileName).extension?.lowercased() ?? "")
    }

    var name: String { self == .geoJSON ? "GeoJSON" : rawValue.uppercased() }

    /// Why nothing can be imported.
    package var withoutPoints: ScaryBugsError {
        let what =
            switch self {
            case .geoJSON: "features with a Point"
            case .kml: "placemarks with a Point"
            case .gpx:
                "waypoints (wpt), not from tracks; 'exiftool -geotag' gives photographs the positions of "
                    + "a track"
            }
        return ScaryBugsError(.refused, "a \(name) map without points; documents come from \(what)")
    }
}

/// A point of a map, as a file has it.
struct MapPoint {
    /// The line on which it begins, from 1.
    let line: Int
    /// Degrees; nil if the file has no numbers there.
    var latitude: Double?
    var longitude: Double?
    /// The latitude and the longitude as the file has them; nil for a record without a place.
    var place: String?
    var name: String?
    var notes: String?
    /// The date, as the format writes it.
    var date: String?
    /// The identifier that the format gives the point.
    var identifier: String?
    /// What the format says beside these, such as the elevation. Our own maps have it among the values, too.
    var extras: [(name: String, value: TableValue)] = []
    /// The names of the folders that it lies in, the outermost first.
    var folders: [String] = []
    /// The values of fields and of other programs.
    var values: [(name: String, value: TableValue)] = []

    init(line: Int) { self.line = line }

    static let elevation = "minimumElevationInMeters"
    /// An identifier in XML begins with a letter.
    static let idPrefix = "id-"
    /// The comment in GPX, in which `export` writes a summary.
    static let comment = "cmt"

    /// The notes of a point that `export` wrote. A program may copy the comment where there are none.
    var ownNotes: String? {
        extras.contains { $0.name == Self.comment && $0.value.text == notes } ? nil : notes
    }

    func value(_ name: String) -> TableValue? { values.first { $0.name == name }?.value }
}

/// The points of a file, in their order.
protocol MapPoints: AnyObject {
    /// The lines, areas and other shapes so far that are no points.
    var otherCount: Int { get }
    /// The name of a reference system other than WGS 84, whose positions are no latitudes and longitudes.
    var otherSystem: String? { get }

    /// The next point; nil after the last.
    ///
    /// - Throws: ``TableError`` for a wrong file.
    func next() throws -> MapPoint?
}

/// Reads the points of a map as the rows of a table: one of our own with the names of our fields, or one of
/// another program.
package final class MapReader: TableReader {
    package let format: MapFormat

    private let points: any MapPoints
    package private(set) var origin: TableOrigin?
    private var count = 0
    /// The places that are no positions.
    private var wrongPlaces = Tally<String>()

    /// - Parameter file: an open file. The caller must keep it open while this reader is in use.
    init(_ file: borrowing File, _ format: MapFormat, limits: Limits) throws {
        self.format = format
        points =
            switch format {
            case .geoJSON: try GeoJSONPoints(file, limits: limits)
            case .kml, .gpx: XMLPoints(file, limits: limits)
            }
    }

    package func next() throws -> TableRow? {
        guard let point = try points.next() else { return nil }
        count += 1
        let origin = origin ?? TableOrigin(point.values.map(\.name), isMap: true)
        self.origin = origin
        let isOwn = origin == .own
        var position: Position?
        if let latitude = point.latitude, let longitude = point.longitude {
            position = Position(latitude: latitude, longitude: longitude)
            if !isOwn, position?.isNowhere == true { position = nil }
        }
        let isWrong = position == nil && point.place != nil && points.otherSystem == nil
        guard !isWrong || !isOwn else {
            throw TableError(
                line: point.line,
                "the point has no latitude from -90 to 90 and longitude from -180 to 180: "
                    + "\((point.place ?? "").shortened)")
        }
        var cells = isOwn ? own(point, position) : Self.foreign(point, position)
        if isWrong, let place = point.place {
            cells.append((Self.wrongPlace, .text(place)))
            wrongPlaces.add("'\(place.shortened)' on line \(point.line)")
        }
        let tags = isOwn || point.folders.isEmpty ? [] : [Self.tags(point.folders)]
        return TableRow(
            line: point.line,
            cells: cells.map { TableCell(column: $0.name, position: nil, value: $0.value) } + tags)
    }

    /// Folders as a member of our own, which is no part of what identifies the point.
    private static func tags(_ folders: [String]) -> TableCell {
        TableCell(
            column: Field.tags.name, position: nil, value: .list(folders.map(TableValue.text)),
            isMember: true)
    }

    /// Sentences about what is not taken.
    package var warnings: [String] {
        if count == 0 { return [] }
        let shapes = points.otherCount == 1 ? "line or area is" : "lines or areas are"
        let left = "\(points.otherCount.grouped) \(shapes) left out; only points are taken"
        let system = points.otherSystem.map {
            "its positions are in '\($0.shortened)', not in WGS 84; they are not converted, and stay as "
                + "texts (coordinates)"
        }
        let wrong = wrongPlaces.first.map { first in
            first + wrongPlaces.more("place") + (wrongPlaces.count == 1 ? " is" : " are")
                + " no position, and kept as text (\(Self.wrongPlace))"
        }
        return [points.otherCount > 0 ? left : nil, wrong, system].compactMap(\.self)
    }

    /// The name under which a place that is no position stays.
    private static let wrongPlace = "coordinates"

    private typealias Cells = [(name: String, value: TableValue)]

    /// A point with the names of our fields. Where another program moved it or gave it another date, that
    /// counts; else the field tells how exact it is.
    private func own(_ point: MapPoint, _ position: Position?) -> Cells {
        let seen = point.value(Field.seen.name)?.text.flatMap { EDTFDate($0) }
        let shown = seen.flatMap(format.shown)
        let date = point.date.flatMap { EDTFDate(written: $0) }
        let isDated = date != nil && shown != nil && date?.period != shown?.period
        let at = point.value(Field.at.name)?.text.flatMap { try? Position($0) }
        let moved = position.flatMap { at?.isNear($0) == true ? nil : $0 }
        // The name is an element or, in GeoJSON, a value, which GDAL calls `Name` when it comes from KML.
        let isFromKML =
            point.name == nil && point.value("name") == nil && point.value("Name") != nil
        let taken = isFromKML ? ["Name", "description"] : ["name"]
        let title = [point.name, point.value(taken[0])?.text, point.value(Field.title.name)?.text]
            .compactMap(\.self).first { !$0.trimmed.isEmpty }
        let notes =
            point.ownNotes.map(TableValue.text) ?? point.value(Field.notes.name)
            ?? (isFromKML ? point.value("description") : nil)
        let given: Cells = [
            (Field.title.name, .text(title ?? ForeignTable.untitled)),
            (Field.notes.name, notes ?? .null),
            (Field.at.name, .text((moved ?? at)?.text ?? "")),
            (Field.seen.name, isDated ? .text(date?.text ?? "") : .null),
        ]
        let present = given.filter { !$0.value.isEmpty }
        return present
            + point.values.filter { value in
                !present.contains { $0.name == value.name }
                    && (point.name != nil || !taken.contains(value.name))
            }
    }

    /// A point with the names that ``ForeignTable`` knows, and all else under the names that it has.
    private static func foreign(_ point: MapPoint, _ position: Position?) -> Cells {
        var cells: Cells = position.map { [(Field.at.name, .text($0.text))] } ?? []
        let uuid = point.identifier.flatMap(DocumentIdentifier.uuid)
        let given = [
            (uuid == nil ? "name" : Field.title.name, point.name),
            (
                uuid == nil ? "description" : Field.notes.name,
                uuid == nil ? point.notes : point.ownNotes
            ),
            // What somebody entered counts more than when a receiver stored the point.
            (point.value(Field.seen.name)?.isEmpty == false ? "time" : "date", point.date),
            (Field.identifier.name, uuid), ("id", uuid == nil ? point.identifier : nil),
        ]
        cells += given.compactMap { name, text in text.map { (name, .text($0)) } }
        var values: [String: TableValue] = [:]
        var numbers: [String: Int] = [:]
        for (name, value) in cells { values[name.lowercased()] = value }
        // Other programs leave out fields that they don't know, but keep the summary of them.
        let extras = point.extras.filter { uuid == nil || $0.name != MapPoint.comment }
        for (name, value) in point.values + extras where !value.isEmpty {
            // Some programs write a value twice, and two values may have one name.
            var unique = name
            if values[name.lowercased()] == value { continue }
            while values[unique.lowercased()] != nil {
                numbers[name, default: 1] += 1
                unique = "\(name) \(numbers[name] ?? 2)"
            }
            values[unique.lowercased()] = value
            cells.append((unique, value))
        }
        return cells
    }
}

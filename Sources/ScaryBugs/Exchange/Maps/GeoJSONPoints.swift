/// The points of a map in GeoJSON: of its features, in a collection or on a line each.
final class GeoJSONPoints: MapPoints {
    private let reader: JSONReader
    private(set) var otherCount = 0

    /// - Parameter file: an open file. The caller must keep it open while this value is in use.
    /// - Throws: ``ScaryBugsError/Code/refused`` if the file is not UTF-8.
    init(_ file: borrowing File, limits: Limits) throws {
        reader = try JSONReader(file, featuresWithin: limits)
    }

    func next() throws -> MapPoint? {
        while let row = try reader.next() {
            let members = Dictionary(row.cells.map { ($0.column, $0.value) }) { first, _ in first }
            if let point = Self.point(members, row.line) { return point }
            otherCount += 1
        }
        return nil
    }

    /// The point of a feature; nil if it has another shape or none.
    private static func point(_ feature: [String: TableValue], _ line: Int) -> MapPoint? {
        guard case .object(let geometry)? = feature["geometry"],
            geometry["type"] == .text("Point"), case .list(let numbers)? = geometry["coordinates"]
        else { return nil }
        var point = MapPoint(line: line)
        // RFC 7946 has the longitude first.
        let coordinates = numbers.map { $0.text.flatMap { Double($0) } }
        if coordinates.count > 1 {
            (point.longitude, point.latitude) = (coordinates[0], coordinates[1])
        }
        if coordinates.count > 2, let elevation = coordinates[2], elevation != 0 {
            point.extras = [(MapPoint.elevation, .real(elevation))]
        }
        point.identifier = feature["id"]?.text
        guard case .object(let properties)? = feature["properties"] else { return point }
        point.values = properties.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        if point.isOwn {
            point.name = properties["name"]?.text
            point.values.removeAll { $0.name == "name" }
        }
        return point
    }
}

/// The points of a map in GeoJSON: of its features, in a collection or on a line each.
final class GeoJSONPoints: MapPoints {
    private let reader: JSONReader
    private(set) var otherCount = 0
    /// RFC 7946 has WGS 84 only. Older files may name another one.
    var otherSystem: String? { reader.referenceSystem.flatMap { Datum.isUsual($0) ? nil : $0 } }

    /// - Parameter file: an open file. The caller must keep it open while this value is in use.
    /// - Throws: ``ScaryBugsError/Code/refused`` if the file is not UTF-8.
    init(_ file: borrowing File, limits: Limits) throws {
        reader = try JSONReader(file, ofFeatures: true, limits: limits)
    }

    func next() throws -> MapPoint? {
        while let row = try reader.next() {
            let members = Dictionary(row.cells.map { ($0.column, $0.value) }) { first, _ in first }
            if let point = point(members, row.line) { return point }
            otherCount += 1
        }
        return nil
    }

    /// The point of a feature, or a point that stands alone; nil if it has another shape or none.
    private func point(_ feature: [String: TableValue], _ line: Int) -> MapPoint? {
        var geometry = feature
        if case .object(let own)? = feature["geometry"] { geometry = own }
        var point = MapPoint(line: line)
        if feature["type"] == .text("Feature"), feature["geometry"] ?? .null == .null {
            // A record without a place.
            return take(feature, &point) ? point : nil
        }
        guard let numbers = Self.coordinates(of: geometry) else { return nil }
        // RFC 7946 has the longitude first.
        let coordinates = numbers.map { $0.text.flatMap { Double($0) } }
        if let otherSystem {
            let texts = numbers.map { $0.text ?? "" }
            point.extras = [
                ("coordinates", .text(texts.joined(separator: ", "))), ("crs", .text(otherSystem)),
            ]
        } else if coordinates.count > 1 {
            (point.longitude, point.latitude) = (coordinates[0], coordinates[1])
        }
        point.place = numbers.prefix(2).reversed().map { $0.text ?? "?" }.joined(separator: ", ")
        if otherSystem == nil, coordinates.count > 2, let elevation = coordinates[2], elevation != 0
        {
            point.extras = [(MapPoint.elevation, .real(elevation))]
        }
        _ = take(feature, &point)
        return point
    }

    /// The numbers of a point, or of a shape that consists of one; nil for another shape.
    private static func coordinates(of shape: [String: TableValue]) -> [TableValue]? {
        switch (shape["type"], shape["coordinates"], shape["geometries"]) {
        case (.text("Point"), .list(let numbers)?, _): return numbers
        case (.text("MultiPoint"), .list(let points)?, _):
            guard points.count == 1, case .list(let numbers) = points[0] else { return nil }
            return numbers
        case (.text("GeometryCollection"), _, .list(let shapes)?):
            guard shapes.count == 1, case .object(let only) = shapes[0] else { return nil }
            return coordinates(of: only)
        default: return nil
        }
    }

    /// - Returns: whether the feature says anything.
    private func take(_ feature: [String: TableValue], _ point: inout MapPoint) -> Bool {
        point.identifier = feature["id"]?.text
        guard case .object(let properties)? = feature["properties"] else { return false }
        point.values = properties.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return properties.contains { !$0.value.isEmpty }
    }
}

import Glibc

/// The places within a distance of a position, which `near:` and `at:` look for.
struct Circle: Hashable, Sendable {
    let center: Position
    /// The radius in metres, with the uncertainty of the center.
    let reach: Double
    /// The document that a query names as its center, which is nearest to itself.
    let document: DocumentName?

    init(_ center: Position, radius: Double = 0, document: DocumentName? = nil) {
        self.center = center
        self.document = document
        reach = radius + (center.uncertainty ?? 0)
    }

    /// Whether a position, with its uncertainty, is partly in the circle.
    func overlaps(_ position: Position) -> Bool {
        center.distance(to: position) <= reach + Double(position.centimetres) / 100
    }

    /// The metres by which a document is sorted.
    func distance(to position: Position, of name: DocumentName) -> Double {
        name == document ? -1 : center.distance(to: position)
    }
}

extension Position {
    /// The mean radius of the Earth in metres.
    static let earthRadius = 6_371_008.8

    /// The metres between two positions on a sphere, which may be wrong by half a percent.
    func distance(to other: Position) -> Double {
        Self.distance(
            (Int64(latitudeUnits), Int64(longitudeUnits)),
            (Int64(other.latitudeUnits), Int64(other.longitudeUnits)))
    }

    /// The distance in metres by the haversine formula, which is exact for small distances. The index calls it,
    /// too, so that both give the same number.
    static func distance(
        _ from: (latitude: Int64, longitude: Int64), _ to: (latitude: Int64, longitude: Int64)
    ) -> Double {
        let radians = { (units: Int64) in Double(units) / unitsPerDegree * .pi / 180 }
        let (north, east) = (
            sin(radians(to.latitude - from.latitude) / 2),
            sin(radians(to.longitude - from.longitude) / 2)
        )
        let haversine =
            north * north
            + cos(radians(from.latitude)) * cos(radians(to.latitude)) * east * east
        return 2 * earthRadius * asin(min(1, haversine.squareRoot()))
    }
}

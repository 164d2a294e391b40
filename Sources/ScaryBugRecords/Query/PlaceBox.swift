import Glibc

/// The places between two latitudes and two longitudes, in the units of ``Position``.
package struct PlaceBox: Hashable, Sendable {
    package let latitudes: ClosedRange<Int64>
    /// The longitudes from west to east. They may go on behind the antimeridian.
    package let longitudes: ClosedRange<Int64>

    package static let turn = Int64(360 * Position.unitsPerDegree)

    /// A box that goes over the antimeridian if its west is greater than its east.
    ///
    /// - Returns: nil if the south is greater than the north.
    init?(southWest: Position, northEast: Position) {
        let (south, north) = (Int64(southWest.latitudeUnits), Int64(northEast.latitudeUnits))
        let (west, east) = (Int64(southWest.longitudeUnits), Int64(northEast.longitudeUnits))
        guard south <= north else { return nil }
        latitudes = south...north
        longitudes = west...(west <= east ? east : east + Self.turn)
    }

    /// The box of one point.
    init(_ point: Position) {
        let (north, east) = (Int64(point.latitudeUnits), Int64(point.longitudeUnits))
        self.init(latitudes: north...north, longitudes: east...east)
    }

    package init(latitudes: ClosedRange<Int64>, longitudes: ClosedRange<Int64>) {
        (self.latitudes, self.longitudes) = (latitudes, longitudes)
    }

    var isPoint: Bool { latitudes.count == 1 && longitudes.count == 1 }

    /// The metres from a point to the nearest one of the box, on a sphere; 0 inside.
    ///
    /// The index calls it, too, so that both give the same number.
    package func distance(toLatitude north: Int64, longitude east: Int64) -> Double {
        let distance = { (latitude: Int64, longitude: Int64) in
            let nearest = min(max(latitude, latitudes.lowerBound), latitudes.upperBound)
            return Position.distance((nearest, longitude), (north, east))
        }
        let width = longitudes.upperBound - longitudes.lowerBound
        let past = (east &- longitudes.lowerBound) % Self.turn
        let toEast = (past < 0 ? past + Self.turn : past) - width
        if toEast <= 0 { return distance(north, east) }
        let toWest = Self.turn - width - toEast
        let side = toEast < toWest ? longitudes.upperBound : longitudes.lowerBound
        if latitudes.lowerBound == latitudes.upperBound { return distance(0, side) }
        // The nearest point of a meridian is in another latitude, and beyond a pole one of the ends.
        let radian = Position.unitsPerDegree * 180 / .pi
        let (latitude, angle) = (Double(north) / radian, Double(min(toEast, toWest)) / radian)
        let foot = atan2(sin(latitude), cos(latitude) * cos(angle)) * radian
        return [latitudes.lowerBound, Int64(foot), latitudes.upperBound]
            .map { distance($0, side) }.min() ?? 0
    }

    /// A box that contains all points within some metres of this one.
    package func widened(by metres: Double) -> PlaceBox {
        // The sphere gives a box that is exact, apart from the rounding of its sides.
        let angle = min(metres / Position.earthRadius, .pi) * 1.000_001
        let units = { (angle: Double) in
            Int64((angle * 180 / .pi * Position.unitsPerDegree).rounded(.up)) + 1
        }
        let (south, north) = (latitudes.lowerBound, latitudes.upperBound)
        let latitude = Double(max(abs(south), abs(north))) / Position.unitsPerDegree * .pi / 180
        // A circle around a pole has all longitudes.
        let width =
            latitude + angle < .pi / 2
            ? units(asin(min(1, sin(angle) / cos(latitude)))) : Self.turn
        return PlaceBox(
            latitudes: (south - units(angle))...(north + units(angle)),
            longitudes: (longitudes.lowerBound - width)...(longitudes.upperBound + width))
    }
}

import Glibc

/// The columns of `facts` with the positions, and the SQL that finds the near ones.
///
/// The columns are computed from the facts, so they take no room until the first query for a place
/// makes indexes of them. Few documents are uncertain by more than a kilometre. They have an index of their own,
/// since the circle around one may reach far.
enum IndexPlaces {
    static let columns = ["latitude", "longitude", "centimetres"].enumerated().map {
        "\($1) INTEGER AS \(IndexFacts.value(of: .at, at: $0)) VIRTUAL, "
    }.joined()

    /// The most centimetres of a position in the index by latitude.
    private static let most = 100_000

    /// The names of the indexes, with their columns.
    static let indexes = [
        ("places", "(latitude, longitude, centimetres)"),
        ("vague_places", "(centimetres, latitude, longitude) WHERE centimetres > \(most)"),
    ]

    /// The SQL function; see ``Position/distance(_:_:)``.
    static func distance(to center: Position, of row: String = "") -> SQLFragment {
        SQLFragment(
            "distance(\(row)latitude, \(row)longitude, ?, ?)",
            [.integer(Int64(center.latitudeUnits)), .integer(Int64(center.longitudeUnits))])
    }

    /// The condition that a row `d` of `documents` has a position that overlaps a circle.
    static func overlap(_ circle: Circle) -> SQLFragment {
        let distance = distance(to: circle.center)
        let isNear = SQLFragment(
            "\(distance.sql) <= ? + centimetres / 100.0",
            distance.values + [.real(circle.reach)])
        let box = PlaceBox(
            around: circle.center, metres: circle.reach + Double(most) / 100)
        let precise = SQLFragment(
            "\(box.sql.sql) AND centimetres <= \(most) AND \(isNear.sql)",
            box.sql.values + isNear.values)
        let select = "SELECT id FROM facts WHERE"
        return SQLFragment(
            "d.id IN (\(select) \(precise.sql) UNION ALL \(select) centimetres > \(most) "
                + "AND \(isNear.sql))", precise.values + isNear.values)
    }
}

/// A box of degrees that contains a circle, in the units of ``Position``.
private struct PlaceBox {
    private let latitudes: ClosedRange<Int64>
    private let longitudes: ClosedRange<Int64>

    init(around center: Position, metres: Double) {
        // The sphere gives a box that is exact, apart from the rounding of its sides.
        let angle = min(metres / Position.earthRadius, .pi) * 1.000_001
        let units = { (angle: Double) in
            Int64((angle * 180 / .pi * Position.unitsPerDegree).rounded(.up)) + 1
        }
        let latitude = center.latitude * .pi / 180
        // A circle around a pole has all longitudes.
        let width =
            abs(latitude) + angle < .pi / 2
            ? units(asin(min(1, sin(angle) / cos(latitude)))) : Self.turn
        let (north, east) = (Int64(center.latitudeUnits), Int64(center.longitudeUnits))
        latitudes = (north - units(angle))...(north + units(angle))
        longitudes = (east - width)...(east + width)
    }

    private static let turn: Int64 = 360 * 10_000_000

    /// The condition for a row of `facts`. The longitudes of a box may go on behind the antimeridian.
    var sql: SQLFragment {
        let turns = [0, -Self.turn, Self.turn].map { turn in
            SQLFragment(
                "longitude BETWEEN ? AND ?",
                [
                    .integer(longitudes.lowerBound + turn),
                    .integer(longitudes.upperBound + turn),
                ])
        }
        let east = SQLFragment(turns, joinedBy: " OR ", or: "FALSE")
        return SQLFragment(
            "latitude BETWEEN ? AND ? AND \(east.sql)",
            [.integer(latitudes.lowerBound), .integer(latitudes.upperBound)] + east.values)
    }
}

import Glibc

/// The columns of `facts` with the positions, and the SQL that finds the near ones.
///
/// The first query for a place makes two indexes of them. Few documents are uncertain by more than a
/// kilometre. They have an index of their own, since the circle around one may reach far.
enum IndexPlaces {
    static let columns = "latitude, longitude, centimetres"

    /// The most centimetres of a position in the index by latitude.
    private static let most = 100_000

    /// The names of the indexes, with their columns.
    static let indexes = [
        ("places", "(latitude, longitude, centimetres)"),
        ("vague_places", "(centimetres, latitude, longitude) WHERE centimetres > \(most)"),
    ]

    /// The condition that a row `d` of `documents` has a position that overlaps a circle.
    static func overlap(_ circle: Circle) -> SQLFragment {
        rows(overlapping: circle, SQLFragment("")).surrounded("d.id IN (", ")")
    }

    /// A table of the documents whose positions overlap a circle, with their distances from its center.
    static func distances(_ circle: Circle) -> SQLFragment {
        let center = parameters(of: circle.center)
        return rows(
            overlapping: circle,
            SQLFragment(
                ", iif(id = ?, -1, \(distance)) AS metres",
                [.integer(circle.document?.indexID ?? -1)] + center)
        ).surrounded("(", ")")
    }

    /// The SQL function; see ``Position/distance(_:_:)``.
    private static let distance = "distance(latitude, longitude, ?, ?)"

    private static func parameters(of center: Position) -> [SQLValue] {
        [.integer(Int64(center.latitudeUnits)), .integer(Int64(center.longitudeUnits))]
    }

    private static func rows(overlapping circle: Circle, _ column: SQLFragment) -> SQLFragment {
        let select = SQLFragment("SELECT id\(column.sql) FROM facts WHERE ", column.values)
        let box = PlaceBox(
            around: circle.center, metres: circle.reach + Double(most) / 100)
        let overlaps = SQLFragment(
            "\(distance) <= ? + centimetres / 100.0",
            parameters(of: circle.center) + [.real(circle.reach)])
        let parts = [
            select, box.sql, SQLFragment(" AND centimetres <= \(most) AND "), overlaps,
            SQLFragment(" UNION ALL "),
            select, SQLFragment("centimetres > \(most) AND "), overlaps,
        ]
        return SQLFragment(parts.map(\.sql).joined(), parts.flatMap(\.values))
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

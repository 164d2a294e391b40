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

    /// The condition that a row `d` of `documents` has a position that overlaps an area.
    static func overlap(_ area: PlaceArea) -> SQLFragment {
        rows(overlapping: area, SQLFragment("")).surrounded("d.id IN (", ")")
    }

    /// A table of the documents whose positions overlap an area, with their distances from its box.
    static func distances(_ area: PlaceArea) -> SQLFragment {
        rows(
            overlapping: area,
            SQLFragment(
                ", iif(id = ?, -1, \(distance)) AS metres",
                [.integer(area.document?.indexID ?? -1)] + parameters(of: area.box))
        ).surrounded("(", ")")
    }

    /// The SQL function; see ``PlaceBox/distance(toLatitude:longitude:)``.
    private static let distance = "distance(latitude, longitude, ?, ?, ?, ?)"

    private static func parameters(of box: PlaceBox) -> [SQLValue] {
        [box.latitudes, box.longitudes].flatMap {
            [.integer($0.lowerBound), .integer($0.upperBound)]
        }
    }

    private static func rows(overlapping area: PlaceArea, _ column: SQLFragment) -> SQLFragment {
        let select = SQLFragment("SELECT id\(column.sql) FROM facts WHERE ", column.values)
        let box = area.box.widened(by: area.reach + Double(most) / 100)
        let overlaps = SQLFragment(
            "\(distance) <= ? + centimetres / 100.0",
            parameters(of: area.box) + [.real(area.reach)])
        let parts = [
            select, box.sql, SQLFragment(" AND centimetres <= \(most) AND "), overlaps,
            SQLFragment(" UNION ALL "),
            select, SQLFragment("centimetres > \(most) AND "), overlaps,
        ]
        return SQLFragment(parts.map(\.sql).joined(), parts.flatMap(\.values))
    }
}

extension PlaceBox {
    /// The condition that a row of `facts` is in the box.
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

import Glibc

/// The places within a distance of a box, which `near:` and `at:` look for.
///
/// The box of `near:` is a point, so that the area is a circle.
package struct PlaceArea: Hashable, Sendable {
    package let box: PlaceBox
    /// The metres around the box, with the uncertainty of its point.
    package let reach: Double
    /// The document that a query names as its center, which is nearest to itself.
    package let document: DocumentName?

    init(around center: Position, radius: Double = 0, document: DocumentName? = nil) {
        box = PlaceBox(center)
        self.document = document
        reach = radius + (center.uncertainty ?? 0)
    }

    init(_ box: PlaceBox) {
        (self.box, reach, document) = (box, 0, nil)
    }

    /// Whether a position, with its uncertainty, is partly in the area.
    func overlaps(_ position: Position) -> Bool {
        distance(to: position) <= reach + Double(position.centimetres) / 100
    }

    /// The metres by which a document is sorted.
    func distance(to position: Position, of name: DocumentName) -> Double {
        name == document ? -1 : distance(to: position)
    }

    private func distance(to position: Position) -> Double {
        box.distance(
            toLatitude: Int64(position.latitudeUnits), longitude: Int64(position.longitudeUnits))
    }
}

extension Position {
    /// The mean radius of the Earth in metres.
    static let earthRadius = 6_371_008.8

    /// The distance in metres by the haversine formula, which is exact for small distances. The Earth is
    /// no sphere, so that it may be wrong by half a percent.
    static func distance(
        _ from: (latitude: Int64, longitude: Int64), _ to: (latitude: Int64, longitude: Int64)
    ) -> Double {
        let radians = { (units: Int64) in Double(units) / unitsPerDegree * .pi / 180 }
        let (north, east) = (
            sin(radians(to.latitude &- from.latitude) / 2),
            sin(radians(to.longitude &- from.longitude) / 2)
        )
        let haversine =
            north * north
            + cos(radians(from.latitude)) * cos(radians(to.latitude)) * east * east
        return 2 * earthRadius * asin(min(1, haversine.squareRoot()))
    }

    func metres(to other: Position) -> Double {
        Self.distance(
            (Int64(latitudeUnits), Int64(longitudeUnits)),
            (Int64(other.latitudeUnits), Int64(other.longitudeUnits)))
    }
}

/// `near:` with a position or a document, `at:` with a position or a box, and the order by distance.
extension QueryParser {
    /// The radius without one, in metres.
    private static let usualRadius = 1_000.0
    private static let form = "write near:50.9324,-1.4508/2km, or near:3/500m for document 3"

    /// Parses a value such as `50.9324,-1.4508/2km` or `3/500m`.
    func near(_ given: String) throws -> Query.Test {
        let value = QuotedValue.text(in: given)
        let field = try positionField()
        let slash = Self.slash(in: value)
        var radius = Self.usualRadius
        if let slash {
            let text = value[value.index(after: slash)...]
            do { radius = try Position.metres(text) } catch let error as ScaryBugsError {
                throw error.about("near '\(value)'").adding(Self.form)
            }
        }
        let place = String(value[..<(slash ?? value.endIndex)]).trimmed
        return .near(field, try area(around: place, radius, field))
    }

    /// The slash before the distance. In a link, a distance has its unit: `#map=17/48.2/16.3` has none.
    private static func slash(in value: String) -> String.Index? {
        // ISO 6709 ends with one.
        guard let slash = value.dropLast().lastIndex(of: "/") else { return nil }
        let text = value[value.index(after: slash)...]
        let isDistance = text.last == "m" && (try? Position.metres(text)) != nil
        return isDistance || !MapLink.isLink(value) ? slash : nil
    }

    private func area(
        around place: String, _ radius: Double, _ field: Field
    ) throws -> PlaceArea {
        guard let number = NumberWord.plain(place) else {
            do { return PlaceArea(around: try Position(place), radius: radius) } catch let error
                as ScaryBugsError
            {
                throw error.about("near '\(place.prefix(Position.mostBytes))'").adding(Self.form)
            }
        }
        // A query that gets a name is only checked, and the document may come later.
        if context.defined != nil, let any = Position(latitude: 0, longitude: 0) {
            return PlaceArea(around: any, radius: radius)
        }
        let document = try naming("near") { try context.document(number) }
        guard let position = document.data.position(in: field) else {
            throw ScaryBugsError(
                .notFound,
                "near: document \(number) has no position; 'set \(number) at=50.9324,-1.4508' gives "
                    + "it one")
        }
        return PlaceArea(around: position, radius: radius, document: document.name)
    }

    /// Parses a position, or a box such as `50,-2..52,1`.
    static func area(_ value: String, of field: Field) throws -> PlaceArea {
        guard !MapLink.isLink(value), value.place(of: "..") != nil else {
            guard case .position(let position) = try FieldValue(value, for: field) else {
                throw ScaryBugsError(.invalidValue, "\(field.name) takes a position")
            }
            return PlaceArea(around: position)
        }
        guard let corners = value.halves(around: ".."),
            let southWest = try? Position(String(corners.before)),
            let northEast = try? Position(String(corners.after)),
            southWest.uncertainty == nil, northEast.uncertainty == nil,
            let box = PlaceBox(southWest: southWest, northEast: northEast)
        else {
            throw ScaryBugsError(
                .invalidValue,
                "\(field.name) '\(value.prefix(Position.mostBytes))' is not a box from its south-west "
                    + "corner to its north-east one; write \(field.name):50,-2..52,1")
        }
        return PlaceArea(box)
    }

    private func positionField() throws -> Field {
        if let field = context.fields.first(where: { $0.type == .position }) { return field }
        throw ScaryBugsError(
            .invalidValue,
            "near: your custom field '\(Field.at.name)' hides the positions; "
                + "'field rename \(Field.at.name) NEWNAME' shows them")
    }

    /// Gives the order by distance the first `near:` of the query, which may come after it.
    func finished() throws -> Query {
        var query = query
        for index in query.order.indices where query.order[index].key == .near(nil) {
            let tests = query.conditions.lazy.filter { !$0.isNegated }.map(\.test)
            guard case .near(let field, let area)? = tests.first(where: { $0.isNear }) else {
                throw ScaryBugsError(
                    .invalidValue,
                    "sort:near needs a place; \(Self.form)"
                ).see(.queries)
            }
            query.order[index].key = .near(.init(field: field, area: area))
        }
        return query
    }
}

extension Query.Test {
    /// Whether the test has a center.
    fileprivate var isNear: Bool {
        guard case .near(_, let area) = self else { return false }
        return area.box.isPoint
    }
}

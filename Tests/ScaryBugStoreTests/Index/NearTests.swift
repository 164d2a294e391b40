import Foundation
import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

/// The index finds exactly the positions that a plain formula finds.
@Suite struct NearTests {
    private static let count = 10_000

    @Test func `near: equals brute force, at poles and across the antimeridian, too`() throws {
        var dice = Dice(seed: 36)
        let positions = try (0..<Self.count).map { _ in try Self.position(with: &dice) }
        let vectors = positions.map(Vector.init)
        let directory = try TemporaryDirectory()
        let index = try Self.index(of: positions, in: directory)
        for _ in 0..<20 {
            let center = try Self.position(with: &dice)
            let radius = dice.pick([0, 1, 30, 1_000, 25_000, 300_000, 5e6, 1.9e7, 3e7])
            let circle = PlaceArea(around: center, radius: radius)
            let query = Query(
                conditions: [.init(test: .near(.at, circle))],
                order: [.init(key: .near(.init(field: .at, area: circle)))])
            if dice.oneIn(2) { try index.prepare(for: query) }
            let found = try #require(try index.names(query)).map(\.number)
            let vector = Vector(center)
            let distances = vectors.map { $0.metres(to: vector) }
            let reach = radius + (center.uncertainty ?? 0)
            // The formulas differ by their rounding.
            let surplus = zip(positions, distances).map { $1 - reach - ($0.uncertainty ?? 0) }
            let isFound = Set(found)
            let wrong = surplus.indices.filter {
                abs(surplus[$0]) > 0.2 && isFound.contains($0) != (surplus[$0] < 0)
            }
            #expect(wrong.isEmpty, "\(center.text)/\(radius): \(wrong.map { positions[$0].text })")
            var first = query
            first.limit = 7
            #expect(try index.names(first)?.map(\.number) == Array(found.prefix(7)))
            let isSorted = zip(found, found.dropFirst()).allSatisfy {
                distances[$0] < distances[$1] + 0.2
            }
            #expect(isSorted, "\(center.text)/\(radius)")
        }
    }

    @Test func `a box has the positions that overlap it, with the index and without`() throws {
        var dice = Dice(seed: 41)
        let positions = try (0..<2_000).map { _ in try Self.position(with: &dice) }
        let directory = try TemporaryDirectory()
        let index = try Self.index(of: positions, in: directory)
        for _ in 0..<20 {
            let box = try Self.box(with: &dice)
            let area = PlaceArea(box)
            let found = try #require(
                try index.names(Query(conditions: [.init(test: .near(.at, area))]))
            ).map(\.number)
            #expect(found == positions.indices.filter { area.overlaps(positions[$0]) }, "\(box)")
            let border = try Self.border(of: box)
            for position in positions.prefix(100) {
                let (north, east) = (Int64(position.latitudeUnits), Int64(position.longitudeUnits))
                let distance = box.distance(toLatitude: north, longitude: east)
                let turns: [Int64] = [0, 3_600_000_000, -3_600_000_000]
                if box.latitudes.contains(north),
                    turns.contains(where: { box.longitudes.contains(east + $0) })
                {
                    #expect(distance == 0)
                    continue
                }
                let vector = Vector(position)
                let nearest = border.points.map { $0.metres(to: vector) }.min() ?? 0
                #expect(distance <= nearest + 0.2, "\(position.text) \(box)")
                #expect(distance >= nearest - border.step, "\(position.text) \(box)")
            }
        }
    }

    /// A box between two positions, of which either longitude may be the west.
    private static func box(with dice: inout Dice) throws -> PlaceBox {
        let (one, other) = (try position(with: &dice), try position(with: &dice))
        let isNorth = one.latitudeUnits <= other.latitudeUnits
        return try #require(
            PlaceBox(southWest: isNorth ? one : other, northEast: isNorth ? other : one))
    }

    /// Points on the sides of a box, and the most metres between two of them.
    private static func border(of box: PlaceBox) throws -> (points: [Vector], step: Double) {
        let (south, west) = (Double(box.latitudes.lowerBound), Double(box.longitudes.lowerBound))
        let height = Double(box.latitudes.upperBound) - south
        let width = Double(box.longitudes.upperBound) - west
        let points = try (0...100).flatMap { part in
            let (north, east) = (height * Double(part) / 100, width * Double(part) / 100)
            return try [(north, 0), (north, width), (0, east), (height, east)].map { north, east in
                let longitude = (west + east) / 1e7
                return Vector(
                    try #require(
                        Position(
                            latitude: (south + north) / 1e7,
                            longitude: longitude > 180 ? longitude - 360 : longitude)))
            }
        }
        return (points, max(height, width) / 1e7 * 1_112)
    }

    @Test func `the indexes find the positions`() throws {
        var dice = Dice(seed: 36)
        let directory = try TemporaryDirectory()
        let index = try Self.index(
            of: (0..<100).map { _ in try Self.position(with: &dice) }, in: directory)
        let center = try #require(Position(latitude: 1, longitude: 2))
        let query = Query(
            conditions: [.init(test: .near(.at, PlaceArea(around: center, radius: 100)))])
        try index.prepare(for: query)
        let asked = try #require(IndexQuery(query, columns: "d.id", textFields: []))
        var plan: [String] = []
        try index.database.prepare("EXPLAIN QUERY PLAN " + asked.sql).forEachRow(asked.values) {
            plan.append($0.text(3))
        }
        #expect(plan.contains { $0.contains("USING COVERING INDEX places (latitude>?") }, "\(plan)")
        #expect(plan.contains { $0.contains("USING COVERING INDEX vague_places") }, "\(plan)")
        #expect(!plan.contains { $0.contains("SCAN") && !$0.contains("INDEX") }, "\(plan)")
    }

    // MARK: Positions

    /// A position near a few places, at a pole, at the antimeridian, or anywhere.
    private static func position(with dice: inout Dice) throws -> Position {
        let spread = dice.pick([0, 1e-5, 1e-3, 0.1, 3])
        let place = dice.pick([
            (90, 0), (-90, 0), (89.9999, 12), (0, 180), (51, -180), (-70, 179.999), (50.9, -1.4),
            (180 * fraction(with: &dice) - 90, 360 * fraction(with: &dice) - 180),
        ])
        var longitude = place.1 + spread * (fraction(with: &dice) - 0.5)
        if longitude > 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        let latitude = place.0 + spread * (fraction(with: &dice) - 0.5)
        return try #require(
            Position(
                latitude: min(90, max(-90, latitude)), longitude: longitude,
                uncertainty: dice.pick([0, 0, 0, 25, 999, 1_001, 70_000, 3e6])))
    }

    private static func fraction(with dice: inout Dice) -> Double {
        Double(dice.roll(1 << 50)) / Double(1 << 50)
    }

    /// An index of bugs with these positions, the first with the number 0.
    private static func index(
        of positions: [Position], in directory: TemporaryDirectory
    ) throws -> DocumentIndex {
        let index = try DocumentIndex(
            in: Database(path: directory.path("index.sqlite")),
            directory: .init(device: 1, inode: 2), fields: [])
        try index.database.transaction {
            for (number, position) in positions.enumerated() {
                let id = DocumentName(number: number, kind: .bug).indexID
                try index.database.statement(
                    "INSERT INTO documents (id, stamp, title, tags) VALUES (?, 0, '', '')"
                ).run(.integer(id))
                try index.database.statement(
                    "INSERT INTO facts (id, \(IndexPlaces.columns), json, terms) "
                        + "VALUES (?, ?, ?, ?, '{}', '')"
                ).run(
                    .integer(id), .integer(Int64(position.latitudeUnits)),
                    .integer(Int64(position.longitudeUnits)),
                    .integer(Int64(position.centimetres)))
            }
        }
        return index
    }
}

/// A point of a sphere, as a vector.
private struct Vector {
    let x, y, z: Double

    init(_ position: Position) {
        let (north, east) = (position.latitude * .pi / 180, position.longitude * .pi / 180)
        (x, y, z) = (cos(north) * cos(east), cos(north) * sin(east), sin(north))
    }

    /// The distance by the angle between the vectors.
    func metres(to other: Vector) -> Double {
        let cross = [
            y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x,
        ]
        let dot = x * other.x + y * other.y + z * other.z
        let sine = (cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]).squareRoot()
        return 6_371_008.8 * atan2(sine, dot)
    }
}

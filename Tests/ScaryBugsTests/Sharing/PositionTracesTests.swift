import Testing

@testable import ScaryBugs

@Suite struct PositionTracesTests {
    @Test(arguments: [
        "decimalLatitude", "private_longitude", "place_guess", "verbatimLocality", "GPSAltitude",
        "lat", "lng_dd", "x", "url", "id", "occurrenceID", "stateProvince", "grid_ref", "timezone",
    ])
    func `keys that may tell a position`(key: String) {
        #expect(PositionTraces.isInKey(key))
    }

    @Test(arguments: ["wings", "plates", "relation", "sex", "individualCount", "idea", "xylem"])
    func `keys that tell none`(key: String) {
        #expect(!PositionTraces.isInKey(key))
    }

    @Test(arguments: [
        "50.9324, -1.4508", "at 50.932N 1.451W", "geo:50,1", "50° 55' 56\"", "50 ° north",
        "[50.9324;-1.4508]", "x=482510.123 y=5.123 1.234",
    ])
    func `texts with a position`(text: String) {
        #expect(PositionTraces.isInText(text))
    }

    @Test(arguments: [
        "28 °C at noon", "20.5 mm by 3.25 mm", "14.05.2026", "1,234.567 of them", "90°", "",
        "1.4508",
        "between 14.30 and 15.45",
    ])
    func `texts without one`(text: String) {
        #expect(!PositionTraces.isInText(text))
    }

    @Test(arguments: ["lat 50,9324", "1.45 west", "50.93", "(50.932371)"])
    func `numbers of a known position, however rounded`(text: String) throws {
        let known = [try Position("50.9324,-1.4508")]
        #expect(!PositionTraces.isInText(text))
        #expect(PositionTraces.isInText(text, besides: known))
        #expect(!PositionTraces.isInText("3.5 of 12.25", besides: known))
    }

    @Test func `positions on a grid don't tell which ones they were`() throws {
        for latitude in stride(from: -89.97, through: 90, by: 7.31) {
            for longitude in stride(from: -179.9, through: 180, by: 23.7) {
                let position = try #require(
                    Position(latitude: latitude, longitude: longitude, uncertainty: 25))
                for size in [100.0, 10_000, 1_000_000] {
                    let rounded = try #require(position.rounded(to: size))
                    let radius = try #require(rounded.uncertainty)
                    // A sphere's distance may be wrong by half a percent.
                    #expect(position.distance(to: rounded) <= radius * 1.005, "\(position) \(size)")
                    #expect(radius.truncatingRemainder(dividingBy: size) == 0)
                    #expect(rounded.rounded(to: size)?.latitude == rounded.latitude)
                }
            }
        }
        let near = try ["50.9324,-1.4508±25", "50.9301,-1.4499±7", "50.91,-1.43"].map {
            try Position($0).rounded(to: 10_000)
        }
        #expect(Set(near).count == 1)
    }
}

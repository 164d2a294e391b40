import Containers
import KeyedArchive
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
        "[50.9324;-1.4508]", "x=482510.123 y=5.123 1.234", "N50 55 56.6 W001 27 02.9",
        "50,55.944N 1,27.048W", "5055.944N 00127.048W", "50deg55'56.6\"N", "50 deg 55.94 min",
        "50′55″", "9C2WWGMX+XM", "SU 38600 14900", "SU387148", "33U WP 98765 43210",
        "O 15904 34671",
        "https://maps.google.com/?q=home", "///filled.count.soap", "５０．９３２４, １．４５０８",
        "50·9324 and 1·4508", "gcpe1t5 (geohash)",
    ])
    func `texts with a position`(text: String) {
        #expect(PositionTraces().areIn(text))
    }

    @Test func `the locale of the thread does not count`() {
        let degrees = TextPattern("^5.′5.″$")
        #expect(degrees.matches("50′55″"))
        #expect(UTF8Locale.run { degrees.matches("50′55″") })
        #expect(UTF8Locale.run { TextPattern("^50[′'].*″$") }.matches("50′55″"))
    }

    @Test(arguments: [
        "28 °C at noon", "20.5 mm by 3.25 mm", "14.05.2026", "1,234.567 of them", "90°", "",
        "1.4508",
        "between 14.30 and 15.45", "1,234 and 5,678 bees", "20 degrees", "28 deg C",
        "IMG 1234 5678",
        "north of 5 trees, west of 3",
    ])
    func `texts without one`(text: String) {
        #expect(!PositionTraces().areIn(text))
    }

    @Test(arguments: [
        "lat 50,9324", "1.45 west", "50.93", "(50.932371)", "50.92", "at 50.9 -1.5", "0050.9324",
        "v1.50.9324", "e7=509324000",
        "509324/10000", "50 55 and 1 27",
    ])
    func `numbers of a known position, however rounded`(text: String) throws {
        let known = [try Position("50.9324,-1.4508")]
        #expect(!PositionTraces().areIn(text))
        #expect(PositionTraces(of: known).areIn(text))
        #expect(!PositionTraces(of: known).areIn("3.5 of 12.25"))
    }

    @Test(arguments: ["Notes", "Rating", "Species", "/pos", "other"])
    func `values of an unexpected type are left out`(key: String) throws {
        var data = try DocumentData(new: .bug, now: Timestamp(secondsSince1970: 0))
        try data.set(.text("Ant"), for: .title)
        try data.store(
            .dictionary([.init(key: .string("lat"), value: .real(50.9324))]), forKey: key)
        try data.store(.string("50.9324,-1.4508"), forKey: Field.created.key)
        let withholding = try Withholding(of: ["location"], blur: nil)
        let (copy, withheld) = try data.withholding(
            withholding, DocumentTraces(in: data, files: []))
        #expect(withheld.keys.contains(key) && copy.stored(key) == nil)
        #expect(copy.stored(Field.created.key)?.isDate == true)
        #expect(!String(decoding: try copy.encoded(), as: UTF8.self).contains("50.93"))
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
                    let distance = PlaceBox(position).distance(
                        toLatitude: Int64(rounded.latitudeUnits),
                        longitude: Int64(rounded.longitudeUnits))
                    #expect(distance <= radius * 1.005, "\(position) \(size)")
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

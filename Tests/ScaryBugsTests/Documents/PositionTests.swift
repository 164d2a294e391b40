import TestSupport
import Testing

@testable import ScaryBugs

@Suite struct PositionTests {
    @Test(arguments: [
        ("50.932371,-1.450782", "50.932371,-1.450782"),
        ("50.932371, -1.450782 ± 25 m", "50.932371,-1.450782±25"),
        ("50.932371 -1.450782 +-25", "50.932371,-1.450782±25"),
        (" +50.932371; -1.450782 +/- 0.5", "50.932371,-1.450782±0.5"),
        ("-33.86,151.2±10km", "-33.86,151.2±10000"),
        ("−33.86,151.2± 1.5 km", "-33.86,151.2±1500"),
        ("50.9°,1.4°", "50.9,1.4"), ("-0.0,-.5", "0,-0.5"), ("0.0000001,-0.0000001", nil),
        ("-90,180", "-90,180"), ("5,-180±20037509", "5,-180±20037509"),
        ("48.2,16.4±0", "48.2,16.4"),
        ("50.12345678901,1.4±0.001", "50.1234568,1.4"),
        ("50°55'56.5\"N 1°27'2.8\"W", "50.9323611,-1.4507778"),
        ("1°27'2.8''W, 50°55’56.5''N", "50.9323611,-1.4507778"),
        ("50° 55.942' N, 1° 27.047' W±5", "50.9323667,-1.4507833±5"),
        ("50 deg 55' 56.50\" N, 1 deg 27' 2.80\" W", "50.9323611,-1.4507778"),
        ("N50 55 56.5 W1 27 2.8", "50.9323611,-1.4507778"),
        ("W 1 27 2.8, S 50 55 56.5", "-50.9323611,-1.4507778"),
        ("-50°30' 1°15'36\"", "-50.5,1.26"), ("-50°30',1°15'36\"", "-50.5,1.26"),
        ("48.2 N 16.4 E", "48.2,16.4"), ("16.4e;48.2n", "48.2,16.4"),
        ("geo:48.2010,16.3695", "48.201,16.3695"),
        ("GEO:48.2010,-16.3695,183;crs=WGS84;u=35;x=y", "48.201,-16.3695±35"),
    ])
    func `a position is read in every usual form, and written in one`(
        text: String, expected: String?
    ) throws {
        #expect(try Position(text).text == expected ?? text)
    }

    @Test(arguments: [
        ("50,93;-1,45", "decimals follow a point; write 50.93,-1.45"),
        ("50,93 -1,45", "decimals follow a point; write 50.93,-1.45"),
        ("50,93N 1,45W", "decimals follow a point; write 50.93,-1.45"),
        ("151.2,-33.86", "write -33.86,151.2, the latitude first"),
        ("91,91", "latitudes go from -90 to 90"), ("12,180.1", "write one such as"),
        ("", "not a position; write one such as 50.9324,-1.4508±25, the latitude first"),
        ("50.9", "not a position"), ("50.9,1.4,7", "not a position"), ("1,2,3,4", "not a position"),
        ("50.9N,1.4", "not a position"), ("50.9N,1.4N", "not a position"),
        ("50 60 N 1 W", "not a position"), ("50 1 60 N 1 W", "not a position"),
        ("50.5 30 N 1 W", "not a position"), ("50\"30'N 1 W", "not a position"),
        ("-50 S 1 E", "not a position"), ("1e3,4", "not a position"), ("nan,inf", "not a position"),
        ("0x1p3,4", "not a position"), ("5..0,4", "not a position"),
        ("50 1 2 3 N 1 W", "not a position"), ("50°N 1°W 3°E", "not a position"),
        ("50.9,1.4±", "is not a distance; write 25, 25m or 10km"),
        ("50.9,1.4±5 miles", "'5 miles' is not a distance"), ("50.9,1.4±-5", "not a distance"),
        ("50.9,1.4±5±5", "not a position"), ("50.9,1.4±20038km", "half around the Earth"),
        ("geo:48.2", "write geo:50.9324,-1.4508;u=25"), ("geo:48.2,16.3,x", "write geo:"),
        ("geo:48.2,", "write geo:"), ("geo:48.2,16.3;crs=nad27", "'crs=nad27' is not crs=wgs84"),
        ("geo:48.2,16.3;u=x", "is not a distance"), ("geo:16.3,148.2,1,2", "write geo:"),
    ])
    func `another text is refused with the form to write`(text: String, problem: String) {
        let error = #expect(throws: ScaryBugsError.self) { try Position(text) }
        #expect(error?.message.place(of: problem) != nil, "\(error?.message ?? "none")")
    }

    @Test func `a text is never longer than a position`() {
        let digits = String(repeating: "0", count: 90)
        #expect((try? Position("1.\(digits),2")) != nil)
        #expect((try? Position("1.\(digits)00000000,2")) == nil)
    }

    @Test(
        arguments: [
            (91, 0, nil), (-90.1, 0, nil), (0, 180.1, nil), (.nan, 0, nil), (0, .infinity, nil),
            (0, 0, -1), (0, 0, .nan), (0, 0, 1e9),
        ] as [(Double, Double, Double?)])
    func `a place that cannot be is none`(latitude: Double, longitude: Double, metres: Double?) {
        #expect(
            Position(latitude: latitude, longitude: longitude, uncertainty: metres) == nil)
    }

    @Test func `the text of a position is the same position`() throws {
        var dice = Dice(seed: 36)
        for _ in 0..<2_000 {
            let position = try #require(
                Position(
                    latitude: 90 * fraction(with: &dice), longitude: 180 * fraction(with: &dice),
                    uncertainty: abs(fraction(with: &dice)) * dice.pick([0, 0.1, 1, 100, 1e4, 1e7]))
            )
            let read = try Position(position.text)
            #expect(read == position && read.text == position.text)
            #expect(
                Position(
                    latitude: read.latitude, longitude: read.longitude,
                    uncertainty: read.uncertainty) == position)
        }
    }

    /// A number from -1 to 1.
    private func fraction(with dice: inout Dice) -> Double {
        Double(Int64(bitPattern: dice.bits())) / 0x1p63
    }
}

import TestSupport
import Testing

@testable import ScaryBugRecords

@Suite struct PositionTests {
    @Test(arguments: [
        ("50.932371,-1.450782", "50.932371,-1.450782"),
        ("50.932371, -1.450782 ± 25 m", "50.932371,-1.450782±25"),
        ("50.932371 -1.450782 +-25", "50.932371,-1.450782±25"),
        (" +50.932371; -1.450782 +/- 0.5", "50.932371,-1.450782±0.5"),
        ("-33.86,151.2±10km", "-33.86,151.2±10000"),
        ("−33.86,151.2± 1.5 km", "-33.86,151.2±1500"),
        ("50.9°,1.4°", "50.9,1.4"), ("-0.0,-.5", "0,-0.5"), ("0.0000001,-0.0000001", nil),
        ("-90,180", "-90,180"), ("1,2±0.25", "1,2±0.25"), ("007,01", "7,1"),
        ("5,-180±20037509", "5,-180±20037509"),
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
        ("https://www.openstreetmap.org/#map=17/48.20100/16.36950", "48.201,16.3695"),
        ("http://osm.org/?zoom=9#map=5/-48.2/-16.3&layers=N ±25m", "-48.2,-16.3±25"),
        ("https://www.openstreetmap.org/?mlat=48.2010&mlon=16.3695#map=17/5/6", "48.201,16.3695"),
        ("https://www.google.com/maps/@48.201,-16.3695,17z", "48.201,-16.3695"),
        (
            "https://www.google.com/maps/place/A@B/@48.2,16.3,17z/data=!3m1!4b1!8m2!3d48.201"
                + "!4d16.3695?entry=ttu", "48.201,16.3695"
        ),
        ("https://maps.google.com/?q=48.201,16.3695&ll=1,2", "48.201,16.3695"),
        ("https://maps.google.co.uk/maps?q=Kent&ll=48.201,16.3695", "48.201,16.3695"),
        ("https://www.google.com/maps/search/?api=1&query=48.2%2C%2016.3", "48.2,16.3"),
        ("https://www.google.com/maps/search/48.201,+-16.3695", "48.201,-16.3695"),
        ("https://maps.google.com/maps?q=loc:48.201,16.3695+(Den)", "48.201,16.3695"),
        ("https://maps.apple.com/?ll=48.201,-16.3695&q=Den", "48.201,-16.3695"),
        ("maps.apple.com/place?coordinate=48.201%2C16.3695&name=Den", "48.201,16.3695"),
        ("https://osmand.net/map?pin=48.201,16.3695#17/48.2/16.3", "48.201,16.3695"),
        ("https://osmand.net/map/#17/48.201/-16.3695", "48.201,-16.3695"),
        ("https://osmand.net/go?lat=48.201&lon=16.3695&z=17", "48.201,16.3695"),
        ("https://www.bing.com/maps?cp=48.201~-16.3695&lvl=17", "48.201,-16.3695"),
        ("https://osm.org/go/0EEQjE--?m=", "51.5107727,0.0549316"),
        ("osm.org/go/0EEQjE", "51.5107727,0.0549316"),
        ("geo:48.201,16.3695?z=17", "48.201,16.3695"),
        ("geo:48.201,16.3695;crs=ETRS89;u=5?z=17&q=Den", "48.201,16.3695±5"),
        ("geo:0,0?q=48.201,-16.3695(Old den)", "48.201,-16.3695"),
        ("geo:48.2,16.3?z=5&q=48.201%2C16.3695", "48.201,16.3695"),
        ("POINT(-16.3695 48.201)", "48.201,-16.3695"),
        ("point z (16.3695 48.201 183)", "48.201,16.3695"),
        ("SRID=4326;POINT(16.3695 48.201)", "48.201,16.3695"),
        ("+48.2010-016.3695/", "48.201,-16.3695"),
        ("-4812.06+01622.17+183CRSWGS_84/", "-48.201,16.3695"),
        ("+481203.6-0162210.2/", "48.201,-16.3695"),
        ("(48.201, -16.3695) ±5m", "48.201,-16.3695±5"),
        ("lat: 48.201, lon: -16.3695", "48.201,-16.3695"),
        ("Longitude=-16.3695 Latitude=48.201", "48.201,-16.3695"),
        ("{\"lat\":48.201,\"lng\":16.3695}", "48.201,16.3695"),
        ("Breite 48°12'3.6\" Länge 16°22'10.2\"", "48.201,16.3695"),
        ("48:12:03.6N 16:22:10.2W", "48.201,-16.3695"),
        ("+48:12:03.6 -16:22:10.2", "48.201,-16.3695"),
        ("N48 12,06 E16 22,17", "48.201,16.3695"),
        ("48°12'03,6\"N 16°22'10,2\"E", "48.201,16.3695"),
        ("WGS84 48.201 -16.3695", "48.201,-16.3695"),
        ("UTM zone 33U 601774 5339492", "48.2004973,16.3696748"),
    ])
    func `a position is read in every usual form, and written in one`(
        text: String, expected: String?
    ) throws {
        #expect(try Position(text).text == expected ?? text)
    }

    @Test(arguments: [
        ("", true), ("wgs84", true), ("WGS 1984", true), ("not recorded", true),
        ("EPSG:4326", true),
        ("urn:ogc:def:crs:EPSG::4258", true), ("North American Datum of 1983", true),
        ("ETRS89", true),
        ("GDA2020", true), ("NAD-83", true), ("http://www.opengis.net/def/crs/EPSG/0/4269", true),
        ("NAD27", false), ("ED50", false), ("EPSG:3857", false), ("TOKYO", false),
        ("OSGB36", false),
        ("urn:ogc:def:crs:EPSG::25832", false), ("4314", false), ("AGD66", false),
    ])
    func `a datum that differs by metres is WGS 84`(name: String, isUsual: Bool) {
        #expect(Datum.isUsual(name) == isUsual)
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
        ("https://maps.app.goo.gl/x", "not a link of OpenStreetMap or Google Maps with"),
        ("https://yandex.com/maps/?ll=37.6,55.7", "not a link of OpenStreetMap or Google Maps"),
        ("https://www.google.com/maps/place/Kent/@,", "not a link of OpenStreetMap"),
        ("https://osm.org/#map=5/95.2/10.1", "write 10.1,95.2, the latitude first"),
    ])
    func `another text is refused with the form to write`(text: String, problem: String) {
        let error = #expect(throws: ScaryBugsError.self) { try Position(text) }
        #expect(error?.message.place(of: problem) != nil, "\(error?.message ?? "none")")
    }

    @Test func `a text is never longer than a position`() {
        let digits = String(repeating: "0", count: 90)
        #expect((try? Position("1.\(digits),2")) != nil)
        #expect((try? Position("1.\(digits)00000000,2")) == nil)
        let link = "https://www.google.com/maps/place/"
        #expect((try? Position(link + String(repeating: "x", count: 1_900) + "/@1,2")) != nil)
        #expect((try? Position(link + String(repeating: "@1,", count: 900) + "2")) == nil)
    }

    /// The numbers are from PROJ's cs2cs, with Helmert transformations for the national grids.
    @Test(arguments: [
        ("SU387148", 50.9318043, -1.4499607, 71), ("SU 38745 14832", 50.9316472, -1.4500266, 6),
        ("su 3874 1483", 50.9316698, -1.4500334, 12), ("SU31", 50.9333921, -1.5033064, 7_071),
        ("SU", 51.2469888, -1.2850306, 70_710), ("NN166712", 56.7965565, -5.0039304, 71),
        ("TQ 266 790 ± 25m", 51.4962132, -0.1769348, 25),
        ("HP 61500 15500", 60.8176379, -0.8712283, 6), ("SV90", 49.8673951, -6.2459959, 7_071),
        ("O 15904 34671", 53.3498, -6.2602407, 1), ("V95", 51.7380896, -9.5207312, 7_071),
        ("33U WP 98765 43210", 48.2344183, 16.3300641, 1),
        ("33uwp", 48.301219, 15.6742176, 70_710),
        ("56H LH 348 522", -33.8571414, 151.2147463, 71),
        ("31NAA 6 0", 0.0451738, -0.0091677, 7_071),
        ("31U 448251 5411932", 48.8581938, 2.2944892, 0),
        ("31 N 448251mE, 5411932mN", 48.8581938, 2.2944892, 0),
        ("31U E 448251 N 5411932.0 ±5", 48.8581938, 2.2944892, 5),
        ("56H 334873 6252266", -33.8570008, 151.2149978, 0),
        ("SU31A", 50.8976518, -1.5605649, 1_414), ("su 31 nw", 50.956018, -1.5386589, 3_535),
        ("V95SE", 51.716091, -9.4838184, 3_535), ("v 95 j", 51.7736481, -9.5509029, 1_414),
        ("60C 500000 1120000", -79.9857921, 177.0, 0),
        ("33X 413000 8680000", 78.168483, 11.1964414, 0),
    ])
    func `a grid reference is the center of its square`(
        text: String, latitude: Double, longitude: Double, metres: Double
    ) throws {
        let position = try Position(text)
        #expect(abs(position.latitude - latitude) < 1e-6, "\(position.text)")
        #expect(abs(position.longitude - longitude) < 1e-6, "\(position.text)")
        #expect(position.uncertainty ?? 0 == metres)
    }

    @Test(arguments: [
        ("AB 12 34", "the British grid has no square AB; write a square such as SU387148"),
        ("SI12", "no square SI"), ("TX12", "no square TX"), ("I12", "no square I"),
        ("SU 38 1", "'38 1' is not an easting and a northing"), ("SU387", "up to five digits each"),
        ("SU31O", "not a position"), ("SU31NN", "not a position"), ("SU3814A", "not a position"),
        ("POINT(1 2 3", "not a position"), ("SRID=27700;POINT(4 1)", "'27700' is not WGS 84"),
        ("12:30 14:45", "not a position"), ("lat 50.9 lat 1.4", "not a position"),
        ("50,932371, -1,450782", "decimals follow a point; write 50.932371,-1.450782"),
        ("geo:0,0?q=Kent", "write geo:"), ("https://osm.org/go/", "not a link of OpenStreetMap"),
        ("SU 3814 51", "'3814 51' is not"), ("O 123456 123456", "up to five digits each"),
        ("61U 448251 5411932", "the zones go from 1 to 60, so there is no 61"),
        ("0U WP 12 34", "there is no 0; write a square"),
        ("31U 448251 9411932", "31U goes from latitude 48 to 56 and has no such easting"),
        ("31U 948251 5411932", "no such easting"), ("56S 334873 6252266", "from latitude 32 to 40"),
        ("31I 448251 5411932", "goes from C in the south to X in the north"),
        ("33Y WP 12 34", "goes from C in the south"), ("33U AP 12 34", "33 has no square AP"),
        ("33U WI 12 34", "33 has no square WI"), ("33U WG 12 34", "33U has no square WG"),
        ("33U WP 123", "'123' is not an easting"),
        ("no", "not a position; write"), ("V", "not a position; write"), ("33U", "not a position"),
        ("31U 448251", "not a position"), ("31U 448251 5411932 7", "not a position"),
        ("Kent 12", "not a position"), ("50 N 1 27", "not a position"),
    ])
    func `a square or a point that does not exist is refused`(text: String, problem: String) {
        let error = #expect(throws: ScaryBugsError.self) { try Position(text) }
        #expect(error?.message.place(of: problem) != nil, "\(error?.message ?? "none")")
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

import Containers
import KeyedArchive
import TestSupport
import Testing

@testable import ScaryBugRecords

@Suite struct PositionTracesTests {
    @Test(arguments: [
        "decimalLatitude", "private_longitude", "place_guess", "verbatimLocality", "GPSAltitude",
        "lat", "lng_dd", "x", "url", "id", "occurrenceID", "stateProvince", "grid_ref", "timezone",
        "Breite", "Längengrad", "geographische Breite", "Rechtswert", "longitud", "oosterlengte",
        "Koordinaten", "coordonnées", "Fundort", "Lokalität", "communes", "vindplaats", "uuid",
        "MTB",
    ])
    func `keys that may tell a position`(key: String) {
        #expect(PositionTraces.isInKey(key))
    }

    @Test(arguments: [
        "catalogNumber", "dwc:catalogNumber", "DWC:CatalogNumber",
        "http://rs.tdwg.org/dwc/terms/catalogNumber", "dwc:occurrenceID",
    ])
    func `a prefix or an address hides no key`(key: String) {
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
        "50·9324 and 1·4508", "gcpe1t5 (geohash)", "Latitude 50.9324, Longitude -1.4508",
        "GPS Latitude : 50.9324\nGPS Longitude : -1.4508",
        "{\"latitude\":50.9,\"longitude\":-1.4}",
        "latitude is 50.93, the longitude -1.45", "lat=50.93 and then long=-1.45",
        "Breitengrad 50,93 Längengrad 1,45", "Längengrad: 1,4508; Breitengrad: 50,9324",
        "longitud 1.4508 / latitud 50.9324", "Laengengrad 1.4508 / Breitengrad 50.9324",
        "breedtegraad 50.93 / lengtegraad 1.45", "Longitude: 1.45 / Latitude: 50.93",
        "1.4508 long. 50.9324 lat.", "50 55.944'N / 1 27.048'W", "100mE43210N29870",
        "1kmE4321N2987", "50 7.404; 8 7.404", "Breitengrad 50 7.404, Längengrad 8 7.404",
        "decimalLatitude: 50.1234, decimalLongitude: 8.1234",
        "50.1234 Breitengrad, 8.1234 Längengrad", "50.1234 degrees north, 8.1234 degrees east",
        "Breitengrad (WGS84): 50.1234, Längengrad (WGS84): 8.1234",
        "noorderbreedte 50.1234, oosterlengte 8.1234", "CRS3035RES100mN2987000E4321000",
        "https://ge0.me/Uz5aWBn1XQ/Name", "latitud 50.93 longitud -1.45",
        "50d55m56s N 1d27m3s W",
        "50 degrees 55 minutes north", "easting 438745 northing 114832", "x: 438745 y: 114832",
        "IO90gw23 locator",
        "E 2600123 / N 1200456", "2600123.5 / 1200456.5", "600123.5/200456.2", "600123, 200456",
        "Koord. 600123 200456", "y=600123 x=200456", "Rechtswert 3468503 Hochwert 5333317",
    ])
    func `texts with a position`(text: String) {
        #expect(PositionTraces().areIn(text))
    }

    @Test(arguments: SamplePositions.texts + SamplePositions.squares)
    func `what at reads is found, but squares of more than 1 km`(
        text: String, position: String
    ) throws {
        #expect(try Position(text).text == position)
        let isSquare = SamplePositions.squares.contains { $0.text == text }
        for sentence in [text, "Found at \(text), under 2 stones.", "17.5.2026 (\(text))"] {
            #expect(PositionTraces().areIn(sentence) != isSquare, "\(sentence)")
        }
    }

    /// Each form that `at` reads, except whole degrees, tenths of degrees and squares of more than 1 km.
    @Test(arguments: [
        "50.932371,-1.450782", "50.932371 -1.450782 +-25", "+50.932371; -1.450782 +/- 0.5",
        "-33.86,151.2±10km", "50.93 -1.45", "50.9°,1.4°", "50°55'56.5\"N 1°27'2.8\"W",
        "1°27'2.8''W, 50°55’56.5''N", "50° 55.942' N, 1° 27.047' W±5", "N50 55 56.5 W1 27 2.8",
        "50 deg 55' 56.50\" N, 1 deg 27' 2.80\" W", "W 1 27 2.8, S 50 55 56.5", "41 17 S 174 46 E",
        "-50°30' 1°15'36\"", "48.2 N 16.4 E", "16.4e;48.2n", "geo:48.2010,16.3695",
        "GEO:48.2010,-16.3695,183;crs=WGS84;u=35;x=y", "http://osm.org/?zoom=9#map=5/-48.2/-16.3",
        "https://www.openstreetmap.org/?mlat=48.2010&mlon=16.3695#map=17/5/6",
        "https://www.google.com/maps/@48.201,-16.3695,17z",
        "https://maps.google.com/?q=48.201,16.3695&ll=1,2",
        "SU387148", "SU 38745 14832", "su 3874 1483", "su 38745 14832", "NN166712", "TL2871",
        "tl2871",
        "TL 28 71", "TL 2871", "TQ 266 790 ± 25m", "O 15904 34671", "33U WP 98765 43210",
        "33uwp9876543210", "56H LH 348 522", "33UWP9843", "31U 448251 5411932",
        "31 N 448251mE, 5411932mN", "31U E 448251 N 5411932.0 ±5", "56h 334873 6252266",
        // Forms that it doesn't read.
        "LV95 2703456 / 1241234", "2 703 456, 1 241 234", "600123/200456", "CH 600000/200000",
        "UTM 608764 5643210", "R 4468503 H 5333317", "608764 5643210",
        "608764mE 5643210mN", "SU3870914802.jpg", "moth SU 38709 14802.jpg",
        "E 608764.5 N 5643210.0", "WV 654 482", "lat: 50.9324, lon: -1.4508",
        "N 51 58,123 E 7 35,456", "50.93 N and 1.45 W",
        "32 U 0404764 UTM 5743210", "32U 404 764 5743 210", "zone 32 0404764 5743210",
        "$GPGGA,123519,5055.942,N,00127.047,W,1", "q=50.932371%2C-1.450782", "ITM 715904, 734671",
        "NZTM 1570636 5180000", "SU-387148", "SU 387-148", "438745E 114832N", "KKJ 6672000 3385000",
        "Lambert 72 150000 170000", "what3words: filled.count.soap", "w3w filled.count.soap",
    ])
    func `a position in the middle of a sentence`(position: String) {
        for text in [
            "Seen at \(position) near 3 oaks.", "17.05.2026, (\(position)).", "x\n\(position)\ny",
        ] {
            #expect(PositionTraces().areIn(text), "\(text)")
        }
    }

    @Test(arguments: [
        "12 x 34 mm", "wings 10.5 mm, 12.3 mm", "10.5, 12.3", "12.25, 13.50", "33.25, 34.50 g",
        "33.25, 34.50, 36.75", "seen 14.30, 15.45", "27.05, 28.05.2026", "2026-05-17 14:03",
        "17.5.2026 12.30 Uhr", "12 jun 2024", "12 JUN 2024", "12jun1998", "12 Jun 1430",
        "28 °C, 65 % r.h.", "min. 12°, max. 25°", "20.5-23.0 °C", "-2.5 to 3.5 °C", "12°, 25°",
        "Tel. 0341 123456", "+44 23 8059 5000", "(023) 8059 5000", "0761/123456", "no 1234",
        "No. 1234",
        "Nr 123456", "nr 1234", "no1234", "K1001", "V9538", "BMNH 1234567, 1234568", "DSC 1234",
        "a 2000 of them", "so 1200 bees", "in NZ 2019", "SW 1450 m", "SU31", "TL27", "TQ38 14 bees",
        "SU", "12 34", "3, 4", "3 males, 2 females", "2 m, 3 f", "40x, 100x", "magnified 40 x 100",
        "Apis mellifera L. 1758", "Linnaeus, 1758: 345", "f/2.8 1/250 ISO 400", "5 n, 3 f",
        "p. 12-15",
        "IO90gw", "MTB 6517/3", "1,234.5 and 2,345.6", "ratio 1.25 2.50", "1200 m a.s.l.",
        "x = 3, y = 4",
        "v 1.2.3, 4.5", "5-10 cm, 2-3 mm", "Vol. 12, 34-56", "3/4 of 12/2026", "a 4 4 28",
        "so 1 2 3 4", "12 V 100 Ah", "C 14",
        "1.234.567.890", "10kmE432N298",
        "lengte 12.3 mm, breedte 4.5 mm",
        "m. 12.345 f. 6.789",

    ])
    func `an ordinary note is neither withheld nor named`(note: String) {
        for text in [note, "Seen: \(note).", "It has \(note) here"] {
            #expect(!PositionTraces().areIn(text), "\(text)")
            #expect(!PositionTraces.areHinted(in: text), "\(text)")
        }
    }

    @Test(arguments: [
        "https://what3words.com/filled.count.soap", "w3w.co/filled.count.soap", "Latitude: 50.93",
        "IO90GW12ab", "IO90gw (Maidenhead)", "gcpvj0du6", "https://waze.com/ul/hgcpe",
        "Lat. 50.9324", "50.9324N",
        "https://www.inaturalist.org/observations/1", "lon=1.5", "https://share.here.com/r/x",
    ])
    func `a link and half a position are hints`(text: String) {
        #expect(!PositionTraces().areIn("See \(text) there"))
        #expect(PositionTraces.areHinted(in: "See \(text) there"))
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
        "north of 5 trees, west of 3", "specimens 100234 and 100235", "123456, 654321",
        "2026-05-01, 1200 m", "catalogue 600123",
        "Länge 12.3 mm, Breite 4.5 mm", "long. 12.5 mm, lat. 4.25 mm",
        "Long. corp. 12,5 mm; lat. 5,5 mm", "Länge 12,345 mm, Breite 6,789 mm",
        "Breite 4.5mm, Länge 12.3mm",
    ])
    func `texts without one`(text: String) {
        #expect(!PositionTraces().areIn(text))
    }

    @Test(arguments: [
        "lat 50,9324", "1.45 west", "50.93", "(50.932371)", "50.92", "at 50.9 -1.5", "0050.9324",
        "v1.50.9324", "e7=509324000",
        "509324/10000", "50 55 and 1 27", "N 50 55 57", "50 55.94", "50-55-57", "W 1 27 03",
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

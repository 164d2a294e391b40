import Glibc

/// An ellipsoid of revolution that approximates the Earth.
struct Ellipsoid {
    /// The semi-axes in metres.
    let major, minor: Double

    static let wgs84 = Ellipsoid(major: 6_378_137, minor: 6_356_752.314_245)
    static let airy = Ellipsoid(major: 6_377_563.396, minor: 6_356_256.909)
    static let modifiedAiry = Ellipsoid(major: 6_377_340.189, minor: 6_356_034.447)

    /// The square of the eccentricity.
    var eccentricity: Double { 1 - minor * minor / (major * major) }

    /// The radius of curvature at right angles to the meridian.
    func radius(atLatitude latitude: Double) -> Double {
        major / (1 - eccentricity * pow(sin(latitude), 2)).squareRoot()
    }
}

/// A transverse Mercator projection, which maps of a zone or of a country use.
///
/// The formulas and the British constants are in annexes A to C of Ordnance Survey's "A guide to
/// coordinate systems in Great Britain". They are exact to a centimetre near the central meridian.
struct TransverseMercator {
    let ellipsoid: Ellipsoid
    /// The scale on the central meridian.
    let scale: Double
    /// The true origin in degrees.
    let latitude, longitude: Double
    /// The coordinates of the true origin in metres.
    let easting, northing: Double

    static let british = TransverseMercator(
        ellipsoid: .airy, scale: 0.999_601_271_7, latitude: 49, longitude: -2, easting: 400_000,
        northing: -100_000)

    /// The grid of Ireland 1965, with the constants of Ordnance Survey Ireland's "The Irish grid".
    static let irish = TransverseMercator(
        ellipsoid: .modifiedAiry, scale: 1.000_035, latitude: 53.5, longitude: -8,
        easting: 200_000, northing: 250_000)

    /// A zone of UTM, as in the US National Geospatial-Intelligence Agency's NGA.SIG.0012.
    static func utm(zone: Int, isSouth: Bool) -> TransverseMercator {
        TransverseMercator(
            ellipsoid: .wgs84, scale: 0.999_6, latitude: 0, longitude: Double(zone * 6 - 183),
            easting: 500_000, northing: isSouth ? 10_000_000 : 0)
    }

    /// The latitude and the longitude in radians on the ellipsoid of the projection.
    func angles(easting: Double, northing: Double) -> Angles {
        let origin = latitude * .pi / 180
        var north = origin
        var rest = northing - self.northing
        // Each step is a thousand times smaller than the one before.
        for _ in 0..<8 {
            north += rest / (ellipsoid.major * scale)
            rest = northing - self.northing - arc(from: origin, to: north)
        }
        let (tangent, secant) = (tan(north), 1 / cos(north))
        let t = tangent * tangent
        let across = ellipsoid.radius(atLatitude: north) * scale
        // The ratio of the two radii of curvature.
        let ratio =
            (1 - ellipsoid.eccentricity * pow(sin(north), 2)) / (1 - ellipsoid.eccentricity)
        let eta = ratio - 1
        let x = (easting - self.easting) / across
        let (x2, x4, x6) = (x * x, pow(x, 4), pow(x, 6))
        let south =
            tangent * ratio * x2
            * (1 / 2 - x2 / 24 * (5 + 3 * t + eta - 9 * t * eta)
                + x4 / 720 * (61 + 90 * t + 45 * t * t))
        let east =
            x * secant
            * (1 - x2 / 6 * (ratio + 2 * t) + x4 / 120 * (5 + 28 * t + 24 * t * t)
                - x6 / 5_040 * (61 + 662 * t + 1_320 * t * t + 720 * t * t * t))
        return Angles(latitude: north - south, longitude: longitude * .pi / 180 + east)
    }

    /// The scaled metres along a meridian.
    private func arc(from start: Double, to end: Double) -> Double {
        let n = (ellipsoid.major - ellipsoid.minor) / (ellipsoid.major + ellipsoid.minor)
        let (n2, n3) = (n * n, n * n * n)
        let (difference, sum) = (end - start, end + start)
        return ellipsoid.minor * scale
            * ((1 + n + 5 / 4 * (n2 + n3)) * difference
                - (3 * (n + n2) + 21 / 8 * n3) * sin(difference) * cos(sum)
                + 15 / 8 * (n2 + n3) * sin(2 * difference) * cos(2 * sum)
                - 35 / 24 * n3 * sin(3 * difference) * cos(3 * sum))
    }
}

/// A latitude and a longitude on some ellipsoid, in radians.
struct Angles {
    let latitude, longitude: Double
}

/// A Helmert transformation to WGS 84: it moves, turns and scales a national datum.
struct DatumShift {
    let ellipsoid: Ellipsoid
    /// The move in metres.
    let move: (x: Double, y: Double, z: Double)
    /// The turns in seconds of arc.
    let turns: (x: Double, y: Double, z: Double)
    /// The parts per million by which lengths grow.
    let growth: Double

    /// From OSGB36, exact to 5 m, by section 6.6 of Ordnance Survey's guide.
    static let british = DatumShift(
        ellipsoid: .airy, move: (446.448, -125.157, 542.060), turns: (0.1502, 0.2470, 0.8421),
        growth: -20.489_4)

    /// From Ireland 1965, exact to 1 m, by Ordnance Survey Ireland's and Ordnance Survey of Northern
    /// Ireland's "Making maps compatible with GPS".
    static let irish = DatumShift(
        ellipsoid: .modifiedAiry, move: (482.530, -130.596, 564.557),
        turns: (-1.042, -0.214, -0.631), growth: 8.15)

    /// The same point on WGS 84.
    func callAsFunction(_ angles: Angles) -> Angles {
        let (latitude, longitude) = (angles.latitude, angles.longitude)
        let radius = ellipsoid.radius(atLatitude: latitude)
        let (x, y, z) = (
            radius * cos(latitude) * cos(longitude), radius * cos(latitude) * sin(longitude),
            radius * sin(latitude) * (1 - ellipsoid.eccentricity)
        )
        let second = Double.pi / 180 / 3_600
        let turns = (x: turns.x * second, y: turns.y * second, z: turns.z * second)
        let factor = 1 + growth / 1e6
        return Self.angles(
            move.x + factor * x - turns.z * y + turns.y * z,
            move.y + turns.z * x + factor * y - turns.x * z,
            move.z - turns.y * x + turns.x * y + factor * z)
    }

    /// The angles of a point in metres from the center of WGS 84.
    private static func angles(_ x: Double, _ y: Double, _ z: Double) -> Angles {
        let eccentricity = Ellipsoid.wgs84.eccentricity
        let fromAxis = hypot(x, y)
        var latitude = atan2(z, fromAxis * (1 - eccentricity))
        for _ in 0..<5 {
            let radius = Ellipsoid.wgs84.radius(atLatitude: latitude)
            latitude = atan2(z + eccentricity * radius * sin(latitude), fromAxis)
        }
        return Angles(latitude: latitude, longitude: atan2(y, x))
    }
}

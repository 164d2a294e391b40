/// A place on the Earth, in degrees of WGS 84, as satellite receivers give it.
///
/// ```swift
/// let position = try Position("50°55'56.5\"N 1°27'2.8\"W ±25 m")
/// print(position.text)  // 50.9323611,-1.4507778±25
/// ```
///
/// Degrees keep seven decimals, about a centimetre, and the uncertainty keeps centimetres. As whole
/// numbers they are the same in every text, and in the index.
public struct Position: Hashable, Sendable {
    /// The latitude and the longitude in units of 0.0000001 degrees.
    let latitudeUnits, longitudeUnits: Int32
    /// The uncertainty in centimetres; 0 if it isn't known.
    let centimetres: Int32

    static let unitsPerDegree = 10_000_000.0
    private static let centimetresPerMetre = 100.0
    /// No two points are farther apart, in metres.
    private static let mostMetres = 20_037_509.0

    /// - Parameters:
    ///   - latitude: the degrees north of the equator, from -90 to 90.
    ///   - longitude: the degrees east of Greenwich, from -180 to 180.
    ///   - uncertainty: the metres within which the place is; nil or 0 if they aren't known.
    /// - Returns: nil for values that no place has.
    public init?(latitude: Double, longitude: Double, uncertainty: Double? = nil) {
        let metres = uncertainty ?? 0
        guard (-90...90).contains(latitude), (-180...180).contains(longitude),
            (0...Self.mostMetres).contains(metres)
        else { return nil }
        latitudeUnits = Int32((latitude * Self.unitsPerDegree).rounded())
        longitudeUnits = Int32((longitude * Self.unitsPerDegree).rounded())
        centimetres = Int32((metres * Self.centimetresPerMetre).rounded())
    }

    /// The degrees north of the equator.
    public var latitude: Double { Double(latitudeUnits) / Self.unitsPerDegree }
    /// The degrees east of Greenwich.
    public var longitude: Double { Double(longitudeUnits) / Self.unitsPerDegree }
    /// The metres within which the place is; nil if they aren't known.
    public var uncertainty: Double? {
        centimetres == 0 ? nil : Double(centimetres) / Self.centimetresPerMetre
    }

    /// The canonical text, such as `50.932371,-1.450782±25`, which parses to the same position.
    public var text: String {
        let place = Self.digits(latitudeUnits, 7) + "," + Self.digits(longitudeUnits, 7)
        return centimetres == 0 ? place : place + "±" + Self.digits(centimetres, 2)
    }

    /// A number as its digits, without zeros at the end.
    ///
    /// - Parameters:
    ///   - number: the number without its decimal point.
    ///   - decimals: how many of its digits are decimals.
    private static func digits(_ number: Int32, _ decimals: Int) -> String {
        var digits = String(number.magnitude)
        let zeros = max(decimals + 1 - digits.utf8.count, 0)
        digits = String(repeating: "0", count: zeros) + digits
        var fraction = digits.suffix(decimals)
        while fraction.last == "0" { fraction.removeLast() }
        return (number < 0 ? "-" : "") + digits.dropLast(decimals)
            + (fraction.isEmpty ? "" : "." + fraction)
    }
}

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
    package let latitudeUnits, longitudeUnits: Int32
    /// The uncertainty in centimetres; 0 if it isn't known.
    package let centimetres: Int32

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
        let parts = parts
        return "\(parts.latitude),\(parts.longitude)" + (parts.uncertainty.map { "±" + $0 } ?? "")
    }

    /// The numbers of ``text``.
    package var parts: (latitude: String, longitude: String, uncertainty: String?) {
        (
            Self.digits(latitudeUnits, 7), Self.digits(longitudeUnits, 7),
            centimetres == 0 ? nil : Self.digits(centimetres, 2)
        )
    }

    /// A number as its digits, without zeros at the end.
    ///
    /// - Parameters:
    ///   - number: the number without its decimal point.
    ///   - decimals: how many of its digits are decimals.
    package static func digits(_ number: Int32, _ decimals: Int) -> String {
        var digits = String(number.magnitude)
        let zeros = max(decimals + 1 - digits.utf8.count, 0)
        digits = String(repeating: "0", count: zeros) + digits
        var fraction = digits.suffix(decimals)
        while fraction.last == "0" { fraction.removeLast() }
        return (number < 0 ? "-" : "") + digits.dropLast(decimals)
            + (fraction.isEmpty ? "" : "." + fraction)
    }
}

extension Position {
    /// The most bytes of a text other than a link. Degrees, minutes and seconds need fewer.
    static let mostBytes = 100

    /// Parses decimal degrees (`50.9324,-1.4508±25`), degrees and minutes in any usual form, well-known text,
    /// ISO 6709, a `geo:` URI, a link to OpenStreetMap, Google Maps, Apple Maps, OsmAnd, Bing or Waze, or a
    /// grid reference: British, Irish, UTM or MGRS.
    ///
    /// A square of a grid becomes its center, with half its diagonal as the uncertainty.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue``, whose message gives the form to write.
    public init(_ text: String) throws {
        if let position = Self(canonical: text[...].utf8) {
            self = position
            return
        }
        let isLink = MapLink.isLink(text) || MapLink.isURI(text)
        guard text.utf8.count <= (isLink ? MapLink.mostBytes : Self.mostBytes) else {
            throw Self.error("longer than a position; \(Self.form)")
        }
        guard let position = try Self.reading(text)?.position else {
            throw Self.problem(with: text)
        }
        self = position
    }

    /// How a text says where.
    enum Form {
        /// Two angles, which may be two other numbers.
        case angles
        /// A square or a point of a grid, with its uncertainty in metres.
        case grid(Double)
        /// A text that can mean nothing but a position.
        case named
    }

    /// Reads a text in any form.
    ///
    /// - Returns: nil for a text of another form.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for a place that does not exist.
    static func reading(_ text: String) throws -> (position: Position, form: Form)? {
        let isURI = MapLink.isURI(text)
        let isLink = isURI || MapLink.isLink(text)
        let parts = parts(of: (isLink ? text : plain(text)).trimmed)
        let metres = try parts.uncertainty.map(Self.metres)
        if isLink {
            let link = isURI ? try MapLink(uri: parts.place) : MapLink(parts.place)
            return try link.map {
                (try position($0.latitude, $0.longitude, metres ?? $0.uncertainty), .named)
            }
        }
        let place = withoutLabel(parts.place)
        if let pair = try WrittenPair(place) {
            return (
                try position(pair.latitude, pair.longitude, metres),
                pair.isNamed ? .named : .angles
            )
        }
        return try GridReference(place).map {
            let uncertainty = metres ?? $0.uncertainty
            return (
                try position($0.latitude, $0.longitude, uncertainty), .grid($0.uncertainty ?? 0)
            )
        }
    }

    /// A place without a word for its grid or its datum in front.
    private static func withoutLabel(_ place: String) -> String {
        let words = ["utm", "mgrs", "usng", "zone", "wgs84", "wgs 84", "gps"]
        guard place.first?.isLetter == true,
            let word = words.first(where: { place.lowercased().hasPrefix($0) }),
            let next = place.dropFirst(word.count).first, ": ".contains(next)
        else { return place }
        return withoutLabel(String(place.dropFirst(word.count + 1)).trimmed)
    }

    /// Parses ``text``, the form of nearly all stored positions, much faster than the other forms.
    private init?(canonical text: Substring.UTF8View) {
        var rest = text
        guard let north = Self.number(&rest, 7), rest.popFirst() == UInt8(ascii: ","),
            let east = Self.number(&rest, 7), abs(north) <= 90 * 10_000_000,
            abs(east) <= 180 * 10_000_000
        else { return nil }
        (latitudeUnits, longitudeUnits) = (north, east)
        if rest.isEmpty {
            centimetres = 0
            return
        }
        guard rest.popFirst() == 0xC2, rest.popFirst() == 0xB1,
            let uncertainty = Self.number(&rest, 2), rest.isEmpty,
            (0...Int32(Self.mostMetres * Self.centimetresPerMetre)).contains(uncertainty)
        else { return nil }
        centimetres = uncertainty
    }

    /// Reads a number as ``digits(_:_:)`` writes it, as one without its decimal point.
    ///
    /// - Returns: nil for a number in another form, or one that is too large.
    private static func number(_ text: inout Substring.UTF8View, _ decimals: Int) -> Int32? {
        let isNegative = text.first == UInt8(ascii: "-")
        if isNegative { text.removeFirst() }
        var number = 0
        var missing: Int?
        guard text.first?.isASCIIDigit == true else { return nil }
        while let byte = text.first {
            if byte.isASCIIDigit {
                guard missing != 0, number < Int(Int32.max) else { return nil }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
                missing = missing.map { $0 - 1 }
            } else {
                guard byte == UInt8(ascii: "."), missing == nil else { break }
                missing = decimals
            }
            text.removeFirst()
        }
        if missing == decimals { return nil }
        for _ in 0..<(missing ?? decimals) where number < Int(Int32.max) { number *= 10 }
        return Int32(exactly: isNegative ? -number : number)
    }

    /// The text with one sign for each of the marks of degrees, minutes, seconds and uncertainty.
    private static func plain(_ text: String) -> String {
        // Most positions are written as ``text`` writes them.
        let isPlain = { (byte: UInt8) in
            byte.isASCIIDigit || ".,- ".utf8.contains(byte) || byte == 0xC2 || byte == 0xB1
        }
        if text.utf8.allSatisfy(isPlain) { return text }
        var plain = String(
            text.map { character in
                switch character {
                case "\u{2212}": "-"
                case "º", "˚": "°"
                case "′", "’", "´": "'"
                case "″", "”": "\""
                default: character
                }
            })
        for (written, mark) in [("deg", "°"), ("''", "\""), ("+-", "±"), ("+/-", "±")] {
            while let place = plain.place(of: written) {
                plain.replaceSubrange(place, with: mark)
            }
        }
        return plain
    }

    private static func parts(of text: String) -> (place: String, uncertainty: Substring?) {
        guard let (place, metres) = text.halves(around: "±") else { return (text, nil) }
        return (String(place).trimmed, metres)
    }

    /// Parses metres such as `25`, `25 m` or `10km`.
    package static func metres(_ text: Substring) throws -> Double {
        let digits = text.drop(while: \.isWhitespace).prefix { WrittenAngle.isDigit($0) }
        let unit = String(text.drop(while: \.isWhitespace).dropFirst(digits.count)).trimmed
        guard let number = Double(digits), let factor = ["": 1, "m": 1, "km": 1_000.0][unit],
            number.isFinite
        else { throw error("'\(String(text).trimmed)' is not a distance; write 25, 25m or 10km") }
        return number * factor
    }

    private static func position(
        _ latitude: Double, _ longitude: Double, _ metres: Double?
    ) throws -> Position {
        if let position = Position(latitude: latitude, longitude: longitude, uncertainty: metres) {
            return position
        }
        guard Position(latitude: latitude, longitude: longitude) == nil else {
            throw error("no uncertainty is more than half around the Earth")
        }
        let hint = Position(latitude: longitude, longitude: latitude).map { "write \($0.text)" }
        throw error(
            "latitudes go from -90 to 90, longitudes from -180 to 180; "
                + (hint.map { "\($0), the latitude first" } ?? form))
    }
}

// MARK: Problems

extension Position {
    private static let form = "write one such as 50.9324,-1.4508±25, the latitude first"

    private static func error(_ message: String) -> ScaryBugsError {
        ScaryBugsError(.invalidValue, message)
    }

    /// The error for a text that is no position.
    private static func problem(with given: String) -> ScaryBugsError {
        if MapLink.isURI(given) { return error("not a place; write geo:50.9324,-1.4508;u=25") }
        if MapLink.isLink(given) {
            return error(
                "not a link of OpenStreetMap or Google Maps with a latitude and a longitude, or of "
                    + "Apple Maps, OsmAnd, Bing or Waze; " + form)
        }
        let text = parts(of: plain(given)).place
        // `50,93;-1,45`, `50,93 -1,45` and `50,93, -1,45`.
        let halves = text.split { $0 == ";" || $0.isWhitespace }
        let pointed = halves.map { half in
            String(half.last == "," ? half.dropLast() : half).withDecimalPoints
        }
        if pointed.count == 2, text.utf8.contains(UInt8(ascii: ",")),
            let meant = try? Position(pointed.joined(separator: ","))
        {
            return error("decimals follow a point; write \(meant.text)")
        }
        return error("not a position; \(form)")
    }
}

extension String {
    package var withDecimalPoints: String { String(map { $0 == "," ? "." : $0 }) }
}

extension Position {
    /// Whether a position is the same but for rounding.
    package func isNear(_ other: Position) -> Bool {
        abs(latitude - other.latitude) < 0.000_002 && abs(longitude - other.longitude) < 0.000_002
    }
}

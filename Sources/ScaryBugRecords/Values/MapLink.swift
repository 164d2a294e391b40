/// A link to a place on a map, as a browser or an app shows it, or a `geo:` URI (RFC 5870).
///
/// Links to other maps are no places here, because some put the longitude first under the same names.
struct MapLink {
    /// The degrees, unchecked.
    let latitude, longitude: Double
    /// The metres that the link names.
    private(set) var uncertainty: Double?

    /// The most bytes of a link. Google's links to places often have several hundred.
    static let mostBytes = 2_000

    private static let sites: Set<Substring> = [
        "openstreetmap", "osm", "google", "apple", "osmand", "bing", "waze",
    ]
    private static let scheme = "geo:"

    /// Whether a text is a link, maybe without the scheme.
    static func isLink(_ text: some StringProtocol) -> Bool {
        let start = text.drop(while: \.isWhitespace).prefix(40).lowercased()
        let host = start.prefix { !"/?#".contains($0) }
        return start.hasPrefix("https://") || start.hasPrefix("http://")
            || start != host && isKnown(host)
    }

    static func isURI(_ text: some StringProtocol) -> Bool {
        text.drop(while: \.isWhitespace).prefix(4).lowercased() == scheme
    }

    private static func isKnown(_ host: some StringProtocol) -> Bool {
        let parts = host.split(separator: ".").map { Substring($0) }
        return parts.count > 1 && parts.contains(where: sites.contains)
    }

    /// Parses a link. A marker takes precedence over the middle of the map.
    ///
    /// - Returns: nil for a link to another site, or to no place.
    init?(_ text: String) {
        let start = text.lowercased().hasPrefix("http") ? text.drop { $0 != "/" } : text[...]
        let link = start.drop { $0 == "/" }
        guard Self.isKnown(link.prefix { !"/?#".contains($0) }.lowercased()) else { return nil }
        if let code = link.halves(around: "/go/")?.after,
            let place = Self.decoded(code.prefix { !"?#/".contains($0) })
        {
            (latitude, longitude) = place
            return
        }
        let parameters = link.split { "?#&".contains($0) }
            .map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        let value = { (name: Substring) in parameters.last { $0.first == name }?.dropFirst().first }
        let marks = link.split(separator: "!")
        // OpenStreetMap names the numbers behind the `#`, and OsmAnd doesn't.
        let map = (value("map") ?? parameters.last?.first)?.split(separator: "/").dropFirst()
        var pairs: [(Substring?, Substring?)] = [
            (value("mlat"), value("mlon")), (value("lat"), value("lon") ?? value("lng")),
        ]
        for (mark, next) in zip(marks, marks.dropFirst())
        where mark.hasPrefix("3d") && next.hasPrefix("4d") {
            pairs.append((mark.dropFirst(2), next.dropFirst(2)))
        }
        pairs += [
            "pin", "q", "query", "coordinate", "ll", "destination", "daddr", "center", "cp", "sp",
        ].map { Self.pair(value($0)) }
        pairs += link.split { "/?#".contains($0) }.map { Self.pair($0) }
        if map?.count == 2 { pairs.append((map?.first, map?.dropFirst().first)) }
        pairs += link.split(separator: "@").dropFirst().map { Self.pair($0) }
        for pair in pairs {
            guard let latitude = pair.0.flatMap(Self.number),
                let longitude = pair.1.flatMap(Self.number)
            else { continue }
            (self.latitude, self.longitude) = (latitude, longitude)
            return
        }
        return nil
    }

    /// Parses a URI. An altitude and unknown parameters don't count, and a query is where the marker is.
    ///
    /// - Returns: nil for a URI without a place.
    init?(uri text: String) throws {
        let halves = text.dropFirst(Self.scheme.count)
            .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let parts = halves[0].split(separator: ";", omittingEmptySubsequences: false)
        let query = halves.dropFirst().first?.split(separator: "&").first { $0.hasPrefix("q=") }
        let marker = Self.pair(query?.dropFirst(2))
        let numbers = parts[0].split(separator: ",", omittingEmptySubsequences: false)
            .map { WrittenAngle.number($0) }
        guard (2...3).contains(numbers.count), let north = numbers[0], let east = numbers[1],
            numbers.last != .some(nil)
        else { return nil }
        let marked = marker.0.flatMap(Self.number).flatMap { north in
            marker.1.flatMap(Self.number).map { (north, $0) }
        }
        // The marker may be an address.
        if query != nil, marked == nil, north == 0, east == 0 { return nil }
        (latitude, longitude) = marked ?? (north, east)
        for parameter in parts.dropFirst() {
            let value = String(parameter.drop { $0 != "=" }.dropFirst())
            switch parameter.prefix(while: { $0 != "=" }).lowercased() {
            case "crs" where !Datum.isUsual(value):
                throw ScaryBugsError(
                    .invalidValue,
                    "'\(parameter)' is not crs=wgs84, which GPS receivers and maps use")
            case "u": uncertainty = try Position.metres(value.lowercased()[...])
            default: break
            }
        }
    }

    /// Decodes a short link of OpenStreetMap: the bits of the longitude and the latitude take turns, six in
    /// each character, and `-` is about the zoom
    /// (https://wiki.openstreetmap.org/wiki/Shortlink).
    private static func decoded(_ code: Substring) -> (latitude: Double, longitude: Double)? {
        var (east, north, bits) = (0, 0, 0)
        for character in code where character != "-" {
            let digit = character == "@" ? "~" : character
            guard let value = digits.firstIndex(of: digit), bits < 30 else { return nil }
            for bit in [5, 3, 1] {
                east = east << 1 | value >> bit & 1
                north = north << 1 | value >> (bit - 1) & 1
            }
            bits += 3
        }
        guard bits > 0 else { return nil }
        let scale = Double(1 << bits)
        return (Double(north) / scale * 180 - 90, Double(east) / scale * 360 - 180)
    }

    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_~")

    /// The texts around a comma, which a link may escape.
    private static func pair(_ text: Substring?) -> (Substring?, Substring?) {
        guard var text else { return (nil, nil) }
        for word in ["loc:", "point."] where text.hasPrefix(word) {
            text = text.dropFirst(word.count)
        }
        let first = text.prefix { !",~_%".contains($0) }
        let rest = text.dropFirst(first.count)
        for comma in [",", "%2C", "%2c", "~", "_"] where rest.hasPrefix(comma) {
            let second = rest.dropFirst(comma.count).drop { $0 == "+" || $0 == " " }
            return (first, second.hasPrefix("%20") ? second.dropFirst(3) : second)
        }
        return (nil, nil)
    }

    /// Parses the number at the start of a text, which more parts or a label may follow.
    private static func number(_ text: Substring) -> Double? {
        let digits = text.prefix { $0 == "-" || WrittenAngle.isDigit($0) }
        let rest = text.dropFirst(digits.count)
        let isWhole = rest.first.map { ",(_~%?/".contains($0) } ?? true || rest.hasPrefix("+(")
        return isWhole ? WrittenAngle.number(digits) : nil
    }
}

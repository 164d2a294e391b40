/// A link to a place on OpenStreetMap or Google Maps, as a browser shows it.
///
/// Links to other maps are no places here, because some put the longitude first under the same names.
struct MapLink {
    /// The degrees, unchecked.
    let latitude, longitude: Double

    /// The most bytes of a link. Google's links to places often have several hundred.
    static let mostBytes = 2_000

    static func isLink(_ text: some StringProtocol) -> Bool {
        let start = text.drop(while: \.isWhitespace).prefix(8).lowercased()
        return start.hasPrefix("https://") || start.hasPrefix("http://")
    }

    /// Parses a link. A marker takes precedence over the middle of the map.
    ///
    /// - Returns: nil for a link to another site, or to no place.
    init?(_ text: String) {
        let link = text.drop { $0 != "/" }.drop { $0 == "/" }
        let host = link.prefix { !"/?#".contains($0) }.lowercased().split(separator: ".")
        guard host.contains(where: { ["openstreetmap", "osm", "google"].contains($0) })
        else { return nil }
        let parameters = link.split { "?#&".contains($0) }
            .map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        let value = { (name: Substring) in parameters.last { $0.first == name }?.dropFirst().first }
        let marks = link.split(separator: "!")
        let map = value("map")?.split(separator: "/").dropFirst()
        var pairs: [(Substring?, Substring?)] = [(value("mlat"), value("mlon"))]
        for (mark, next) in zip(marks, marks.dropFirst())
        where mark.hasPrefix("3d") && next.hasPrefix("4d") {
            pairs.append((mark.dropFirst(2), next.dropFirst(2)))
        }
        pairs += ["q", "query", "ll", "center"].map { Self.pair(value($0)) }
        pairs.append((map?.first, map?.dropFirst().first))
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

    /// The texts around a comma, which a link may escape.
    private static func pair(_ text: Substring?) -> (Substring?, Substring?) {
        guard let text else { return (nil, nil) }
        let first = text.prefix { $0 != "," && $0 != "%" }
        let rest = text.dropFirst(first.count)
        for comma in [",", "%2C", "%2c"] where rest.hasPrefix(comma) {
            let second = rest.dropFirst(comma.count).drop { $0 == "+" }
            return (first, second.hasPrefix("%20") ? second.dropFirst(3) : second)
        }
        return (nil, nil)
    }

    /// Parses the number at the start of a text.
    private static func number(_ text: Substring) -> Double? {
        WrittenAngle.number(text.prefix { $0 == "-" || WrittenAngle.isDigit($0) })
    }
}

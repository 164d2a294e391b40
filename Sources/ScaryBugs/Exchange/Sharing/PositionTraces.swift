import Glibc

/// Texts and names that may tell a position.
///
/// Nobody can know all of them. So a doubtful key of another program counts as one, and a text only if it
/// has numbers like a position.
enum PositionTraces {
    /// Parts of names of columns: terms of Darwin Core, and columns of iNaturalist, eBird and others.
    private static let parts = [
        "latitude", "longitude", "coordinate", "location", "locality", "position", "place",
        "address", "street", "city", "town", "village", "county", "country", "province", "state",
        "municipal", "region", "island", "continent", "waterbody", "postcode", "postal", "zip",
        "georef", "geodetic", "footprint", "easting", "northing", "grid", "elevation", "altitude",
        "gps", "geo", "utm", "mgrs", "wkt", "url", "uri", "link", "reference", "map", "timezone",
    ]
    /// Whole names. An identifier of a public record leads to its position.
    private static let names = [
        "lat", "lon", "lng", "long", "x", "y", "z", "id", "occurrenceid", "gbifid", "recordkey",
        "submissionid", "site", "where",
    ]

    static func isInKey(_ key: String) -> Bool {
        let name = key.lowercased()
        let words = name.split { !$0.isLetter }.map(String.init)
        return names.contains { words.joined() == $0 || words.contains($0) && $0.utf8.count < 5 }
            || parts.contains { name.place(of: $0) != nil }
    }

    /// Whether a text has two numbers like a latitude and a longitude, degrees, or a known position.
    ///
    /// - Parameter positions: positions whose numbers count, however rounded.
    static func isInText(_ text: String, besides positions: [Position] = []) -> Bool {
        let scalars = Array(text.unicodeScalars)
        if text.lowercased().place(of: "geo:") != nil { return true }
        if scalars.indices.contains(where: { isDegree(at: $0, of: scalars) }) { return true }
        let numbers = numbers(in: scalars)
        for (number, next) in zip(numbers, numbers.dropFirst())
        where number.decimals >= 3 && next.decimals >= 3 && next.start - number.end <= 8 {
            if number.value <= 180, next.value <= 180 { return true }
        }
        let known = positions.flatMap { [abs($0.latitude), abs($0.longitude)] }
        return numbers.contains { number in
            // Two decimals are a kilometre.
            number.decimals >= 2
                && known.contains { abs($0 - number.value) < 0.011 && $0 > 0 }
        }
    }

    /// Whether a sign of degrees follows a digit, and no temperature does.
    private static func isDegree(at index: Int, of scalars: [Unicode.Scalar]) -> Bool {
        guard ["°", "º", "˚"].contains(scalars[index]), index > 0,
            isDigit(scalars[index - 1]) || scalars[index - 1] == " "
        else { return false }
        let next = scalars[(index + 1)...].first { $0 != " " }
        return next.map { !["C", "F", "K"].contains($0) } ?? false
    }

    private struct Number {
        let value: Double
        let decimals: Int
        let start: Int
        let end: Int
    }

    /// Decimal numbers with a point or a comma.
    private static func numbers(in scalars: [Unicode.Scalar]) -> [Number] {
        var numbers: [Number] = []
        var index = 0
        while index < scalars.count {
            let start = index
            while index < scalars.count, isDigit(scalars[index]) { index += 1 }
            let digits = index - start
            guard digits > 0 else {
                index += 1
                continue
            }
            guard index + 1 < scalars.count, [".", ","].contains(scalars[index]),
                isDigit(scalars[index + 1])
            else { continue }
            let point = index
            index += 1
            while index < scalars.count, isDigit(scalars[index]) { index += 1 }
            var text = String(String.UnicodeScalarView(scalars[start..<index]))
            text = String(text.map { $0 == "," ? "." : $0 })
            if digits <= 3, let value = Double(text) {
                numbers.append(
                    Number(value: value, decimals: index - point - 1, start: start, end: index))
            }
        }
        return numbers
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar)
    }
}

extension Position {
    /// The nearest point of a grid, and how far away the position may be.
    ///
    /// - Parameter size: the metres between two points of the grid.
    func rounded(to size: Double) -> Position? {
        let metresPerDegree = Self.earthRadius * .pi / 180
        let north = Self.rounded(latitude, size / metresPerDegree, most: 90)
        // The points of a row are as far apart as the rows, so the row alone tells their longitudes.
        let shrinking = max(cos(north * .pi / 180), 1e-6)
        let east = Self.rounded(longitude, size / metresPerDegree / shrinking, most: 180)
        // Half of the diagonal of a square, and what was not known before, which must not be told.
        let radius = size * 0.5.squareRoot() + (uncertainty ?? 0)
        return Position(
            latitude: north, longitude: east, uncertainty: (radius / size).rounded(.up) * size)
    }

    private static func rounded(_ degrees: Double, _ step: Double, most: Double) -> Double {
        let point = (degrees / step).rounded() * step
        // Four decimals are eleven metres.
        return min(max((point * 1e4).rounded() / 1e4, -most), most)
    }
}

/// A place as maps with a grid name it: a square of the British or Irish grid or of MGRS, or a point
/// of UTM. Of a British or Irish square of 10 km, a letter names a tetrad, and two name a quadrant.
///
///     SU 387 148     SU31A     SU31NW     O 15904 34671     33U WP 98765 43210     31U 448251 5411932
struct GridReference {
    /// The center of the square, or the point, in degrees.
    let latitude, longitude: Double
    /// Half the diagonal of the square in metres; nil for a point.
    let uncertainty: Double?

    static let forms = "write a square such as SU387148, V95 or 33U WP 98765 43210"
    private static let pointForm = "write a point such as 31U 448251 5411932"

    /// Parses a grid reference with blanks anywhere between its parts, in capital or small letters.
    ///
    /// - Returns: nil for a text of another form.
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` for a square or a point that does not exist.
    init?(_ text: String) throws {
        var rest = text[...]
        let zone = Self.take(from: &rest) { $0.isASCII && $0.isNumber }
        let letters = Self.take(from: &rest) { $0.isASCII && $0.isLetter }
        let capitals = Array(letters.uppercased())
        if !zone.isEmpty {
            guard zone.utf8.count <= 2, let zone = Int(zone) else { return nil }
            try self.init(zone: zone, capitals, rest)
            return
        }
        let digits = rest.prefix { $0.isASCII && $0.isNumber || $0.isWhitespace }
        let part = String(rest.dropFirst(digits.count)).trimmed.uppercased()
        guard (1...2).contains(capitals.count), digits.filter(\.isNumber).count == 2 || part.isEmpty
        else { return nil }
        // A word such as "no" is more likely than a square of 100 km.
        if rest.isEmpty, capitals.count == 1 || String(capitals) != letters { return nil }
        // `N 50 55` is half of a position in degrees and minutes.
        let isBlankSeparated = rest.split(whereSeparator: \.isWhitespace).count > 1
        let isAngle = capitals.count == 1 && "NSEW".contains(capitals[0])
        if isAngle, isBlankSeparated, rest.filter(\.isNumber).count <= 6 { return nil }
        guard let corner = Self.corner(of: capitals) else {
            throw Self.error("the British grid has no square \(String(capitals)); \(Self.forms)")
        }
        guard let square = try Square(digits, part, of: corner) else { return nil }
        let isBritish = capitals.count == 2
        let (grid, shift) =
            isBritish
            ? (TransverseMercator.british, DatumShift.british) : (.irish, .irish)
        self.init(
            shift(grid.angles(easting: square.easting, northing: square.northing)),
            // The shift is exact to five metres in Britain.
            uncertainty: square.uncertainty + (isBritish && square.size <= 10 ? 5 : 0))
    }

    private init(_ angles: Angles, uncertainty: Double?) {
        latitude = angles.latitude * 180 / .pi
        let degrees = angles.longitude * 180 / .pi
        // A zone of UTM may go on behind the antimeridian.
        longitude = degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
        self.uncertainty = uncertainty
    }

    private static func error(_ message: String) -> ScaryBugsError {
        ScaryBugsError(.invalidValue, message)
    }

    // MARK: Letters and digits

    /// All letters of grids. None has an I.
    private static let letters = Array("ABCDEFGHJKLMNOPQRSTUVWXYZ")
    /// The letters of MGRS, which has no O either.
    private static let lettersOfMGRS = letters.filter { $0 != "O" }

    /// Removes the characters of a kind from the start, and the blanks between them.
    private static func take(
        from rest: inout Substring, while isWanted: (Character) -> Bool
    ) -> String {
        let taken = rest.prefix { isWanted($0) || $0.isWhitespace }
        rest = rest.dropFirst(taken.count)
        return taken.filter { !$0.isWhitespace }
    }

    /// The south-west corner of a square of 100 km: two letters in Britain, one in Ireland.
    ///
    /// - Returns: nil if the square is outside the grid.
    private static func corner(of capitals: [Character]) -> (easting: Double, northing: Double)? {
        let places = capitals.compactMap { letters.firstIndex(of: $0) }
        guard places.count == capitals.count, let last = places.last else { return nil }
        // The rows of five letters go from north to south.
        var (east, north) = (last % 5, 4 - last / 5)
        if let first = places.dropLast().first {
            // S is the square of 500 km with the origin.
            east += (first % 5 - 2) * 5
            north += (3 - first / 5) * 5
            guard (0..<7).contains(east), (0..<13).contains(north) else { return nil }
        }
        return (Double(east) * 1e5, Double(north) * 1e5)
    }

    /// A square that digits name in one of 100 km.
    private struct Square {
        /// The center.
        let easting, northing: Double
        /// The length of a side in metres.
        let size: Double

        var uncertainty: Double { (size * 0.7071).rounded() }

        /// The names of the parts of a square of 10 km, column by column from the south-west.
        private static let tetrads = "ABCDEFGHIJKLMNPQRSTUVWXYZ".map { String($0) }
        private static let quadrants = ["SW", "NW", "SE", "NE"]

        /// - Parameter part: the name of a part of the square; empty for all of it.
        /// - Returns: nil if there is no such part.
        init?(
            _ text: Substring, _ part: String = "",
            of corner: (easting: Double, northing: Double)
        ) throws {
            let parts = text.split(whereSeparator: \.isWhitespace)
            let digits = parts.joined()
            let count = digits.utf8.count / 2
            guard digits.utf8.count == 2 * count, count <= 5,
                parts.count != 2 || parts[0].utf8.count == count
            else {
                throw error(
                    "'\(parts.joined(separator: " "))' is not an easting and a northing "
                        + "with up to five digits each; \(forms)")
            }
            var size = 1e5
            for _ in 0..<count { size /= 10 }
            let names = part.isEmpty ? [""] : part.utf8.count == 1 ? Self.tetrads : Self.quadrants
            guard let index = names.firstIndex(of: part) else { return nil }
            let columns = part.isEmpty ? 1 : part.utf8.count == 1 ? 5 : 2
            self.size = size / Double(columns)
            let column = Double(index / columns) + 0.5
            let row = Double(index % columns) + 0.5
            easting =
                corner.easting + (Double(digits.prefix(count)) ?? 0) * size + column * self.size
            northing =
                corner.northing + (Double(digits.suffix(count)) ?? 0) * size + row * self.size
        }
    }
}

// MARK: Zones

extension GridReference {
    /// The bands of eight degrees from 80° south; the last one has twelve.
    private static let bands = Array(lettersOfMGRS.dropFirst(2).dropLast(2))
    /// No zone is wider, in metres.
    private static let eastings = 100_000.0...900_000.0
    /// The degrees from a zone's middle to where a map may still use it, as Svalbard's do.
    private static let mostDegrees = 9.0

    /// Parses what follows a zone: the letter of a band, and a square of MGRS or a point of UTM.
    private init?(zone: Int, _ capitals: [Character], _ rest: Substring) throws {
        let isSquare =
            capitals.count == 3
            && rest.allSatisfy { $0.isWhitespace || $0.isASCII && $0.isNumber }
        let numbers = isSquare ? nil : Self.numbers(after: capitals.dropFirst(), rest)
        guard isSquare || numbers != nil, let band = capitals.first else { return nil }
        let form = isSquare ? Self.forms : Self.pointForm
        guard (1...60).contains(zone) else {
            throw Self.error("the zones go from 1 to 60, so there is no \(zone); \(form)")
        }
        guard let row = Self.bands.firstIndex(of: band) else {
            throw Self.error(
                "the letter after the zone goes from C in the south to X in the north, without I and "
                    + "O; \(form)")
        }
        let south = Double(row * 8 - 80)
        let latitudes = south...south + (band == "X" ? 12 : 8)
        let grid = TransverseMercator.utm(zone: zone, isSouth: south < 0)
        if let (easting, northing) = numbers {
            let angles = grid.angles(easting: easting, northing: northing)
            self.init(angles, uncertainty: nil)
            // Many write N for all of the north.
            let allowed = band == "N" ? 0...84 : latitudes
            guard Self.eastings.contains(easting), northing <= 10_000_000,
                isIn(allowed, grid, slack: 0.05)
            else {
                throw Self.error(
                    "\(zone)\(band) goes from latitude \(Int(south)) to \(Int(latitudes.upperBound)) "
                        + "and has no such easting and northing; \(form)")
            }
            return
        }
        let name = String(capitals.dropFirst())
        guard let corner = Self.corner(zone, capitals) else {
            throw Self.error("the zone \(zone) has no square \(name); \(form)")
        }
        guard let square = try Square(rest, of: corner) else { return nil }
        // The letters of the rows repeat every 2,000 km, and a band has less.
        for turn in 0..<5 {
            let northing = square.northing + Double(turn) * 2e6
            self.init(
                grid.angles(easting: square.easting, northing: northing),
                uncertainty: square.uncertainty)
            if isIn(latitudes, grid, slack: 0.05 + square.size / 220_000) { return }
        }
        throw Self.error("\(zone)\(band) has no square \(name); \(form)")
    }

    private func isIn(
        _ latitudes: ClosedRange<Double>, _ grid: TransverseMercator, slack: Double
    ) -> Bool {
        let east = abs(longitude - grid.longitude)
        return min(east, 360 - east) <= Self.mostDegrees
            && latitude >= latitudes.lowerBound - slack
            && latitude <= latitudes.upperBound + slack
    }

    /// The south-west corner of a square of MGRS in its first 2,000 km.
    private static func corner(
        _ zone: Int, _ capitals: [Character]
    ) -> (easting: Double, northing: Double)? {
        // The columns are lettered over three zones, and the rows of even zones begin with F.
        guard capitals.count == 3, let column = lettersOfMGRS.firstIndex(of: capitals[1]),
            let row = lettersOfMGRS.prefix(20).firstIndex(of: capitals[2]),
            column / 8 == (zone - 1) % 3
        else { return nil }
        let north = (row + (zone.isMultiple(of: 2) ? 15 : 0)) % 20
        return (Double(column % 8 + 1) * 1e5, Double(north) * 1e5)
    }

    /// The easting and the northing of a point, perhaps with E and N beside them.
    private static func numbers(
        after letters: ArraySlice<Character>, _ rest: Substring
    ) -> (easting: Double, northing: Double)? {
        let numbers = rest.split { !WrittenAngle.isDigit($0) }
        let others = rest.filter { !WrittenAngle.isDigit($0) && !$0.isWhitespace }
        guard numbers.count == 2, letters.isEmpty || letters == ["E"],
            others.allSatisfy({ "EN,;m".contains($0) }),
            // Degrees and minutes have fewer digits.
            numbers[0].prefix(while: { $0 != "." }).utf8.count >= 5,
            let easting = Double(numbers[0]), let northing = Double(numbers[1])
        else { return nil }
        return (easting, northing)
    }
}

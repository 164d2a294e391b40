import Glibc

/// Texts and names that may tell a position.
///
/// Nobody can know all of them. So a doubtful key of another program counts as one, and a text only if it
/// has numbers or codes like a position.
package struct PositionTraces: Sendable {
    /// The words of `places.txt`: parts of names, and whole names.
    private static let (parts, names) = {
        let lines = String(decoding: PackageResources.places_txt, as: UTF8.self).split(
            separator: "\n"
        )
        .filter { $0.first != "#" }.map { $0.split(separator: " ").map(String.init) }
        let words = { (kind: String) in lines.filter { $0.first == kind }.flatMap { $0.dropFirst() }
        }
        return (words("part"), words("name"))
    }()

    static func isInKey(_ key: String) -> Bool {
        let name = key.lowercased()
        let words = { (text: String) in text.split { !$0.isLetter }.map(String.init) }
        let (all, plain) = (words(name), words(plainKey(key)).joined())
        return names.contains {
            [all.joined(), plain, name].contains($0) || all.contains($0) && $0.utf8.count < 5
        } || parts.contains { name.place(of: $0) != nil }
    }

    /// A key in small letters, without a prefix such as `dwc:`, or the address in front of a term.
    static func plainKey(_ key: String) -> String { nameWithoutPrefix(key).lowercased() }

    /// The same with the letters as they are.
    package static func nameWithoutPrefix(_ name: String) -> String {
        let isAddress = name.place(of: "://") != nil
        return String(name.split { isAddress ? "/#:".contains($0) : $0 == ":" }.last ?? "")
    }

    /// Whether a column goes with a position on a grid: a large region, or the identifier of the record.
    static func staysBesideGrid(_ key: String) -> Bool {
        ["occurrenceid", "country", "countrycode", "stateprovince", "continent"]
            .contains(plainKey(key))
    }

    /// Forms that `at` doesn't read, in a plain text.
    private static let forms: [TextPattern] = [
        // Two numbers with three decimals or more, whatever is between them.
        "[0-9]([.][0-9]{3,}|,[0-9]{4,})[^0-9.]{1,8}[0-9]{1,3}([.][0-9]{3,}|,[0-9]{4,})",
        "[0-9][.,][0-9]{4,}[^0-9]{0,6}[ [:alpha:]][^0-9]{0,6}[0-9]{1,3}[.,][0-9]{4,}",
        "(^|[^0-9.,])[0-9]{1,3} [0-5]?[0-9][.,][0-9]{3,}[^0-9]{1,8}[0-9]{1,3} [0-5]?[0-9][.,][0-9]{3,}"
            + "([^0-9]|$)",
        // Degrees and minutes, and no temperature.
        "[0-9] ?(°|deg) ?[0-9NSEWOnseow]", "[0-9] ?[′″]", "[0-9]'[0-9]",
        "[0-9] ?d ?[0-9]{1,2} ?m", "[0-9] ?degrees? [0-9]",
        // Letters of both directions beside numbers, with words between them.
        "(^|[^[:alpha:]])[NSns] ?[0-9].{0,20}[^[:alpha:]][EWOewo] ?[0-9]",
        "[0-9] ?['″]{0,2} ?[NSns]([^[:alpha:]].{0,20})?[0-9] ?['″]{0,2} ?[EWOewo]([^[:alpha:]]|$)",
        // Metres of Swiss and other grids, plus codes, and links to maps.
        "(^|[^0-9])2 ?[4-8][0-9]{2} ?[0-9]{3}([.][0-9]+)?[^0-9]{1,8}1 ?[0-3][0-9]{2} ?[0-9]{3}([^0-9]|$)",
        "(^|[^0-9])[4-8][0-9]{2} ?[0-9]{3}([.][0-9]+)? ?[/,;] ?([6-9]|[1-3][0-9])[0-9] ?[0-9]{3}([^0-9]|$)",
        "(^|[^0-9.])[4-8][0-9]{5} +([6-9]|[1-3][0-9])[0-9]{4}([^0-9]|$)",
        "(^|[^0-9.])[1-8][0-9]{5}([.][0-9]+)? ?m? ?[EO]?[^0-9]{1,4}[0-9]{7}([^0-9]|$)",
        "(^|[^0-9.])[0-9]{7}([.][0-9]+)? ?m? ?[NS]?[^0-9]{1,4}[1-8][0-9]{5}([^0-9]|$)",
        "(^|[^0-9.])[2-5][0-9]{6}([.][0-9]+)?[^0-9]{1,16}5[0-9]{6}([^0-9]|$)",
        "(UTM|LV ?03|LV ?95|CH ?(1903)?[+]?|[RE])[ :]*[0-9]{6,7}[^0-9]{1,4}[0-9]{6,7}([^0-9]|$)",
        "(ITM|NZTM|OSGB|BNG|SWEREF|ETRS|MGA|ED50)[^0-9]{0,8}[0-9]{6,7}[^0-9]{1,4}[0-9]{6,7}([^0-9]|$)",
        // As GPS receivers show or send them.
        "(^|[^0-9.])0[1-8][0-9]{5}[^0-9]{1,12}[0-9]{7}([^0-9]|$)",
        "(^|[^0-9])[0-9]{1,2} ?[C-Xc-x] ?0?[1-8][0-9]{2} ?[0-9]{3}[^0-9]{1,6}[0-9]{4} ?[0-9]{3}([^0-9]|$)",
        "[0-9]{4}[.][0-9]+,[NS],[0-9]{5}[.][0-9]+,[EW]",
        "[0-9][.][0-9]{3,}%2[Cc][+-]?[0-9]{1,3}[.][0-9]{3}",
        "(^|[^[:alnum:]])[HJNOST][A-HJ-Z]-([0-9]{6}|[0-9]{8}|[0-9]{10})([^0-9]|$)",
        "(^|[^[:alnum:]])[HJNOST][A-HJ-Z] ?[0-9]{3}-[0-9]{3}([^0-9]|$)",
        "[0-9]{5,7} ?E[^0-9]{1,4}[0-9]{5,7} ?N([^[:alpha:]]|$)",
        "(Lambert|KKJ|RT ?90|Boaga|PUWG)[^0-9]{0,4}([0-9]{1,2}[^0-9])?[^0-9]{0,4}[0-9]{6,7}[^0-9]{1,4}"
            + "[0-9]{6,7}([^0-9]|$)",
        // Squares of 1 km and less of the European Environment Agency.
        "(^|[^[:alnum:]])(1km|[0-9]{1,3}m) ?E[0-9]{4,7} ?N[0-9]{4,7}([^0-9]|$)",
        "RES(1000|[0-9]{1,3})mN[0-9]{7}E[0-9]{7}",
        // A locator of radio amateurs for a few hundred metres.
        "(^|[^[:alnum:]])[A-R]{2}[0-9]{2}[a-x]{2}[0-9]{2}([^[:alnum:]]|$)",
        "[23456789CFGHJMPQRVWX]{4,8}[+][23456789CFGHJMPQRVWX]{2,3}([^[:alnum:]]|$)",
        "geo:|maps[.][a-z]|/maps|openstreetmap|osm[.]org/[^g]|goo[.]gl|geohash|ge0[. ]me/",
        "///[[:alpha:]]+[.][[:alpha:]]+[.]",
        "(what3words|w3w)[^[:alpha:]]{1,4}[[:alpha:]]+[.][[:alpha:]]+[.][[:alpha:]]",
    ].map { TextPattern($0) }

    /// Names of both directions.
    private static let (northNames, eastNames) = (
        "(lat|breit|breed)", "(lon|lng|läng|laeng|lengte)"
    )
    /// A name and a number of degrees, perhaps with minutes and seconds.
    private static func degrees(_ names: String) -> String {
        "\(names)([^0-9]|WGS ?(19)?84){1,20}[0-9]{1,3}"
            + "([.,][0-9]|[ :][0-9]{1,2}([ :][0-9]{1,2})?[.,][0-9])"
    }
    /// The same with the name behind the number.
    private static func degrees(before names: String) -> String {
        "[0-9]{1,3}[.,][0-9]+[^[:alnum:]]{0,3}((degrees|deg|grad)[^[:alnum:]]{1,2})?\(names)"
    }
    private static let prefixes = "(^|[^[:alpha:]])(decimal|noorder|zuider|ooster|wester)?"

    /// Both numbers with their names, whatever is between them.
    private static let named: [TextPattern] = [
        prefixes + degrees(northNames) + ".{1,40}" + degrees(eastNames),
        prefixes + degrees(eastNames) + ".{1,40}" + degrees(northNames),
        degrees(before: "(lat|breit|breed|nord|north|noord)") + ".{1,30}"
            + degrees(before: "(lon|lng|läng|laeng|lengte|east|west|ost|oost)"),
        degrees(before: eastNames) + ".{1,30}" + degrees(before: northNames),
        "(^|[^[:alpha:]])(east(ing)?|x)[^[:alnum:]]{1,4}[0-9]{5,7}[^0-9]{1,12}(north(ing)?|y)"
            + "[^[:alnum:]]{1,4}[0-9]{5,7}",
        // Swiss and German maps have y to the east.
        "(^|[^[:alpha:]])(north(ing)?|y)[^[:alnum:]]{1,4}[0-9]{5,7}[^0-9]{1,12}(east(ing)?|x)"
            + "[^[:alnum:]]{1,4}[0-9]{5,7}",
    ].map { TextPattern($0, ignoringCase: true) }

    /// Traces that may have another sense than a place: links, codes, and half a position.
    private static let hints: [TextPattern] = [
        "what3words[.]com|w3w[.]co|osmand[.]net|om://|omaps[.]app|plus[.]codes|waze[.]com",
        "(share|wego)[.]here[.]com|yandex[.][a-z]+/|[.]geo[.]admin[.]ch|mapy[.](cz|com)",
        "(inaturalist|observation)[.]org/observation|gbif[.]org/occurrence|ebird[.]org/checklist|irecord[.]org[.]uk/rec",
        "(waarneming[.]nl|naturgucker[.]de|ornitho[.][a-z]+|artportalen[.]se|laji[.]fi|ala[.]org[.]au)/",
        "(nbnatlas[.]org|bugguide[.]net)/",
        "(komoot|strava|alltrails|outdooractive)[.][a-z]+/",
        "(^|[^[:alpha:]])(lat|latitude|longitude|lon|lng|breite|länge)[^[:alnum:]]{1,4}"
            + "[0-9]{1,3}([.,][0-9]|°)",
        "(^|[^0-9.,])[0-9]{1,3}[.,][0-9]{3,} ?[NSEW]([^[:alpha:]]|$)",
        "(^|[^[:alpha:]])[NSEW] ?[0-9]{1,3}[.,][0-9]{3,}",
        // Codes of squares.
        "(maidenhead|locator|qth)[^[:alnum:]]{1,3}[a-r]{2}[0-9]{2}",
        "[a-r]{2}[0-9]{2}([a-x]{2})?[^[:alnum:]]{1,3}(maidenhead|locator|qth)",
        "(^|[^[:alnum:]])[a-r]{2}[0-9]{2}[a-x]{2}[0-9]{2}([a-x]{2})?([^[:alnum:]]|$)",
        "(^|[^[:alnum:]])[b-hjkmnp-z]{2,6}[0-9]{1,2}[b-hjkmnp-z]{1,4}[0-9]{1,2}([^[:alnum:]]|$)",
    ].map { TextPattern($0, ignoringCase: true) }

    /// Numbers of known positions, however rounded: each alternative is a list of patterns that all match.
    private let known: [[TextPattern]]

    /// - Parameter positions: the positions whose numbers count.
    package init(of positions: [Position] = []) {
        known = positions.flatMap { position in
            let (north, east) = (abs(position.latitude), abs(position.longitude))
            let alone = [north, east].flatMap { degrees in
                [-0.01, 0, 0.01].map { Self.number(degrees + $0, decimals: 2) }
                    + [Self.digits(of: degrees)].compactMap(\.self) + [Self.seconds(of: degrees)]
            }
            let roughly = [north, east].map { degrees in
                let tenths = [degrees, degrees + 0.05].map { Self.number($0, decimals: 1) }
                return "(" + tenths.joined(separator: "|") + ")"
            }
            return alone.map { [TextPattern($0)] }
                + [[TextPattern(roughly.joined(separator: "[0-9]*[^0-9]{1,8}"))]]
                + [[north, east].map { TextPattern(Self.minutes(of: $0)) }]
        }
    }

    /// The degrees down to a decimal, with any more digits after it.
    private static func number(_ degrees: Double, decimals: Int) -> String {
        let factor = decimals == 1 ? 10.0 : 100.0
        let whole = Int((max(0, degrees) * factor + 1e-6).rounded(.down))
        let rest = whole % Int(factor)
        let digits = (decimals == 2 && rest < 10 ? "0" : "") + String(rest)
        return "(^|[^0-9]|0)\(whole / Int(factor))[.,]\(digits)"
    }

    /// The digits of degrees without a point, such as millionths; nil if they are too few to mean much.
    private static func digits(of degrees: Double) -> String? {
        let digits = String(Int(degrees * 10_000))
        return digits.utf8.count < 5 ? nil : "(^|[^0-9])0*\(digits)"
    }

    /// Degrees and minutes with seconds or decimals.
    private static func seconds(of degrees: Double) -> String {
        let seconds = Int((degrees * 3600).rounded())
        let near = (seconds - 1...seconds + 1).map { seconds in
            "\(seconds / 3600)[^0-9]{1,4}0?\(seconds / 60 % 60)([^0-9]{1,4}0?\(seconds % 60)|[.,]"
                + "\(seconds % 60 / 6))"
        }
        return "(^|[^0-9])0*(\(near.joined(separator: "|")))"
    }

    /// Degrees and whole minutes.
    private static func minutes(of degrees: Double) -> String {
        let minutes = Int((degrees - degrees.rounded(.down)) * 60 + 1e-6)
        return "(^|[^0-9])0*\(Int(degrees))[^0-9]{0,4}0?\(minutes)([^0-9]|$)"
    }

    /// A longer text is not looked at, and counts as one that tells a position.
    private static let mostBytes = 1 << 20

    package func areIn(_ text: String) -> Bool {
        guard text.utf8.count <= Self.mostBytes, !text.utf8.contains(0) else { return true }
        guard Self.mayMatch(text) else { return false }
        let plain = Self.plain(text)
        return Self.forms.contains { $0.matches(plain) }
            || Self.hasLongNumber(plain) && Self.areNamed(in: Self.withoutMeasures(plain))
            || known.contains { $0.allSatisfy { $0.matches(plain) } }
            || PositionSearch(in: plain).isSuccessful
    }

    private static func areNamed(in text: String) -> Bool {
        named.contains { $0.matches(text) }
    }

    private static let units: Set = ["mm", "cm", "µm"]

    /// The text without lengths such as `12.3 mm`, since an animal has a length and a width, too.
    private static func withoutMeasures(_ text: String) -> String {
        let words = text.split(separator: " ")
        let letters = words.map { String($0.filter(\.isLetter)) }
        let isMeasure = { (index: Int) in
            guard words[index].first?.isNumber == true else { return false }
            let next = index + 1 < words.count ? letters[index + 1] : ""
            return units.contains(letters[index].isEmpty ? next : letters[index])
        }
        guard letters.contains(where: units.contains) else { return text }
        return words.indices.filter { !isMeasure($0) }.map { String(words[$0]) }
            .joined(separator: " ")
    }

    /// Whether a text has a decimal, or a number of five digits. Few texts have, and patterns take time.
    private static func hasLongNumber(_ text: String) -> Bool {
        var (digits, isFraction) = (0, false)
        for byte in text.utf8 {
            guard byte.isASCIIDigit else {
                isFraction = digits > 0 && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: ","))
                digits = 0
                continue
            }
            digits += 1
            if isFraction || digits == 5 { return true }
        }
        return false
    }

    /// Whether a text leads to a place, unless it means something else.
    static func areHinted(in text: String) -> Bool {
        guard text.utf8.count <= mostBytes, mayMatch(text) else { return false }
        let plain = plain(text)
        return hints.contains { $0.matches(plain) }
    }

    /// Whether a text has a digit, or a mark of a link or a code. Most texts have none.
    private static func mayMatch(_ text: String) -> Bool {
        text.utf8.contains { (0x2E...0x3A).contains($0) || $0 >= 0x80 || $0 == 0x2B }
    }

    /// The text with ASCII digits, and one sign for each of the marks. The ending of a file's name is a word
    /// of its own.
    private static func plain(_ text: String) -> String {
        var plain = ""
        for character in text {
            switch character {
            case "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}": continue
            case "·", "٫", "．": plain.append(".")
            case "，": plain.append(",")
            case "º", "˚": plain.append("°")
            case "’", "´": plain.append("'")
            case "”": plain.append("″")
            case "−", "–": plain.append("-")
            default:
                if character.isWhitespace {
                    plain.append(" ")
                } else if !character.isASCII, let digit = character.wholeNumberValue, digit < 10 {
                    plain.append(String(digit))
                } else {
                    if plain.last == ".", character.isLetter,
                        plain.dropLast().last?.isNumber == true
                    {
                        plain.removeLast()
                        plain.append(" ")
                    }
                    plain.append(character)
                }
            }
        }
        return plain
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

    /// Whether both are one point, however well each is known.
    func isAt(_ other: Position) -> Bool {
        latitude == other.latitude && longitude == other.longitude
    }

    private static func rounded(_ degrees: Double, _ step: Double, most: Double) -> Double {
        let point = (degrees / step).rounded() * step
        // Four decimals are eleven metres.
        return min(max((point * 1e4).rounded() / 1e4, -most), most)
    }
}

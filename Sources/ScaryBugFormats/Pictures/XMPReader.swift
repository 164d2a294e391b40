internal import XML

/// Reads an XMP packet (ISO 16684-1): XML in which each property of a photograph is an attribute or an
/// element, by the usual prefix of its namespace.
struct XMPReader {
    private var xml: XMLElements
    private var texts: [String: [String]] = [:]

    /// The elements in each other that a packet needs are 6.
    private static let nesting = 32

    /// The values of a packet. A damaged one gives those before the damage.
    static func notes(in packet: [UInt8]) -> PictureNotes {
        var reader = XMPReader(xml: XMLElements(packet, nesting: nesting))
        do { if let root = try reader.xml.child() { try reader.visit(root) } } catch {}
        return reader.notes
    }

    private init(xml: XMLElements) { self.xml = xml }

    // MARK: Properties

    private static let wanted: Set = [
        "dc:title", "dc:description", "dc:subject", "dc:creator", "lr:hierarchicalSubject",
        "digiKam:TagsList", "MicrosoftPhoto:LastKeywordXMP", "xmp:Rating", "xap:Rating",
        "xmpRights:UsageTerms", "xmpRights:WebStatement", "cc:license", "exif:DateTimeOriginal",
        "photoshop:DateCreated", "exif:GPSLatitude", "exif:GPSLongitude",
        "exif:GPSHPositioningError", "exif:GPSMapDatum",
    ]

    private mutating func visit(_ element: XMLElement) throws {
        guard element.name == "Description" else {
            while let child = try xml.child() { try visit(child) }
            return
        }
        for name in Self.wanted {
            if let text = element[name] { texts[name, default: []].append(text) }
        }
        while let property = try xml.child() {
            let name = "\(property.prefix):\(property.name)"
            if Self.wanted.contains(name) {
                try readTexts(of: property, name)
            } else {
                try xml.skip()
            }
        }
    }

    /// Reads a text, or the items of a list. Of several languages, the default one comes first.
    private mutating func readTexts(of property: XMLElement, _ name: String) throws {
        var items = [property["rdf:resource"]].compactMap(\.self)
        while try xml.child() != nil {
            while let item = try xml.child() {
                let isDefault = item["xml:lang"] == "x-default"
                items.insert(try xml.text(), at: isDefault ? 0 : items.count)
            }
        }
        if items.isEmpty { items = [xml.textBefore] }
        texts[name, default: []] += items
    }

    // MARK: Values

    private var notes: PictureNotes {
        var notes = PictureNotes()
        notes.add(first("dc:title"), for: .title)
        notes.add(description: first("dc:description"))
        notes.add(keywords: keywords)
        notes.add(stars: (first("xmp:Rating") ?? first("xap:Rating")).flatMap { Float($0) })
        notes.add(texts["dc:creator"]?.joined(separator: ", "), for: .credit)
        notes.add(
            licenses: ["cc:license", "xmpRights:WebStatement", "xmpRights:UsageTerms"]
                .flatMap { texts[$0] ?? [] })
        let time = first("exif:DateTimeOriginal") ?? first("photoshop:DateCreated")
        notes.add(
            time.flatMap { PhotographFacts.time(written: $0) }.map { .date($0) }, for: .seen)
        notes.add(position, in: first("exif:GPSMapDatum"))
        return notes
    }

    private func first(_ name: String) -> String? {
        texts[name]?.first.map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The flat keywords, and the last parts of those in a tree. darktable's own are about its files.
    private var keywords: [String] {
        let paths =
            [("lr:hierarchicalSubject", "|"), ("digiKam:TagsList", "/")]
            + [("MicrosoftPhoto:LastKeywordXMP", "/"), ("dc:subject", "|")]
        let trees = paths.flatMap { name, separator in
            (texts[name] ?? []).map { $0.split(separator: separator).map { String($0).trimmed } }
        }
        let isOwn = { (tree: [String]) in tree.count > 1 && tree[0] == "darktable" }
        let own = Set(trees.filter(isOwn).joined())
        let others = trees.filter { !isOwn($0) && !($0.count == 1 && own.contains($0[0])) }
        let flat = others.filter { $0.count == 1 }.joined()
        return flat + others.compactMap { $0.count > 1 ? $0.last : nil }
    }

    /// The position in degrees and minutes: `50,55.8N` and `1,27.0W`.
    private var position: Position? {
        guard let north = first("exif:GPSLatitude"), let east = first("exif:GPSLongitude"),
            let place = try? Position("\(north) \(east)".replacing(",", with: " ")),
            place.latitude != 0 || place.longitude != 0
        else { return nil }
        let metres = first("exif:GPSHPositioningError").flatMap(Self.fraction)
        return Position(
            latitude: place.latitude, longitude: place.longitude, uncertainty: metres) ?? place
    }

    /// A number such as `12.5` or `25/2`.
    private static func fraction(_ text: String) -> Double? {
        let parts = text.split(separator: "/").map { Double($0) }
        guard let above = parts.first ?? nil else { return nil }
        if parts.count == 1 { return above }
        return parts.count == 2 ? parts[1].flatMap { $0 == 0 ? nil : above / $0 } : nil
    }
}

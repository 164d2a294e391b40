/// What people and programs wrote into a photograph, or into a file beside it: the values that it gives
/// fields.
package struct PictureNotes: Sendable, Equatable {
    package private(set) var values: [Field: FieldValue] = [:]
    /// A position of another datum than WGS 84, and its name.
    private var (place, datum): (Position?, String?) = (nil, nil)

    /// A position of another datum, which stays as text, and its name.
    package var otherPosition: (position: Position, datum: String)? {
        datum.flatMap { datum in place.map { ($0, datum) } }
    }

    /// The fields that a photograph can fill, in the order in which results name them.
    package static let fields: [Field] = [
        .seen, .at, .title, .notes, .tags, .rating, .credit, .license,
    ]
    /// The fields of ``fields`` whose values a camera writes by itself.
    package static let cameraFields: [Field] = [.seen, .at]

    /// The most bytes of a file or a part of a file that is read.
    static let mostBytes = 1 << 20

    package init() {}

    /// Adds a value, unless it is empty or the field has one.
    mutating func add(_ value: FieldValue?, for field: Field) {
        if let value, !value.isEmpty, values[field] == nil { values[field] = value }
    }

    /// Adds a position, unless there is one.
    mutating func add(_ position: Position?, in datum: String?) {
        guard let position, place == nil, values[.at] == nil else { return }
        if Datum.isUsual(datum ?? "") { return add(.position(position), for: .at) }
        (place, self.datum) = (position, datum)
    }

    /// Adds a text, unless the field has a value or can't have this one.
    mutating func add(_ text: String?, for field: Field) {
        guard let text = text?.withLineFeeds.trimmed, !text.isEmpty, !text.utf8.contains(0),
            text.utf8.count <= Self.mostTextBytes
        else { return }
        let isLine = field == .title || field == .credit
        add(try? FieldValue(isLine ? TerminalText.onOneLine(text) : text, for: field), for: field)
    }

    /// A longer text is no note.
    private static let mostTextBytes = 65_536

    /// Adds the values for fields that have none.
    mutating func add(_ others: PictureNotes) {
        values.merge(others.values) { own, _ in own }
        if place != nil { values[.at] = nil }
        if values[.at] == nil, place == nil { (place, datum) = (others.place, others.datum) }
    }

    mutating func add(keywords: [String]) {
        let texts = FieldValue.uniqued(keywords.map(TerminalText.onOneLine))
        if !texts.isEmpty { add(.list(texts), for: .tags) }
    }

    /// Adds stars. Programs write 0 for none, and -1 for a rejected photograph.
    mutating func add(stars: Float?) {
        if let stars, stars > 0, stars <= 5 { add(.rating(stars), for: .rating) }
    }

    /// Adds the first of several texts that names a license that is known.
    mutating func add(licenses: [String]) {
        let known = licenses.lazy.compactMap { KnownLicense($0) ?? KnownLicense(sentence: $0) }
            .first
        add(known.map { .text($0.identifier) }, for: .license)
    }

    /// Adds a description, unless a camera writes it into each photograph.
    ///
    /// - Parameter camera: the names of the camera and of who makes it.
    mutating func add(description text: String?, by camera: [String?] = []) {
        guard let text = text?.trimmed else { return }
        let plain = text.lowercased().filter { $0.isLetter || $0.isNumber }
        let isOfCamera =
            Self.cameraTexts.contains(plain) || plain.hasSuffix("digitalcamera")
            || plain.hasSuffix("digitalstillcamera")
            || camera.contains { $0.map { $0.trimmed.lowercased() == text.lowercased() } ?? false }
        if !isOfCamera { add(text, for: .notes) }
    }

    /// Letters and digits of what cameras and phones write as a description.
    private static let cameraTexts: Set = [
        "", "cof", "dav", "dcf10", "edf", "exifjpegpicture", "hdr", "jpeg", "mde", "nor", "oznor",
        "oznorwo", "ptr", "rhdr", "sdr", "sonydsc", "screenshot", "default", "untitled",
    ]
}

// MARK: IPTC

extension PictureNotes {
    /// Adds the values of an IPTC block (IPTC-IIM 4.2): of its second record, a list of numbered texts.
    mutating func add(iptc bytes: [UInt8]) {
        var texts: [UInt8: [String]] = [:]
        var rest = bytes[...]
        // A set is a mark, its record and its number, and the length of its data.
        while rest.count >= 5, rest.removeFirst() == 0x1C {
            let (record, number) = (rest.removeFirst(), rest.removeFirst())
            let length = Int(rest.removeFirst()) << 8 | Int(rest.removeFirst())
            guard length <= rest.count else { break }
            if record == 2 { texts[number, default: []].append(Self.text(rest.prefix(length))) }
            rest = rest.dropFirst(length)
        }
        add(texts[5]?.first, for: .title)
        add(description: texts[120]?.first)
        add(keywords: texts[25] ?? [])
        add(texts[80]?.joined(separator: ", "), for: .credit)
        add(licenses: texts[116] ?? [])
    }

    /// A text in UTF-8, or in ISO 8859-1 as older programs wrote it.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        let bytes = bytes.prefix { $0 != 0 }
        return String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}

/// The facts that a photograph's file tells: its time, its position, its size, and what people wrote.
///
/// Values that can't be true, such as 30 February or the position 0,0, count as missing.
package struct PhotographFacts: Sendable, Equatable {
    /// The time of the original as ``EDTFDate``, with its offset from UTC if the camera wrote one. A
    /// camera without a set clock mostly writes 1970-01-01 or 2002-12-08 at noon.
    package private(set) var seen: String?
    /// Degrees north, in the datum of the camera.
    package private(set) var latitude: Double?
    /// Degrees east, likewise.
    package private(set) var longitude: Double?
    /// The radius around the position, in meters.
    package private(set) var uncertainty: Double?
    /// The name of the position's datum, as the camera writes it.
    private var datum: String?
    /// The size in pixels as shown upright.
    package private(set) var width: Int?
    package private(set) var height: Int?
    /// What XMP, IPTC and EXIF tell beside time and position, in this order.
    private var notes = PictureNotes()

    /// Reads the headers and lists of a file, and never the picture. Errors in them only cause facts
    /// to be missing.
    package init(of file: borrowing File, as type: PictureType) throws {
        let layout = try PictureLayout(of: file, as: type)
        var (size, isSideways) = (layout.size, false)
        if let place = layout.exif, let block = try TIFFBlock(place, in: file) {
            let main = try block.firstDirectory(in: file)
            if type == .tiff { size = try Self.size(main, block, file) }
            let orientation = try block.integer(main[0x112], in: file) ?? 1
            isSideways = !layout.isTurned && 5...8 ~= orientation
            let detail = try block.directory(main[0x8769], in: file)
            seen = try Self.time(
                block.text(detail[0x9003] ?? main[0x9003], in: file),
                offset: block.text(detail[0x9011] ?? main[0x9011], in: file))
            try readPosition(block.directory(main[0x8825], in: file), block, file)
            try readNotes(layout, file, (block, main))
        } else {
            try readNotes(layout, file, nil)
        }
        guard let size, size.width > 0, size.height > 0 else { return }
        (width, height) = (Int(size.width), Int(size.height))
        if isSideways { swap(&width, &height) }
    }

    private static func size(
        _ entries: TIFFBlock.Entries, _ block: TIFFBlock, _ file: borrowing File
    ) throws -> (width: Int64, height: Int64)? {
        guard let width = try block.integer(entries[0x100], in: file),
            let height = try block.integer(entries[0x101], in: file)
        else { return nil }
        return (width, height)
    }

    /// The values for fields. What EXIF tells about time and place counts first.
    package var values: PictureNotes {
        var values = PictureNotes()
        values.add(seen.flatMap { EDTFDate($0) }.map { .date($0) }, for: .seen)
        values.add(position, in: datum)
        values.add(notes)
        return values
    }

    /// Where the photograph was taken.
    private var position: Position? {
        guard let latitude, let longitude else { return nil }
        return Position(latitude: latitude, longitude: longitude, uncertainty: uncertainty)
    }

    // MARK: Notes

    private mutating func readNotes(
        _ layout: PictureLayout, _ file: borrowing File,
        _ exif: (block: TIFFBlock, main: TIFFBlock.Entries)?
    ) throws {
        let data = { (tag: Int64, file: borrowing File) in
            try exif.flatMap { try $0.block.data($0.main[tag], in: file) }
        }
        for place in layout.xmp {
            notes.add(
                XMPReader.notes(in: try file.bytes(of: place, atMost: PictureNotes.mostBytes)))
        }
        if let packet = try data(0x2BC, file) { notes.add(XMPReader.notes(in: packet)) }
        if let place = layout.iptc {
            notes.add(iptc: try file.bytes(of: place, atMost: PictureNotes.mostBytes))
        }
        if let block = try data(0x83BB, file) { notes.add(iptc: block) }
        let text = { (tag: Int64, file: borrowing File) in
            try data(tag, file).map(PictureNotes.text)
        }
        try notes.add(
            description: text(0x10E, file), by: [text(0x10F, file), text(0x110, file)])
        try notes.add(text(0x13B, file), for: .credit)
        let stars = try exif.flatMap { try $0.block.integer($0.main[0x4746], in: file) }
        notes.add(stars: stars.map(Float.init))
    }

    // MARK: Time

    /// The time as XMP writes it, which may be a year or a month alone; nil for an impossible one.
    static func time(written text: String) -> EDTFDate? {
        let rest = text.dropFirst(16).drop { !"Z+-".contains($0) }
        return time(text, offset: String(rest)).flatMap { EDTFDate($0) }
            ?? (text >= "1800" ? EDTFDate(text) : nil)
    }

    /// The time as ``EDTFDate``; nil if it is missing or impossible.
    private static func time(_ text: String?, offset: String?) -> String? {
        guard let text, let local = localTime(text) else { return nil }
        // An impossible offset doesn't make the time wrong.
        let date =
            offset.flatMap { isOffset($0) ? EDTFDate(written: local + $0) : nil }
            ?? EDTFDate(written: local)
        return date?.text
    }

    /// `2026-05-17T14:03:22` for `2026:05:17 14:03:22`, also without the seconds, maybe with a fraction or an
    /// offset after it, which are dropped.
    private static func localTime(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        let form = ["0000:00:00 00:00:00", "0000:00:00 00:00"].first {
            isLike($0, bytes.prefix($0.utf8.count))
        }
        // No photograph is older than the 19th century.
        guard let length = form?.utf8.count, text >= "1800" else { return nil }
        let rest = bytes.dropFirst(length).first { $0 != UInt8(ascii: " ") }
        guard
            rest.map({ ".Z+-".utf8.contains($0) }) ?? true
        else { return nil }
        let day = String(text.prefix(10).map { ":/".contains($0) ? "-" : $0 })
        return day + "T" + text.prefix(length).dropFirst(11)
    }

    private static func isOffset(_ text: String) -> Bool {
        text == "Z" || isLike("+00:00", text.utf8) || isLike("-00:00", text.utf8)
    }

    /// Whether a text has the same characters, and any digits in place of zeros. Some programs write
    /// other separators in dates.
    private static func isLike(_ form: String, _ text: some Collection<UInt8>) -> Bool {
        form.utf8.count == text.count
            && zip(form.utf8, text).allSatisfy { form, byte in
                switch form {
                case UInt8(ascii: "0"): 0x30...0x39 ~= byte
                case UInt8(ascii: ":"): ":/-".utf8.contains(byte)
                case UInt8(ascii: " "): " T".utf8.contains(byte)
                default: byte == form
                }
            }
    }

    // MARK: Position

    private mutating func readPosition(
        _ entries: TIFFBlock.Entries, _ block: TIFFBlock, _ file: borrowing File
    ) throws {
        guard
            let north = try Self.degrees(
                block.fractions(entries[2], in: file), block.text(entries[1], in: file), "NS", 90),
            let east = try Self.degrees(
                block.fractions(entries[4], in: file), block.text(entries[3], in: file), "EW", 180),
            // Phones hide a position this way.
            Position(latitude: north, longitude: east)?.isNowhere == false
        else { return }
        (latitude, longitude) = (north, east)
        datum = try block.text(entries[18], in: file)
        let radius = try block.fractions(entries[31], in: file).first?.value ?? 0
        uncertainty = radius > 0 && radius <= Self.mostUncertainty ? radius : nil
    }

    /// The distance to the opposite point of the Earth, in meters.
    private static let mostUncertainty = 20_037_508.0

    /// Degrees, minutes and seconds as degrees; nil if they are incomplete or impossible.
    ///
    /// - Parameters:
    ///   - side: the side of the equator or the meridian.
    ///   - sides: the letters of the positive and the negative side.
    private static func degrees(
        _ parts: [TIFFBlock.Fraction], _ side: String?, _ sides: String, _ most: Double
    ) throws -> Double? {
        guard parts.count == 3, let degrees = parts[0].value, let minutes = parts[1].value,
            let seconds = parts[2].value ?? secondsInMinutes(parts[2], minutes),
            minutes < 60, seconds <= 60,
            let side = side?.uppercased().first, sides.contains(side)
        else { return nil }
        let value = degrees + minutes / 60 + seconds / 3600
        guard value <= most else { return nil }
        // A millimeter. The sum would have more digits than the camera wrote.
        let rounded = (value * 1e8).rounded() / 1e8
        return side == sides.first || rounded == 0 ? rounded : -rounded
    }

    /// Some cameras write 0/0 seconds, and minutes with a fraction.
    private static func secondsInMinutes(
        _ seconds: TIFFBlock.Fraction, _ minutes: Double
    ) -> Double? {
        seconds.isUndefined && minutes != minutes.rounded() ? 0 : nil
    }
}

/// A search for positions in a longer text, such as notes. At each word it asks the reader of `at`.
///
/// Numbers with another meaning are more frequent there. So whole degrees, squares of more than 1 km,
/// and what looks like a year, a measure or a list of numbers don't count.
struct PositionSearch {
    private let bytes: [UInt8]
    /// The most bytes of a position in a text. The bound keeps the time linear.
    private static let mostBytes = 64
    /// The most parts of a text that the reader looks at. A text with more counts as one with a position.
    private static let mostParts = 10_000
    private static let point = UInt8(ascii: ".")

    /// - Parameter text: a text with ASCII digits and plain blanks.
    init(in text: String) { bytes = Array(text.utf8) }

    var isSuccessful: Bool {
        var parts = 0
        return bytes.indices.contains { isPosition(from: $0, &parts) }
    }

    private func isPosition(from start: Int, _ parts: inout Int) -> Bool {
        // The end of a range or of a date begins no position.
        let isRest =
            start > 1 && "-.".utf8.contains(bytes[start - 1]) && bytes[start - 2].isASCIIDigit
        guard !isWord(start - 1), isWord(start) || "+-.".utf8.contains(bytes[start]),
            !isRest || !bytes[start].isASCIIDigit
        else { return false }
        var (end, numbers, decimals, letters) = (start, 0, 0, 0)
        let rest = bytes[start...].prefix(Self.mostBytes)
        while end < rest.endIndex, numbers < 7, letters < 7 {
            let number = rest[end...].prefix { $0.isASCIIDigit || $0 == Self.point }
            if number.isEmpty {
                guard isWord(end) || " ,;+-°".utf8.contains(bytes[end]) else { break }
                if isWord(end) || bytes[end] == 0xB0 { letters += 1 }
            } else {
                numbers += 1
                if number.dropLast().contains(Self.point) { decimals += 1 }
            }
            end = max(end + 1, number.endIndex)
            let last = bytes[end - 1]
            guard letters > 0 && numbers > 0 || numbers == 2 && decimals == 2, !isWord(end),
                isWord(end - 1) || last == Self.point || last == 0xB0
            else { continue }
            parts += 1
            if parts > Self.mostParts { return true }
            // A point at the end ends the sentence.
            if isClose(start..<(last == Self.point ? end - 1 : end)) { return true }
        }
        return false
    }

    private func isWord(_ index: Int) -> Bool {
        bytes.indices.contains(index) && bytes[index] < 0x80 && bytes[index].isPartOfWord
    }

    /// Whether the reader takes a part of the text for a position that is close enough.
    private func isClose(_ place: Range<Int>) -> Bool {
        let text = String(decoding: bytes[place], as: UTF8.self)
        lazy var context = String(
            decoding: bytes[..<place.lowerBound].suffix(12) + Array("|".utf8)
                + bytes[place.upperBound...].prefix(12), as: UTF8.self)
        if Position.angles(in: text) != nil {
            return Self.marked.allSatisfy { $0.matches(text) }
                || Self.decimal.allSatisfy { $0.matches(text) } && !Self.measure.matches(context)
                    && !Self.list.matches(context)
        }
        do {
            guard let reference = try GridReference(text) else { return false }
            return reference.uncertainty ?? 0 < 1_000 && !Self.word.matches(text)
                && !(Self.kilometre.matches(text) && Self.measure.matches(context))
        } catch {
            // Another grid has such a square, as the Channel Islands have WV.
            return Self.square.matches(text)
        }
    }

    /// Two letters or marks of degrees, and more than whole degrees.
    private static let marked = [
        "[NSEWnsew°].*[NSEWnsew°]", "[.][0-9]|[0-9][^0-9]+[0-9]+[^0-9]+[0-9]",
    ].map { TextPattern($0) }
    /// Two decimal numbers, one with two decimals, that are no days and no times.
    private static let decimal = [
        "[.][0-9]+[^0-9.]+[0-9]*[.][0-9]", "[.][0-9]{2}",
        "-|(^|[^0-9.])(3[2-9]|[4-9][0-9]|1[0-9]{2})[.]",
    ].map { TextPattern($0) }
    private static let measure = TextPattern(
        "[|] ?([mcµk]?m|ft|in|[mk]?g|m?l|h|min|s|%|°? ?[CF]|x|Uhr)([^[:alpha:]]|$)")
    private static let list = TextPattern("[0-9][.][0-9]{1,2}[ ,;]+[|]|[|][ ,;]+[0-9]+[.][0-9]")
    private static let kilometre = TextPattern("^[^.]*[A-Za-z] ?[0-9]{2} ?[0-9]{2}$")
    /// Words with a number, such as `a 1234`, `No 12345678`, `so 1200`, `NZ 2019` or `12jun2026`.
    private static let word = TextPattern(
        "^[A-Z] ?([0-9] ?){1,5}$|^[a-z] ?([0-9] ?){1,7}$|^[0-9 ]*([A-Z][a-z]|[a-z][A-Z])|"
            + "^n[or] ?[0-9]+$|^[0-9]* ?[a-z]+ [0-9]{2} ?[0-9]{2}$|^[0-9]+ ?[a-z]+[0-9]{4}$|"
            + "^[A-Za-z]{2}[0-9]{2} [0-9]{2}$|[0-9] [0-9]+ [0-9]|"
            + "^([A-Z]{2} |[0-9]+ ?[A-Z]{3} ?)(1[5-9]|20)[0-9]{2}$")
    private static let square = TextPattern(
        "^([0-9]{1,2} ?[A-Z] ?)?[A-HJ-Z]{1,2} ?([0-9]{3} ?[0-9]{3}|[0-9]{4} ?[0-9]{4}|[0-9]{5} ?[0-9]{5})$"
    )
}

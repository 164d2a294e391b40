/// A search for positions in a longer text, such as notes. At each word it asks the reader of `at`.
///
/// Numbers with another meaning are more frequent there. So whole degrees, squares of more than 1 km,
/// and what looks like a year, a measure or a list of numbers don't count.
struct PositionSearch {
    private let bytes: [UInt8]
    /// The most parts of a text that the reader looks at. A text with more counts as one with a position.
    private static let mostParts = 10_000
    private static let point = UInt8(ascii: ".")
    /// The bytes between the words and numbers of a position, with those of `°`, `′`, `″` and `±`.
    private static let marks = Set(" ,;:+-'\"=&/()°′″±".utf8)
    private static let labels = ["zone", "mgrs", "usng", "point", "srid"]

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
        if isLink(from: start, &parts) { return true }
        let isSigned = "+-".utf8.contains(bytes[start])
        var (end, numbers, decimals, words) = (start, 0, 0, 0)
        let rest = bytes[start...].prefix(Position.mostBytes)
        while end < rest.endIndex, numbers < 8, words < 8 {
            let number = rest[end...].prefix { $0.isASCIIDigit || $0 == Self.point }
            let word = rest[end...].prefix { isLetter($0) }
            if !number.isEmpty {
                numbers += 1
                if number.dropLast().contains(Self.point) { decimals += 1 }
            } else {
                guard word.isEmpty ? Self.marks.contains(rest[end]) : Self.mayBelong(word) else {
                    break
                }
                if !word.isEmpty || rest[end] == 0xB0 { words += 1 }
            }
            end = max(end + 1, number.endIndex, word.endIndex)
            let last = bytes[end - 1]
            let isEnd = isWord(end - 1) || [Self.point, 0xB0, UInt8(ascii: ")")].contains(last)
            guard isEnd, !isWord(end), numbers > 1 || words > 0, numbers > 0,
                words > 0 || isSigned || numbers == 2 && decimals == 2
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

    private func isLetter(_ byte: UInt8) -> Bool {
        byte < 0x80 && byte.isPartOfWord && !byte.isASCIIDigit
    }

    /// Whether a word may be a part of a position: short, or one that names numbers.
    private static func mayBelong(_ word: ArraySlice<UInt8>) -> Bool {
        if word.count < 4 { return true }
        let text = String(decoding: word, as: UTF8.self).lowercased()
        return labels.contains(text)
            || [true, false].contains { WrittenPair.isName(text, ofLatitude: $0) }
    }

    /// Whether a link to a place begins here.
    private func isLink(from start: Int, _ parts: inout Int) -> Bool {
        let head = bytes[start...].prefix(40)
        guard head.contains(where: { ":/".utf8.contains($0) }) else { return false }
        let text = String(decoding: head, as: UTF8.self)
        guard MapLink.isLink(text) || MapLink.isURI(text) else { return false }
        parts += 20
        let link = bytes[start...].prefix(MapLink.mostBytes)
            .prefix { $0 > 0x20 && !"<>\"".utf8.contains($0) }
        let end = link.lastIndex { !".,;:)]!'".utf8.contains($0) } ?? start
        let place = String(decoding: link[...end], as: UTF8.self)
        return (try? Position.reading(place)) ?? nil != nil
    }

    /// Whether the reader takes a part of the text for a position that is close enough.
    private func isClose(_ place: Range<Int>) -> Bool {
        let text = String(decoding: bytes[place], as: UTF8.self)
        lazy var context = String(
            decoding: bytes[..<place.lowerBound].suffix(12) + Array("|".utf8)
                + bytes[place.upperBound...].prefix(12), as: UTF8.self)
        do {
            switch try Position.reading(text)?.form {
            case .named: return true
            case .angles:
                return Self.marked.allSatisfy { $0.matches(text) }
                    || Self.decimal.allSatisfy { $0.matches(text) }
                        && !Self.measure.matches(context) && !Self.list.matches(context)
            case .grid(let metres):
                return metres < 1_000 && !Self.word.matches(text)
                    && !(Self.kilometre.matches(text) && Self.measure.matches(context))
            case nil: return false
            }
        } catch {
            // Another grid has such a square, as the Channel Islands have WV.
            return Self.square.matches(text)
        }
    }

    /// Two letters or marks of degrees, and more than whole degrees.
    private static let marked = [
        "[NSEWnsew°:].*[NSEWnsew°:]", "[.][0-9]|[0-9][^0-9]+[0-9]+[^0-9]+[0-9]",
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

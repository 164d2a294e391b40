import ScaryBugs

/// The content of a table's cell. The cases for a list's rows need no allocation, because there may
/// be a million rows.
enum TableCell {
    case text(String)
    case utf8(UnsafeRawBufferPointer)
    /// A number that isn't negative.
    case number(Int)
    case rating(Float?)

    /// The width as a terminal shows it, in columns.
    var width: Int {
        switch self {
        case .text(let text): DisplayWidth.columns(of: TerminalText.text(text))
        case .utf8(let bytes) where TerminalText.isPlain(bytes): bytes.count
        case .utf8(let bytes): TableCell.text(String(decoding: bytes, as: UTF8.self)).width
        case .number(let value): Self.digits(value)
        case .rating(nil): 0
        case .rating(let rating?) where Self.isDigit(rating): 1
        case .rating(let rating?): rating.shortest.utf8.count
        }
    }

    /// Appends the text as a terminal may show it.
    ///
    /// - Returns: its width, in columns.
    func append(to lines: inout LineBuffer) -> Int {
        switch self {
        case .text(let text):
            let visible = TerminalText.text(text)
            lines.append(visible)
            return DisplayWidth.columns(of: visible)
        case .utf8(let bytes) where TerminalText.isPlain(bytes):
            lines.append(bytes)
            return bytes.count
        case .utf8(let bytes):
            return TableCell.text(String(decoding: bytes, as: UTF8.self)).append(to: &lines)
        case .number(let value):
            let digits = Self.digits(value)
            lines.append(value, digits: digits)
            return digits
        case .rating(nil): return 0
        case .rating(let rating?) where Self.isDigit(rating):
            lines.append(Int(rating), digits: 1)
            return 1
        case .rating(let rating?):
            let text = rating.shortest
            lines.append(text)
            return text.utf8.count
        }
    }

    /// The text, shortened to a number of columns.
    func cut(to width: Int) -> TableCell {
        var text = LineBuffer()
        _ = append(to: &text)
        let whole = text.withBytes { String(decoding: $0, as: UTF8.self) }
        return .text(DisplayWidth.cut(whole, to: width))
    }

    /// Whether the rating is a single digit, as most are. This allows a fast path.
    private static func isDigit(_ rating: Float) -> Bool {
        rating >= 0 && rating < 10 && rating == rating.rounded(.down)
    }

    private static func digits(_ number: Int) -> Int {
        var count = 1
        var limit = 10
        // Int.max has 19 digits.
        while number >= limit, count < 19 {
            limit &*= 10
            count += 1
        }
        return count
    }
}

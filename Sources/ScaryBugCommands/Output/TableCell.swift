import ScaryBugs

/// The content of a table's cell. The cases for a list's rows need no allocation, because there may
/// be a million rows.
enum TableCell {
    case text(String)
    case utf8(UnsafeRawBufferPointer)
    case integer(Int)
    case rating(Float?)

    /// The width as a terminal shows it, in columns.
    var width: Int {
        switch self {
        case .text(let text): DisplayWidth.columns(of: TerminalText.text(text))
        case .utf8(let bytes) where TerminalText.isPlain(bytes): bytes.count
        case .utf8(let bytes): TableCell.text(String(decoding: bytes, as: UTF8.self)).width
        case .integer(let value): Self.digits(value)
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
        case .integer(let value):
            lines.append(String(value))
            return width
        case .rating(nil): return 0
        case .rating(let rating?):
            lines.append(Self.isDigit(rating) ? String(Int(rating)) : rating.shortest)
            return width
        }
    }

    /// The text, shortened to a number of columns.
    func cut(to width: Int) -> TableCell {
        var text = LineBuffer()
        _ = append(to: &text)
        return .text(DisplayWidth.cut(String(decoding: text.bytes, as: UTF8.self), to: width))
    }

    /// Whether the rating is a single digit, as most are. This allows a fast path.
    private static func isDigit(_ rating: Float) -> Bool {
        rating >= 0 && rating < 10 && rating == rating.rounded(.down)
    }

    private static func digits(_ number: Int) -> Int {
        var count = 1
        var rest = number
        while rest >= 10 {
            rest /= 10
            count += 1
        }
        return count
    }
}

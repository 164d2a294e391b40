import ScaryBugs

/// A cell of a list of documents. It needs no allocation, because a list may have a million rows.
enum ListCell: LayoutCell {
    /// A number that isn't negative.
    case number(Int)
    case rating(Float?)
    /// Text in UTF-8.
    case text(UnsafeRawBufferPointer)

    @inline(__always)
    var width: Int {
        switch self {
        case .number(let number): Self.digits(number)
        case .rating(nil): 0
        case .rating(let rating?) where Self.isDigit(rating): 1
        case .rating(let rating?): rating.shortest.utf8.count
        case .text(let bytes):
            TerminalText.simpleWidth(of: bytes) ?? String(decoding: bytes, as: UTF8.self).width
        }
    }

    @inline(__always)
    func append(to lines: inout LineBuffer) -> Int {
        switch self {
        case .number(let number):
            let digits = Self.digits(number)
            lines.append(number, digits: digits)
            return digits
        case .rating(nil): return 0
        case .rating(let rating?) where Self.isDigit(rating):
            lines.append(Int(rating), digits: 1)
            return 1
        case .rating(let rating?): return rating.shortest.append(to: &lines)
        case .text(let bytes):
            guard let width = TerminalText.simpleWidth(of: bytes) else {
                return String(decoding: bytes, as: UTF8.self).append(to: &lines)
            }
            lines.append(bytes)
            return width
        }
    }

    var stars: String? {
        if case .rating(let rating?) = self { Stars.text(rating) } else { nil }
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

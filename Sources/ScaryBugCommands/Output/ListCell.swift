import ScaryBugs

/// A cell of a list of documents. It needs no allocation, because a list may have a million rows.
enum ListCell: LayoutCell {
    /// A number that isn't negative.
    case number(Int)
    case rating(Float?)
    case text(UnsafeRawBufferPointer)
    /// Text of printable ASCII, which needs no second look.
    case plain(UnsafeRawBufferPointer)

    @inline(__always)
    var width: Int {
        switch self {
        case .number(let number): Self.digits(number)
        case .rating(nil): 0
        case .rating(let rating?): Self.digit(rating) != nil ? 1 : Self.text(of: rating).width
        case .text(let bytes): TerminalText.simpleWidth(of: bytes) ?? Self.decoded(bytes).width
        case .plain(let bytes): bytes.count
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
        case .rating(let rating?):
            guard let digit = Self.digit(rating) else {
                return Self.append(Self.text(of: rating), to: &lines)
            }
            lines.append(digit)
            return 1
        case .text(let bytes):
            guard let width = TerminalText.simpleWidth(of: bytes) else {
                return Self.append(Self.decoded(bytes), to: &lines)
            }
            lines.append(bytes)
            return width
        case .plain(let bytes):
            lines.append(bytes)
            return bytes.count
        }
    }

    var stars: String? {
        if case .rating(let rating?) = self { Stars.text(rating) } else { nil }
    }

    /// The ASCII digit of a rating that is a single digit, as most are.
    private static func digit(_ rating: Float) -> UInt8? {
        guard rating >= 0, rating < 10 else { return nil }
        let digit = UInt8(rating)
        return Float(digit) == rating ? UInt8(ascii: "0") + digit : nil
    }

    private static func digits(_ number: Int) -> Int {
        var count = 1
        var limit: UInt = 10
        while number.magnitude >= limit {
            // An integer has at most 19 digits, so this doesn't overflow.
            limit &*= 10
            count += 1
        }
        return count
    }

    // MARK: Rare cells

    // The functions for most cells are small, and become part of the loop over a list, without these.

    @inline(never)
    private static func text(of rating: Float) -> String { rating.shortest }

    @inline(never)
    private static func decoded(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    @inline(never)
    private static func append(_ text: String, to lines: inout LineBuffer) -> Int {
        text.append(to: &lines)
    }
}

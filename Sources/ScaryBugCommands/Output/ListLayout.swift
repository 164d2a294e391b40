import ScaryBugs

/// Lays out a list of documents off a terminal, row by row, without holding any: number, title,
/// rating, tags.
///
/// The rows are looked at twice, first for the widths of the columns. Text is handled as bytes, since
/// there may be a million rows.
struct ListLayout {
    private var numberWidth = 0
    private var titleWidth = 0
    private var ratingWidth = 0

    private static let blank = UInt8(ascii: " ")

    /// Makes room for a row.
    mutating func add(_ row: Workspace.Row) {
        numberWidth = max(numberWidth, Self.digits(row.name.number))
        titleWidth = max(titleWidth, Self.columns(of: row.title))
        guard let rating = row.rating else { return }
        ratingWidth = max(ratingWidth, Self.digit(rating) == nil ? rating.shortest.utf8.count : 1)
    }

    /// Adds a row's line to what is to be printed.
    func append(_ row: Workspace.Row, to bytes: inout [UInt8]) {
        append(row.name.number, to: &bytes)
        bytes.append(Self.blank)
        bytes.append(Self.blank)
        append(row.title, to: &bytes)
        Self.pad(titleWidth - Self.columns(of: row.title) + 2, &bytes)
        append(row.rating, to: &bytes)
        bytes.append(Self.blank)
        bytes.append(Self.blank)
        append(row.tags, to: &bytes)
        while bytes.last == Self.blank { bytes.removeLast() }
        bytes.append(UInt8(ascii: "\n"))
    }

    private func append(_ number: Int, to bytes: inout [UInt8]) {
        Self.pad(numberWidth - Self.digits(number), &bytes)
        bytes += String(number).utf8
    }

    private func append(_ rating: Float?, to bytes: inout [UInt8]) {
        guard let rating else { return Self.pad(ratingWidth, &bytes) }
        if let digit = Self.digit(rating) {
            Self.pad(ratingWidth - 1, &bytes)
            bytes.append(digit)
        } else {
            let text = rating.shortest
            Self.pad(ratingWidth - text.utf8.count, &bytes)
            bytes += text.utf8
        }
    }

    private func append(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
        if Self.isPlain(text) {
            bytes.append(contentsOf: text)
        } else {
            bytes += Visible.text(String(decoding: text, as: UTF8.self)).utf8
        }
    }

    // MARK: Widths

    /// Columns that a terminal would need.
    private static func columns(of text: UnsafeRawBufferPointer) -> Int {
        if isPlain(text) { return text.count }
        return TextTable.columns(of: Visible.text(String(decoding: text, as: UTF8.self)))
    }

    /// Whether it is shown as it is, each byte a column wide.
    private static func isPlain(_ text: UnsafeRawBufferPointer) -> Bool {
        var isPlain = true
        for byte in text { isPlain = isPlain && byte &- 0x20 < 0x5F }
        return isPlain
    }

    /// Most ratings are one digit.
    private static func digit(_ rating: Float) -> UInt8? {
        guard rating >= 0, rating < 10, rating == rating.rounded(.down) else { return nil }
        return UInt8(ascii: "0") + UInt8(rating)
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

    private static func pad(_ count: Int, _ bytes: inout [UInt8]) {
        for _ in 0..<max(0, count) { bytes.append(blank) }
    }
}

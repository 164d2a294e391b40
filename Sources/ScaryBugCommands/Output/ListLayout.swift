import ScaryBugs

/// Lays out a list of documents for a file or a pipe, row by row and in constant memory: number,
/// title, rating, tags.
///
/// It reads the rows twice, the first time for the widths of the columns. Text is processed as
/// bytes, because there may be a million rows.
struct ListLayout {
    private var numberWidth = 0
    private var titleWidth = 0
    private var ratingWidth = 0

    /// Widens the columns to fit a row.
    mutating func add(_ row: Workspace.Row) {
        numberWidth = max(numberWidth, Self.digits(row.number))
        titleWidth = max(titleWidth, Self.columns(of: row.title))
        guard let rating = row.rating else { return }
        ratingWidth = max(ratingWidth, Self.isDigit(rating) ? 1 : rating.shortest.utf8.count)
    }

    /// Appends a row's line.
    func write(_ row: Workspace.Row, to lines: inout LineBuffer) throws {
        lines.append(blanks: numberWidth - Self.digits(row.number))
        try lines.append(String(row.number))
        lines.append(blanks: 2)
        let title = row.title
        let columns = try Self.write(title, to: &lines)
        lines.append(blanks: titleWidth - columns + 2)
        try write(row.rating, to: &lines)
        lines.append(blanks: 2)
        _ = try Self.write(row.tags, to: &lines)
        try lines.endLine()
    }

    private func write(_ rating: Float?, to lines: inout LineBuffer) throws {
        guard let rating else { return lines.append(blanks: ratingWidth) }
        let text = Self.isDigit(rating) ? String(Int(rating)) : rating.shortest
        lines.append(blanks: ratingWidth - text.utf8.count)
        try lines.append(text)
    }

    /// - Returns: the width of the text in columns.
    private static func write(
        _ text: UnsafeRawBufferPointer, to lines: inout LineBuffer
    ) throws -> Int {
        if TerminalText.isPlain(text) {
            try lines.append(text)
            return text.count
        }
        let visible = TerminalText.text(String(decoding: text, as: UTF8.self))
        try lines.append(visible)
        return TextTable.columns(of: visible)
    }

    // MARK: Widths

    private static func columns(of text: UnsafeRawBufferPointer) -> Int {
        if TerminalText.isPlain(text) { return text.count }
        return TextTable.columns(of: TerminalText.text(String(decoding: text, as: UTF8.self)))
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

import ScaryBugs

/// The content of a table's cell.
protocol LayoutCell {
    /// The width as a terminal shows it, in columns.
    var width: Int { get }

    /// Appends the text as a terminal may show it.
    ///
    /// - Returns: its width, in columns.
    func append(to lines: inout LineBuffer) -> Int
}

extension LayoutCell {
    /// The text, shortened to a number of columns.
    func cut(to width: Int) -> String {
        var text = LineBuffer()
        _ = append(to: &text)
        let whole = text.withBytes { String(decoding: $0, as: UTF8.self) }
        return DisplayWidth.cut(whole, to: width)
    }
}

extension String: LayoutCell {
    var width: Int { DisplayWidth.columns(of: TerminalText.text(self)) }

    func append(to lines: inout LineBuffer) -> Int {
        let visible = TerminalText.text(self)
        lines.append(visible)
        return DisplayWidth.columns(of: visible)
    }
}

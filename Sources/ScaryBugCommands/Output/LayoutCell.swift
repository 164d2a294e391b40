import ScaryBugs

protocol LayoutCell {
    /// The width as a terminal shows it, in columns.
    var width: Int { get }

    /// Appends the text as a terminal may show it. Returns its width, in columns.
    func append(to lines: inout LineBuffer) -> Int

    /// The stars for a rating; nil for any other content.
    var stars: String? { get }
}

extension LayoutCell {
    /// The text as a terminal may show it.
    var visible: String {
        var text = LineBuffer()
        _ = append(to: &text)
        return text.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}

extension String: LayoutCell {
    var width: Int { DisplayWidth.columns(of: TerminalText.text(self)) }

    func append(to lines: inout LineBuffer) -> Int {
        let visible = TerminalText.text(self)
        lines.append(visible)
        return DisplayWidth.columns(of: visible)
    }

    var stars: String? { Float(self).flatMap(Stars.text) }
}

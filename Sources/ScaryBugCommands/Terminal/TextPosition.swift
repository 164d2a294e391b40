import CEditLine
import Glibc
import ScaryBugs

/// The end position of text on a terminal that wraps it. It counts code points, as libedit draws
/// the line. Tables count whole characters.
struct TextPosition {
    /// The terminal's width, in columns.
    let columns: Int
    private(set) var row = 0
    private(set) var column = 0

    mutating func advance(over text: some StringProtocol) {
        for scalar in text.unicodeScalars { advance(by: width(of: scalar)) }
    }

    /// Advances over a prompt, skipping text between two escape marks.
    mutating func advance(overPrompt prompt: String, escape: Character) {
        let parts = prompt.split(separator: escape, omittingEmptySubsequences: false)
        for part in stride(from: 0, to: parts.count, by: 2) { advance(over: parts[part]) }
    }

    private mutating func advance(by width: Int) {
        // A wide character that doesn't fit leaves the last column free.
        if column + width > columns { wrap() }
        column += width
        if column >= columns { wrap() }
    }

    private mutating func wrap() {
        row += 1
        column = 0
    }

    private func width(of scalar: Unicode.Scalar) -> Int {
        if scalar == "\t" { return 8 - column % 8 }
        if scalar.value < 0x20 || scalar.value == 0x7F { return 2 }  // ^A
        let isHidden = TerminalText.isHidden(scalar)
        let width = isHidden ? -1 : Int(wcwidth(wchar_t(scalar.value)))
        // libedit shows an unprintable character as its number: \U+0085.
        return width >= 0 ? width : scalar.value > 0xFFFF ? 8 : 7
    }
}

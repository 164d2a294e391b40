/// A text as a row of an archive has it: without tabs and line ends, which no value of such a table may
/// have, since other programs don't read quotes.
package struct FlatText {
    package let text: String

    package init(_ text: String) {
        let isPlain = text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
        let flat =
            isPlain ? text : String(String.UnicodeScalarView(text.unicodeScalars.map(Self.flat)))
        self.text = flat.trimmed
    }

    private static func flat(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: " "
        default: scalar
        }
    }

    /// Whether a reader gets back the text that went in.
    package func isExact(_ original: String) -> Bool {
        text.utf8.elementsEqual(original.utf8) && !WrittenValue.isNothing(text)
    }
}

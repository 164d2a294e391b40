/// Makes text safe to send to a terminal.
package enum TerminalText {
    /// The text with escapes such as `\n`, `\u{1B}` and `\u{202E}` in place of control characters,
    /// invisible characters, and characters that change the direction of writing.
    ///
    /// Joiners and variation selectors stay where they combine visible characters, as in Persian
    /// and in emoji.
    package static func text(_ text: String) -> String {
        var text = text
        guard !text.withUTF8({ isPlain(UnsafeRawBufferPointer($0)) }),
            text.unicodeScalars.contains(where: { isHidden($0) || isJoiner($0) })
        else { return text }
        let scalars = Array(text.unicodeScalars)
        return scalars.indices.reduce(into: "") { result, index in
            let before = index > 0 ? scalars[index - 1] : " "
            let after = index + 1 < scalars.count ? scalars[index + 1] : " "
            if isVisible(scalars[index], between: before, and: after) {
                result.unicodeScalars.append(scalars[index])
            } else {
                result += escape(scalars[index])
            }
        }
    }

    /// Whether a UTF-8 text consists of printable ASCII, so that each byte is one column wide.
    package static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var others: UInt8 = 0
        for byte in bytes { others |= byte &- 0x20 < 0x5F ? 0 : 1 }
        return others == 0
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\t": "\\t"
        case "\r": "\\r"
        default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
    }

    /// Whether a character is always invisible, or changes how other characters are shown.
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        // Below 0x300, only the control characters and the soft hyphen are hidden. Looking up
        // properties takes longer.
        if scalar.value < 0x300 {
            return scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value || scalar.value == 0xAD
        }
        if isJoiner(scalar) { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    // MARK: Joiners

    /// Whether it is one of the two zero-width joiners, or a variation selector.
    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200C || scalar.value == 0x200D || isSelector(scalar)
    }

    private static func isSelector(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x180B && scalar.properties.isVariationSelector
    }

    private static func isVisible(
        _ scalar: Unicode.Scalar, between before: Unicode.Scalar, and after: Unicode.Scalar
    ) -> Bool {
        if isSelector(scalar) {
            return isJoined(before) || "0123456789#*".contains(Character(before))
        }
        guard isJoiner(scalar) else { return !isHidden(scalar) }
        return (isJoined(before) || isSelector(before)) && isJoined(after)
    }

    /// Whether joiners can combine it with others: a character of a script outside ASCII, or an
    /// emoji.
    private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && !isHidden(scalar) && !isJoiner(scalar)
            && !scalar.properties.isWhitespace
    }
}

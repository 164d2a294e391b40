/// Makes text safe to send to a terminal.
package enum Visible {
    /// The text with control characters, escape sequences, and characters that are invisible or
    /// turn the direction of writing replaced by what they are: `\n`, `\u{1B}`, `\u{202E}`.
    ///
    /// Joiners and variation selectors stay where they make one of several visible characters, as
    /// in Persian and in emoji.
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

    /// Whether a text in UTF-8 is shown as it is, each byte a column wide.
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

    /// Whether a character is never shown, or changes how others are.
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        // Latin has controls, DEL among them, and the soft hyphen; to ask for properties takes time.
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

    /// The two joiners of zero width, and the variation selectors.
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

    /// Whether it is of a script, or an emoji, of which joiners make something else.
    private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII && !isHidden(scalar) && !isJoiner(scalar)
            && !scalar.properties.isWhitespace
    }
}

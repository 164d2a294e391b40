internal import CUTF8Proc

/// Makes text safe to send to a terminal.
package enum TerminalText {
    /// The text with escapes such as `\n`, `\u{1B}` and `\u{202E}` in place of control characters,
    /// invisible characters, and characters that change the direction of writing.
    ///
    /// Joiners and variation selectors stay where they combine visible characters, as in Persian
    /// and in emoji.
    package static func text(_ text: String) -> String {
        guard simpleWidth(of: text) == nil,
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

    /// The width of a text in columns, if each scalar is a visible character by itself, as in most
    /// languages; nil for other texts.
    package static func simpleWidth(of text: String) -> Int? {
        var text = text
        return text.withUTF8 { simpleWidth(of: UnsafeRawBufferPointer($0)) }
    }

    /// - Parameter bytes: a text in UTF-8.
    package static func simpleWidth(of bytes: UnsafeRawBufferPointer) -> Int? {
        if bytes.allSatisfy({ 0x20...0x7E ~= $0 }) { return bytes.count }
        return bytes.withMemoryRebound(to: UInt8.self, widthOfScalars)
    }

    private static func widthOfScalars(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        var (width, offset) = (0, 0)
        // The columns that a following emoji selector adds; nil where none may follow.
        var missing: Int?
        while offset < text.count, let start = text.baseAddress {
            var scalar: Int32 = 0
            let length = utf8proc_iterate(start + offset, text.count - offset, &scalar)
            guard length > 0 else { return nil }
            offset += length
            if scalar == 0xFE0F, let columns = missing {
                width += columns
                missing = nil
                continue
            }
            let properties = utf8proc_get_property(scalar).pointee
            guard properties.ignorable == 0,
                properties.category != UTF8PROC_CATEGORY_CN.rawValue
            else { return nil }
            let columns = Int(properties.charwidth)
            switch utf8proc_boundclass_t(properties.boundclass) {
            case UTF8PROC_BOUNDCLASS_OTHER, UTF8PROC_BOUNDCLASS_LV, UTF8PROC_BOUNDCLASS_LVT:
                missing = nil
            case UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC: missing = 2 - columns
            default: return nil
            }
            width += columns
        }
        return width
    }

    /// The width of a scalar by itself, in columns.
    package static func width(of scalar: Unicode.Scalar) -> Int {
        Int(utf8proc_charwidth(Int32(bitPattern: scalar.value)))
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
        let properties = utf8proc_get_property(Int32(bitPattern: scalar.value)).pointee
        switch utf8proc_category_t(UInt32(properties.category)) {
        case UTF8PROC_CATEGORY_CC, UTF8PROC_CATEGORY_CF, UTF8PROC_CATEGORY_ZL,
            UTF8PROC_CATEGORY_ZP:
            return true
        // utf8proc doesn't know the characters of the newest Unicode, and what is reserved.
        case UTF8PROC_CATEGORY_CN: return scalar.properties.isDefaultIgnorableCodePoint
        default: return properties.ignorable != 0
        }
    }

    // MARK: Joiners

    /// Whether it is one of the two zero-width joiners, or a variation selector.
    private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200C || scalar.value == 0x200D || isSelector(scalar)
    }

    private static func isSelector(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
        default: false
        }
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

/// The escapes of JSON strings (RFC 8259, section 7).
package enum JSONText {
    /// Whether a byte in ASCII needs no escape, in JSON and at a terminal.
    static func standsForItself(_ byte: UInt8) -> Bool {
        0x20...0x7E ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// The escape of a UTF-16 code unit.
    package static func escape(_ unit: UInt16) -> String {
        switch UInt8(exactly: unit) {
        case UInt8(ascii: "\""): return #"\""#
        case UInt8(ascii: "\\"): return #"\\"#
        case UInt8(ascii: "\n"): return #"\n"#
        case UInt8(ascii: "\t"): return #"\t"#
        case UInt8(ascii: "\r"): return #"\r"#
        default: return #"\u"# + String(unit, radix: 16, width: 4)
        }
    }
}

extension TerminalText {
    /// A text on one line: control characters and invisible ones become blanks.
    package static func onOneLine(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            TerminalText.isHidden(scalar) || scalar.properties.isWhitespace ? " " : scalar
        }
        var plain = String.UnicodeScalarView()
        plain.append(contentsOf: scalars)
        return String(plain).split(separator: " ").joined(separator: " ")
    }
}

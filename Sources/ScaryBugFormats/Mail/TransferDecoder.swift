import XML

/// Decodes the lines of a part, one after the other (RFC 2045).
struct TransferDecoder {
    private let encoding: MailHead.Encoding
    /// The line's end before the next line. The last one belongs to the boundary.
    private var end: [UInt8] = []
    /// The beginning of an escape at the end of a piece.
    private var torn: [UInt8] = []
    private var bits: UInt32 = 0
    private var bitCount = 0
    /// Whether all else is no content.
    private(set) var isAtEnd = false

    init(_ encoding: MailHead.Encoding) { self.encoding = encoding }

    /// Appends what a line stands for.
    mutating func decode(_ line: MailLine, to output: inout [UInt8]) {
        if isAtEnd { return }
        switch encoding {
        case .identity:
            output += end
            output += line.content
            end = Array(line.end)
        case .base64:
            // A mailing list may have added a text.
            if line.isStart, let first = line.content.first, Self.isAfterBase64(first) {
                isAtEnd = true
            } else {
                decodeBase64(line.content, to: &output)
            }
        case .quotedPrintable: decodeQuoted(line, to: &output)
        case .uuencode: decodeUU(line.content, to: &output)
        }
    }

    /// Appends the last line's end, if no boundary follows.
    func finish(to output: inout [UInt8]) { output += end }

    // MARK: Base64

    private static func isAfterBase64(_ byte: UInt8) -> Bool { "_-*<[".utf8.contains(byte) }

    private mutating func decodeBase64(
        _ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]
    ) {
        Base64.values.withUnsafeBufferPointer { values in
            for byte in bytes {
                let value = values[Int(byte)]
                guard value < 64 else {
                    if byte == UInt8(ascii: "=") {
                        isAtEnd = true
                        return
                    }
                    continue
                }
                bits = bits << 6 | UInt32(value)
                bitCount += 6
                guard bitCount >= 8 else { continue }
                bitCount -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
            }
        }
    }

    /// Decodes a short text.
    static func base64(_ text: [UInt8]) -> [UInt8] {
        var decoder = TransferDecoder(.base64)
        var output: [UInt8] = []
        text.withUnsafeBytes { decoder.decodeBase64($0, to: &output) }
        return output
    }

    // MARK: Quoted-printable

    private mutating func decodeQuoted(_ line: MailLine, to output: inout [UInt8]) {
        output += end
        end = []
        var text = torn + Array(line.content)
        torn = []
        guard !line.end.isEmpty else {
            // An escape may go on in the next piece.
            if let mark = text.lastIndex(of: UInt8(ascii: "=")), mark >= text.count - 2 {
                torn = Array(text[mark...])
                text.removeSubrange(mark...)
            }
            output += Self.unescaped(text, "=")
            return
        }
        while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
        if text.last == UInt8(ascii: "=") {
            text.removeLast()
        } else {
            end = line.end.count > 1 ? [0x0D, 0x0A] : [0x0A]
        }
        output += Self.unescaped(text, "=")
    }

    /// Replaces escapes, such as `=C3` or `%C3`, by the bytes that they stand for.
    static func unescaped(_ text: [UInt8], _ mark: Unicode.Scalar) -> [UInt8] {
        let mark = UInt8(ascii: mark)
        guard text.contains(mark) else { return text }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            if text[index] == mark, index + 2 < text.count,
                let high = Character(Unicode.Scalar(text[index + 1])).hexDigitValue,
                let low = Character(Unicode.Scalar(text[index + 2])).hexDigitValue
            {
                output.append(UInt8(high << 4 | low))
                index += 3
            } else {
                output.append(text[index])
                index += 1
            }
        }
        return output
    }

    // MARK: Uuencode

    /// The name in a line such as `begin 644 moth.scarybug`; nil for another line.
    static func uuencodedName(_ line: MailLine) -> [UInt8]? {
        guard line.isStart, line.starts(with: "begin ") else { return nil }
        let words = line.content.split(separator: 0x20, maxSplits: 2)
        guard words.count > 1, (3...4).contains(words[1].count),
            words[1].allSatisfy({ (0x30...0x37).contains($0) })
        else { return nil }
        return words.count > 2 ? Array(words[2]) : []
    }

    /// A line has its number of bytes, then four characters for each three of them. Blanks at the
    /// end may be lost.
    private mutating func decodeUU(_ line: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        let value = { (byte: UInt8) in (byte &- 0x20) & 0x3F }
        guard let first = line.first, (0x20...0x60).contains(first) else {
            isAtEnd = true
            return
        }
        var rest = Int(value(first))
        var index = 1
        while rest > 0 {
            let codes = (index..<(index + 4)).map { $0 < line.count ? value(line[$0]) : 0 }
            let bytes = [
                codes[0] << 2 | codes[1] >> 4, codes[1] << 4 | codes[2] >> 2,
                codes[2] << 6 | codes[3],
            ]
            output += bytes.prefix(rest)
            rest -= 3
            index += 4
        }
    }
}

import Glibc
import SystemFiles
import XML

/// A message with bundles, as it goes to a mail program or to an inbox (RFC 5322, RFC 2045).
///
/// It is ASCII in short lines, since programs on the way change all else. Nothing in it comes from a user
/// without being encoded: a subject, a title or an address can add neither a header nor a recipient.
package struct MailWriter {
    /// A bundle in the message.
    package struct Attachment {
        /// The name for the receiver's file.
        package let fileName: String
        package let size: Int64
        /// Writes the bundle's bytes in pieces.
        let forEachPiece: (_ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Void

        package init(
            fileName: String, size: Int64,
            forEachPiece: @escaping (_ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
        ) {
            (self.fileName, self.size, self.forEachPiece) = (fileName, size, forEachPiece)
        }
    }

    /// The headers before the parts, in order.
    package var headers: [(name: String, value: String)] = []
    /// What the receiver reads, with line feeds.
    package var text = ""
    package var attachments: [Attachment] = []

    package init() {}

    /// The most bytes of a message that most mail systems take.
    package static let mostBytes: Int64 = 18 << 20

    /// The bytes that a bundle takes in a message: base64 in lines of 76 characters, and its headers.
    package static func encodedSize(of size: Int64) -> Int64 { (size + 56) / 57 * 77 + 2_000 }

    /// Writes the message.
    ///
    /// - Parameter boundary: what separates the parts. No line of a part can be like it, since base64
    ///   has no hyphens and quoted-printable writes them here as `=2D` where a line begins.
    package func write(to file: borrowing File, boundary: String) throws {
        var head = headers.map { MailHeader.line($0.name, $0.value) }.joined()
        head += "MIME-Version: 1.0\nContent-Type: multipart/mixed;\n boundary=\"\(boundary)\"\n\n"
        head += "--\(boundary)\nContent-Type: text/plain; charset=utf-8\n"
        head += "Content-Transfer-Encoding: quoted-printable\n\n"
        try file.write(Array((head + Self.quotedPrintable(text)).utf8))
        for attachment in attachments {
            try Interruption.check()
            let name = MailHeader.fileName(attachment.fileName)
            try file.write(
                Array(
                    """
                    \n--\(boundary)
                    Content-Type: application/vnd.scarybug+zip
                    Content-Transfer-Encoding: base64
                    Content-Disposition: attachment;\(name)\n\n
                    """.utf8))
            var encoder = Base64Lines()
            try attachment.forEachPiece { piece in try file.write(encoder.encode(piece)) }
            try file.write(encoder.end())
        }
        try file.write(Array("\n--\(boundary)--\n".utf8))
    }

    /// A text as quoted-printable (RFC 2045, 6.7), in lines of at most 76 characters.
    static func quotedPrintable(_ text: String) -> String {
        var result = ""
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var width = 0
            let bytes = Array(line.utf8)
            for (index, byte) in bytes.enumerated() {
                // A hyphen, a dot or an F may mean something where a line begins, a blank may get lost
                // where it ends.
                let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=")
                let isAtEdge = width == 0 && "-.F".utf8.contains(byte)
                let isBlank = byte == 0x20 && index + 1 < bytes.count
                let piece =
                    isPlain && !isAtEdge || isBlank
                    ? String(UnicodeScalar(byte)) : MailHeader.escaped(byte, after: "=")
                if width + piece.utf8.count > 75 {
                    result += "=\n"
                    width = 0
                }
                result += piece
                width += piece.utf8.count
            }
            result += "\n"
        }
        return result
    }
}

/// Headers of messages.
package enum MailHeader {
    /// A header in lines of at most 78 characters where it has blanks, and of 998 in any case.
    static func line(_ name: String, _ value: String) -> String {
        var (line, result) = (name + ":", "")
        for word in value.split(separator: " ") {
            if line.utf8.count + 1 + word.utf8.count > 78, line != name + ":" {
                result += line + "\n"
                line = ""
            }
            line += " " + word
        }
        return result + line + "\n"
    }

    /// A text for a header: as it is, or in encoded words (RFC 2047).
    package static func text(_ text: String) -> String {
        let text = TerminalText.onOneLine(text)
        let isPlain =
            text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && text.place(of: "=?") == nil
            && !text.split(separator: " ").contains { $0.utf8.count > 70 }
        if isPlain { return text }
        // 45 bytes are 60 characters of base64, and a word has at most 75.
        var pieces: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if pieces[pieces.count - 1].count + bytes.count > 45 { pieces.append([]) }
            pieces[pieces.count - 1] += bytes
        }
        let words = pieces.map { "=?UTF-8?B?\(Base64Lines.encoded($0))?=" }
        return words.joined(separator: " ")
    }

    /// The parameters with the name of an attached file: in ASCII, and, if that isn't all, exactly
    /// (RFC 2231).
    static func fileName(_ name: String) -> String {
        let name = TerminalText.onOneLine(name)
        let ascii = String(
            name.unicodeScalars.map { scalar in
                scalar.isASCII && scalar != "\"" && scalar != "\\" ? Character(scalar) : "_"
            })
        // The ending tells what the file is.
        let ending = ascii.lastIndex(of: ".").map { ascii[$0...].prefix(20) } ?? ""
        let short = ascii.count > 200 ? ascii.prefix(200 - ending.count) + ending : ascii[...]
        var lines = "\n filename=\"\(short)\""
        guard ascii != name || ascii.utf8.count > 60 else { return lines }
        let encoded = name.utf8.reduce("UTF-8''") { text, byte in
            // RFC 2231 has other uses for these.
            if "()/".utf8.contains(byte) { return text + "_" }
            let isPlain = byte < 0x80 && byte.isPartOfWord || "-._".utf8.contains(byte)
            return text + (isPlain ? String(UnicodeScalar(byte)) : escaped(byte, after: "%"))
        }
        var rest = Array(encoded)[...]
        guard rest.count > 60 else { return lines + ";\n filename*=" + encoded }
        var index = 0
        while !rest.isEmpty {
            var piece = rest.prefix(60)
            // An escape stays in one piece.
            if let mark = piece.suffix(2).lastIndex(of: "%"), rest.count > 60 {
                piece = piece[..<mark]
            }
            lines += ";\n filename*\(index)*=" + String(piece)
            rest = rest.dropFirst(piece.count)
            index += 1
        }
        return lines
    }

    /// The escape of a byte, such as `%C3`.
    static func escaped(_ byte: UInt8, after mark: String) -> String {
        mark + String(byte, radix: 16, width: 2).uppercased()
    }

    /// A moment as RFC 5322 writes it, in UTC.
    package static func date(_ date: Timestamp) -> String {
        var (seconds, time) = (time_t(date.secondsSince1970), tm())
        gmtime_r(&seconds, &time)
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, "%a, %d %b %Y %T +0000", &time)
        return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// Base64 in lines of 76 characters (RFC 2045, 6.8), piece by piece.
struct Base64Lines {
    /// The bytes that have no whole line yet.
    private var rest: [UInt8] = []

    private static let lineBytes = 57

    mutating func encode(_ piece: UnsafeRawBufferPointer) -> [UInt8] {
        rest.append(contentsOf: piece)
        let whole = rest.count / Self.lineBytes * Self.lineBytes
        defer { rest.removeFirst(whole) }
        return Self.lines(rest[..<whole])
    }

    mutating func end() -> [UInt8] {
        defer { rest = [] }
        return Self.lines(rest[...])
    }

    static func encoded(_ bytes: [UInt8]) -> String {
        String(decoding: lines(bytes[...]).filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private static func lines(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 57 * 77 + 80)
        var rest = bytes
        while !rest.isEmpty {
            let line = rest.prefix(lineBytes)
            rest = rest.dropFirst(lineBytes)
            var index = line.startIndex
            while index < line.endIndex {
                let group = line[index..<min(index + 3, line.endIndex)]
                let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
                for place in 0..<4 {
                    result.append(
                        place <= group.count
                            ? Base64.digits[value >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
                }
                index += 3
            }
            result.append(UInt8(ascii: "\n"))
        }
        return result
    }
}

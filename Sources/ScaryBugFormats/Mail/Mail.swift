/// Recognizes mail messages, mailboxes and web pages that are saved as messages (RFC 5322, 4155).
package enum Mail {
    /// - Parameters:
    ///   - prefix: the first bytes.
    ///   - fileName: the last part of the path, or a name for a stream.
    /// - Returns: nil if the file is no message.
    static func kind(of prefix: [UInt8], named fileName: String) -> SourceKind? {
        let found = MailFields(of: Array(prefix.dropFirst(start(of: prefix)))).values
        if found["snapshot-content-location"] != nil { return .foreign(Markup.savedPage) }
        let isEnough = found.count > (beginsMailbox(prefix) ? 0 : 1)
        return isEnough || isNamedLikeMail(fileName) ? .mail : nil
    }

    package static func isNamedLikeMail(_ fileName: String) -> Bool {
        let name = fileName.lowercased()
        return name.hasSuffix(".eml") || name.hasSuffix(".mbox")
    }

    /// Whether the bytes begin a mailbox, in which a line precedes each message.
    static func beginsMailbox(_ prefix: [UInt8]) -> Bool {
        prefix.dropFirst(start(of: prefix)).starts(with: "From ".utf8)
    }

    /// The number of bytes before a message or a mailbox: a byte order mark and blank lines.
    private static func start(of prefix: [UInt8]) -> Int {
        let mark = ByteOrderMark(prefix) == .utf8 ? 3 : 0
        return mark + prefix.dropFirst(mark).prefix { $0 == 0x0A || $0 == 0x0D }.count
    }

    // MARK: Mailboxes

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    /// The ranges of the messages in a file: of the only one, or of those in a mailbox.
    ///
    /// - Returns: their ranges, and whether it is a mailbox.
    package static func messages(in file: borrowing File) throws -> (
        [Range<Int64>], isMailbox: Bool
    ) {
        let size = try file.status().size
        let prefix = try file.prefix(64)
        guard beginsMailbox(prefix) else { return ([0..<size], false) }
        let whole = Int64(start(of: prefix))..<size
        var starts: [Int64] = []
        var isAfterBlank = true
        try MailLine.forEach(in: file, whole) { line in
            guard line.isStart else { return }
            if line.starts(with: "From "), isSeparator(line.content, isAfterBlank: isAfterBlank) {
                starts.append(line.offset)
            }
            isAfterBlank = line.content.isEmpty
        }
        guard starts.first == whole.lowerBound else { return ([whole], true) }
        return (zip(starts, starts.dropFirst() + [size]).map { $0..<$1 }, true)
    }

    /// Whether a line that begins with `From ` has a time. A sentence at the beginning of a
    /// paragraph has none. Without a blank line before it, it has a day of the week, too, after one
    /// word.
    private static func isSeparator(_ line: ArraySlice<UInt8>, isAfterBlank: Bool) -> Bool {
        if !isAfterBlank {
            let words = line.prefix(1_000).split(separator: 0x20, maxSplits: 3)
            guard words.count == 4, weekdays.contains(where: { words[2].elementsEqual($0.utf8) })
            else { return false }
        }
        return line.indices.dropFirst(2).dropLast(2).contains { index in
            line[index] == UInt8(ascii: ":")
                && [index - 2, index - 1, index + 1, index + 2].allSatisfy { line[$0].isASCIIDigit }
        }
    }
}

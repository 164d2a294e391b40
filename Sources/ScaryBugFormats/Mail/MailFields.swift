/// The fields at the beginning of a message or a part, line by line.
struct MailFields {
    /// The first value of each field in ``names``, by its name in lower case.
    private(set) var values: [String: [UInt8]] = [:]
    private(set) var byteCount = 0
    /// The name of the field that may go on; nil for one that doesn't matter.
    private var name: String?
    private var isFirst = true
    let isOfMessage: Bool

    init(ofMessage isOfMessage: Bool) { self.isOfMessage = isOfMessage }

    /// The fields of a message, as far as they stand in its first bytes.
    init(of prefix: [UInt8]) {
        self.init(ofMessage: true)
        var isHead = true
        MailLine.forEach(in: prefix) { line in isHead = isHead && take(line) }
    }

    /// The fields that matter: those that only messages have, and those that tell how to read a part.
    private static let names: Set = [
        "from", "to", "subject", "date", "message-id", "received", "return-path", "delivered-to",
        "reply-to", "mime-version", "content-type", "content-transfer-encoding",
        "content-disposition", "dkim-signature", "snapshot-content-location",
        MessageHead.contentsField.lowercased(),
    ]

    /// The most bytes of a value that are parsed. Names and boundaries are much shorter.
    private static let longest = 8 << 10

    /// - Returns: whether the line belongs to the fields.
    mutating func take(_ line: MailLine) -> Bool {
        byteCount += line.bytes.count
        // Blank lines may precede a message.
        if isFirst, isOfMessage, line.content.isEmpty { return true }
        defer { isFirst = false }
        let content = line.content
        let isMore = !line.isStart || content.first == 0x20 || content.first == 0x09
        if isMore, !isFirst {
            if let name, let count = values[name]?.count, count < Self.longest {
                values[name]? += content.prefix(Self.longest - count)
            }
            return true
        }
        if isFirst, line.starts(with: "From ") || line.starts(with: ">From ") { return true }
        let bytes = content.dropFirst(isFirst && line.starts(with: "\u{FEFF}") ? 3 : 0)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let words = bytes[..<colon].split(separator: 0x20)
        guard words.count == 1, bytes.first != 0x20,
            words[0].allSatisfy({ (0x21...0x7E).contains($0) })
        else { return false }
        name = nil
        guard words[0].count < 40 else { return true }
        let text = String(decoding: words[0], as: UTF8.self).lowercased()
        if Self.names.contains(text), values[text] == nil {
            name = text
            values[text] = Array(bytes[(colon + 1)...].prefix(Self.longest))
        }
        return true
    }
}

/// The head of a message, as far as a list shows it.
package struct MessageHead {
    /// The bytes in which the head of a message stands that this program wrote.
    package static let bytes = 4_096
    package static let contentsField = "X-ScaryBug-Contents"
    /// The domain of users of a home. Nobody can get mail there (RFC 2606).
    package static let domain = "scarybug.invalid"

    package let subject: String
    package let identifier: String?
    /// The user or the address from whom it comes.
    package let sender: String
    /// The user or the address to whom an answer goes.
    package let answersTo: String
    /// The number of documents that it says it has; nil if it doesn't say.
    package let documents: Int?

    /// - Parameter isLocal: whether a user of this home wrote the message.
    package init(_ prefix: [UInt8], isLocal: Bool) {
        let fields = MailFields(of: prefix).values
        let text = { (name: String) in fields[name].map { EncodedWords.decoded($0).trimmed } }
        subject = TerminalText.onOneLine(text("subject") ?? "")
        identifier = text("message-id")
        // A name is decoded after the address is found (RFC 2047), so that none looks like an address.
        let from = Self.sender(fields["from"] ?? [], isLocal)
        let answers = Self.sender(fields["reply-to"] ?? [], isLocal)
        (sender, answersTo) = (from.isEmpty ? answers : from, answers.isEmpty ? from : answers)
        let contents = (text(Self.contentsField.lowercased()) ?? "").split(separator: ";")
        let count = contents.map { String($0).trimmed }.first { $0.hasPrefix("documents=") }
        documents = count.flatMap { Int(asciiDigits: $0.dropFirst(10).utf8) }
    }

    /// The first author of a field: a user of this home, or an address.
    static func sender(_ field: [UInt8], _ isLocal: Bool) -> String {
        let address = TerminalText.onOneLine(address(in: field))
        let parts = address.split(separator: "@")
        // No other text must look like a user.
        let isAddress = parts.count == 2 && !address.contains(" ")
        if !isAddress { return address.isEmpty ? "" : "<\(address)>" }
        let isUser = isLocal && parts[1] == domain[...]
        return isUser && (try? UserName(String(parts[0]))) != nil ? String(parts[0]) : address
    }

    /// `carol@example.org` of `"Carol, C." <carol@example.org>, …` and of `carol@example.org (Carol)`.
    private static func address(in field: [UInt8]) -> String {
        let text = { (bytes: [UInt8]) in String(decoding: bytes, as: UTF8.self).trimmed }
        var (plain, angle) = ([] as [UInt8], nil as [UInt8]?)
        for (byte, isQuoted) in field.outsideComments where !isQuoted {
            switch Unicode.Scalar(byte) {
            case "<": angle = []
            case ">": return text(angle ?? plain)
            case "," where angle == nil && !text(plain).isEmpty: return text(plain)
            case _ where angle != nil: angle?.append(byte)
            default: plain.append(byte)
            }
        }
        return text(angle ?? plain)
    }
}

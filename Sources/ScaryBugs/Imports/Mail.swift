/// Recognizes mail messages, mailboxes and web pages that are saved as messages (RFC 5322, 4155).
enum Mail {
    private static let names: Set = [
        "from", "to", "subject", "date", "message-id", "received", "return-path", "delivered-to",
        "mime-version", "content-type", "dkim-signature", "snapshot-content-location",
    ]

    /// A description with what to do; nil if the file is no message.
    static func description(of prefix: [UInt8]) -> String? {
        let names = fieldNames(prefix)
        if names.contains("snapshot-content-location") { return Markup.savedPage }
        guard names.count > 1 else { return nil }
        return "a mail message; save the files that are attached to it, and import these"
    }

    /// The known names of the fields at the beginning.
    private static func fieldNames(_ prefix: [UInt8]) -> Set<String> {
        var found: Set<String> = []
        let lines = prefix.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            // A mailbox begins with a line of its own. Long fields go on after white space.
            let isMailbox = index == 0 && line.starts(with: "From ".utf8)
            if isMailbox || line.first == 0x20 || line.first == 0x09 { continue }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { break }
            let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
            guard name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { break }
            if names.contains(name) { found.insert(name) }
        }
        return found
    }
}

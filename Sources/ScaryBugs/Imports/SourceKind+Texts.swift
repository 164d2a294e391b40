/// A text that begins with a tag: XML or HTML.
struct Markup {
    /// The name of the first element, in lower case; nil if the prefix has none.
    let root: String?

    /// - Parameter prefix: the first bytes of the file. nil is returned for any other text.
    init?(_ prefix: [UInt8]) {
        var rest = Self.droppingSpace(
            prefix.dropFirst(ByteOrderMark(prefix) == .utf8 ? 3 : 0))
        guard rest.first == UInt8(ascii: "<") else { return nil }
        while let (next, name) = Self.next(rest) {
            if let name {
                root = name
                return
            }
            rest = Self.droppingSpace(next)
        }
        root = nil
    }

    func kind(named fileName: String) -> SourceKind {
        switch root {
        // A damaged property list may have lost its first element.
        case nil, "plist": .propertyList
        case "html", "head", "body", "frameset": .foreign(Self.savedPage)
        case "gpx", "trainingcenterdatabase": .foreign(Self.points(of: "a GPX file"))
        case "kml": .foreign(Self.points(of: "a KML file"))
        case "workbook": .foreign(SourceKind.spreadsheet)
        case "office:document" where SourceKind.isNamedLikeSpreadsheet(fileName):
            .foreign(SourceKind.spreadsheet)
        case "svg": .foreign("an SVG picture; save it as JPEG or PNG")
        case let name?: .foreign("an XML file (<\(name)>); \(SourceKind.seeHelp)")
        }
    }

    // MARK: Descriptions

    static let savedPage = "a saved web page; download the file that it offers, and import that"

    static func points(of what: String) -> String {
        "\(what) with places, not documents; save its points as a table (CSV)"
    }

    /// Whether a binary property list is a page that Safari saved.
    static func isSavedPage(_ prefix: [UInt8]) -> Bool {
        let key = Array("WebMainResource".utf8)
        return prefix.indices.contains { prefix[$0...].starts(with: key) }
    }

    // MARK: Reading

    /// Reads a declaration, a comment or the first tag.
    ///
    /// - Returns: the bytes after it, and the element's name; nil at the end of the prefix.
    private static func next(_ text: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, String?)? {
        if text.starts(with: "<!--".utf8) {
            return dropping(through: "-->", text).map { ($0, nil) }
        }
        if text.starts(with: "<?".utf8) { return dropping(through: "?>", text).map { ($0, nil) } }
        if text.starts(with: "<!".utf8) {
            let words = text.prefix(32).split(whereSeparator: isEnd)
            if words.count > 1, word(words[1]) == "html" { return (text, "html") }
            return dropping(through: ">", text).map { ($0, nil) }
        }
        guard text.first == UInt8(ascii: "<"), text.count > 1 else { return nil }
        let name = word(text.dropFirst().prefix(40).prefix { !isEnd($0) })
        let isPrefixed = name.hasPrefix("office:")
        return (text, isPrefixed ? name : name.split(separator: ":").last.map(String.init) ?? name)
    }

    private static func dropping(
        through end: String, _ text: ArraySlice<UInt8>
    ) -> ArraySlice<UInt8>? {
        text.indices.first { text[$0...].starts(with: end.utf8) }
            .map { text[$0...].dropFirst(end.utf8.count) }
    }

    private static func droppingSpace(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }

    /// Whether a byte ends a name.
    private static func isEnd(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
            || byte == UInt8(ascii: "[")
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self).lowercased()
    }
}

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

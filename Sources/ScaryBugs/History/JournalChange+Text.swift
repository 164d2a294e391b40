extension JournalChange {
    /// Appends the four words of a change: path, before, after, slot. For a change of permissions,
    /// before and after are octal numbers and the slot is `mode`.
    func append(to text: inout [UInt8]) {
        path.append(to: &text)
        switch self {
        case .contents(_, let before, let after, let slot):
            for version in [before, after] {
                text.append(JournalText.blank)
                ContentVersion.append(version, to: &text)
            }
            text.append(JournalText.blank)
            slot.append(to: &text)
        case .mode(_, let before, let after):
            text.append(utf8: " \(String(before, radix: 8)) \(String(after, radix: 8)) mode")
        }
    }

    init?(_ field: ArraySlice<UInt8>) {
        let words = JournalText.split(field, at: JournalText.blank)
        guard words.count == 4, let path = WorkspacePath(words[0]) else { return nil }
        if words[3].elementsEqual("mode".utf8) {
            guard let before = UInt32(String(decoding: words[1], as: UTF8.self), radix: 8),
                let after = UInt32(String(decoding: words[2], as: UTF8.self), radix: 8)
            else { return nil }
            self = .mode(path, before: before, after: after)
            return
        }
        guard let before = ContentVersion.read(words[1]),
            let after = ContentVersion.read(words[2]), let slot = JournalSlot(words[3])
        else { return nil }
        self = .contents(path, before: before, after: after, slot: slot)
    }
}

extension WorkspacePath {
    fileprivate func append(to text: inout [UInt8]) {
        switch self {
        case .document(let name): name.append(to: &text)
        case .file(let name, let file):
            name.append(to: &text)
            text.append(UInt8(ascii: "/"))
            text.append(escaping: file, keepsBlanks: false)
        case .other(let names):
            text.append(UInt8(ascii: "."))
            for name in names {
                text.append(UInt8(ascii: "/"))
                text.append(escaping: name.units, keepsBlanks: false)
            }
        }
    }

    fileprivate init?(_ word: ArraySlice<UInt8>) {
        let parts = JournalText.split(word, at: UInt8(ascii: "/"))
        guard let first = parts.first else { return nil }
        if first.elementsEqual(".".utf8) {
            let names = parts.dropFirst().map { RawName(units: JournalText.unescapedBytes($0)) }
            guard names.allSatisfy(\.isPlainName) else { return nil }
            self = .other(names)
            return
        }
        guard let name = DocumentName(directoryName: String(decoding: first, as: UTF8.self)) else {
            return nil
        }
        switch parts.count {
        case 1: self = .document(name)
        case 2:
            guard let file = JournalText.plainName(parts[1]) else { return nil }
            self = .file(name, file)
        default: return nil
        }
    }
}

extension JournalSlot {
    fileprivate func append(to text: inout [UInt8]) {
        switch self {
        case .history(let name): text.append(escaping: name, keepsBlanks: false)
        case .place(let path): path.append(to: &text)
        }
    }

    init?(_ word: ArraySlice<UInt8>) {
        // The name of a slot contains hyphens, a document's directory name never does.
        if word.contains(UInt8(ascii: "/")) || !word.contains(UInt8(ascii: "-")) {
            guard let path = WorkspacePath(word) else { return nil }
            self = .place(path)
        } else {
            guard let name = JournalText.plainName(word) else { return nil }
            self = .history(name)
        }
    }
}

extension ContentVersion {
    private static let absent = UInt8(ascii: "-")
    private static let notRead = UInt8(ascii: "?")

    fileprivate static func append(_ version: ContentVersion?, to text: inout [UInt8]) {
        guard let version else { return text.append(absent) }
        guard !version.isUnknown else { return text.append(notRead) }
        // An empty directory.
        if version.files.isEmpty { return text.append(UInt8(ascii: ",")) }
        for (index, file) in version.files.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text.append(escaping: file.name, keepsBlanks: false, commas: true)
            text.append(UInt8(ascii: "="))
            text.append(decimal: Int(file.size))
            if let sum = file.checksum {
                text.append(UInt8(ascii: ":"))
                text.append(checksum: sum)
            }
        }
    }

    /// Parses a version. The outer optional is nil for an invalid word, the inner one if there is
    /// no version.
    fileprivate static func read(_ word: ArraySlice<UInt8>) -> ContentVersion?? {
        if word.elementsEqual([absent]) { return .some(nil) }
        if word.elementsEqual([notRead]) { return .unknown }
        var files: [FileVersion] = []
        var rest: ArraySlice<UInt8>? = word
        while let words = rest {
            let part: ArraySlice<UInt8>
            (part, rest) = JournalText.halves(of: words, at: UInt8(ascii: ","))
            if part.isEmpty { continue }
            guard let equals = part.lastIndex(of: UInt8(ascii: "=")) else { return .none }
            let (size, sum) = JournalText.halves(of: part[(equals + 1)...], at: UInt8(ascii: ":"))
            guard let size = JournalText.integer(size) else { return .none }
            files.append(
                FileVersion(
                    name: JournalText.unescaped(part[..<equals]), size: Int64(size),
                    checksum: sum.flatMap { JournalText.checksum($0) }))
        }
        return ContentVersion(files)
    }
}

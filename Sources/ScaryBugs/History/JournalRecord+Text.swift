import Containers

// A line is text that `less` and `grep` can read. A tab ends each field but the last:
//
//   12  change  2026-11-21T20:15:00Z  4711-8a9b0c1d  9.3  highest=5 …  set 2 rating=4  a.bugs
//   2.scarybug/data.plist data.plist=260:1a2b3c4d data.plist=262:99aabbcc 12-…  5f3a9c01
//
// The fields are number, kind, date, writer, step, state, command, script, one field for each
// change, and checksum. Octal escapes, as in /proc/mounts, encode blanks, backslashes and control
// characters.

extension JournalRecord {
    /// The complete line with its line feed.
    func line() throws -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(256 + changeCount * 160)
        text.append(field: String(number))
        text.append(field: kind.rawValue)
        text.append(field: Timestamp(secondsSince1970: date).rfc3339)
        text.append(field: writer)
        text.append(field: step.map(\.text) ?? "-")
        text.append(field: stateText)
        text.append(escaping: command, keepsBlanks: true)
        text.append(JournalText.tab)
        // `-` stands for no script, so a script of that name is escaped.
        if script == "-" {
            text += "\\055".utf8
        } else {
            text.append(escaping: script ?? "-", keepsBlanks: true)
        }
        text.append(JournalText.tab)
        try recordedChanges.append(to: &text)
        let sum = CRC32.of(text)
        text += JournalText.checksum(sum).utf8
        text.append(JournalText.lineFeed)
        return text
    }

    private var stateText: String {
        var words = ["step=\(state.step)", "held=\(state.heldBytes)"]
        if let highest = state.highest { words.append("highest=\(highest)") }
        if let startTime { words.append("from=\(startTime.text)") }
        if let time = state.time { words.append("to=\(time.text)") }
        if let group { words.append("group=\(group)") }
        if !targets.isEmpty {
            words.append("of=" + targets.map(String.init).joined(separator: ","))
        }
        if state.isUnsafe { words.append("unsafe") }
        return words.joined(separator: " ")
    }

    /// Parses a line.
    ///
    /// - Parameter line: the line without its line feed.
    /// - Returns: nil if the checksum is wrong, or the line is malformed.
    init?(line: ArraySlice<UInt8>) {
        let fields = JournalText.split(line, at: JournalText.tab)
        guard fields.count > Self.headerFields, let sum = fields.last,
            JournalText.checksum(
                line.dropLast(sum.count).withUnsafeBytes { CRC32.of($0, after: 0) }
            )
            .utf8.elementsEqual(sum)
        else { return nil }
        self.init(header: fields)
        let changes = fields[Self.headerFields..<(fields.count - 1)]
        guard changes.allSatisfy({ JournalChange($0) != nil }) else { return nil }
        guard let first = changes.first, let last = changes.last else { return }
        recordedChanges = .text(line[first.startIndex..<last.endIndex], count: changes.count)
    }

    /// The fields before the changes.
    private static let headerFields = 8

    /// Parses the fields before the changes. Others may follow them.
    init?(header fields: [ArraySlice<UInt8>]) {
        guard fields.count >= Self.headerFields,
            let number = JournalText.integer(fields[0]),
            let kind = Kind(rawValue: String(decoding: fields[1], as: UTF8.self)),
            let date = Timestamp(String(decoding: fields[2], as: UTF8.self))
        else { return nil }
        self.kind = kind
        self.date = date.secondsSince1970
        writer = String(decoding: fields[3], as: UTF8.self)
        step = Step(text: String(decoding: fields[4], as: UTF8.self))
        state = State(number: number)
        command = JournalText.unescaped(fields[6])
        script = fields[7].elementsEqual("-".utf8) ? nil : JournalText.unescaped(fields[7])
        for word in JournalText.split(fields[5], at: JournalText.blank) { readState(word) }
    }

    private mutating func readState(_ word: ArraySlice<UInt8>) {
        let parts = word.split(separator: UInt8(ascii: "="), maxSplits: 1)
        let value = parts.count > 1 ? parts[1] : []
        switch String(decoding: parts.first ?? [], as: UTF8.self) {
        case "step": state.step = JournalText.integer(value) ?? 0
        case "held": state.heldBytes = Int64(JournalText.integer(value) ?? 0)
        case "highest": state.highest = JournalText.integer(value)
        case "from": startTime = FileTime(text: value)
        case "to": state.time = FileTime(text: value)
        case "group": group = JournalText.integer(value)
        case "of":
            targets = value.split(separator: UInt8(ascii: ",")).compactMap {
                JournalText.integer($0)
            }
        case "unsafe": state.isUnsafe = true
        // Later versions may write other words.
        default: break
        }
    }
}

extension JournalRecord.Step {
    fileprivate var text: String {
        ([number] + lines).map(String.init).joined(separator: ".")
    }

    fileprivate init?(text: String) {
        let numbers = text.split(separator: ".").map { Int($0) }
        guard let first = numbers.first, let number = first else { return nil }
        self.init(number: number, lines: numbers.dropFirst().compactMap(\.self))
    }
}

extension FileTime {
    /// Seconds with nine decimals: `1795306051.033292730`.
    fileprivate var text: String { "\(seconds)." + String(nanoseconds, width: 9) }

    fileprivate init?(text: some Collection<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: "."))
        guard parts.count == 2, let seconds = JournalText.integer(parts[0]),
            let nanoseconds = JournalText.integer(parts[1])
        else { return nil }
        self.init(seconds: Int64(seconds), nanoseconds: Int32(clamping: nanoseconds))
    }
}

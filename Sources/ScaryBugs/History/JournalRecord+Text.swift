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
        text.append(decimal: number)
        text.append(JournalText.tab)
        text.append(field: kind.rawValue)
        Timestamp(secondsSince1970: date).append(to: &text)
        text.append(JournalText.tab)
        text.append(field: writer)
        append(step, to: &text)
        text.append(JournalText.tab)
        appendState(to: &text)
        text.append(JournalText.tab)
        text.append(escaping: command, keepsBlanks: true)
        text.append(JournalText.tab)
        // `-` stands for no script, so a script of that name is escaped.
        if script == "-" {
            text.append(utf8: "\\055")
        } else {
            text.append(escaping: script ?? "-", keepsBlanks: true)
        }
        text.append(JournalText.tab)
        try recordedChanges.append(to: &text)
        text.append(checksum: CRC32.of(text))
        text.append(JournalText.lineFeed)
        return text
    }

    private func append(_ step: Step?, to text: inout [UInt8]) {
        guard let step else { return text.append(UInt8(ascii: "-")) }
        text.append(decimal: step.number)
        for line in step.lines {
            text.append(UInt8(ascii: "."))
            text.append(decimal: line)
        }
    }

    private func appendState(to text: inout [UInt8]) {
        text.append(utf8: "step=")
        text.append(decimal: state.step)
        text.append(utf8: " held=")
        text.append(decimal: Int(state.heldBytes))
        if let highest = state.highest {
            text.append(utf8: " highest=")
            text.append(decimal: highest)
        }
        if let startTime {
            text.append(utf8: " from=")
            startTime.append(to: &text)
        }
        if let time = state.time {
            text.append(utf8: " to=")
            time.append(to: &text)
        }
        if let group {
            text.append(utf8: " group=")
            text.append(decimal: group)
        }
        for (index, target) in targets.enumerated() {
            text.append(utf8: index == 0 ? " of=" : ",")
            text.append(decimal: target)
        }
        if state.isUnsafe { text.append(utf8: " unsafe") }
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
        recordedChanges = Self.recorded(changes, in: line)
    }

    private static func recorded(
        _ changes: ArraySlice<ArraySlice<UInt8>>, in line: ArraySlice<UInt8>
    ) -> RecordedChanges {
        guard let first = changes.first, let last = changes.last else { return .made([]) }
        return .text(line[first.startIndex..<last.endIndex], count: changes.count)
    }

    /// The fields before the changes.
    private static let headerFields = 8

    /// The record as if it had been read from its line, which was just written.
    func read(from line: ArraySlice<UInt8>) -> JournalRecord {
        var record = self
        let changes = JournalText.split(line, at: JournalText.tab).dropFirst(Self.headerFields)
        record.recordedChanges = Self.recorded(changes.dropLast(), in: line)
        return record
    }

    /// Parses the fields before the changes. Others may follow them.
    init?(header fields: [ArraySlice<UInt8>]) {
        guard fields.count >= Self.headerFields,
            let number = JournalText.ordinal(fields[0]),
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
        for word in JournalText.split(fields[5], at: JournalText.blank) {
            guard readState(word) else { return nil }
        }
    }

    /// - Returns: false for a number that later lines can't follow.
    private mutating func readState(_ word: ArraySlice<UInt8>) -> Bool {
        let (key, rest) = JournalText.halves(of: word, at: UInt8(ascii: "="))
        let value = rest ?? []
        switch String(decoding: key, as: UTF8.self) {
        case "step":
            guard let step = JournalText.ordinal(value) else { return false }
            state.step = step
        case "held":
            guard let bytes = JournalText.integer(value) else { return false }
            state.heldBytes = Int64(bytes)
        case "highest":
            guard let highest = JournalText.integer(value),
                highest <= DocumentName.numbers.upperBound
            else { return false }
            state.highest = highest
        case "from": startTime = FileTime(text: value)
        case "to": state.time = FileTime(text: value)
        case "group": group = JournalText.integer(value)
        case "of":
            let numbers = JournalText.split(value, at: UInt8(ascii: ",")).compactMap {
                JournalText.integer($0)
            }
            // Each counts once, so that the work for a line follows its length.
            var known = Set<Int>(minimumCapacity: numbers.count)
            targets = numbers.filter { known.insert($0).inserted }
        case "unsafe": state.isUnsafe = true
        // Later versions may write other words.
        default: break
        }
        return true
    }
}

extension JournalRecord.Step {
    fileprivate init?(text: String) {
        let numbers = text.split(separator: ".").map { JournalText.integer($0.utf8) }
        guard let first = numbers.first, let number = first else { return nil }
        self.init(number: number, lines: numbers.dropFirst().compactMap(\.self))
    }
}

extension FileTime {
    /// Seconds with nine decimals: `1795306051.033292730`.
    fileprivate func append(to text: inout [UInt8]) {
        text.append(decimal: Int(seconds))
        text.append(UInt8(ascii: "."))
        text.append(decimal: Int(nanoseconds), digits: 9)
    }

    fileprivate init?(text: ArraySlice<UInt8>) {
        let (whole, fraction) = JournalText.halves(of: text, at: UInt8(ascii: "."))
        guard let seconds = JournalText.integer(whole),
            let nanoseconds = fraction.flatMap({ JournalText.integer($0) })
        else { return nil }
        self.init(seconds: Int64(seconds), nanoseconds: Int32(clamping: nanoseconds))
    }
}

import Testing

@testable import ScaryBugs

/// The lines of the journal.
@Suite struct JournalRecordTests {
    /// Encodes a record and decodes it again.
    private func again(_ record: JournalRecord) throws -> JournalRecord {
        #expect(try record.line().last == JournalText.lineFeed)
        #expect(try !record.line().dropLast().contains(JournalText.lineFeed))
        return try #require(JournalRecord(line: try record.line().dropLast()))
    }

    private func record(_ changes: [JournalChange] = []) -> JournalRecord {
        var record = JournalRecord(
            kind: .change, state: .init(number: 12, step: 9, highest: 5, heldBytes: 260),
            date: 1_767_225_600, writer: "4711-8a9b0c1d", step: .init(number: 9, lines: [3, 2]),
            group: 11, targets: [7, 8], startTime: FileTime(seconds: 5, nanoseconds: 7),
            command: "set 2 rating=4", script: "a.bugs")
        record.recordedChanges = .made(changes)
        record.state.time = FileTime(seconds: -6, nanoseconds: 999_999_999)
        return record
    }

    private static let names = [
        "data.plist", "a b", "a\\b", "\\040", "a,b", "a=b=", "a:b", "a\tb", "a\nb", "\u{7F}", "-",
        "?", "Käfer 🐞", "mode", ".", "..a", "-1=2:3,",
    ]

    @Test func `every value of a journal line round-trips`() throws {
        let copy = try again(record())
        #expect(copy.state == record().state)
        #expect(copy.kind == .change)
        #expect(copy.date == 1_767_225_600)
        #expect(copy.writer == "4711-8a9b0c1d")
        #expect(copy.step == .init(number: 9, lines: [3, 2]))
        #expect(copy.group == 11)
        #expect(copy.targets == [7, 8])
        #expect(copy.startTime == FileTime(seconds: 5, nanoseconds: 7))
        #expect(copy.command == "set 2 rating=4")
        #expect(copy.script == "a.bugs")
        #expect(try copy.line() == record().line())
    }

    @Test func `a short line round-trips`() throws {
        let copy = try again(
            JournalRecord(kind: .unsafe, state: .init(isUnsafe: true), date: 0, writer: "-"))
        #expect(copy.state == .init(isUnsafe: true))
        #expect(copy.step == nil && copy.group == nil && copy.targets.isEmpty)
        #expect(copy.startTime == nil && copy.command == "" && copy.script == nil)
    }

    @Test(arguments: names + [""])
    func `a command and a script with any text round-trip`(text: String) throws {
        var record = record()
        (record.command, record.script) = (text, text)
        let copy = try again(record)
        #expect(copy.command == text)
        #expect(copy.script == text)
    }

    @Test(arguments: names)
    func `a change of a file with any name round-trips`(name: String) throws {
        let bug = DocumentName(number: 2, kind: .bug)
        let version = ContentVersion([
            .init(name: name, size: 260, checksum: 0x1A2B),
            .init(name: "x", size: -1, checksum: nil),
        ])
        let changes: [JournalChange] = [
            .contents(.document(bug), before: nil, after: version, slot: .history("12-8a-2-none")),
            .contents(
                .preferences, before: .unknown, after: ContentVersion([]),
                slot: .place(.document(bug))),
            .mode(.preferences, before: 0o4755, after: 0),
        ]
        let named: [JournalChange] = [
            .contents(
                .file(bug, name), before: version, after: version,
                slot: .place(.other([RawName("Lost and Found"), RawName(name)]))),
            .mode(.file(bug, name), before: 0o600, after: 0o777),
        ]
        let all = RawName(name).isPlainName ? changes + named : changes
        #expect(try again(record(all)).changes() == all)
    }

    @Test func `names that are not UTF-8 round-trip`() throws {
        let name = RawName(units: [0xFF, 0x09, 0x2C, 0x80])
        let change = JournalChange.contents(
            .other([RawName("Private Documents"), name]), before: .unknown, after: nil,
            slot: .place(.other([RawName("Lost and Found"), name])))
        #expect(try again(record([change])).changes() == [change])
    }

    @Test func `ten thousand changes round-trip`() throws {
        let changes = (1...10_000).map { number in
            let name = DocumentName(number: number, kind: .book)
            return JournalChange.contents(
                .file(name, "data.plist"),
                before: ContentVersion(fileNamed: "data.plist", [UInt8(number % 256)]),
                after: ContentVersion(fileNamed: "data.plist", [1, 2]),
                slot: .history("12-8a9b0c1d-\(name.directoryName)-99aabbcc"))
        }
        #expect(try again(record(changes)).changes() == changes)
    }

    @Test(arguments: [
        "number", "step", "held", "highest",
    ])
    func `a line with a number that no line can follow is invalid`(name: String) throws {
        for value in [1 << 30, 1 << 45, Int.max] {
            var record = record()
            switch name {
            case "number": record.state.number = value
            case "step": record.state.step = value
            case "held": record.state.heldBytes = Int64(value)
            default: record.state.highest = value
            }
            let again = JournalRecord(line: try record.line().dropLast())
            let isPossible = value == 1 << 30 && name != "highest"
            #expect((again != nil) == isPossible, "\(value)")
        }
    }

    @Test func `a target counts once`() throws {
        var record = record()
        record.targets = [8, 7, 8, 8, 7, 9]
        #expect(try again(record).targets == [8, 7, 9])
    }

    @Test func `the name of a slot has a number that a line can have`() {
        #expect(SlotName("\(1 << 30)-aaaaaaaa-1.scarybug-9c3278f5")?.number == 1 << 30)
        #expect(SlotName("\(Int.max)-aaaaaaaa-1.scarybug-9c3278f5") == nil)
        #expect(SlotName("-1-aaaaaaaa-1.scarybug-9c3278f5") == nil)
    }

    @Test func `a line with any changed byte is invalid`() throws {
        let bug = DocumentName(number: 2, kind: .bug)
        let line = try Array(
            record([
                .contents(
                    .document(bug), before: nil, after: .init(fileNamed: "data.plist", [1]),
                    slot: .history("12-8a9b0c1d-2.scarybug-99aabbcc"))
            ]).line().dropLast())
        for index in line.indices {
            for byte in [
                0, 0x09, 0x0A, 0x20, 0x30, 0x41, 0xFF, line[index] ^ 1, line[index] ^ 0x20,
            ]
            where byte != line[index] {
                var changed = line
                changed[index] = UInt8(byte)
                #expect(JournalRecord(line: changed[...]) == nil, "byte \(index)")
            }
            #expect(JournalRecord(line: line[..<index]) == nil)
        }
    }
}

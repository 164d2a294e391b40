/// A line of the journal as the history keeps it: its place in the file, and what the history needs
/// of it again and again.
///
/// A long script writes hundreds of thousands of lines, so that the rest stays in the file.
struct JournalLine {
    let number: Int
    fileprivate let offset: Int64
    /// The bytes before the first change.
    fileprivate let headerLength: Int32
    fileprivate let changesLength: Int32
    private let packedChangeCount: Int32
    private let packedStep: Int32
    private let packedGroup: Int32
    let kind: JournalRecord.Kind

    var changeCount: Int { Int(packedChangeCount) }
    /// The number of the step of a change, or of the step that is undone or redone.
    var step: Int? { packedStep == Self.none ? nil : Int(packedStep) }
    /// The number of the first transaction of the same group.
    var group: Int? { packedGroup == Self.none ? nil : Int(packedGroup) }

    private static let none = Int32.min

    /// - Parameters:
    ///   - record: the line, which was read from `bytes`.
    ///   - offset: the offset of these bytes in the file.
    init(_ record: JournalRecord, _ bytes: ArraySlice<UInt8>, at offset: Int64) {
        (number, kind) = (record.number, record.kind)
        packedStep = record.step.map { Int32(clamping: $0.number) } ?? Self.none
        packedGroup = record.group.map { Int32(clamping: $0) } ?? Self.none
        let changes = record.recordedChanges.text
        headerLength = Int32(clamping: (changes?.startIndex ?? bytes.endIndex) - bytes.startIndex)
        changesLength = Int32(clamping: changes?.count ?? 0)
        packedChangeCount = Int32(clamping: record.changeCount)
        self.offset = offset
    }
}

extension JournalFile {
    /// Reads a line again. Its changes stay in the file until somebody asks for them.
    func record(of line: JournalLine) throws -> JournalRecord {
        let bytes = try file.bytes(at: line.offset, count: Int(line.headerLength))
        guard var record = JournalRecord(header: JournalText.split(bytes[...], at: JournalText.tab))
        else { throw Self.hasChanged }
        record.recordedChanges = .stored(self, line)
        return record
    }

    func changes(of line: JournalLine) throws -> [JournalChange] {
        try RecordedChanges.stored(self, line).all()
    }

    struct Place {
        fileprivate let length: Int32
        fileprivate let offset: Int64
    }

    func change(at place: Place) throws -> JournalChange {
        let bytes = try file.bytes(at: place.offset, count: Int(place.length))
        guard let change = JournalChange(bytes[...]) else { throw Self.hasChanged }
        return change
    }

    /// Calls `body` with the changes that revert lines, and the places of the reverted ones.
    func forEachReversed(
        of lines: [JournalLine], _ body: (JournalChange, Place) throws -> Void
    ) throws {
        for line in lines {
            let start = line.offset + Int64(line.headerLength)
            for field in try changeFields(of: line).reversed() {
                guard let change = JournalChange(field) else { throw Self.hasChanged }
                let place = Place(
                    length: Int32(field.count), offset: start + Int64(field.startIndex))
                try body(change.reversed, place)
            }
        }
    }

    func reversedChanges(of lines: [JournalLine]) throws -> [JournalChange] {
        try lines.flatMap { try changes(of: $0).reversed().map(\.reversed) }
    }

    /// The changes of a line, as text.
    func changeFields(of line: JournalLine) throws -> [ArraySlice<UInt8>] {
        guard line.changeCount > 0 else { return [] }
        let start = line.offset + Int64(line.headerLength)
        let bytes = try file.bytes(at: start, count: Int(line.changesLength))
        return JournalText.split(bytes[...], at: JournalText.tab)
    }

    static var hasChanged: ScaryBugsError {
        ScaryBugsError(.damaged, "the journal changed while it was read; repeat the command")
    }
}

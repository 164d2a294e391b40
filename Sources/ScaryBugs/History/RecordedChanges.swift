/// The changes of a line.
///
/// A line that was read keeps them as text until somebody asks for them. In memory, a change takes
/// several times the bytes of its text. Lines that are kept leave even the text in the file.
enum RecordedChanges: Sendable {
    case made([JournalChange])
    /// Valid fields of a line.
    case text(ArraySlice<UInt8>, count: Int)
    case stored(JournalFile, JournalLine)

    func all() throws -> [JournalChange] {
        if case .made(let changes) = self { return changes }
        let changes = try fields().compactMap { JournalChange($0) }
        guard changes.count == count else { throw JournalFile.hasChanged }
        return changes
    }

    /// The fields of a line that was read; nil for other changes.
    var text: ArraySlice<UInt8>? {
        if case .text(let fields, _) = self { return fields }
        return nil
    }

    private func fields() throws -> [ArraySlice<UInt8>] {
        switch self {
        case .made: []
        case .text(let fields, _): JournalText.split(fields, at: JournalText.tab)
        case .stored(let file, let line): try file.changeFields(of: line)
        }
    }

    /// Appends the fields of the changes, each with the tab after it.
    func append(to line: inout [UInt8]) throws {
        if let text {
            line += text
            line.append(JournalText.tab)
            return
        }
        for change in try all() {
            change.append(to: &line)
            line.append(JournalText.tab)
        }
    }

    /// The names of the slots that the changes fill or empty. To find them in a text costs much less
    /// than to parse the changes.
    func slotNames() throws -> [String] {
        if case .made(let changes) = self { return changes.compactMap(\.slotName) }
        return try fields().compactMap { field in
            let start = field.lastIndex(of: JournalText.blank).map { $0 + 1 }
            return JournalSlot(field[(start ?? field.startIndex)...])?.name
        }
    }

    var count: Int {
        switch self {
        case .made(let changes): changes.count
        case .text(_, let count): count
        case .stored(_, let line): line.changeCount
        }
    }
}

// Documents whose numbers change. If another document has the number of a restored one, that gets a new
// number.

extension HistoryStore {
    /// The changes in which a document had one name.
    struct NameSpan {
        let name: DocumentName
        /// The change before the first one.
        let after: Int64
        /// The last change; nil if the document still has the name, or was deleted for good.
        var last: Int64?

        var condition: String {
            "(document = \(name.number) AND number > \(after)"
                + (last.map { " AND number <= \($0)" } ?? "") + ")"
        }
    }

    /// The names of a document since a change, in their order.
    func names(of name: DocumentName, after number: Int64) throws -> [NameSpan] {
        var spans = [NameSpan(name: name, after: number)]
        while let span = spans.last {
            guard
                let removal = try rows(
                    """
                    document = \(span.name.number) AND number > \(span.after) AND after IS NULL
                        AND path = x'\(WorkspacePath.document(span.name).hex)' ORDER BY number LIMIT 1
                    """
                ).first,
                let taker = try row(taking: removal.slot), taker.number > removal.number,
                let name = taker.change.path.document
            else { break }
            spans[spans.count - 1].last = removal.number
            spans.append(NameSpan(name: name, after: taker.number))
        }
        return spans
    }

    /// The changes of the documents that have, or had, a number, also those under earlier numbers.
    func spans(of number: Int) throws -> [NameSpan] {
        var (spans, seen): ([NameSpan], Set<Int64>) = ([], [])
        var rest = DocumentName.all(numbered: number).map { NameSpan(name: $0, after: 0) }
        while let span = rest.popLast() {
            spans.append(span)
            for taker in try rows("\(span.condition) AND before IS NULL AND source IS NOT NULL") {
                guard let source = taker.source, let removal = Self.number(of: source),
                    seen.insert(removal).inserted,
                    let row = try rows("number = \(removal)").first,
                    case .document(let former) = row.change.path, former.number != number
                else { continue }
                let added = try rows(
                    """
                    document = \(former.number) AND number < \(removal) AND before IS NULL
                        AND path = x'\(WorkspacePath.document(former).hex)'
                        ORDER BY number DESC LIMIT 1
                    """
                ).first
                rest.append(
                    NameSpan(name: former, after: (added?.number ?? 1) - 1, last: removal))
            }
        }
        return spans
    }

    /// The number of the change that left a directory in the history; nil for another path.
    private static func number(of slot: WorkspacePath) -> Int64? {
        guard case .other(let names) = slot, names.count == 2, names[0].shown == directoryName
        else {
            return nil
        }
        return Int64(names[1].shown)
    }
}

// The small files beside the history's database: the mark, and the reserve.

extension HistoryStore {
    // MARK: Marks

    /// The name of the mark that says that all changes were made, and none since the machine was
    /// started may be lost.
    private static let settledName =
        "settled-" + String(decoding: BootID.text.utf8.prefix(8), as: UTF8.self)

    /// Whether all changes were made. After each start of the machine, and while a process changes
    /// something, it is false.
    static func isSettled(_ history: Directory) throws -> Bool {
        try history.status(of: settledName) != nil
    }

    /// Tells other processes that changes are being made. If this one dies, the next one recovers.
    func unsettle() throws { try directory.removeFile(named: Self.settledName) }

    /// Tells that all changes were made.
    func settle() {
        // Without the mark, the next process looks at the last changes again.
        _ = try? directory.createFile(named: Self.settledName)
    }

    /// Removes marks from before the machine was started.
    func removeOldMarks() throws {
        for name in try directory.names() where Self.isMark(name) && name != Self.settledName {
            try directory.removeFile(named: name)
        }
    }

    static func isMark(_ name: String) -> Bool { name.hasPrefix("settled-") }

    /// Whether an entry belongs in the directory although it is no version.
    static func isOwnEntry(_ name: String) -> Bool {
        isMark(name) || name == reserveName
            || ["", "-wal", "-shm", "-journal"].contains { name == fileName + $0 }
    }

    // MARK: A reserve for a full disk

    static let reserveName = "reserve"
    private static let reserveBytes = 64 << 10

    /// Reserves bytes, so that the log can be written on a full disk. If fewer are left, it takes
    /// these.
    func fillReserve() {
        guard let present = try? directory.status(of: Self.reserveName)?.size ?? -1,
            present < Self.reserveBytes
        else { return }
        let opened =
            present < 0
            ? try? directory.createFile(named: Self.reserveName)
            : try? directory.file(named: Self.reserveName, appending: true)
        guard let file = opened else { return }
        let block = [UInt8](repeating: 0, count: 4_096)
        for _ in 0..<(Self.reserveBytes - Int(max(0, present))) / block.count {
            guard (try? file.write(block)) != nil else { return }
        }
    }
}

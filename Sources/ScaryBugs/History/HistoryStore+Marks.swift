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

import Glibc

/// A workspace's index, which may fail at any time: then the documents themselves are read.
///
/// Nothing that is wrong with it is an error of a command, or worth a word.
final class WorkspaceIndex {
    /// The directory of all indexes; nil where there is to be none.
    private let cachePath: String?
    private let user: UserName

    private enum State {
        case closed
        /// There is none, and it has not been worthwhile to make one.
        case absent
        case open(DocumentIndex)
        /// It cannot be had, whatever is tried.
        case unusable
    }
    private var state = State.closed

    /// Whether another process made it anew, for own fields that it knows better.
    private(set) var isOutdated = false
    /// The user's own fields, which rows depend on: with others, it is another index.
    var ownFields: [Field] = [] {
        didSet {
            if ownFields != oldValue { close() }
            isOutdated = false
        }
    }

    /// What is to be noted of a document.
    enum Change: Sendable {
        case put(IndexRow)
        /// Its row is to be read from its files.
        case reread(DocumentName)
        case remove(DocumentName)

        var name: DocumentName {
            switch self {
            case .put(let row): row.name
            case .reread(let name), .remove(let name): name
            }
        }
    }

    /// What is not yet written down, by the rows' names.
    private var pending: [Int64: Change] = [:]
    private var span = Span.none

    /// What is known of the times between which changes are pending.
    private enum Span {
        /// The documents were not changed.
        case none
        /// All changes between two times of their directory are there.
        case from(FileTime, to: FileTime)
        /// Some may be missing.
        case broken
    }

    /// Changes that are noted at one stroke, at most.
    private static let batch = 1_000

    init(cachePath: String?, user: UserName) {
        self.cachePath = cachePath
        self.user = user
    }

    // MARK: Using

    /// Runs `body` with the index; nil where there is none to be had.
    ///
    /// - Parameter isMaking: whether it is worthwhile to make one.
    func using<Result>(
        _ documents: Directory, making isMaking: Bool, _ body: (DocumentIndex) throws -> Result
    ) throws -> Result? {
        for _ in 0..<2 {
            do {
                guard let index = try open(documents, making: isMaking) else { return nil }
                return try body(index)
            } catch let error as DatabaseError {
                guard giveUp(after: error, documents) else { return nil }
            }
        }
        return nil
    }

    private func open(_ documents: Directory, making isMaking: Bool) throws -> DocumentIndex? {
        switch state {
        case .open(let index): return index
        case .unusable: return nil
        case .absent where !isMaking: return nil
        case .closed, .absent: break
        }
        guard let path = path(of: documents) else {
            state = .unusable
            return nil
        }
        if access(path, F_OK) != 0 {
            guard isMaking, makeCacheDirectory() else {
                state = isMaking ? .unusable : .absent
                return nil
            }
        }
        let index = try DocumentIndex(
            path: path, directory: documents.status().identity, fields: ownFields)
        state = .open(index)
        return index
    }

    /// Forgets what is pending: the time that the documents then have is not the index's.
    private func close() {
        dropPendingChanges()
        if case .open = state { state = .closed }
    }

    /// Closes it after an error.
    ///
    /// - Returns: whether it is worthwhile to try again: a damaged file was removed.
    private func giveUp(after error: DatabaseError, _ documents: Directory) -> Bool {
        dropPendingChanges()
        // Another process is at it for long; it can be had another time.
        if error.isBusy { return false }
        if error.isOutdated {
            isOutdated = true
            close()
            return false
        }
        state = .unusable
        guard error.isDamage, let path = path(of: documents) else { return false }
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        state = .closed
        return true
    }

    // MARK: Noting changes

    /// Notes changes that were made between two times of the documents' directory.
    func note(
        _ changes: @autoclosure () -> [Change], from: FileTime, to: FileTime,
        in documents: Directory
    ) throws {
        guard try using(documents, making: false, { _ in true }) == true else { return }
        switch span {
        case .none: span = .from(from, to: to)
        // What others did in between is not known here.
        case .from(let start, let end): span = end == from ? .from(start, to: to) : .broken
        case .broken: break
        }
        for change in changes() { pending[change.name.indexID] = change }
    }

    /// Notes that a document was found to be other than its row has it.
    func notice(_ name: DocumentName) {
        pending[name.indexID] = .reread(name)
    }

    /// Whether there is something not yet written down of a document.
    func isPending(_ name: DocumentName) -> Bool { pending[name.indexID] != nil }

    func dropPendingChanges() {
        pending = [:]
        span = .none
    }

    var hasPendingChanges: Bool { !pending.isEmpty }
    /// Whether there are so many that they take memory.
    var hasManyPendingChanges: Bool { pending.count >= Self.batch }

    /// Writes down what is noted.
    ///
    /// - Parameter row: reads a document for it; nil if there is no such document any more.
    func flush(
        _ documents: Directory, row: (DocumentName) throws -> IndexRow?
    ) throws {
        let noted = pending.values
        var times: (from: FileTime, to: FileTime)?
        if case .from(let from, let to) = span { times = (from, to) }
        dropPendingChanges()
        let changes = try noted.map { change -> DocumentIndex.Change in
            switch change {
            case .put(let row): .put(row)
            case .reread(let name): try row(name).map { .put($0) } ?? .remove(name)
            case .remove(let name): .remove(name)
            }
        }
        _ = try using(documents, making: false) { index in
            try index.update(from: times?.from, to: times?.to) { change in
                for each in changes { try change(each) }
            }
        }
    }

    // MARK: Places

    /// `alice-1f2e3d4c5b6a7988.sqlite` in the directory of all indexes.
    private func path(of documents: Directory) -> String? {
        guard let cachePath, let real = realpath(documents.path, nil) else { return nil }
        defer { free(real) }
        let hash = String(cString: real).utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
        }
        let digits = String(hash, radix: 16)
        let zeros = String(repeating: "0", count: 16 - digits.count)
        return "\(cachePath)/\(user)-\(zeros)\(digits).sqlite"
    }

    private func makeCacheDirectory() -> Bool {
        guard let cachePath else { return false }
        return (try? Directory.open(creating: cachePath)) != nil
    }
}

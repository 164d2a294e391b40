/// Plans changes that bring back what operations replaced: for undo, redo and the rollback of a group.
///
/// A document gets the contents from before the oldest of its changes, in one change, if it still is as
/// the newest of them left it.
struct Reversion {
    /// What a document is after its reversion, beside its contents.
    struct Restoration {
        /// Whether another directory comes in the place of the present one.
        var isWhole = false
        /// The earlier number, if another document has that now.
        var formerNumber: Int?
        /// The path to which the document moves, where it has no number.
        var newPath: String?
        /// Whether a repair is taken back.
        var isRepair = false
    }

    /// What something that belongs to no document becomes.
    struct OtherEffect {
        let path: WorkspacePath
        var isPresent = true
        /// The path to which it moves.
        var newPath: String?
    }

    /// Why something can't be brought back.
    struct Problem: Error {
        enum Kind {
            /// It was changed later, by another step or the undo of one.
            case changed
            /// Another program changed it.
            case foreign
            case missing, damaged
        }

        let kind: Kind
        let row: HistoryRow
    }

    /// The changes of one document that are to be taken back.
    private struct Net {
        /// The oldest change of the whole directory so far.
        var directory: HistoryRow?
        /// The oldest change of each file since then.
        var files: [(name: String, row: HistoryRow)] = []
        let operation: Int
    }

    let writer: Writer
    let reader: () throws -> DocumentReader
    /// Called with what cannot be brought back, which then stays; nil to throw it.
    var skip: ((Problem) -> Void)?

    private var nets: [DocumentName: Net] = [:]
    private var order: [DocumentName] = []
    /// The versions of documents after the changes so far; nil inside for none.
    private var versions: [DocumentName: ContentVersion?] = [:]
    /// The documents that change.
    private(set) var documents: [DocumentName: Restoration] = [:]
    private(set) var others: [OtherEffect] = []
    /// The indices of operations that repaired something.
    private(set) var repairs: Set<Int> = []
    /// Whether something is at the paths that moves have changed.
    private var presence: [WorkspacePath: Bool] = [:]
    /// Documents that come back although others have their numbers, and their new names.
    private var taken: Set<DocumentName> = []
    private var names: [DocumentName: DocumentName] = [:]
    /// The highest number of a document that comes back.
    private var coming = 0
    private var beginning: (Int) -> Void = { _ in }

    init(_ writer: Writer, reader: @escaping () throws -> DocumentReader) {
        (self.writer, self.reader) = (writer, reader)
    }

    /// Plans the reversion of changes.
    ///
    /// - Parameters:
    ///   - rows: the changes, the newest first, each with the index of its operation.
    ///   - beginning: called with the index of the operation to which the next changes belong.
    mutating func revert(
        _ rows: [(row: HistoryRow, operation: Int)], beginning: @escaping (Int) -> Void
    ) throws {
        self.beginning = beginning
        coming =
            rows.lazy.filter(\.row.change.isRemoval).flatMap(\.row.change.documents)
            .map(\.number).max() ?? 0
        for (index, (row, operation)) in rows.enumerated() {
            try Interruption.check()
            if index > 0, rows[index - 1].operation != operation { try planAll() }
            do { try add(row, operation) } catch let problem as Problem {
                guard let skip else { throw problem }
                skip(problem)
            }
        }
        try planAll()
    }

    /// Plans what the changes of one operation make of its documents. The next operation finds it done.
    private mutating func planAll() throws {
        for name in order { try plan(name) }
        order = []
    }

    private mutating func add(_ row: HistoryRow, _ operation: Int) throws {
        switch row.change {
        case .contents(.document(let former), let before, let after):
            let name = try presentName(of: former, row) { [after] reversion, name in
                try after == nil
                    || ContentVersion.agree(reversion.version(of: name, like: after), after)
            }
            if after == nil, try version(of: name, like: nil) != nil {
                // Another document has the number, perhaps one that has just come back.
                try plan(name)
                taken.insert(name)
            } else {
                guard try ContentVersion.agree(version(of: name, like: after), after) else {
                    throw try problem(with: name, row)
                }
            }
            versions[name] = .some(before)
            note(name, operation) { net in (net.directory, net.files) = (row, []) }
        case .contents(.file(let former, let file), let before, let after):
            let isExpected = { (reversion: inout Reversion, name: DocumentName) in
                let whole = try reversion.version(of: name, like: after)
                let present = whole?.file(named: file).map { ContentVersion([$0]) }
                return ContentVersion.agree(present, after)
            }
            let name = try presentName(of: former, row, isExpected)
            guard try isExpected(&self, name) else { throw try problem(with: name, row) }
            let whole = try version(of: name, like: after)
            versions[name] = .some(whole?.changing(fileNamed: file, to: before))
            note(name, operation) { net in
                if let index = net.files.firstIndex(where: { $0.name == file }) {
                    net.files[index].row = row
                } else {
                    net.files.append((file, row))
                }
            }
        case .contents(let path, let before, let after):
            let present = try ifIntact { try writer.file(at: path) } ?? nil
            guard ContentVersion.agree(present?.version, after) else {
                throw Problem(kind: .changed, row: row)
            }
            beginning(operation)
            try plan(path, before: row)
            others.append(OtherEffect(path: path, isPresent: before != nil))
        case .move(let path, let target): try planMove(path, target, row, operation)
        case .mode(let path, let before, let after):
            beginning(operation)
            guard try writer.places.status(of: path) != nil else {
                throw Problem(kind: .changed, row: row)
            }
            try writer.plan(.mode(path, before: after, after: before))
            repairs.insert(operation)
            if let name = path.document {
                change(name) { $0.isRepair = true }
            } else {
                others.append(OtherEffect(path: path))
            }
        }
    }

    private mutating func change(
        _ name: DocumentName, _ body: (inout Restoration) -> Void = { _ in }
    ) {
        body(&documents[name, default: Restoration()])
    }

    /// The name of a document after the changes so far. If another one has its number, it may have come
    /// back under a new one.
    private mutating func presentName(
        of former: DocumentName, _ row: HistoryRow,
        _ isExpected: (inout Reversion, DocumentName) throws -> Bool
    ) throws -> DocumentName {
        if let known = names[former] { return known }
        if try isExpected(&self, former) { return former }
        return try writer.store.names(of: former, after: row.number).last?.name ?? former
    }

    /// Adds a change to those of a document.
    private mutating func note(
        _ name: DocumentName, _ operation: Int, _ body: (inout Net) -> Void
    ) {
        if nets[name] == nil { order.append(name) }
        body(&nets[name, default: Net(operation: operation)])
    }

    // MARK: Versions

    private mutating func version(
        of name: DocumentName, like expected: ContentVersion?
    ) throws -> ContentVersion? {
        if let known = versions[name] { return known }
        let checksums = expected.map { ContentVersion.Checksums.like($0) } ?? .dataFiles
        let found =
            try ifIntact {
                try writer.pendingVersion(of: name, checksums)
            } ?? nil
        versions[name] = .some(found)
        return found
    }

    /// Why a document is not as a change left it.
    private mutating func problem(with name: DocumentName, _ row: HistoryRow) throws -> Problem {
        // The plan itself may have changed it.
        guard documents[name] == nil, nets[name] == nil else {
            return Problem(kind: .changed, row: row)
        }
        let last = try writer.store.names(of: name, after: row.number).last
            .flatMap { try writer.store.rows("\($0.condition) ORDER BY number DESC LIMIT 1").first }
        guard let last, case .contents(let path, _, let after) = last.change else {
            return Problem(kind: last == nil ? .foreign : .changed, row: row)
        }
        var present = try version(of: name, like: after)
        if case .file(_, let file) = path {
            present = present?.file(named: file).map { ContentVersion([$0]) }
        }
        return Problem(
            kind: ContentVersion.agree(present, after) ? .changed : .foreign, row: row)
    }

    // MARK: Documents

    /// Plans what a document becomes.
    private mutating func plan(_ name: DocumentName) throws {
        guard let net = nets.removeValue(forKey: name) else { return }
        beginning(net.operation)
        do { try plan(name, net) } catch let problem as Problem {
            guard let skip else { throw problem }
            skip(problem)
        }
    }

    private mutating func plan(_ name: DocumentName, _ net: Net) throws {
        let isThere = try !taken.contains(name) && reader().openIfPresent(name) != nil
        var newName = name
        if let row = net.directory, case .contents(_, let before, _) = row.change {
            let present = { [writer] in
                try ifPossible { try writer.pendingVersion(of: name, .dataFiles) } ?? nil
                    ?? .unknown
            }
            guard let before else {
                // A document that was made and removed again has nothing to remove.
                if isThere { try writer.remove(name, present()) }
                change(name) { $0.isWhole = true }
                return
            }
            let kept = try keptVersion(row, before)
            if isThere {
                try writer.replace(
                    name, present(), with: kept, from: .history(row.number))
            } else {
                newName = try freeName(for: name)
                try writer.add(newName, kept, from: .history(row.number))
                taken.remove(name)
                if newName != name {
                    change(newName) { $0.formerNumber = name.number }
                    // It keeps its versions under its new name.
                    names[name] = newName
                    versions[newName] = versions[name]
                }
            }
            change(newName) { $0.isWhole = true }
        } else if !isThere {
            return
        }
        for (file, row) in net.files { try plan(.file(newName, file), before: row) }
        change(newName)
    }

    /// The directory that a change left in the history, after a check.
    private func keptVersion(_ row: HistoryRow, _ before: ContentVersion) throws -> ContentVersion {
        let (directory, name) = (writer.store.directory, String(row.number))
        guard let status = try directory.status(of: name) else {
            throw Problem(kind: .missing, row: row)
        }
        guard status.kind == .directory,
            let kept = try directory.version(of: name, checksums: .like(before)),
            kept.agrees(with: before)
        else { throw Problem(kind: .damaged, row: row) }
        return kept
    }

    /// Plans the contents that a file had before a change.
    private func plan(_ path: WorkspacePath, before row: HistoryRow) throws {
        guard case .contents(_, let before, _) = row.change else { return }
        let present = try writer.file(at: path)
        guard let before else {
            if let present { try writer.removeFile(path, present) }
            return
        }
        guard let bytes = try writer.store.bytes(replacedBy: row) else {
            throw Problem(kind: .missing, row: row)
        }
        guard ContentVersion(fileNamed: path.fileName, bytes).agrees(with: before) else {
            throw Problem(kind: .damaged, row: row)
        }
        try writer.replace(path, present, with: bytes)
    }

    /// The name of a document that comes back: its own, unless another document has its number.
    private mutating func freeName(for name: DocumentName) throws -> DocumentName {
        guard try writer.isInUse(name.number) else { return name }
        // The numbers of documents that come back later are not free either.
        let number = try DocumentName.number(after: max(coming, writer.highestNumber()))
        return DocumentName(number: number, kind: name.kind)
    }

    // MARK: Other paths

    private mutating func planMove(
        _ path: WorkspacePath, _ target: WorkspacePath, _ row: HistoryRow, _ operation: Int
    ) throws {
        for name in row.change.documents { try plan(name) }
        var path = path
        if case .document(let name) = path, case let newName = try freeName(for: name),
            newName != name
        {
            change(newName) { $0.formerNumber = name.number }
            names[name] = newName
            path = .document(newName)
        }
        guard try !isPresent(path), try isPresent(target) else {
            throw Problem(kind: .changed, row: row)
        }
        beginning(operation)
        try writer.plan(.move(target, to: path))
        (presence[path], presence[target]) = (true, false)
        repairs.insert(operation)
        for name in WorkspaceChange.move(path, to: target).documents {
            versions[name] = nil
            change(name) { $0.isRepair = true }
        }
        if target.isDocument, !path.isDocument, let name = target.document {
            change(name) { $0.newPath = path.text }
        } else if row.change.documents.isEmpty {
            others.append(
                path.isLost
                    ? OtherEffect(path: target, isPresent: false, newPath: path.text)
                    : OtherEffect(path: path))
        }
    }

    private func isPresent(_ path: WorkspacePath) throws -> Bool {
        if let known = presence[path] { return known }
        return try writer.exists(path)
    }
}

import Containers

/// What the index reads of documents.
extension DocumentReader {
    /// The row for a document; nil if no document has that name.
    ///
    /// - Throws: ``NeedsMemory`` at a shared place for a document or a row that is large, and an
    ///   error that may pass. A row lasts, so it tells only of damage.
    func indexRow(of name: DocumentName) throws -> IndexRow? {
        do {
            let row = try newIndexRow(of: name)
            if place == .shared, let row, row.texts.count > Self.sharedRowSize {
                throw NeedsMemory()
            }
            return row
        } catch let error as ScaryBugsError where !error.mayPass {
            return IndexRow(name, problem: error.message)
        }
    }

    /// The most bytes of a row that waits in memory for the rows before it.
    private static let sharedRowSize = 16 << 10
    /// Many, because SQLite writes the words of some thousand rows at once, and takes a while for them.
    private static let piecesPerThread = 16

    private func newIndexRow(of name: DocumentName) throws -> IndexRow? {
        try readingWhole(name) { document, directory in
            let now = FileTime.now
            let read = try readIfPresent(document)
            let files = try document.files()
            let row = try read.map {
                let status = try DocumentStatus(
                    of: document, directory, $0.status, hasPicture: files.picture != nil)
                return IndexRow(name, $0.data, files, stamp: .init(status, now: now))
            }
            return (row, isWhole: row != nil && files.picture != nil)
        }
    }

    /// The stamp of a document's files now; nil if the document or its data file is missing.
    private func stamp(of name: DocumentName) throws -> IndexStamp? {
        guard let document = try openIfPresent(name),
            let dataFile = try document.directory.status(of: name.kind.dataFileName)
        else { return nil }
        return IndexStamp(
            try DocumentStatus(of: document, document.directory.status(), dataFile))
    }

    /// The change that brings the row of a document up to date; nil if the row is current.
    ///
    /// - Parameter known: the stamp in the row; nil if there is no row.
    private func change(
        of id: Int64, since known: IndexStamp?
    ) throws -> DocumentIndex.Change? {
        let name = DocumentName(indexID: id)
        if let known, known != .unknown, try stamp(of: name) == known { return nil }
        if let row = try indexRow(of: name) { return .put(row) }
        return known == nil ? nil : .remove(name)
    }

    typealias IndexReport = (_ done: Int, _ total: Int) -> Void

    /// Reads documents, and passes the change of each row to `consume`.
    func forEachChange(
        of names: [DocumentName], report: IndexReport,
        _ consume: (DocumentIndex.Change) throws -> Void
    ) throws {
        var done = 0
        let change = { @Sendable (name: DocumentName, place: WorkPlace) in
            try at(place).indexRow(of: name).map { DocumentIndex.Change.put($0) } ?? .remove(name)
        }
        try names.forEachResult(of: change) {
            report(done, names.count)
            done += 1
            try consume($0)
        }
    }

    /// Compares all documents with an index on all processors, and passes the changes that the
    /// index needs to `consume`, changed rows in the order of the names, then removed ones.
    ///
    /// - Parameter known: the documents in the index with the stamps of their rows, sorted by ID.
    func forEachChange(
        since known: [(id: Int64, stamp: IndexStamp)], report: IndexReport,
        _ consume: (DocumentIndex.Change) throws -> Void
    ) throws {
        // A string for each name would take longer than reading all of them.
        var present: [Int64] = []
        try documents?.forEachEntry { entry in
            if let name = DocumentName(directoryName: entry.name) { present.append(name.indexID) }
        }
        present.sort()
        // A damaged index may have an ID twice.
        var unread = Dictionary(known.map { ($0.id, $0.stamp) }) { first, _ in first }
        // Made once, since all threads would count references to the parts of a copy for each document.
        let shared = at(.shared)
        let pieces = ItemPieces(piecesPerThread: Self.piecesPerThread) {
            (document: (id: Int64, known: IndexStamp?), place) in
            let reader = place == .shared ? shared : self
            return try reader.change(of: document.id, since: document.known)
        }
        var (rest, done) = (present[...], 0)
        try pieces.run(
            next: {
                rest.popFirst(ItemPieces<Int64, Void>.size)?
                    .map { (id: $0, known: unread.removeValue(forKey: $0)) }
            },
            {
                report(done, present.count)
                done += 1
                if let change = $0 { try consume(change) }
            })
        for id in unread.keys.sorted() { try consume(.remove(DocumentName(indexID: id))) }
    }
}

/// A hash of the state of a document's files. If it still matches, the document's row is current.
///
/// It covers each file's inode and time of last status change (ctime), which no program can set.
/// Two changes within one tick of the kernel's clock get the same time, a problem that git's index
/// has too. A row for files changed that recently therefore gets no stamp, and the document is read
/// again next time.
struct IndexStamp: Hashable, Sendable {
    /// The value that the database stores.
    let value: Int64

    static let unknown = IndexStamp(value: 0)

    /// Seconds after which another change gets another time, on any file system.
    static let granularity: Int64 = 2

    init(value: Int64) { self.value = value }

    init(_ status: DocumentStatus) {
        var hash = FNV1a<UInt64>()
        status.visit { status in
            let parts = (
                status.identity.inode.littleEndian, status.changed.seconds.littleEndian,
                Int64(status.changed.nanoseconds).littleEndian
            )
            withUnsafeBytes(of: parts) { hash.add($0) }
        }
        value = hash.value == 0 ? 1 : Int64(bitPattern: hash.value)
    }

    /// The stamp for files that are read now; unknown if a later change could still get the same
    /// time.
    init(_ status: DocumentStatus, now: FileTime) {
        var isSettled = true
        status.visit {
            isSettled = isSettled && $0.changed.seconds + Self.granularity < now.seconds
        }
        self = isSettled ? IndexStamp(status) : .unknown
    }
}

/// The state of the files that a document's row depends on.
struct DocumentStatus: Sendable {
    let directory: FileStatus
    let dataFile: FileStatus
    /// The state of the photograph, if it has one of the apps' names.
    let picture: FileStatus?

    /// - Parameters:
    ///   - document: the document, whose photograph is looked for.
    ///   - directory: the status of its directory before its files were read.
    ///   - hasPicture: false if the document is known to have no photograph.
    init(
        of document: DocumentDirectory, _ directory: FileStatus, _ dataFile: FileStatus,
        hasPicture: Bool = true
    ) throws {
        (self.directory, self.dataFile) = (directory, dataFile)
        picture = hasPicture ? try document.pictureStatus() : nil
    }

    /// Calls `body` with each status. An array of them would be allocated for each document.
    fileprivate func visit(_ body: (FileStatus) -> Void) {
        body(directory)
        body(dataFile)
        if let picture { body(picture) }
    }
}

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

/// The room of one source. Every form of import takes from it, so a small file that stands for much is
/// refused before it fills the disk.
struct ImportBudget {
    /// Thrown when a source costs too much, which ends it. The error of one document doesn't.
    struct Exceeded: Error {
        let reason: ScaryBugsError
    }

    private let limits: Limits
    private var documents = 0
    private var bytes: Int64 = 0
    private var textBytes = 0
    /// The most bytes of texts for what an archive shares; nil without an archive.
    private var mostTextBytes: Int?

    init(_ limits: Limits) {
        self.limits = limits
    }

    /// Allows an archive to stand for eight times its size in texts, and for 1 KiB with each element. An
    /// object that many elements share is written once for each of them.
    mutating func add(archiveOf elements: Int, bytes: Int) throws {
        try check(count: elements)
        mostTextBytes = (mostTextBytes ?? textBytes) + 8 * bytes + 1_024 * elements
    }

    /// Counts a document before it is read.
    mutating func countDocument() throws {
        documents += 1
        try check(count: documents)
    }

    /// Counts a row that makes no document, such as a picture's row in an extension.
    mutating func countRow() throws {
        documents += 1
        guard documents <= limits.importDocuments else {
            throw exceeded(
                .importDocuments,
                "more than \(limits.importDocuments.grouped) rows in it, with its extensions")
        }
    }

    /// Counts the texts of a document that is refused. Reading them costs as much as taking them.
    mutating func count(refusedTextBytes count: Int) { textBytes += count }

    func check(count: Int) throws {
        guard count <= limits.importDocuments else {
            throw exceeded(
                .importDocuments, "more than \(limits.importDocuments.grouped) documents in it")
        }
    }

    /// Counts the files of a document and its texts, a shared text once for each use.
    mutating func count(_ document: IncomingDocument) {
        bytes += document.size
        textBytes += document.textBytes
    }

    func check() throws {
        if bytes > limits.importBytes {
            throw exceeded(
                .importBytes, "its documents have more than \(ByteCount(limits.importBytes))")
        }
        if textBytes > limits.importTextBytes {
            throw exceeded(
                .importTextBytes,
                "its texts stand for more than \(ByteCount(limits.importTextBytes))")
        }
        if let mostTextBytes, textBytes > mostTextBytes {
            throw Exceeded(
                reason: ScaryBugsError(.limitExceeded, "expands to many times its size"))
        }
    }

    private func exceeded(_ limit: Limits.Name, _ what: String) -> Exceeded {
        Exceeded(reason: .over(limit, what))
    }
}

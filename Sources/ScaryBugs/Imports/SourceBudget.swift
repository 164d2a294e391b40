/// Counts the cost of one source. Every form of import counts in it, so a small file that stands for
/// much is refused before it fills the disk.
struct SourceBudget {
    /// Thrown when a source costs too much, which ends it. The error of one document doesn't.
    struct Exceeded: Error {
        let reason: ScaryBugsError
    }

    private let limits: Limits
    private var documents = 0
    private var bytes: Int64 = 0
    private var textBytes = 0
    /// The most bytes of texts for which the archives so far may stand.
    private var mostTextBytes = Int.max

    init(_ limits: Limits) {
        self.limits = limits
    }

    /// Allows an archive to stand for texts in proportion to its size. An object that many elements
    /// share is written once for each of them.
    mutating func add(archiveOf documents: Int, bytes: Int) throws {
        guard documents <= limits.importDocuments else { throw tooMany }
        mostTextBytes = textBytes + 8 * bytes + 1_024 * documents
    }

    /// Counts a document before it is read.
    mutating func countDocument() throws {
        documents += 1
        guard documents <= limits.importDocuments else { throw tooMany }
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
        if textBytes > mostTextBytes {
            throw Exceeded(
                reason: ScaryBugsError(.limitExceeded, "expands to many times its size"))
        }
    }

    private var tooMany: Exceeded {
        exceeded(.importDocuments, "more than \(limits.importDocuments) documents in it")
    }

    private func exceeded(_ limit: Limits.Name, _ what: String) -> Exceeded {
        Exceeded(reason: .over(limit, what))
    }
}

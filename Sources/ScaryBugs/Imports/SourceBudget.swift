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
    private var archive: Archive?

    /// An archive whose documents are read, with the counts before it.
    private struct Archive {
        let size: Int
        let elements: Int
        let documents: Int
        let textBytes: Int
    }

    init(_ limits: Limits) {
        self.limits = limits
    }

    /// Allows an archive to stand for texts in proportion to its size. An object that many elements
    /// share is written once for each of them.
    mutating func add(archiveOf elements: Int, bytes: Int) throws {
        try check(count: elements)
        archive = Archive(
            size: bytes, elements: elements, documents: documents, textBytes: textBytes)
    }

    /// The most bytes of texts so far. In the end it is eight times the size of the archive. Most of
    /// that comes with the elements, so that already the first ones can exceed it.
    private var mostTextBytes: Int {
        guard let archive else { return .max }
        let documents = documents - archive.documents
        return archive.textBytes + 2 * archive.size + 1_024 * documents
            + 6 * archive.size * documents / max(archive.elements, 1)
    }

    /// Counts a document before it is read.
    mutating func countDocument() throws {
        documents += 1
        try check(count: documents)
    }

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
        if textBytes > mostTextBytes {
            throw Exceeded(
                reason: ScaryBugsError(.limitExceeded, "expands to many times its size"))
        }
    }

    private func exceeded(_ limit: Limits.Name, _ what: String) -> Exceeded {
        Exceeded(reason: .over(limit, what))
    }
}

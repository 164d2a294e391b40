/// The new documents that photographs become, and the photographs that are here already.
struct PhotographPlan {
    /// A photograph of an import, in its order.
    enum Item {
        /// The first photograph of a document, at the document's index in ``documents``.
        case new(Int)
        /// The photograph of a document of the workspace.
        case known(DocumentName)
        /// The same photograph as one of a new document.
        case repeated(Int)
        /// The photograph of a document that was deleted here.
        case deleted(Timestamp)
    }

    private(set) var items: [(photograph: FoundPhotograph, item: Item)] = []
    /// The photographs of each new document.
    private(set) var documents: [[FoundPhotograph]] = []
    private(set) var refusals: [ScaryBugsError] = []

    private let known: [Digest: [DocumentName]]
    private let deleted: [Digest: Timestamp]
    private let burst: Double?
    private var digests: [Digest: Int] = [:]
    /// The time of the photograph before, in seconds.
    private var previous: (place: String, time: Double)?

    /// - Parameters:
    ///   - known: the documents of each photograph that is here.
    ///   - deleted: the photographs that are left out since their documents were deleted.
    init(known: [Digest: [DocumentName]], deleted: [Digest: Timestamp], burst: Double?) {
        (self.known, self.deleted, self.burst) = (known, deleted, burst)
    }

    /// Reads a photograph, and adds it to the documents unless it is known. An error refuses only
    /// this one.
    mutating func add(_ found: FoundPhotograph) throws {
        try Interruption.check()
        do {
            let picture = try PictureFile(found: found.picture)
            let digest = try picture.digest
            if let name = known[digest]?.first {
                items.append((found, .known(name)))
            } else if let date = deleted[digest] {
                items.append((found, .deleted(date)))
            } else if let index = digests[digest] {
                items.append((found, .repeated(index)))
            } else {
                digests[digest] = try add(found, picture)
            }
        } catch let error as ScaryBugsError {
            refusals.append(error.about(found.picture.path))
        }
    }

    /// - Returns: the index of the document.
    private mutating func add(_ found: FoundPhotograph, _ picture: PictureFile) throws -> Int {
        if burst != nil, try continuesBurst(found, picture) {
            documents[documents.count - 1].append(found)
        } else {
            items.append((found, .new(documents.count)))
            documents.append([found])
        }
        return documents.count - 1
    }

    private mutating func continuesBurst(
        _ found: FoundPhotograph, _ picture: PictureFile
    ) throws -> Bool {
        let seen = try picture.facts.seen.flatMap { EDTFDate($0) }
        let time = seen.map { Double($0.timestamp.secondsSince1970) }
        let before = previous
        previous = time.map { (found.picture.place, $0) }
        guard let before, let time, let burst, !documents.isEmpty else { return false }
        return before.place == found.picture.place && abs(time - before.time) <= burst
    }
}

extension PictureFile {
    /// Opens a photograph that an import found.
    ///
    /// - Throws: ``ScaryBugsError/Code/refused`` if it is cut off.
    convenience init(found: FoundFile) throws {
        try self.init(found.open(), found.path)
        guard try isCutOff() else { return }
        throw ScaryBugsError(
            .refused,
            "cut off: the \(type.name) file ends before its picture does; copy it again, or take "
                + "it as it is: new TITLE image=PATH --force")
    }
}

/// Options for importing photographs.
public struct PhotographOptions: Sendable {
    /// The kind of the new documents.
    public var kind: DocumentKind
    /// Changes to the fields of each new document.
    public var edits: [Edit] = []
    /// Changes for fields that are empty after that, and additions to lists.
    package var defaults: [Edit] = []
    /// Photographs that follow one another within so many seconds go into one document; nil for one
    /// document each.
    public var burst: Double?
    /// What becomes of photographs that are here, or were deleted here. Only the treatments that update,
    /// or leave out what is known, look at deleted ones.
    public var known: ImportOptions.KnownTreatment = .copied
    /// Whether an update takes what a photograph tells also where somebody changed it here.
    public var isForced = false
    /// The creation date of the documents.
    public var now: Timestamp

    /// Options for one document with each photograph.
    public init(kind: DocumentKind, now: Timestamp) {
        (self.kind, self.now) = (kind, now)
    }
}

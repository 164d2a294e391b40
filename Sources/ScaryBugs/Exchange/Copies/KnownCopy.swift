internal import KeyedArchive

/// A copy of a document with its knowledge: the present one, or an incoming one.
struct KnownCopy: Sendable {
    let data: DocumentData
    let files: ContentVersion
    let content: CopyContent
    let state: CopyState
    /// A sentence about what the copy says of itself and nobody believes; nil if all is believed.
    private(set) var doubt: String?
    /// Whether the document itself tells just this state.
    private(set) var isTold = false

    /// A copy that is here.
    ///
    /// - Parameters:
    ///   - files: its files with checksums.
    ///   - exchanged: what it told or learned last; nil if nothing.
    ///   - author: the author of its own changes.
    init(_ data: DocumentData, _ files: ContentVersion, exchanged: CopyState?, author: Author) {
        (self.data, self.files) = (data, files)
        content = CopyContent(data, files)
        var base = (try? data.changes()) ?? nil
        if let exchanged { base = base?.join(exchanged) ?? exchanged }
        state = CopyState(of: content, since: base, by: author, at: data.modificationDate)
    }

    /// An incoming copy.
    ///
    /// - Parameters:
    ///   - files: its files with checksums.
    ///   - present: the copy here, for which an author's time has one meaning.
    ///   - lastTime: the newest time that an author of this workspace has; nil for any other author.
    init(
        incoming data: DocumentData, _ files: ContentVersion, to present: KnownCopy?,
        lastTime: (Author) -> Int64?
    ) {
        (self.data, self.files) = (data, files)
        content = CopyContent(data, files)
        var (base, told): (CopyState?, CopyState?)
        do {
            told = try data.changes()
            base = told
            if base?.disbelieve(after: lastTime) == true {
                doubt = "it tells of changes here that nobody made"
            }
        } catch {
            doubt =
                "it tells wrongly who changed it: \((error as? CopyState.Malformed)?.reason ?? "")"
        }
        let author = Author(of: content)
        // The same content may come again with another time of its file.
        let known = present?.state.times[author].map { Timestamp(secondsSince1970: $0 / 1_000) }
        var state = CopyState(
            of: content, since: base, by: author, at: known ?? data.modificationDate)
        if let present, present.state.correct(&state) {
            doubt = "it tells another value for a change that is known here, which stays"
        }
        self.state = state
        isTold = state == told
    }
}

extension DocumentData {
    /// Whether there are more keys than a text about changes can tell of. Such a document is not compared
    /// with others, since that would take much memory.
    var hasTooManyKeys: Bool { keys.count > 4_000 }

    /// The knowledge of the document about its values when it was exchanged; nil if it never was.
    ///
    /// - Throws: ``CopyState/Malformed``.
    func changes() throws -> CopyState? {
        guard let stored = stored(CopyState.key), stored != .null else { return nil }
        guard let text = stored.text else { throw CopyState.Malformed(reason: "it is no text") }
        return try CopyState(text: text)
    }

    /// Who packed the bundle with the document; nil if it doesn't say.
    var packer: Author? { stored(CopyState.key)?.text.flatMap(CopyState.packer) }

    var modificationDate: Timestamp { date(of: .modified) }
    var creationDate: Timestamp { date(of: .created) }

    private func date(of field: Field) -> Timestamp {
        if case .timestamp(let time)? = self[field] { return time }
        return fallback.date
    }

    /// - Parameter state: what the document knows; nil to remove what it says.
    mutating func store(_ state: CopyState?, from packer: Author? = nil) throws {
        guard state != nil || stored(CopyState.key) != nil else { return }
        try store((state?.text(from: packer)).map { .string($0) }, forKey: CopyState.key)
    }
}

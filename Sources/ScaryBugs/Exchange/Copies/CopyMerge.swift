internal import KeyedArchive

/// One document of two copies: the one that is here, with what the other one knows beyond it.
struct CopyMerge: Sendable {
    enum Side: Sendable {
        case present, incoming
    }

    /// A file of the result, by its name.
    struct FileSource: Hashable, Sendable {
        let side: Side
        let name: String
    }

    let relation: CopyRelation
    let joined: CopyState
    private(set) var data: DocumentData
    /// The files of the result that the document has not under that name yet.
    private(set) var added: [String: FileSource] = [:]
    /// The files of the document that go, or get another name.
    private(set) var removed: [String] = []
    /// The registers of files whose shown value changes.
    private(set) var changedFiles: [String] = []
    private(set) var hasNewPicture = false

    private let present: KnownCopy
    private let incoming: KnownCopy

    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` if a field would have too many values.
    init(of present: KnownCopy, with incoming: KnownCopy) throws {
        (self.present, self.incoming) = (present, incoming)
        var joined = present.state.join(incoming.state)
        relation =
            present.content.isEqual(to: incoming.content)
            ? .same : CopyRelation(of: incoming.state, to: present.state, joined: joined)
        let fits = joined.fit()
        self.joined = joined
        data = present.data
        guard isChanging else { return }
        try mergeValues()
        try mergeLists()
        try mergeFiles()
        let created = min(present.data.creationDate, incoming.data.creationDate)
        try data.store(.date(created.secondsSince2001), forKey: Field.created.key)
        try data.useFormOfApp(
            modified: max(present.data.modificationDate, incoming.data.modificationDate))
        try data.store(fits ? joined : nil)
    }

    // MARK: The result

    /// Whether the incoming copy has something that the document lacks.
    var isChanging: Bool { relation == .newer || relation == .parted }

    /// Whether the document knows more by the merge than it did.
    var isLearning: Bool { joined != present.state }

    /// Whether the fields keep their values.
    var hasSameValues: Bool { CopyContent(data, present.files).isEqual(to: present.content) }

    /// Names of the further files that change.
    var changedFurtherFiles: [String] {
        changedFiles.filter { $0 != photographKey }.map { key in
            let register = CopyState.Register(key: key)
            let values = [incoming, present].compactMap { $0.content.shown[register] }
            if case .file(let name, _)? = values.first?.source { return name }
            return String(key.dropFirst())
        }
    }

    /// The photograph of the result; nil without one.
    ///
    /// - Parameter theirs: the photograph of the incoming copy.
    func picture(_ theirs: Picture?) -> Picture? {
        let name = data.kind.photographName
        guard let source = added[name] else { return nil }
        if source.side == .incoming, theirs?.fileName == source.name { return theirs }
        let files = source.side == .incoming ? incoming.files : present.files
        return Picture(fileName: name, size: files.file(named: source.name)?.size ?? 0, type: nil)
    }

    private var registers: [CopyState.Register] {
        Set(joined.stamps.keys).union(present.content.shown.keys).union(present.content.others.keys)
            .sorted()
    }

    private func checksums(of register: CopyState.Register) throws -> [UInt32?] {
        let checksums = joined.checksums(of: register)
        guard checksums.count <= CopyState.mostValues else {
            throw ScaryBugsError(
                .limitExceeded,
                "\(register.key) would have more than \(CopyState.mostValues) values; "
                    + "'resolve' chooses among those that it has")
        }
        return checksums.isEmpty ? [nil] : checksums
    }

    /// A copy that has a value, and the place of the value in it.
    private func source(
        of checksum: UInt32?, in register: CopyState.Register
    ) -> (copy: KnownCopy, side: Side, place: CopyContent.Source)? {
        for (copy, side) in [(present, Side.present), (incoming, .incoming)] {
            if let place = copy.content.source(of: checksum, in: register) {
                return (copy, side, place)
            }
        }
        return nil
    }

    // MARK: Fields

    private mutating func mergeValues() throws {
        for register in registers where register.element == nil && !register.isFile {
            let checksums = try checksums(of: register)
            if checksums[0] != present.content.shown[register]?.checksum {
                try put(checksums[0], of: register, under: { $0 })
            }
            for value in present.content.others[register] ?? []
            where !checksums.dropFirst().contains(value.checksum) {
                try removeBeside(value.checksum, register.key)
            }
            let known = present.content.others[register]?.map(\.checksum) ?? []
            for checksum in checksums.dropFirst() where !known.contains(checksum) {
                guard let checksum else {
                    try data.store(.boolean(true), forKey: Beside.cleared(register.key))
                    continue
                }
                try put(checksum, of: register, under: { Beside.key($0, checksum) })
            }
        }
    }

    /// Puts a value under a key, and its text.
    private mutating func put(
        _ checksum: UInt32?, of register: CopyState.Register, under name: (String) -> String
    ) throws {
        let textKey = Field.textKey(ofDate: register.key)
        guard let source = source(of: checksum, in: register) else { return }
        var text: ArchivedValue?
        switch source.place {
        case .key(let key, let sourceTextKey):
            try data.copy(key, of: source.copy.data, to: name(register.key))
            text = sourceTextKey.flatMap { source.copy.data.stored($0) }
        case .cleared: try data.clear(name(register.key))
        // A list here, and one value there.
        case .element, .file: return
        }
        if text != nil || present.content.hasText(of: register) {
            try data.store(text, forKey: name(textKey))
        }
    }

    private mutating func removeBeside(_ checksum: UInt32?, _ key: String) throws {
        guard let checksum else { return try data.store(nil, forKey: Beside.cleared(key)) }
        try data.store(nil, forKey: Beside.key(key, checksum))
        try data.store(nil, forKey: Beside.key(Field.textKey(ofDate: key), checksum))
    }

    // MARK: Lists

    private mutating func mergeLists() throws {
        struct Element {
            let first: CopyState.Stamp
            let text: String
        }
        var lists: [String: [Element]] = [:]
        var changed: Set<String> = []
        for register in registers where register.element != nil {
            guard let stamps = joined.stamps[register], let first = stamps.min(),
                let text = text(of: register, stamps)
            else {
                changed.insert(register.key)
                continue
            }
            lists[register.key, default: []].append(Element(first: first, text: text))
            if present.content.shown[register]?.source != .element(text) {
                changed.insert(register.key)
            }
        }
        for key in changed {
            // The order depends on nothing but the stamps and the texts, so that it is the same everywhere.
            let texts = (lists[key] ?? []).sorted {
                ($0.first.time, $0.first.author.text, $0.text)
                    < ($1.first.time, $1.first.author.text, $1.text)
            }.map(\.text)
            guard data.stored(key)?.texts != nil || data.stored(key) == nil || data.isCleared(key)
            else { continue }
            let form =
                data.stored(key)?.elements == nil ? incoming.data.stored(key) : data.stored(key)
            try data.store(
                texts.isEmpty ? nil : FieldValue.list(texts).archived(replacing: form), forKey: key)
        }
    }

    /// The spelling of an element in the copy that has its newest stamp.
    private func text(of register: CopyState.Register, _ stamps: Set<CopyState.Stamp>) -> String? {
        let newest = stamps.max()?.checksum
        let values = [present, incoming].compactMap { $0.content.shown[register] }
        guard let value = values.first(where: { $0.checksum == newest }) ?? values.first,
            case .element(let text) = value.source
        else { return nil }
        return text
    }

    // MARK: Files

    private mutating func mergeFiles() throws {
        var kept: Set<String> = []
        for register in registers where register.isFile {
            let checksums = try checksums(of: register)
            if checksums[0] != present.content.shown[register]?.checksum {
                changedFiles.append(register.key)
            }
            var name: String?
            for checksum in checksums {
                guard let source = source(of: checksum, in: register),
                    case .file(let file, let nameKey) = source.place
                else { continue }
                let plain = Beside.parts(ofFile: file)?.key ?? file
                name = name ?? plain
                let isShown = checksum == checksums[0]
                guard let checksum else { continue }
                let target = isShown ? plain : Beside.file(name ?? plain, checksum)
                if source.side == .present, file == target {
                    kept.insert(target)
                } else {
                    added[target] = FileSource(side: source.side, name: file)
                }
                try noteFile(
                    register, target, isShown ? nil : checksum,
                    imageName: nameKey.flatMap { source.copy.data.stored($0) })
            }
            try clearFileKeys(of: register, checksums)
        }
        removed = present.content.fileNames.filter { !kept.contains($0) }
        guard changedFiles.contains(photographKey) else { return }
        hasNewPicture = true
        replaceThumbnail()
    }

    private var photographKey: String { CopyContent.fileKey(data.kind.photographName) }

    /// Records that a file lies beside another one, and the name that a photograph's file had.
    private mutating func noteFile(
        _ register: CopyState.Register, _ target: String, _ checksum: UInt32?,
        imageName: ArchivedValue?
    ) throws {
        if let checksum {
            try data.store(.string(target), forKey: Beside.key(register.key, checksum))
        }
        guard register.key == photographKey else { return }
        let key = Beside.key(DocumentData.imageNameKey, checksum)
        if imageName != nil || data.stored(key) != nil { try data.store(imageName, forKey: key) }
    }

    private mutating func clearFileKeys(
        of register: CopyState.Register, _ checksums: [UInt32?]
    ) throws {
        if checksums[0] == nil, register.key == photographKey {
            try data.store(nil, forKey: DocumentData.imageNameKey)
        }
        for value in present.content.others[register] ?? []
        where !checksums.dropFirst().contains(value.checksum) {
            try removeBeside(value.checksum, register.key)
            try removeBeside(value.checksum, DocumentData.imageNameKey)
        }
        if checksums.dropFirst().contains(nil) {
            try data.store(.boolean(true), forKey: Beside.cleared(register.key))
        }
    }

    private mutating func replaceThumbnail() {
        let names = { (copy: KnownCopy) in
            copy.files.files.map(\.name).filter { DocumentKind.isThumbnailName($0) }
        }
        removed += names(present)
        let photograph = added[data.kind.photographName]
        guard photograph?.side == .incoming, photograph?.name == data.kind.photographName else {
            return
        }
        if let thumbnail = names(incoming).first {
            added[data.kind.thumbnailName] = FileSource(side: .incoming, name: thumbnail)
        }
    }
}

extension CopyState.Register {
    var isFile: Bool { key.hasPrefix("/") }
}

extension CopyContent {
    /// The names of all files that have a register.
    fileprivate var fileNames: [String] {
        (Array(shown.values) + others.values.joined()).compactMap { value in
            if case .file(let name, _) = value.source { return name }
            return nil
        }
    }

    fileprivate func hasText(of register: CopyState.Register) -> Bool {
        if case .key(_, .some)? = shown[register]?.source { return true }
        return false
    }
}

extension DocumentData {
    fileprivate func isCleared(_ key: String) -> Bool {
        stored(key).map { isEmpty($0, forKey: key) } ?? true
    }

    /// Removes a value. A rating that is not given is 0.
    fileprivate mutating func clear(_ key: String) throws {
        guard key == kind.field(named: Field.rating.name)?.key else {
            return try store(nil, forKey: key)
        }
        try set(nil, for: .rating)
    }

    /// Copies the value of a key from another document of the kind.
    mutating func copy(_ key: String, of other: DocumentData, to newKey: String) throws {
        try translatingErrors {
            let value = try other.archive.value(forKey: key, of: other.object)
            let storage =
                try archive.storage(forKey: newKey, of: object)
                ?? other.archive.storage(forKey: key, of: other.object) ?? .automatic
            let isRating = newKey == kind.field(named: Field.rating.name)?.key
            try archive.setValue(
                value.map { try archive.adding($0, from: other.archive) }, forKey: newKey,
                of: object,
                storage: isRating ? kind.ratingStorage : storage)
        }
    }
}

extension KeyedArchive {
    /// A value of another archive, with copies of the objects in it.
    fileprivate mutating func adding(
        _ value: ArchivedValue, from other: KeyedArchive
    ) throws -> ArchivedValue {
        switch value {
        case .object(let className, let reference):
            return .object(className: className, try add(copyOf: reference, from: other))
        case .array(let values): return .array(try values.map { try adding($0, from: other) })
        case .set(let values): return .set(try values.map { try adding($0, from: other) })
        case .orderedSet(let values):
            return .orderedSet(try values.map { try adding($0, from: other) })
        case .dictionary(let entries):
            return .dictionary(
                try entries.map {
                    .init(
                        key: try adding($0.key, from: other),
                        value: try adding($0.value, from: other))
                })
        default: return value
        }
    }
}

internal import KeyedArchive

/// The document that two copies make: the present one, with all that only the other one knows.
package struct CopyMerge: Sendable {
    package enum Side: Sendable {
        case present, incoming
    }

    /// A file of the result, by its name.
    package struct FileSource: Hashable, Sendable {
        package let side: Side
        package let name: String
    }

    package let relation: CopyRelation
    package let joined: CopyState
    package private(set) var data: DocumentData
    /// The files of the result that the document has not under that name yet.
    package private(set) var added: [String: FileSource] = [:]
    /// The files of the document that go, or get another name.
    package private(set) var removed: [String] = []
    package private(set) var hasNewPicture = false

    private let present: KnownCopy
    private let incoming: KnownCopy

    /// - Throws: ``ScaryBugsError/Code/limitExceeded`` if a field would have too many values.
    package init(of present: KnownCopy, with incoming: KnownCopy) throws {
        (self.present, self.incoming) = (present, incoming)
        var joined = present.state.join(incoming.state)
        let names = FileNames(joined)
        relation = Self.relation(of: incoming, to: present, joined, names)
        let fits = joined.fit()
        self.joined = joined
        data = present.data
        guard relation.isChanging else { return }
        try mergeValues()
        try mergeGeneralization()
        try mergeLists()
        try mergeFiles(names)
        let created = min(present.data.creationDate, incoming.data.creationDate)
        try data.store(.date(created.secondsSince2001), forKey: Field.created.key)
        // A table that was made before must not look like one of the result.
        let (own, theirs) = (present.data.modificationDate, incoming.data.modificationDate)
        let latest = max(own, theirs)
        let isLater = relation == .newer && theirs > own
        try data.useFormOfApp(modified: isLater ? theirs : latest.next ?? latest)
        try data.store(fits ? joined : nil)
    }

    private static func relation(
        of incoming: KnownCopy, to present: KnownCopy, _ joined: CopyState, _ names: FileNames
    ) -> CopyRelation {
        // Files of one name get other names when one comes or goes.
        let fits = present.content.fits(names)
        if present.content.isEqual(to: incoming.content) { return fits ? .same : .newer }
        let relation = CopyRelation(of: incoming.state, to: present.state, joined: joined)
        return relation == .same && !(fits && present.showsNewest) ? .newer : relation
    }

    // MARK: The result

    /// Whether the document knows more by the merge than it did.
    package var isLearning: Bool { joined != present.state }

    /// Whether the document already has all values.
    package var isIdle: Bool {
        !relation.isChanging
            || added.isEmpty && removed.isEmpty
                && CopyContent(data, present.files, since: present.state).isEqual(
                    to: present.content)
    }

    /// The files of the result, without a thumbnail that is to be made.
    package var files: ContentVersion {
        let kept = present.files.files.filter {
            !removed.contains($0.name) && added[$0.name] == nil
        }
        return ContentVersion(
            kept
                + added.compactMap { name, source in
                    let copy = source.side == .incoming ? incoming : present
                    return copy.files.file(named: source.name)?.named(name)
                })
    }

    private var registers: [CopyState.Register] {
        Set(joined.stamps.keys).union(joined.standIns.keys.map { .init(key: $0) })
            .union(present.content.shown.keys).union(present.content.others.keys).sorted()
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
        let lists = Set(joined.stamps.keys.filter { $0.element != nil }.map(\.key))
        for register in registers where register.element == nil && !register.isFile {
            let checksums = try checksums(of: register)
            // Where a key has a list, everybody shows that.
            let isList = lists.contains(register.key)
            if !isList, checksums[0] != present.content.shown[register]?.checksum {
                try put(checksums[0], of: register, under: { $0 })
            }
            try putBeside(
                isList ? checksums.filter { $0 != nil } : Array(checksums.dropFirst()), register)
        }
    }

    private mutating func putBeside(
        _ checksums: [UInt32?], _ register: CopyState.Register
    ) throws {
        let present = present.content.others[register] ?? []
        for value in present where !checksums.contains(value.checksum) {
            try remove(value, of: register)
        }
        for checksum in checksums where !present.contains(where: { $0.checksum == checksum }) {
            guard let checksum else {
                try data.store(.boolean(true), forKey: Beside.cleared(register.key))
                continue
            }
            try put(checksum, of: register, under: { Beside.key($0, checksum) })
        }
    }

    /// Lets what a copy says of its rounded position go with that position.
    private mutating func mergeGeneralization() throws {
        let (key, at) = (DocumentData.generalizationsKey, CopyState.Register(key: Field.at.key))
        guard joined.standIns[key] != nil, joined.stamps[.init(key: key)] == nil else { return }
        let shown = try checksums(of: at)[0]
        let isRounded = joined.stamps[at] == nil && joined.isStandIn(shown, of: at.key)
        guard isRounded, let source = source(of: shown, in: at) else {
            return try data.store(nil, forKey: key)
        }
        try data.store(source.copy.data.stored(key), forKey: key)
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
        case .element, .file: return
        }
        if text != nil || present.content.hasText(of: register) {
            try data.store(text, forKey: name(textKey))
        }
    }

    /// Removes a value that lies beside others. Another program may have stored it under any checksum.
    private mutating func remove(
        _ value: CopyContent.Value, of register: CopyState.Register
    ) throws {
        switch value.source {
        case .key(let key, let textKey):
            try data.store(nil, forKey: key)
            if let textKey { try data.store(nil, forKey: textKey) }
        case .file(let name, let nameKey):
            if let checksum = Beside.parts(ofFile: name)?.checksum {
                try data.store(nil, forKey: Beside.key(register.key, checksum))
            }
            if let nameKey { try data.store(nil, forKey: nameKey) }
        case .cleared: try data.store(nil, forKey: Beside.cleared(register.key))
        case .element: break
        }
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
            // The list went, and another value came.
            if texts.isEmpty, data.stored(key)?.texts == nil { continue }
            let form =
                data.stored(key)?.elements == nil ? incoming.data.stored(key) : data.stored(key)
            if present.content.hasText(of: CopyState.Register(key: key)) {
                try data.store(nil, forKey: Field.textKey(ofDate: key))
            }
            try data.store(
                texts.isEmpty ? nil : FieldValue.list(texts).archived(replacing: form), forKey: key)
        }
    }

    /// The spelling of an element in the copy that has its newest stamp; if neither has it any more, the
    /// same one on both sides.
    private func text(of register: CopyState.Register, _ stamps: Set<CopyState.Stamp>) -> String? {
        let newest = stamps.max()?.checksum
        let values = [present, incoming].compactMap { $0.content.shown[register] }
            .sorted { ($0.checksum ?? 0) < ($1.checksum ?? 0) }
        guard let value = values.first(where: { $0.checksum == newest }) ?? values.first,
            case .element(let text) = value.source
        else { return nil }
        return text
    }

    // MARK: Files

    private mutating func mergeFiles(_ names: FileNames) throws {
        // Several registers may be of one file, whose name may have another case in the other copy.
        var (kept, placed): (Set<String>, Set<String>) = ([], [])
        for register in registers where register.isFile {
            let checksums = try checksums(of: register)
            var name: String?
            for checksum in checksums {
                guard let source = source(of: checksum, in: register),
                    case .file(let file, let nameKey) = source.place
                else { continue }
                let stored =
                    name
                    ?? names.name(of: register, attachedAs: register.attachedName(of: file))
                name = stored
                let isShown = checksum == checksums[0]
                guard let checksum else { continue }
                let target = isShown ? stored : Beside.file(stored, checksum)
                let isNew = placed.insert(CopyContent.fileKey(target)).inserted
                if isNew, source.side == .present, file == target {
                    kept.insert(target)
                } else if isNew {
                    added[target] = FileSource(side: source.side, name: file)
                }
                try noteFile(
                    register, target, isShown ? nil : checksum,
                    imageName: nameKey.flatMap { source.copy.data.stored($0) })
            }
            try clearFileKeys(of: register, checksums)
        }
        removed = Set(present.content.fileNames).subtracting(kept).sorted()
        replaceThumbnail()
    }

    /// Records that a file lies beside another one, and the name that a photograph's file had.
    private mutating func noteFile(
        _ register: CopyState.Register, _ target: String, _ checksum: UInt32?,
        imageName: ArchivedValue?
    ) throws {
        if let checksum {
            try data.store(.string(target), forKey: Beside.key(register.key, checksum))
        }
        guard register.key == data.photographKey else { return }
        let key = Beside.key(DocumentData.imageNameKey, checksum)
        if imageName != nil || data.stored(key) != nil { try data.store(imageName, forKey: key) }
    }

    private mutating func clearFileKeys(
        of register: CopyState.Register, _ checksums: [UInt32?]
    ) throws {
        if checksums[0] == nil, register.key == data.photographKey {
            try data.store(nil, forKey: DocumentData.imageNameKey)
        }
        for value in present.content.others[register] ?? []
        where !checksums.dropFirst().contains(value.checksum) {
            try remove(value, of: register)
        }
        if checksums.dropFirst().contains(nil) {
            try data.store(.boolean(true), forKey: Beside.cleared(register.key))
        }
    }

    /// Replaces the thumbnail of a photograph that changes.
    private mutating func replaceThumbnail() {
        let register = CopyState.Register(key: data.photographKey)
        let shown = joined.checksums(of: register).first ?? nil
        hasNewPicture = shown != present.content.shown[register]?.checksum
        guard hasNewPicture else { return }
        let names = { (copy: KnownCopy) in
            copy.files.files.map(\.name).filter { DocumentKind.isThumbnailName($0) }
        }
        removed += names(present)
        guard shown != nil, incoming.content.shown[register]?.checksum == shown else { return }
        if let thumbnail = names(incoming).first {
            added[data.kind.thumbnailName] = FileSource(side: .incoming, name: thumbnail)
        }
    }
}

extension CopyContent {
    /// Whether the files have the names that they get by a state.
    fileprivate func fits(_ names: FileNames) -> Bool {
        shown.allSatisfy { register, value in
            guard CopyState.isFurtherFile(register.key), case .file(let stored, _) = value.source
            else { return true }
            let attached = register.attachedName(of: stored)
            return CopyContent.fileKey(names.name(of: register, attachedAs: attached))
                == CopyContent.fileKey(stored)
        }
    }
}

extension CopyState.Register {
    package var isFile: Bool { key.hasPrefix("/") }
}

extension KnownCopy {
    /// Whether it shows the newest of all values. It doesn't if a copy with the same content told that
    /// another one of these values is newer.
    fileprivate var showsNewest: Bool {
        state.stamps.allSatisfy { register, stamps in
            register.element != nil || content.lists.contains(register.key)
                || stamps.max()?.checksum == content.shown[register]?.checksum
        }
    }
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

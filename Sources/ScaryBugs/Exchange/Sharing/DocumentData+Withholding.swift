internal import KeyedArchive

extension DocumentData {
    /// What a copy for others lacks.
    struct Withheld: Sendable {
        /// The keys of fields and files that have another value than here, or none; see
        /// ``CopyState/Register``.
        var keys: Set<String> = []
        /// The names of what is left out although nobody named it, since it may tell a position.
        var doubtful: [String] = []
    }

    /// The key of Darwin Core for what makes a copy less precise than the original.
    static let generalizationsKey = "dataGeneralizations"

    /// The data without the fields that others don't get, and without all else in the archive.
    ///
    /// - Parameter traces: the traces of positions in the document.
    /// - Throws: ``ScaryBugsError/Code/refused`` if the title or a name tells a position.
    func withholding(
        _ withholding: Withholding, _ traces: DocumentTraces
    ) throws -> (data: DocumentData, withheld: Withheld) {
        if withholding.hidesLocation {
            try traces.check(title, "the title", "'set N title=…' gives another one")
            let others = "--without location can't hide it"
            // A UUID has many digits, and tells nothing.
            if DocumentIdentifier.uuid(identifier) == nil {
                try traces.check(identifier, "the identifier", others)
            }
            for (key, _) in unknown { try traces.check(key, "the key", others) }
        }
        var (copy, withheld) = (self, Withheld())
        // An identifier that was only derived depends on the bytes.
        try copy.dropOddRecords()
        try copy.store(nil, forKey: CopyState.key)
        // A checksum may tell a short value.
        try copy.store(nil, forKey: RowRecord.key)
        let keyed = keys.filter { !Self.uncountedKeys.contains($0) }.compactMap { key in
            let name = Beside.parts(of: key)?.key ?? key
            // A key about a file goes with the file.
            let isOfFile = name == Self.imageNameKey || name.hasPrefix("/") && name != key
            return isOfFile ? nil : (key: key, name: name, field: traces.fields[name])
        }
        for (key, name, field) in keyed {
            let shownName = field?.name ?? name
            let isNamed = withholding.names(shownName)
            let isPosition = field?.type == .position
            guard
                isNamed
                    || withholding.hidesLocation
                        && (isPosition || traces.areIn(stored(key), under: name))
            else { continue }
            withheld.keys.insert(field?.key ?? name)
            if !isNamed, !isPosition, !withheld.doubtful.contains(shownName) {
                withheld.doubtful.append(shownName)
            }
        }
        // Of a conflict all values go, whichever of them tells something.
        var isRounded = false
        for (key, name, field) in keyed where withheld.keys.contains(field?.key ?? name) {
            let isShown =
                field?.type == .position && key == name && !withholding.names(field?.name ?? name)
            let rounded = isShown ? withholding.rounded(field.flatMap(position)) : nil
            try copy.store(rounded.map { .string($0.text) }, forKey: key)
            isRounded = isRounded || rounded != nil
        }
        if withholding.hidesLocation { withheld.keys.insert(Self.generalizationsKey) }
        if isRounded {
            let note = "at is rounded to a grid of \(withholding.gridText)"
            let present = stored(Self.generalizationsKey)?.text.map { $0 + "; " } ?? ""
            try copy.store(.string(present + note), forKey: Self.generalizationsKey)
        }
        return (try copy.inArchiveOfItsOwn(), withheld)
    }

    /// Puts what such a key should have in the place of what another program put there.
    private mutating func dropOddRecords() throws {
        for key in [Field.created.key, Field.modified.key] where stored(key)?.isDate == false {
            try store(nil, forKey: key)
        }
        try storeIdentity()
    }

    /// The names of the fields and files whose values the sender kept, or made less precise.
    package var withheldNames: [String] {
        guard let state = (try? changes()) ?? nil else { return [] }
        let keys = state.withheldKeys.subtracting([Self.generalizationsKey])
            .filter {
                state.standIns[$0] == nil || ![Field.license, .credit].map(\.key).contains($0)
            }
        let fields = kind.fields.filter { field in
            keys.contains(field.type == .picture ? photographKey : field.key)
        }
        let others = keys.subtracting(fields.map(\.key) + [photographKey]).sorted()
        return fields.map(\.name) + others.map { $0.hasPrefix("/") ? String($0.dropFirst()) : $0 }
    }

    /// The same data in an archive without the objects that nothing uses any more.
    private func inArchiveOfItsOwn() throws -> DocumentData {
        var archive = KeyedArchive()
        let object = try add(to: &archive)
        archive.setRoot(kind.rootKey, to: object)
        return try DocumentData(translatingErrors { try archive.encoded() }, context)
    }
}

/// Traces of positions in the values of a document.
struct DocumentTraces {
    /// The fields by the keys of their values and texts.
    let fields: [String: Field]
    private let customFields: Set<Field>
    private let texts: PositionTraces

    /// - Parameter positions: the positions that the files of the document tell.
    init(in data: DocumentData, files positions: [Position]) {
        let keyed = data.kind.fields.filter { $0.type != .picture }.flatMap { field in
            [field.key, field.textKey].compactMap(\.self).map { ($0, field) }
        }
        fields = Dictionary(keyed) { first, _ in first }
        customFields = Set(data.kind.customFields)
        texts = PositionTraces(
            of: positions + data.kind.fields.compactMap { data.position(in: $0) })
    }

    func areIn(_ text: String) -> Bool { texts.areIn(text) }

    /// Throws for a title or a name that tells a position, since a copy can't do without it.
    func check(_ name: String, _ what: String, _ remedy: String) throws {
        guard areIn(name) else { return }
        throw ScaryBugsError(.refused, "\(what) '\(name)' may tell a position; \(remedy)")
    }

    /// Whether the printable parts of a file, such as notes in a sound, tell a position.
    func areInRuns(of file: borrowing File) throws -> Bool {
        var (run, isFound) = ([] as [UInt8], false)
        try file.forEachPiece { piece in
            for byte in piece {
                if (0x20..<0x7F).contains(byte), run.count < 4_096 {
                    run.append(byte)
                } else {
                    isFound =
                        isFound || run.count > 7 && areIn(String(decoding: run, as: UTF8.self))
                    run.removeAll(keepingCapacity: true)
                }
            }
            return !isFound
        }
        return isFound || run.count > 7 && areIn(String(decoding: run, as: UTF8.self))
    }

    /// Whether a value may tell a position. Of another program's value nobody knows what it means.
    func areIn(_ value: ArchivedValue?, under key: String) -> Bool {
        let field = fields[key]
        if field?.type == .rating { return value.flatMap { FieldValue($0, as: .rating) } == nil }
        if field.map(customFields.contains) ?? true, PositionTraces.isInKey(field?.name ?? key) {
            return true
        }
        guard let texts = value?.plainTexts else { return true }
        return texts.contains { text in
            areIn(text) || field == nil && text.place(of: "://") != nil
        }
    }
}

extension ArchivedValue {
    /// The texts and numbers of a value; nil for one that isn't made of such.
    fileprivate var plainTexts: [String]? {
        switch self {
        case .null, .boolean, .date: return []
        case .integer(let number): return [String(number)]
        case .real(let number): return [String(number)]
        case .float(let number): return [String(number)]
        default:
            if let text { return [text] }
            let texts = elements.map { $0.map(\.plainTexts) }
            guard let texts, texts.allSatisfy({ $0 != nil }) else { return nil }
            return texts.flatMap { $0 ?? [] }
        }
    }
}

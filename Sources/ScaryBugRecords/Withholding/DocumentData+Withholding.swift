internal import KeyedArchive

extension DocumentData {
    /// What a copy for others lacks.
    package struct Withheld: Sendable {
        /// The keys of fields and files that have another value than here, or none; see
        /// ``CopyState/Register``.
        package var keys: Set<String> = []
        /// The names of what is left out although nobody named it, since it may tell a position.
        package var doubtful: [String] = []

        package init() {}
    }

    /// The key of Darwin Core for what makes a copy less precise than the original.
    package static let generalizationsKey = "dataGeneralizations"

    /// The key of Darwin Core for what a copy lacks.
    package static let withheldKey = "informationWithheld"
    /// The keys of the notes about what a copy has less than the original.
    package static let withholdingKeys = [generalizationsKey, withheldKey]

    /// The data without the fields that others don't get, and without all else in the archive.
    ///
    /// - Parameter traces: the traces of positions in the document.
    /// - Throws: ``ScaryBugsError/Code/refused`` if the title or a name tells a position.
    package func withholding(
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
        var copy = self
        // An identifier that was only derived depends on the bytes.
        try copy.dropOddRecords()
        try copy.store(nil, forKey: CopyState.key)
        // A checksum may tell a short value.
        try copy.store(nil, forKey: RowRecord.key)
        let keyed = keyedValues(traces.fields)
        var withheld = Withheld()
        for value in keyed {
            let isNamed = withholding.names(value.shownName)
            let isPosition = value.field?.type == .position
            guard
                isNamed
                    || withholding.hidesLocation
                        && (isPosition
                            || traces.areIn(
                                stored(value.key), under: value.name,
                                besideGrid: !withholding.hidesPositions))
            else { continue }
            withheld.keys.insert(value.field?.key ?? value.name)
            if !isNamed, !isPosition, !withheld.doubtful.contains(value.shownName) {
                withheld.doubtful.append(value.shownName)
            }
        }
        // Of a conflict all values go, whichever of them tells something.
        var isRounded = false
        let gridNote = Self.gridNote + withholding.gridText
        let wasRounded = notes(forKey: Self.generalizationsKey).contains(gridNote)
        for value in keyed where withheld.keys.contains(value.field?.key ?? value.name) {
            let (key, name, field) = (value.key, value.name, value.field)
            let isShown =
                field?.type == .position && key == name && !withholding.names(field?.name ?? name)
            let position = field.flatMap(position)
            var rounded = isShown ? withholding.rounded(position) : nil
            // A point of the same grid is not less known than before.
            if wasRounded, let position, rounded?.isAt(position) == true { rounded = position }
            try copy.store(rounded.map { .string($0.text) }, forKey: key)
            isRounded = isRounded || rounded != nil
        }
        if withholding.hidesLocation {
            withheld.keys.insert(Self.generalizationsKey)
            try copy.dropImageNames(traces, &withheld)
        }
        if isRounded { try copy.note(gridNote, forKey: Self.generalizationsKey) }
        return (try copy.inArchiveOfItsOwn(), withheld)
    }

    /// Removes the names of photographs that tell a position. A conflict may have several.
    private mutating func dropImageNames(
        _ traces: DocumentTraces, _ withheld: inout Withheld
    ) throws {
        for key in keys where (Beside.parts(of: key)?.key ?? key) == Self.imageNameKey {
            guard traces.areIn(stored(key)?.text ?? "") else { continue }
            try store(nil, forKey: key)
            if key != Self.imageNameKey { continue }
            withheld.keys.insert(photographKey)
            withheld.doubtful.append("the photograph's name")
        }
    }

    /// Adds to the notes about what a copy has less than the original.
    package mutating func note(_ note: String, forKey key: String) throws {
        let present = notes(forKey: key)
        let notes = present + Self.notes(in: note).filter { !present.contains($0) }
        try store(.string(notes.joined(separator: "; ")), forKey: key)
    }

    private func notes(forKey key: String) -> [String] { Self.notes(in: stored(key)?.text ?? "") }

    private static func notes(in text: String) -> [String] {
        text.split(separator: ";").map { String($0).trimmed }
    }

    private static let gridNote = "at is rounded to a grid of "

    /// Removes the note about a rounded position, in whose place another one comes, or none.
    mutating func dropGridNote() throws {
        let present = notes(forKey: Self.generalizationsKey)
        let notes = present.filter { !$0.hasPrefix(Self.gridNote) }
        guard notes.count < present.count else { return }
        try store(
            notes.isEmpty ? nil : .string(notes.joined(separator: "; ")),
            forKey: Self.generalizationsKey)
    }

    /// A value in the data, or one that lies beside it after a conflict.
    private struct KeyedValue {
        let key: String
        /// The key without the mark of a value that lies beside another one.
        let name: String
        let field: Field?

        var shownName: String { field?.name ?? name }
    }

    private func keyedValues(_ fields: [String: Field]) -> [KeyedValue] {
        keys.filter { !Self.uncountedKeys.contains($0) }.compactMap { key in
            let name = Beside.parts(of: key)?.key ?? key
            // A key about a file goes with the file.
            let isOfFile = name == Self.imageNameKey || name.hasPrefix("/") && name != key
            return isOfFile ? nil : KeyedValue(key: key, name: name, field: fields[name])
        }
    }

    /// Whether a value tells where, so closely that a stranger finds the spot: a position, a text with one,
    /// or an address. A region such as `place=Peru` doesn't count, nor does a doubtful value.
    ///
    /// - Parameters:
    ///   - fields: the names of the fields that count; nil for all values.
    ///   - withholding: what is left out anyway.
    package func tellsPlace(
        in fields: Set<String>? = nil, without withholding: Withholding? = nil
    ) -> Bool {
        let counts = { (name: String) in
            fields?.contains(name) != false && withholding?.names(name) != true
        }
        if kind.fields.contains(where: { counts($0.name) && position(in: $0) != nil }) {
            return true
        }
        let traces = DocumentTraces(in: self, files: [])
        return keyedValues(traces.fields).contains {
            counts($0.shownName) && traces.areClearly(in: stored($0.key), under: $0.name)
        }
    }

    /// The names of the values that go out without the location, and may lead to it: by a link, by half a
    /// position, or by the words of the place.
    package func placeHints(in names: Set<String>?, without withholding: Withholding) -> [String] {
        let values = keyedValues(DocumentTraces.fields(of: kind))
        let texts = { (value: KeyedValue) in stored(value.key)?.plainTexts ?? [] }
        // The words up to a comma, unless they are too short to mean the place.
        let places = values.filter { $0.field === Field.place }.flatMap(texts).compactMap { place in
            place.split(separator: ",").map { Tokenizer.words(of: String($0)) }
                .first { $0.joined().utf8.count > 2 }
        }
        let hinting = values.filter { value in
            names?.contains(value.shownName) != false && !withholding.names(value.shownName)
                && texts(value).contains { text in
                    PositionTraces.areHinted(in: text)
                        || !places.isEmpty && Self.has(Tokenizer.words(of: text), anyOf: places)
                }
        }
        let isNameHinting =
            names == nil && !withholding.names(Field.picture.name)
            && Self.has(Tokenizer.words(of: imageName ?? ""), anyOf: places)
        let picture = isNameHinting ? [Field.picture.name] : []
        if hinting.isEmpty { return picture }
        let traces = DocumentTraces(in: self, files: [])
        let left = hinting.filter { !traces.areIn(stored($0.key), under: $0.name) }
        return Set(left.map(\.shownName) + picture).sorted()
    }

    private static func has(_ words: [String], anyOf phrases: [[String]]) -> Bool {
        words.indices.contains { start in phrases.contains { words[start...].starts(with: $0) } }
    }

    /// Puts what such a key should have in the place of what another program put there.
    private mutating func dropOddRecords() throws {
        for key in [Field.created.key, Field.modified.key] where stored(key)?.isDate == false {
            try store(nil, forKey: key)
        }
        try storeIdentity()
    }

    /// The names of the fields and files whose values the sender kept, or made less precise.
    ///
    /// - Parameter known: what the copy knows beyond what its document says.
    package func withheldNames(knowing known: () throws -> CopyState?) rethrows -> [String] {
        guard var state = (try? changes()) ?? nil, state.isPartial else { return [] }
        if let known = try known() { state = state.join(known) }
        let keys = state.withheldKeys.subtracting([Self.generalizationsKey])
            .filter {
                state.standIns[$0] == nil || ![Field.license, .credit].map(\.key).contains($0)
            }
        let fields = kind.fields.filter { field in
            keys.contains(field.type == .picture ? photographKey : field.key)
        }
        let others = keys.subtracting(fields.map(\.key) + [photographKey]).sorted()
        return fields.map(\.name)
            + others.map {
                guard $0 != CopyState.unnamedFiles else { return "files" }
                let name = CopyState.Register(key: $0).nameKey
                return name.hasPrefix("/") ? String(name.dropFirst()) : name
            }
    }

    /// The same data in an archive without the objects that nothing uses any more.
    private func inArchiveOfItsOwn() throws -> DocumentData {
        var archive = KeyedArchive()
        let object = try add(to: &archive)
        archive.setRoot(kind.rootKey, to: object)
        return try DocumentData(translatingErrors { try archive.encoded() }, like: self)
    }
}

/// Traces of positions in the values of a document.
package struct DocumentTraces {
    /// The fields by the keys of their values and texts.
    let fields: [String: Field]
    private let customFields: Set<Field>
    private let texts: PositionTraces

    /// - Parameter positions: the positions that the files of the document tell.
    package init(in data: DocumentData, files positions: [Position]) {
        fields = Self.fields(of: data.kind)
        customFields = Set(data.kind.customFields)
        texts = PositionTraces(
            of: positions + data.kind.fields.compactMap { data.position(in: $0) })
    }

    static func fields(of kind: DocumentKind) -> [String: Field] {
        let keyed = kind.fields.filter { $0.type != .picture }.flatMap { field in
            [field.key, field.textKey].compactMap(\.self).map { ($0, field) }
        }
        return Dictionary(keyed) { first, _ in first }
    }

    package func areIn(_ text: String) -> Bool { texts.areIn(text) }

    /// Throws for a title or a name that tells a position, since a copy can't do without it.
    package func check(_ name: String, _ what: String, _ remedy: String) throws {
        guard areIn(name) else { return }
        throw ScaryBugsError(.refused, "\(what) '\(name)' may tell a position; \(remedy)")
    }

    /// Whether the printable parts of a file, such as notes in a sound, tell a position.
    package func areInRuns(of file: borrowing File) throws -> Bool {
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

    /// Whether a value tells a position or an address. An address has a number, and a region has none.
    func areClearly(in value: ArchivedValue?, under key: String) -> Bool {
        guard let texts = value?.plainTexts, fields[key]?.type != .rating else { return false }
        let isPlace = fields[key] === Field.place || isOfPlaces(key)
        return texts.contains { text in
            areIn(text)
                || isPlace
                    && text.unicodeScalars.contains { $0.properties.numericType == .decimal }
        }
    }

    /// Whether the name of a custom field or of another program's value speaks of places.
    private func isOfPlaces(_ key: String) -> Bool {
        let field = fields[key]
        return (field.map(customFields.contains) ?? true)
            && PositionTraces.isInKey(field?.name ?? key)
    }

    /// Whether a value may tell a position. Of another program's value nobody knows what it means.
    ///
    /// - Parameter hasGrid: whether others get the position on a grid. Then a region tells no more, and a
    ///   record stays the one that others know.
    func areIn(
        _ value: ArchivedValue?, under key: String, besideGrid hasGrid: Bool = false
    ) -> Bool {
        let field = fields[key]
        if field?.type == .rating { return value.flatMap { FieldValue($0, as: .rating) } == nil }
        let mayStay = hasGrid && PositionTraces.staysBesideGrid(field?.name ?? key)
        if !mayStay, isOfPlaces(key) { return true }
        guard let texts = value?.plainTexts else { return true }
        // Metres of a grid, in a column such as `E`.
        let isShort = field == nil && PositionTraces.nameWithoutPrefix(key).count < 3
        return texts.contains { text in
            isShort && (5...7).contains(text.utf8.prefix(while: \.isASCIIDigit).count)
                || areIn(text) && !(mayStay && DocumentIdentifier.uuid(text) != nil)
                || field == nil && !mayStay && text.place(of: "://") != nil
        }
    }
}

extension ArchivedValue {
    /// The texts and numbers of a value; nil for one that isn't made of such.
    var plainTexts: [String]? {
        switch self {
        case .null, .boolean, .date: return []
        case .integer(let number): return [String(number)]
        case .real(let number): return [String(number)]
        case .float(let number): return [String(number)]
        default:
            if let text { return [text] }
            let texts = elements.map { $0.map(\.plainTexts) }
            guard let texts, texts.allSatisfy({ $0 != nil }) else { return nil }
            let all = texts.flatMap { $0 ?? [] }
            // Two numbers may be a position.
            return all.count == 2 && all.allSatisfy { Double($0) != nil }
                ? all + [all.joined(separator: ", ")] : all
        }
    }
}

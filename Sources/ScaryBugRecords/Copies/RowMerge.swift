internal import KeyedArchive

/// What a table of another program said of a document last time: the checksum of each value of the row.
///
/// A document keeps it under the key `~Row`, in the words of ``CopyState`` with the table as the only
/// author. So the next version of the table changes a field only where nobody else did.
struct RowRecord {
    static let key = "~Row"
    private static let table = Author(name: "table", workspaceKey: "", copy: 1)

    /// The checksums of the values that the table had.
    var checksums: [CopyState.Register: UInt32] = [:]

    /// Nothing.
    init() {}

    /// The values of a row.
    init(of content: CopyContent) { checksums = content.checksums }

    /// - Returns: nil for a document that came from no row, or that says wrongly from which.
    init?(in data: DocumentData) {
        guard let text = data.stored(Self.key)?.text, let state = try? CopyState(text: text) else {
            return nil
        }
        checksums = state.stamps.compactMapValues { $0.first?.checksum }
    }

    /// Keeps the record in a document, unless it is too long.
    func store(in data: inout DocumentData) throws {
        let stamps = checksums.mapValues {
            Set([CopyState.Stamp(time: 0, author: Self.table, checksum: $0)])
        }
        let text = CopyState(times: [Self.table: 0], stamps: stamps).text()
        try data.store(
            text.utf8.count <= CopyState.mostBytes ? .string(text) : nil, forKey: Self.key)
    }
}

/// Changes the document that is here as a row of another program's table, or a point of a map, says.
///
/// An empty cell changes nothing. A value changes a field if the field still has what the table said last
/// time, or if the row was made of the document as it is now. Where both changed it, only force takes the
/// table's. Elements of a list come and go one by one.
package struct RowMerge {
    package private(set) var data: DocumentData
    /// Names of the fields that both the table and somebody here changed, and that stay.
    package private(set) var kept: [String] = []
    private var isChanged = false

    var relation: CopyRelation {
        kept.isEmpty ? isChanged ? .newer : .older : .parted
    }

    /// - Parameters:
    ///   - values: the document that the row makes.
    ///   - base: the document that the row made last time, whoever remembers it; nil for what the document
    ///     itself remembers.
    ///   - made: the document as it was when the row was made of it; nil if nobody knows.
    ///   - rights: what an export from here fills in. A file that comes back has it, too.
    ///   - fields: the names of the fields that a column gives, by the key under which its text stays.
    ///   - isForced: whether the table's values replace those that were changed here, too.
    package init(
        of present: DocumentData, with values: DocumentData, of row: IncomingRow = IncomingRow(),
        since base: DocumentData? = nil, madeOf made: DocumentData? = nil,
        _ rights: DefaultRights = DefaultRights(),
        fields: (_ key: String) -> [String] = { _ in [] }, isForced: Bool = false
    ) throws {
        data = present
        let (here, theirs) = (CopyContent(present), CopyContent(values))
        let isRemembered = base == nil
        var record =
            base.map { RowRecord(of: CopyContent($0)) } ?? RowRecord(in: present) ?? RowRecord()
        let told = record.checksums
        // The document when the row was made of it, or the values that the table had last time.
        let base = made.map { CopyContent($0).checksums } ?? told
        let at = CopyState.Register(key: Field.at.key)
        // A note about a rounded position belongs to that position.
        let note = CopyState.Register(key: DocumentData.generalizationsKey)
        let isRounder =
            here.shown[at]?.checksum != theirs.shown[at]?.checksum
            && present.tells(values, forKey: at.key, roughly: row.isRough)
        // A note about values that a copy lacks says nothing of a document that has them.
        let isLess =
            told.isEmpty || isRounder
            || here.shown[at] != nil && theirs.shown[at] == nil
        for (register, value) in theirs.shown.sorted(by: { $0.key < $1.key }) {
            if isLess, DocumentData.withholdingKeys.contains(register.key),
                isRounder && register == note || here.shown[register] == nil
            {
                continue
            }
            let (own, last) = (here.shown[register]?.checksum, base[register])
            // Somebody may have changed it here, and the table says what it said before.
            if last == value.checksum { continue }
            if own == nil, rights.hasDefault(ofKey: register.key, in: values) { continue }
            let isSame =
                own == value.checksum || register.element != nil && own != nil
                || (told[register] == nil || register == at || row.isRough)
                    && present.tells(values, forKey: register.key, roughly: row.isRough)
            let isUntouched = own == base[register] && here.others[register] == nil
            guard isSame || isUntouched || isForced else {
                kept.append(values.fieldName(ofKey: register.key))
                continue
            }
            record.checksums[register] = value.checksum
            if isSame, here.others[register] == nil { continue }
            try take(value, of: register, from: values)
            if register == at { try data.store(values.stored(note.key), forKey: note.key) }
            isChanged = true
        }
        try removeElements(of: base, besides: theirs, &record)
        try removeTexts(of: told, here, besides: theirs, &record) { fields($0) }
        // A row that was made of the document brings edits of it, and no table says them.
        if isChanged, isRemembered, made == nil { try record.store(in: &data) }
    }

    private mutating func take(
        _ value: CopyContent.Value, of register: CopyState.Register, from row: DocumentData
    ) throws {
        switch value.source {
        case .element(let text):
            try data.setList(
                (data.stored(register.key)?.texts ?? []) + [text], forKey: register.key)
        case .key(let key, _):
            if let field = row.kind.fields.first(where: { $0.key == key }), let value = row[field] {
                try data.apply(.set(field, value))
            } else {
                try data.store(row.stored(key), forKey: key)
            }
        case .cleared, .file: break
        }
    }

    /// Removes the elements of lists that the table had and has no more.
    private mutating func removeElements(
        of base: [CopyState.Register: UInt32], besides theirs: CopyContent,
        _ record: inout RowRecord
    ) throws {
        for register in base.keys.sorted()
        where register.element != nil && theirs.lists.contains(register.key)
            && theirs.shown[register] == nil
        {
            record.checksums[register] = nil
            let texts = data.stored(register.key)?.texts ?? []
            let kept = texts.filter { CopyContent.folded($0) != register.element }
            guard kept.count < texts.count else { continue }
            try data.setList(kept, forKey: register.key)
            isChanged = true
        }
    }
}

extension RowMerge {
    /// Removes texts that a field could not take last time. The table has values for these fields now.
    private mutating func removeTexts(
        of told: [CopyState.Register: UInt32], _ here: CopyContent, besides theirs: CopyContent,
        _ record: inout RowRecord, fields: (_ key: String) -> [String]
    ) throws {
        let gone = told.keys.filter { register in
            register.element == nil && theirs.shown[register] == nil
                && here.shown[register]?.checksum == told[register]
        }
        for register in gone {
            let isCorrected = fields(register.key).contains { name in
                let key = data.kind.field(named: name)?.key
                return key.map { CopyState.Register(key: $0) }.map {
                    theirs.shown[$0] != nil && told[$0] == nil
                } ?? false
            }
            guard isCorrected else { continue }
            try data.store(nil, forKey: register.key)
            record.checksums[register] = nil
            isChanged = true
        }
    }
}

extension CopyContent {
    /// The values of a document's data file.
    fileprivate init(_ data: DocumentData) { self.init(data, ContentVersion([])) }

    fileprivate var checksums: [CopyState.Register: UInt32] {
        shown.compactMapValues(\.checksum)
    }
}

extension DocumentData {
    /// Keeps the values of a row under ``RowRecord/key``.
    package mutating func noteRow() throws {
        try RowRecord(of: CopyContent(self)).store(in: &self)
    }

    /// Whether it tells all that another document tells about a field, and perhaps more. That may be a position
    /// more exactly, the offset of a time, a doubt about a date, or the line ends of a text.
    ///
    /// - Parameter isRough: whether the other one may lack the doubt about a date.
    fileprivate func tells(
        _ other: DocumentData, forKey key: String, roughly isRough: Bool
    ) -> Bool {
        guard let field = kind.fields.first(where: { $0.key == key }) else { return false }
        switch (self[field], other[field]) {
        case (.position(let own)?, .position(let theirs)?):
            guard let metres = theirs.uncertainty, metres > 0 else { return own.isNear(theirs) }
            return other.stored(Self.generalizationsKey) != nil && metres > own.uncertainty ?? 0
                && own.metres(to: theirs) <= metres
        case (.date(let own)?, .date(let theirs)?):
            if let moment = theirs.period.start.moment { return moment == own.period.start.moment }
            return isRough && own.textWithoutDoubt == theirs.text
        case (.text(let own)?, .text(let theirs)?): return FlatText(own).text == theirs
        default: return false
        }
    }

    fileprivate func fieldName(ofKey key: String) -> String {
        kind.fields.first { $0.key == key }?.name ?? key
    }

    fileprivate mutating func setList(_ texts: [String], forKey key: String) throws {
        try store(FieldValue.list(texts).archived(replacing: stored(key)), forKey: key)
    }
}

/// A row that may be about a document that is here.
package struct IncomingRow: Sendable {
    /// When that document was changed last, as the row says it.
    package var modified: Timestamp?
    /// Whether it is a point of a map from which another program left out what it doesn't know.
    package var isRough = false

    package init(modified: Timestamp? = nil, isRough: Bool = false) {
        (self.modified, self.isRough) = (modified, isRough)
    }
}

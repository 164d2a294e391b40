internal import KeyedArchive

/// What a table of another program said of a document last time: the checksum of each value of the row.
///
/// A document keeps it under the key `~Row`, in the words of ``CopyState`` with the table as the only
/// author. So the next version of the table changes a field only where nobody else did.
struct RowRecord {
    static let key = "~Row"
    private static let table = Author(name: "table", workspaceKey: "", copy: 1)

    private var state = CopyState(times: [table: 0])

    /// Nothing.
    init() {}

    /// The values of a row.
    init(of content: CopyContent) {
        for (register, value) in content.shown { self[register] = value.checksum }
    }

    /// - Returns: nil for a document that came from no row, or that says wrongly from which.
    init?(in data: DocumentData) {
        guard let text = data.stored(Self.key)?.text, let state = try? CopyState(text: text) else {
            return nil
        }
        for (register, stamps) in state.stamps { self[register] = stamps.first?.checksum }
    }

    /// The checksum of a value; nil if the table had none.
    subscript(register: CopyState.Register) -> UInt32? {
        get { state.stamps[register]?.first?.checksum }
        set {
            state.stamps[register] = newValue.map {
                [CopyState.Stamp(time: 0, author: Self.table, checksum: $0)]
            }
        }
    }

    /// The elements of a list that the table had.
    func elements(of key: String) -> [CopyState.Register] {
        state.stamps.keys.filter { $0.key == key && $0.element != nil }.sorted()
    }

    /// Keeps the record in a document, unless it is too long.
    func store(in data: inout DocumentData) throws {
        let text = state.text()
        try data.store(
            text.utf8.count <= CopyState.mostBytes ? .string(text) : nil, forKey: Self.key)
    }
}

/// What a row of another program's table changes in the document that is here.
///
/// An empty cell changes nothing. A value changes a field if the field still has what the table said last
/// time. Where both changed it, only force takes the table's. Elements of a list come and go one by one.
struct RowMerge {
    private(set) var data: DocumentData
    /// Names of the fields that both the table and somebody here changed, and that stay.
    private(set) var kept: [String] = []
    private var isChanged = false

    var relation: CopyRelation {
        kept.isEmpty ? isChanged ? .newer : .older : .parted
    }

    /// - Parameter isForced: whether the table's values replace those that were changed here, too.
    init(of present: DocumentData, with row: DocumentData, isForced: Bool) throws {
        data = present
        let (here, theirs) = (CopyContent(present), CopyContent(row))
        var record = RowRecord(in: present) ?? RowRecord()
        for (register, value) in theirs.shown.sorted(by: { $0.key < $1.key }) {
            let (own, last) = (here.shown[register]?.checksum, record[register])
            // Somebody may have changed it here, and the table says what it said before.
            if last == value.checksum { continue }
            let isSame = own == value.checksum || register.element != nil && own != nil
            let isUntouched = own == last && here.others[register] == nil
            guard isSame || isUntouched || isForced else {
                kept.append(row.fieldName(ofKey: register.key))
                continue
            }
            record[register] = value.checksum
            if isSame, here.others[register] == nil { continue }
            try take(value, of: register, from: row)
            isChanged = true
        }
        try removeElements(besides: theirs, &record)
        if isChanged { try record.store(in: &data) }
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
        besides theirs: CopyContent, _ record: inout RowRecord
    ) throws {
        for key in theirs.lists.sorted() {
            for register in record.elements(of: key) where theirs.shown[register] == nil {
                record[register] = nil
                let texts = data.stored(key)?.texts ?? []
                let kept = texts.filter { CopyContent.folded($0) != register.element }
                guard kept.count < texts.count else { continue }
                try data.setList(kept, forKey: key)
                isChanged = true
            }
        }
    }
}

extension CopyContent {
    /// The values of a document's data file.
    fileprivate init(_ data: DocumentData) { self.init(data, ContentVersion([])) }
}

extension DocumentData {
    /// Keeps the values of a row under ``RowRecord/key``.
    mutating func noteRow() throws {
        try RowRecord(of: CopyContent(self)).store(in: &self)
    }

    fileprivate func fieldName(ofKey key: String) -> String {
        kind.fields.first { $0.key == key }?.name ?? key
    }

    fileprivate mutating func setList(_ texts: [String], forKey key: String) throws {
        try store(FieldValue.list(texts).archived(replacing: stored(key)), forKey: key)
    }
}

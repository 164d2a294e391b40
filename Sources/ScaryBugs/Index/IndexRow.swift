/// A document's row in the index.
struct IndexRow: Sendable {
    let name: DocumentName
    /// The stamp of the files that the row was read from.
    private(set) var stamp = IndexStamp.unknown
    /// The reason why the document cannot be read; nil if it can.
    var problem: String?
    var title = ""
    var rating: Float?
    /// The tags as `list` shows them.
    var tags = ""
    /// The key of the identifier; nil for a document that cannot be read.
    var identifier: DocumentIdentifier.Key?
    /// The words of each text and list that has any, separated by blanks, in UTF-8. See
    /// ``Field/isSearchedForWords``.
    var words: [(fieldName: String, words: [UInt8])] = []
    /// Values of lists; see ``IndexTerm``.
    var terms: [UInt8] = []
    /// The short values, which completion offers.
    var vocabulary: [ShortValue] = []
    /// A JSON object of the values of all fields but the rating; see ``IndexFacts``.
    var facts: [UInt8] = []
    /// The values as results show them, see ``StoredRecord``; nil if the document must be read.
    private(set) var record: [UInt8]?

    init(
        _ name: DocumentName, _ data: DocumentData, _ picture: Picture?,
        stamp: IndexStamp = .unknown
    ) {
        self.name = name
        self.stamp = stamp
        var facts = IndexFacts()
        var room = SearchRoom()
        var record = StoredRecordWriter(kind: data.kind)
        // Enough for an ordinary document.
        words.reserveCapacity(4)
        vocabulary.reserveCapacity(8)
        data.forEachField { field, value in
            record.add(field, RecordValue(value, of: field, picture))
            guard let value else { return }
            add(value, of: field, searched: room.fit(value, of: field), to: &facts)
        }
        if picture != nil { facts.add(.picture, integer: 1) }
        record.addUnknown(data)
        (self.facts, self.record) = (facts.finished(), record.finished())
    }

    /// A value in the form that queries compare, and as it was written.
    typealias ShortValue = (fieldName: String, folded: String, spelling: String)

    /// The bytes of its texts.
    var size: Int {
        title.utf8.count + tags.utf8.count + terms.count + facts.count + (record?.count ?? 0)
            + words.reduce(0) { $0 + $1.words.count }
    }

    /// A row for a document that cannot be read.
    init(_ name: DocumentName, problem: String) {
        self.name = name
        self.problem = problem
        facts = IndexFacts().finished()
    }

    /// - Parameter searched: the part of the value that queries search.
    private mutating func add(
        _ value: FieldValue, of field: Field, searched: FieldValue, to facts: inout IndexFacts
    ) {
        switch value {
        case .rating(let value): rating = value
        case .number(let value): facts.add(field, number: value)
        case .count(let value): facts.add(field, integer: value)
        case .date(let value): facts.add(field, value.period)
        case .timestamp(let value): facts.add(field, integer: value.secondsSince1970)
        case .boolean(let value): facts.add(field, integer: value ? 1 : 0)
        case .text(""), .list([]): break
        case .text(let text):
            if field.name == Field.title.name { title = text }
            addText(value.sorted, of: field, searched: searched, to: &facts)
        case .list(let values):
            if field.name == Field.tags.name { tags = values.joined(separator: ", ") }
            addList(value.sorted, of: field, searched: searched, to: &facts)
        }
    }

    private mutating func addText(
        _ sorted: FieldValue, of field: Field, searched: FieldValue, to facts: inout IndexFacts
    ) {
        guard case .text(let sorted) = sorted, case .text(let searched) = searched else { return }
        var joined: [UInt8] = []
        Tokenizer.append(searched, to: &joined)
        // An identifier's five words occur in no other document, so they would only bloat the
        // full-text index; see ``IndexCondition``.
        guard field.isSearchedForWords else {
            identifier = .init(searched)
            return facts.add(field, text: joined)
        }
        add(joined, of: field)
        let folded = Tokenizer.folded(sorted)
        facts.add(field, text: folded.utf8)
        addToVocabulary(folded, searched, of: field)
    }

    private mutating func addToVocabulary(_ folded: String, _ spelling: String, of field: Field) {
        guard field.offersValues, folded.utf8.count <= Self.longestOffer,
            spelling.utf8.count <= Self.longestOffer, vocabulary.count < Self.mostOffers
        else { return }
        vocabulary.append((field.name, folded, spelling))
    }

    /// The most bytes of a value that completion offers, and the most values of a document.
    private static let (longestOffer, mostOffers) = (64, 100)

    private mutating func addList(
        _ sorted: FieldValue, of field: Field, searched: FieldValue, to facts: inout IndexFacts
    ) {
        guard case .list(let sorted) = sorted, case .list(let searched) = searched else { return }
        facts.add(field, text: sorted.map(Tokenizer.folded).joined(separator: "\n").utf8)
        var joined: [UInt8] = []
        for value in searched {
            let folded = Tokenizer.folded(value)
            IndexTerm.add(value: folded, of: field, to: &terms)
            addToVocabulary(folded, value, of: field)
            if !joined.isEmpty { joined.append(utf8: IndexTerm.gap) }
            Tokenizer.append(value, to: &joined)
        }
        add(joined, of: field)
    }

    private mutating func add(_ joined: [UInt8], of field: Field) {
        if !joined.isEmpty { words.append((field.name, joined)) }
    }
}

/// A document's row in the index.
struct IndexRow: Sendable {
    let name: DocumentName
    /// The stamp of the files that the row was read from.
    private(set) var stamp = IndexStamp.unknown
    private(set) var rating: Float?
    /// The key of the identifier; nil for a document that cannot be read.
    private(set) var identifier: DocumentIdentifier.Key?
    /// The texts in UTF-8, one after the other. The ranges below are their places.
    ///
    /// The thread that writes the row has to free whatever another thread has allocated, so there is
    /// one buffer for all of them.
    private(set) var texts: [UInt8] = []
    /// The reason why the document cannot be read; nil if it can.
    private(set) var problem: Range<Int>?
    private(set) var title = 0..<0
    /// The tags as `list` shows them.
    private(set) var tags = 0..<0
    /// The words of each text and list that has any, separated by blanks. See
    /// ``Field/isSearchedForWords``.
    private(set) var words: [(fieldName: String, words: Range<Int>)] = []
    /// Values of lists; see ``IndexTerm``.
    private(set) var terms = 0..<0
    /// The short values, which completion offers: in the form that queries compare, and as they were
    /// written.
    private(set) var vocabulary: [(fieldName: String, folded: Range<Int>, spelling: Range<Int>)] =
        []
    /// A JSON object of the values of all fields but the rating; see ``IndexFacts``.
    private(set) var facts = 0..<0
    /// The values as results show them, see ``StoredRecord``; nil if the document must be read.
    private(set) var record: Range<Int>?

    init(
        _ name: DocumentName, _ data: DocumentData, _ picture: Picture?,
        stamp: IndexStamp = .unknown
    ) {
        self.name = name
        self.stamp = stamp
        var facts = IndexFacts()
        var terms: [UInt8] = []
        var room = SearchRoom()
        var record = StoredRecordWriter(kind: data.kind)
        // Enough for an ordinary document.
        texts.reserveCapacity(1_024)
        terms.reserveCapacity(128)
        words.reserveCapacity(4)
        vocabulary.reserveCapacity(8)
        data.forEachField { field, value, _ in
            record.add(field, RecordValue(value, of: field, picture))
            guard let value else { return }
            add(value, of: field, searched: room.fit(value, of: field), &facts, &terms)
        }
        if picture != nil { facts.add(.picture, integer: 1) }
        record.addUnknown(data)
        self.terms = add(terms)
        self.facts = add(facts.finished())
        self.record = record.finished().map { add($0) }
    }

    init(_ name: DocumentName, problem: String) {
        self.name = name
        self.problem = add(utf8: problem)
        facts = add(IndexFacts().finished())
    }

    private mutating func add(_ bytes: [UInt8]) -> Range<Int> {
        texts += bytes
        return (texts.count - bytes.count)..<texts.count
    }

    private mutating func add(utf8 text: String) -> Range<Int> {
        let start = texts.count
        texts.append(utf8: text)
        return start..<texts.count
    }

    /// - Parameter searched: the part of the value that queries search.
    private mutating func add(
        _ value: FieldValue, of field: Field, searched: FieldValue, _ facts: inout IndexFacts,
        _ terms: inout [UInt8]
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
            if field.name == Field.title.name { title = add(utf8: text) }
            addText(value.sorted, of: field, searched: searched, to: &facts)
        case .list(let values):
            if field.name == Field.tags.name { tags = add(utf8: values.joined(separator: ", ")) }
            addList(value.sorted, of: field, searched: searched, &facts, &terms)
        }
    }

    private mutating func addText(
        _ sorted: FieldValue, of field: Field, searched: FieldValue, to facts: inout IndexFacts
    ) {
        guard case .text(let sorted) = sorted, case .text(let searched) = searched else { return }
        // An identifier's five words occur in no other document, so they would only bloat the
        // full-text index; see ``IndexCondition``.
        guard field.isSearchedForWords else {
            identifier = .init(searched)
            var joined: [UInt8] = []
            Tokenizer.append(searched, to: &joined)
            return facts.add(field, text: joined)
        }
        addWords(of: field) { Tokenizer.append(searched, to: &$0) }
        let folded = Tokenizer.folded(sorted)
        facts.add(field, text: folded.utf8)
        addToVocabulary(folded, searched, of: field)
    }

    private mutating func addToVocabulary(_ folded: String, _ spelling: String, of field: Field) {
        guard field.offersValues, folded.utf8.count <= Self.longestOffer,
            spelling.utf8.count <= Self.longestOffer, vocabulary.count < Self.mostOffers
        else { return }
        vocabulary.append((field.name, add(utf8: folded), add(utf8: spelling)))
    }

    /// The most bytes of a value that completion offers, and the most values of a document.
    private static let (longestOffer, mostOffers) = (64, 100)

    private mutating func addList(
        _ sorted: FieldValue, of field: Field, searched: FieldValue, _ facts: inout IndexFacts,
        _ terms: inout [UInt8]
    ) {
        guard case .list(let sorted) = sorted, case .list(let searched) = searched else { return }
        facts.add(field, text: sorted.map(Tokenizer.folded).joined(separator: "\n").utf8)
        addWords(of: field) { words in
            let start = words.count
            for value in searched {
                if words.count > start { words.append(utf8: IndexTerm.gap) }
                Tokenizer.append(value, to: &words)
            }
        }
        for value in searched {
            let folded = Tokenizer.folded(value)
            IndexTerm.add(value: folded, of: field, to: &terms)
            addToVocabulary(folded, value, of: field)
        }
    }

    private mutating func addWords(of field: Field, _ append: (inout [UInt8]) -> Void) {
        var start = texts.count
        append(&texts)
        guard texts.count > start else { return }
        // Words after other texts begin with the blank that separates words.
        if texts[start] == UInt8(ascii: " ") { start += 1 }
        words.append((field.name, start..<texts.count))
    }
}

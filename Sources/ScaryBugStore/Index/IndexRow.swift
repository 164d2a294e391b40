/// A document's row in the index.
///
/// This is a class, because rows pass through several hands, and each would copy all values.
final class IndexRow: Sendable {
    let name: DocumentName
    /// The stamp of the files that the row was read from.
    let stamp: IndexStamp
    let rating: Float?
    /// The key of the identifier; nil for a document that cannot be read.
    let identifier: DocumentIdentifier.Key?
    /// The digest of the content; nil for a document that cannot be read.
    let content: Digest?
    /// The texts in UTF-8, one after the other. The ranges below are their places.
    ///
    /// The thread that writes the row has to free whatever another thread has allocated, so there is
    /// one buffer for all of them.
    let texts: [UInt8]
    /// The reason why the document cannot be read; nil if it can.
    let problem: Range<Int>?
    let title: Range<Int>
    /// The tags as `list` shows them.
    let tags: Range<Int>
    /// The words of each text and list that has any, separated by blanks. See
    /// ``Field/isSearchedForWords``.
    let words: [(fieldName: String, words: Range<Int>)]
    /// Values of lists; see ``IndexTerm``.
    let terms: Range<Int>
    /// The short values, which completion offers: in the form that queries compare, and as they were
    /// written.
    let vocabulary: [(fieldName: String, folded: Range<Int>, spelling: Range<Int>)]
    /// The position, which has columns of its own; see ``IndexPlaces``.
    let position: Position?
    /// A JSON object of the values of all fields but the rating; see ``IndexFacts``.
    let facts: Range<Int>
    /// The values as results show them.
    let shown: ShownValues

    init(
        _ name: DocumentName, _ data: DocumentData, _ files: ContentFiles,
        stamp: IndexStamp = .unknown
    ) {
        var texts = IndexTexts()
        var shown = ShownValuesWriter()
        data.forEachField { field, value, isReadable in
            let isOdd = !isReadable && data.otherValue(of: field, besides: value) != nil
            shown.add(value, of: field, files.picture, isOdd: isOdd) { texts.add(utf8: $0) }
            if let value { texts.add(value, of: field) }
        }
        if files.picture != nil { texts.facts.add(.picture, integer: 1) }
        if data.kind.field(named: Field.conflict.name) == nil, !data.conflicts.isEmpty {
            texts.facts.add(.conflict, integer: 1)
        }
        shown.addOthers(data) { texts.add(utf8: $0) }
        self.name = name
        self.stamp = stamp
        content = try? Digest(data, files)
        (rating, identifier, problem) = (texts.rating, texts.identifier, nil)
        (title, tags) = (texts.title, texts.tags)
        (words, vocabulary, position) = (texts.words, texts.vocabulary, texts.position)
        terms = texts.add(texts.terms)
        facts = texts.addFacts()
        self.shown = shown.finish { texts.add(utf8: $0) }
        self.texts = texts.bytes
    }

    init(_ name: DocumentName, problem: String) {
        var texts = IndexTexts()
        self.name = name
        (stamp, rating, identifier, content) = (.unknown, nil, nil, nil)
        self.problem = texts.add(utf8: problem)
        facts = texts.addFacts()
        (title, tags, terms, shown) = (0..<0, 0..<0, 0..<0, ShownValues())
        (words, vocabulary, position) = ([], [], nil)
        self.texts = texts.bytes
    }
}

/// The texts of a row that is being made, and their places.
private struct IndexTexts {
    private(set) var bytes: [UInt8] = []
    private(set) var rating: Float?
    private(set) var identifier: DocumentIdentifier.Key?
    private(set) var position: Position?
    private(set) var title = 0..<0
    private(set) var tags = 0..<0
    private(set) var words: [(fieldName: String, words: Range<Int>)] = []
    private(set) var vocabulary: [(fieldName: String, folded: Range<Int>, spelling: Range<Int>)] =
        []
    /// Values of lists, which come after the other texts.
    private(set) var terms: [UInt8] = []
    var facts = IndexFacts()
    private var room = SearchRoom()

    mutating func add(_ more: [UInt8]) -> Range<Int> {
        bytes += more
        return (bytes.count - more.count)..<bytes.count
    }

    mutating func add(utf8 text: String) -> Range<Int> {
        let start = bytes.count
        bytes.append(utf8: text)
        return start..<bytes.count
    }

    mutating func addFacts() -> Range<Int> {
        facts.finish()
        return add(facts.json)
    }

    mutating func add(_ value: FieldValue, of field: Field) {
        // The part of the value that queries search.
        let searched = room.fit(value, of: field)
        switch value {
        case .rating(let value): rating = value
        case .number(let value): facts.add(field, number: value)
        case .count(let value): facts.add(field, integer: value)
        case .date(let value): facts.add(field, value.period)
        case .position(let value):
            position = value
            facts.add(field, value)
        case .timestamp(let value): facts.add(field, integer: value.secondsSince1970)
        case .boolean(let value): facts.add(field, integer: value ? 1 : 0)
        case .text(""), .list([]): break
        case .text(let text):
            if field.name == Field.title.name { title = add(utf8: text) }
            addText(value.sorted, of: field, searched: searched)
        case .list(let values):
            if field.name == Field.tags.name { tags = add(utf8: values.joined(separator: ", ")) }
            addList(value.sorted, of: field, searched: searched)
        }
    }

    private mutating func addText(
        _ sorted: FieldValue, of field: Field, searched: FieldValue
    ) {
        guard case .text(let sorted) = sorted, case .text(let searched) = searched else { return }
        guard field.type != .position else {
            return facts.add(field, folding: CollectionOfOne(sorted))
        }
        // The words of an identifier and of a file's name occur in no other document, so they would only
        // bloat the full-text index; see ``IndexCondition``.
        guard field.isSearchedForWords else {
            if field == .identifier { identifier = .init(searched) }
            return facts.add(field, wordsOf: searched)
        }
        addWords(of: field) { Tokenizer.append(searched, to: &$0, from: $1) }
        let compared = QualifiedName.compared(.text(sorted), of: field).text
        facts.add(field, folding: CollectionOfOne(compared))
        if field.offersValues { addToVocabulary(Tokenizer.folded(sorted), searched, of: field) }
    }

    private mutating func addToVocabulary(_ folded: String, _ spelling: String, of field: Field) {
        guard folded.utf8.count <= Self.longestOffer, spelling.utf8.count <= Self.longestOffer,
            vocabulary.count < Self.mostOffers
        else { return }
        vocabulary.append((field.name, add(utf8: folded), add(utf8: spelling)))
    }

    /// The most bytes of a value that completion offers, and the most values of a document.
    private static let (longestOffer, mostOffers) = (64, 100)

    private mutating func addList(
        _ sorted: FieldValue, of field: Field, searched: FieldValue
    ) {
        guard case .list(let sorted) = sorted, case .list(let searched) = searched else { return }
        facts.add(field, folding: sorted)
        addWords(of: field) { words, start in
            for value in searched {
                if words.count > start { words.append(utf8: IndexTerm.gap) }
                Tokenizer.append(value, to: &words, from: start)
            }
        }
        for value in searched {
            let folded = Tokenizer.folded(value)
            IndexTerm.add(value: folded, of: field, to: &terms)
            if field.offersValues { addToVocabulary(folded, value, of: field) }
        }
    }

    /// - Parameter append: appends words to the bytes. The first one gets the place `start`.
    private mutating func addWords(
        of field: Field, _ append: (_ bytes: inout [UInt8], _ start: Int) -> Void
    ) {
        let start = bytes.count
        append(&bytes, start)
        if bytes.count > start { words.append((field.name, start..<bytes.count)) }
    }
}

extension Query {
    /// Whether a document's name meets the conditions that need only the name.
    func admits(_ name: DocumentName) -> Bool {
        conditions.allSatisfy { $0.test.matches(name) != $0.isNegated }
    }

    /// Whether a document meets all conditions.
    ///
    /// - Throws: ``Interrupted`` after an interruption.
    func matches(_ document: Document) throws -> Bool {
        let texts = SearchedTexts(document.data)
        return try conditions.allSatisfy { try $0.test.matches(document, texts) != $0.isNegated }
    }

    package var asksForContents: Bool { !conditions.allSatisfy(\.test.needsOnlyName) }

    /// Whether a condition needs to know if a document has a picture.
    package var asksForPicture: Bool {
        tests.contains { if case .has(let field) = $0 { field.type == .picture } else { false } }
    }
}

// MARK: Answer

extension Query {
    /// Evaluates the query on documents, and returns the matching names in the order of the query.
    ///
    /// A document that cannot be read meets no condition about its contents, negated or not. In a
    /// sorted result it comes last.
    ///
    /// - Parameters:
    ///   - names: the candidates, in the order of their numbers.
    ///   - read: returns a document, or nil if it cannot be read. It is called only for documents
    ///     that the query needs.
    /// - Throws: ``Interrupted`` after an interruption, and errors of `read`.
    package func answer(
        among names: [DocumentName], read: (DocumentName) throws -> Document?
    ) throws -> [DocumentName] {
        if isEmpty { return names }
        let limit = limit ?? .max
        let asksForContents = asksForContents
        let sortsByContents = order.contains { !$0.key.needsOnlyName }
        var selected: [SortedDocument] = []
        for name in names {
            try Interruption.check()
            guard admits(name) else { continue }
            if order.isEmpty, selected.count >= limit { break }
            let document = asksForContents || sortsByContents ? try read(name) : nil
            if asksForContents, try document.map(matches) != true { continue }
            selected.append(SortedDocument(name, document?.data, by: order))
        }
        if !order.isEmpty { selected.sort { $0.precedes($1, by: order) } }
        return selected.prefix(limit).map(\.name)
    }
}

extension Query.Test {
    /// Whether a document's name passes the test; nil if the test needs the contents.
    fileprivate func matches(_ name: DocumentName) -> Bool? {
        switch self {
        case .kind(let kind): kind == name.kind
        case .numbers(let numbers): numbers.contains(name)
        case .any(let tests) where needsOnlyName: tests.contains { $0.matches(name) == true }
        case .all(let conditions) where needsOnlyName:
            conditions.allSatisfy { $0.test.matches(name) != $0.isNegated }
        default: nil
        }
    }

    fileprivate func matches(_ document: Document, _ texts: SearchedTexts) throws -> Bool {
        try Interruption.check()
        switch self {
        case .words(.anywhere, let words, let lastIsPrefix):
            return try document.kind.fields.filter(\.isSearchedForWords).contains {
                try Self.words(in: .field($0), words, lastIsPrefix: lastIsPrefix).matches(
                    document, texts)
            }
        case .words(.field(let field), let words, let lastIsPrefix):
            return texts.words(of: field).contains {
                Self.contains(words, lastIsPrefix, in: $0)
            }
        case .listValue(let field, let value):
            return texts.foldedValues(of: field).contains(value)
        case .number(let field, let interval):
            return document.data[field]?.number.map(interval.contains) ?? false
        case .integer(let field, let interval):
            return document.data[field]?.integer.map(interval.contains) ?? false
        case .date(let field, let interval):
            guard case .date(let date)? = document.data[field] else { return false }
            return interval.overlaps(from: date.period.start, to: date.period.end)
        case .daysOfYear(let field, let days):
            guard case .date(let date)? = document.data[field] else { return false }
            return days.overlaps(date.period)
        case .near(let field, let area):
            return document.data.position(in: field).map(area.overlaps) ?? false
        case .boolean(let field, let value):
            return document.data[field] == .boolean(value)
        case .kind(let kind): return kind == document.name.kind
        case .has(let field): return document.has(field)
        case .numbers(let numbers): return numbers.contains(document.name)
        case .any(let tests): return try tests.contains { try $0.matches(document, texts) }
        case .all(let conditions):
            return try conditions.allSatisfy {
                try $0.test.matches(document, texts) != $0.isNegated
            }
        }
    }

    /// Whether a text contains the words one after another.
    private static func contains(
        _ words: [String], _ lastIsPrefix: Bool, in text: [String]
    ) -> Bool {
        guard let last = words.last, text.count >= words.count else { return false }
        let head = words.dropLast()
        return (head.count..<text.count).contains { end in
            // Compares bytes, because as characters `กี` does not begin with `ก`.
            let matches = lastIsPrefix ? text[end].utf8.starts(with: last.utf8) : text[end] == last
            return matches && text[(end - head.count)..<end].elementsEqual(head)
        }
    }
}

// MARK: Values

extension Document {
    /// Whether a field has a value that is not empty.
    fileprivate func has(_ field: Field) -> Bool {
        if field.type == .picture { return picture != nil }
        if field === Field.conflict { return !data.conflicts.isEmpty }
        return data[field].map { !$0.isEmpty } ?? false
    }
}

extension FieldValue {
    /// The value that ``Query/Test/number(_:_:)`` compares.
    var number: Double? {
        switch self {
        case .rating(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    /// The value that ``Query/Test/integer(_:_:)`` compares.
    var integer: Int64? {
        switch self {
        case .count(let value): value
        case .timestamp(let time): time.secondsSince1970
        default: nil
        }
    }
}

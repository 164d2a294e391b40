/// Completion of what a workspace holds. The answers come from the index, because a user waits for them.
extension Workspace {
    /// The first documents whose numbers begin with some digits, with their titles.
    package func titles(
        ofNumbersBeginningWith digits: String, atMost count: Int
    ) throws -> [(name: DocumentName, title: String)] {
        try withPresentIndex {
            try $0.titles(ofNumbersBeginningWith: digits, atMost: count)
        } ?? []
    }

    /// The first values in use that begin with a text, in alphabetical order. Case and accents do not
    /// count.
    package func values(
        of field: Field, beginningWith text: String, atMost count: Int
    ) throws -> [String] {
        guard field.offersValues else { return [] }
        return try withPresentIndex {
            try $0.values(of: field, beginningWith: text, atMost: count)
        } ?? []
    }

    /// The word for a whole value in use, such as `tag:night` for `tag:nig`; nil if there is none.
    package func wholeValue(meantBy word: String, in context: QueryContext) throws -> String? {
        guard let qualifier = Qualifier(word), !qualifier.value.isEmpty,
            let field = context.field(named: qualifier.name), field.type == .list,
            let value = try values(of: field, beginningWith: qualifier.value, atMost: 1).first,
            Tokenizer.folded(value) != Tokenizer.folded(qualifier.value)
        else { return nil }
        return "\(qualifier.name):\(value)"
    }

    /// The number of documents if it takes a moment to count them; nil otherwise.
    package func promptDocumentCount() throws -> Int? {
        guard let documents = try readable() else { return 0 }
        if let names = try Self.fewNames(in: documents) {
            return names.count { DocumentName(directoryName: $0) != nil }
        }
        return try usingIndex(of: documents, making: false) { index in
            try index.isInStep(with: documents.status().modified) ? index.count() : nil
        } ?? nil
    }

    /// The names in the documents' directory if there are few; nil otherwise.
    static func fewNames(in documents: Directory) throws -> [String]? {
        try ifPossible { try documents.names(atMost: Limit(200)) }
    }

    /// The names of the columns of the table at a path; none if it is no table.
    package func tableColumns(ofFileAt path: String) throws -> [String] {
        let file = try File.open(path: path, waiting: false)
        guard try file.status().kind == .regular else { return [] }
        let prefix = try file.prefix(TableFormat.prefixLength)
        guard let format = TableFormat(fileName: path, prefix: prefix) else { return [] }
        let reader = try format.reader(of: file, limits: limits)
        let columns = try reader.columns ?? reader.next()?.cells.map(\.column) ?? []
        return columns.filter { !$0.isEmpty }
    }
}

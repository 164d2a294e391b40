/// The documents that a reader accepted, in their order, with what becomes of each.
///
/// All are known before the first is added. A table may have a million, so all but a few are in a temporary
/// database.
final class AcceptedDocuments {
    typealias Document = ImportReader.Accepted

    /// The numbers that they came with; nil for none.
    private(set) var numbers: [UInt32?] = []
    /// What becomes of each; nil for one that was refused, or that nobody has looked at.
    private(set) var decisions: [ImportDecision?] = []

    /// Consecutive documents in memory, and the index of the first.
    private var piece: (start: Int, documents: [Document]) = (0, [])
    private var database: Database?
    /// The number of documents in the database.
    private var storedCount = 0
    /// The places of sorted documents in the database; nil if they are in their order.
    private var places: [Int]?

    /// The documents that are in memory together.
    private static let pieceCount = 100

    var count: Int { decisions.count }
    var indices: Range<Int> { decisions.indices }

    func append(_ document: Document) throws {
        if piece.documents.count >= Self.pieceCount { try store() }
        piece.documents.append(document)
        places?.append(count)
        numbers.append(document.was.flatMap { UInt32(exactly: $0) })
        decisions.append(nil)
    }

    func document(at index: Int) throws -> Document {
        if !piece.documents.indices.contains(index - piece.start) {
            try store()
            try read(from: index)
        }
        return piece.documents[index - piece.start]
    }

    /// The documents that undone steps made, with the steps; nil if nobody asked.
    var undone: [DocumentIdentifier.Key: Int]?

    func decide(_ decision: ImportDecision?, at index: Int) { decisions[index] = decision }

    /// Notes the number of a document that is added.
    func setNumber(_ number: Int, at index: Int) {
        guard case .add(_, let known)? = decisions[index] else { return }
        decisions[index] = .add(number: number, known)
    }

    /// The highest number that a document came with; 0 for none.
    var highestNumber: Int { Int(numbers.lazy.compactMap(\.self).max() ?? 0) }

    /// Sorts the documents by the numbers that they came with. Those without one keep their order, after
    /// the others.
    ///
    /// - Parameter start: the index of the first of them.
    func sortByNumber(from start: Int) throws {
        let keys = numbers.map { $0 ?? .max }
        let order = indices[start...].sorted { (keys[$0], $0) < (keys[$1], $1) }
        if order.elementsEqual(start..<count) { return }
        let sorted = Array(0..<start) + order
        numbers = sorted.map { [numbers] in numbers[$0] }
        if storedCount == 0 {
            piece.documents = sorted.map { [piece] in piece.documents[$0] }
        } else {
            try store()
            places = sorted.map { [places] in places?[$0] ?? $0 }
        }
    }

    /// The indices of the documents in rounds. Each round has at most one copy of a document, and the next
    /// round meets its result.
    func rounds() throws -> [[Int]] {
        var counts: [DocumentIdentifier.Key: Int] = [:]
        var rounds: [[Int]] = []
        for index in indices {
            let identifier = try document(at: index).identifier
            let round = identifier.map { counts[$0, default: 0] } ?? 0
            if let identifier { counts[identifier] = round + 1 }
            if round == rounds.count { rounds.append([]) }
            rounds[round].append(index)
        }
        return rounds
    }

    // MARK: The database

    private static let schema = """
        CREATE TABLE documents (
            place INTEGER PRIMARY KEY, staged, version, kind, identifier, was, isRow, modified, isRough,
            title, path, name, detail, canonical, peer, state, high, low, isOfOthers, doubt,
            sender, isPartial, packerKey)
        """

    /// Puts all documents into the database, and leaves no piece in memory.
    private func store() throws {
        let opened = try database ?? Database(temporary: Self.schema)
        database = opened
        try Database.naming("a temporary file") {
            for (index, document) in piece.documents.enumerated()
            where piece.start + index >= storedCount {
                try document.insert(into: opened, at: piece.start + index)
            }
        }
        storedCount = count
        piece = (count, [])
    }

    private func read(from index: Int) throws {
        piece.start = index
        try Database.naming("a temporary file") {
            let query = try database?.statement("SELECT * FROM documents WHERE place = ?")
            for index in index..<min(index + Self.pieceCount, count) {
                try query?.forEachRow([.integer(Int64(places?[index] ?? index))]) { row in
                    piece.documents.append(try Document(row))
                }
            }
        }
    }
}

extension ImportReader.Accepted {
    fileprivate func insert(into database: Database, at place: Int) throws {
        try database.statement(
            "INSERT INTO documents VALUES (?\(String(repeating: ", ?", count: 22)))"
        ).run(
            .integer(Int64(place)), .text(contents.name), .text(version.text), .text(kind.name),
            SQLValue(identifier?.value), SQLValue(was.map(Int64.init)),
            .integer(row == nil ? 0 : 1), SQLValue(row?.modified?.secondsSince1970),
            .integer(row?.isRough == true ? 1 : 0), .text(title), .text(origin.path),
            .text(origin.name), .text(origin.detail), .text(taken.identifier), .text(taken.peer),
            SQLValue(taken.state?.text()), SQLValue(taken.content?.high),
            SQLValue(taken.content?.low), .integer(taken.isOfOthers ? 1 : 0), SQLValue(taken.doubt),
            .text(taken.sender), .integer(taken.isPartial ? 1 : 0), .text(taken.packerKey))
    }

    fileprivate init(_ row: SQLRow) throws {
        let integer = { (column: CInt) in row.isNull(column) ? nil : row.integer(column) }
        self.init(
            contents: StagedContents(name: row.text(1), version: ContentVersion(text: row.text(2))),
            kind: try .named(row.text(3)),
            identifier: integer(4).map(DocumentIdentifier.Key.init(value:)),
            was: integer(5).map { Int($0) },
            row: row.integer(6) == 0
                ? nil
                : IncomingRow(
                    modified: integer(7).map(Timestamp.init(secondsSince1970:)),
                    isRough: row.integer(8) == 1),
            title: row.text(9),
            origin: ImportOrigin(row.text(10), name: row.text(11), detail: row.text(12)),
            taken: try TakenCopy(
                identifier: row.text(13), peer: row.text(14), sender: row.text(20),
                state: row.isNull(15) ? nil : CopyState(text: row.text(15)),
                content: integer(16).flatMap { high in
                    integer(17).map { Digest(high: high, low: $0) }
                },
                isOfOthers: row.integer(18) == 1, doubt: row.isNull(19) ? nil : row.text(19),
                isPartial: row.integer(21) == 1, packerKey: row.text(22)))
    }
}

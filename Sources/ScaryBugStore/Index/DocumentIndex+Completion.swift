extension DocumentIndex {
    /// The first documents whose numbers begin with some digits, in the order of their numbers.
    ///
    /// - Parameter digits: any number for none.
    func titles(
        ofNumbersBeginningWith digits: String, atMost count: Int
    ) throws -> [(name: DocumentName, title: String)] {
        var found: [(name: DocumentName, title: String)] = []
        let statement = try database.statement(
            "SELECT id, title FROM documents WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?")
        for range in DocumentName.numbers(beginningWith: digits) where found.count < count {
            let (first, last) = (Int64(range.lowerBound) << 2, Int64(range.upperBound) << 2 | 3)
            let room = Int64(count - found.count)
            try statement.forEachRow([.integer(first), .integer(last), .integer(room)]) {
                found.append((DocumentName(indexID: $0.integer(0)), $0.text(1)))
            }
        }
        return found
    }

    /// The first values in use that begin with a text, sorted by their folded forms.
    func values(
        of field: Field, beginningWith text: String, atMost count: Int
    ) throws -> [String] {
        let statement = try database.statement(
            """
            SELECT spelling, folded, \(Self.has(field, "folded")) FROM vocabulary
            LEFT JOIN facts USING (id) WHERE field = ? AND folded >= ? AND folded < ?
            ORDER BY folded LIMIT ?
            """)
        let prefix = Tokenizer.folded(text) + (text.last == " " ? " " : "")
        // Some of them may be no longer in use.
        let most = Int64(count * 4)
        var found: [(spelling: String, folded: String, isInUse: Bool)] = []
        try statement.forEachRow(
            [.text(field.name), .text(prefix), .text(prefix + "\u{10FFFF}"), .integer(most)]
        ) { found.append(($0.text(0), $0.text(1), $0.integer(2) == 1)) }
        return try found.lazy.filter { try $0.isInUse || isInUse($0.folded, of: field) }
            .prefix(count).map(\.spelling)
    }

    /// Whether any document has a value that the first one with it has lost.
    private func isInUse(_ folded: String, of field: Field) throws -> Bool {
        let words = Tokenizer.words(of: folded)
        guard !words.isEmpty else { return true }
        let match = IndexCondition.phrase(words, in: field.indexColumn)
        let statement = try database.statement(
            """
            SELECT 1 FROM (SELECT rowid FROM words WHERE words MATCH ? LIMIT 1000)
            JOIN facts ON id = rowid WHERE \(Self.has(field, "?")) LIMIT 1
            """)
        return try statement.integer(.text(match), .text(folded)) == 1
    }

    /// An SQL expression for whether a row of `facts` has a value. The values of a list are lines.
    private static func has(_ field: Field, _ folded: String) -> String {
        "instr(char(10) || \(IndexFacts.value(of: field)) || char(10), "
            + "char(10) || \(folded) || char(10)) > 0"
    }
}

extension DocumentName {
    /// The ranges of numbers that begin with some digits: 3, 30-39, 300-399 and so on.
    static func numbers(beginningWith digits: String) -> [ClosedRange<Int>] {
        if digits.isEmpty { return [numbers] }
        guard digits.first != "0", var first = Int(asciiDigits: digits.utf8) else {
            return []
        }
        var ranges: [ClosedRange<Int>] = []
        var last = first
        while numbers.contains(first) {
            ranges.append(first...min(last, numbers.upperBound))
            (first, last) = (first * 10, last * 10 + 9)
        }
        return ranges
    }
}

/// A version of a picture's file in the documents' file system.
struct PhotographFile: Hashable, Sendable {
    fileprivate let inode: Int64
    fileprivate let size: Int64
    fileprivate let changed: Int64

    init(_ status: FileStatus) {
        inode = Int64(bitPattern: status.identity.inode)
        size = status.size
        changed = status.changed.packed
    }

    fileprivate init(_ row: SQLRow) {
        (inode, size, changed) = (row.integer(0), row.integer(1), row.integer(2))
    }
}

extension DocumentIndex {
    typealias Photographs = [PhotographFile: Digest]

    static let photographsTable = """
        CREATE TABLE photographs (
            inode INTEGER PRIMARY KEY, size INTEGER NOT NULL, changed INTEGER NOT NULL,
            high INTEGER NOT NULL, low INTEGER NOT NULL) STRICT;
        """

    func photographs() throws -> Photographs {
        var known: Photographs = [:]
        let sql = "SELECT inode, size, changed, high, low FROM photographs"
        try database.prepare(sql).forEachRow([]) { row in
            known[PhotographFile(row)] = Digest(high: row.integer(3), low: row.integer(4))
        }
        return known
    }

    /// Adds the digests of new files, and removes files that are gone.
    func replace(_ known: Photographs, with present: Photographs) throws {
        let added = present.filter { known[$0.key] == nil }
        let gone = known.keys.filter { present[$0] == nil }
        if added.isEmpty, gone.isEmpty { return }
        try database.transaction {
            try checkOwner()
            let remove = try database.statement("DELETE FROM photographs WHERE inode = ?")
            for file in gone { try remove.run(.integer(file.inode)) }
            let insert = try database.statement(
                "INSERT OR REPLACE INTO photographs VALUES (?, ?, ?, ?, ?)")
            for (file, digest) in added {
                try insert.run(
                    .integer(file.inode), .integer(file.size), .integer(file.changed),
                    .integer(digest.high), .integer(digest.low))
            }
        }
    }
}

/// A cache of all documents' contents in a SQLite file, so that lists and queries need not read the
/// documents.
///
/// The index is current if its time equals the modification time of the documents' directory. Each
/// commit gives that directory a new time, which the history records. See ``IndexPosition``.
package final class DocumentIndex {
    package let database: Database
    /// The owner that the tables must be made for; see ``owner(_:_:)``.
    private let owner: String
    /// The fields whose words are columns of the full-text index.
    let textFields: [Field]
    /// The fields whose values are columns of the table `shown`.
    let shownFields: [Field]

    /// The version of the schema, and of the encoding of words and values in it.
    private static let version: Int64 = 25

    /// Makes the tables if the file doesn't have them.
    ///
    /// - Parameters:
    ///   - directory: distinguishes the documents' directory from earlier ones at the same path.
    ///   - fields: the custom fields, which rows depend on.
    init(
        in database: Database, directory: FileStatus.Identity, fields: [Field]
    ) throws {
        self.database = database
        textFields = (QueryContext.builtInFields + fields).filter(\.isSearchedForWords)
        shownFields = QueryContext.fields(adding: fields).filter { $0.shownType != nil }
        owner = Self.owner(directory, fields)
        try database.checkHasNoLog()
        guard try !database.snapshot({ try isMade(for: owner) }) else { return }
        try database.transaction {
            if try !isMade(for: owner) { try make(for: owner) }
        }
    }

    /// The key that the tables are valid for: the boot of the machine, the documents' directory and
    /// the custom fields. The boot is part of it because nothing is synced here, so a loss of power
    /// may leave the file in any state.
    private static func owner(_ directory: FileStatus.Identity, _ fields: [Field]) -> String {
        let owner = "\(BootID.text) \(directory.device) \(directory.inode) "
        return fields.reduce(into: owner) { $0 += "\($1.name):\($1.type)," }
    }

    private func isMade(for owner: String) throws(DatabaseError) -> Bool {
        guard try database.prepare("PRAGMA user_version").integer() == Self.version else {
            return false
        }
        return try database.prepare("SELECT owner = ? FROM state").integer(.text(owner)) == 1
    }

    private func make(for owner: String) throws(DatabaseError) {
        for table in [
            "state", "documents", "shown", "words", "facts", "vocabulary", "lexicon", "photographs",
            "pictures",
        ] {
            try database.execute("DROP TABLE IF EXISTS \(table)")
        }
        try database.execute(tables + Self.photographsTable + Self.picturesTable)
        try database.prepare("INSERT INTO state VALUES (?, NULL, 0, 0, 0, 0)").run(.text(owner))
        try database.execute("PRAGMA user_version = \(Self.version)")
    }

    private var tables: String {
        let columns = textFields.map { $0.indexColumn + ", " }.joined()
        let facts = textFields.map { $0.indexColumn + " TEXT, " }.joined()
        let shown = shownFields.map { ", \($0.shownColumn) \($0.shownType ?? "")" }.joined()
        return """
            CREATE TABLE state (
                owner TEXT NOT NULL, time INTEGER, count INTEGER NOT NULL,
                history INTEGER NOT NULL, epoch INTEGER NOT NULL, applied INTEGER NOT NULL) STRICT;
            CREATE TABLE documents (
                id INTEGER PRIMARY KEY, stamp INTEGER NOT NULL, title TEXT NOT NULL, rating REAL,
                tags TEXT NOT NULL, problem TEXT, identifier INTEGER, content_high INTEGER,
                content_low INTEGER) STRICT;
            CREATE INDEX identifiers ON documents (identifier, content_high, content_low);
            CREATE TABLE facts (
                id INTEGER PRIMARY KEY, latitude INTEGER, longitude INTEGER, centimetres INTEGER,
                json TEXT NOT NULL, \(facts)terms TEXT NOT NULL, other TEXT, conflicts TEXT) STRICT;
            CREATE INDEX conflicts ON facts (id) WHERE conflicts IS NOT NULL;
            CREATE TABLE shown (id INTEGER PRIMARY KEY, missing TEXT\(shown)) STRICT;
            CREATE TABLE vocabulary (
                field TEXT, folded TEXT, spelling TEXT NOT NULL, id INTEGER NOT NULL,
                PRIMARY KEY (field, folded)) STRICT, WITHOUT ROWID;
            CREATE TABLE lexicon (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
            CREATE VIRTUAL TABLE words USING fts5 (
                \(columns)terms, content = 'facts', content_rowid = 'id',
                tokenize = 'ascii', prefix = '1 2 3', columnsize = 0);
            """
    }

    /// Whether a word of a text is in the table `lexicon`. Shorter ones have prefix indexes.
    static func isInLexicon(_ word: some Collection<UInt8>) -> Bool { word.count > 3 }

    // MARK: State

    /// Whether the rows match the documents, by the modification time of their directory.
    func isInStep(with documents: Directory) throws -> Bool {
        try time()?.packed == documents.status().modified.packed
    }

    /// The modification time of the documents' directory that the rows match; nil if there is none.
    func time() throws(DatabaseError) -> FileTime? {
        try database.statement("SELECT time FROM state WHERE owner = ?").integer(.text(owner))
            .map { FileTime(packed: $0) }
    }

    /// Throws ``DatabaseError/outdated`` if another process has made the tables again, for custom
    /// fields that this process doesn't know.
    func checkOwner() throws(DatabaseError) {
        let isOwn = try database.statement("SELECT owner = ? FROM state").integer(.text(owner))
        if isOwn != 1 { throw .outdated }
    }

    /// Throws ``DatabaseError/outdated`` unless the tables are still the ones that once matched the
    /// documents.
    package func checkWasInStep() throws(DatabaseError) {
        let sql = "SELECT time IS NOT NULL FROM state WHERE owner = ?"
        if try database.statement(sql).integer(.text(owner)) != 1 { throw .outdated }
    }

    /// The number of documents.
    ///
    /// - Throws: ``DatabaseError/damaged`` if no workspace can have that many.
    func count() throws(DatabaseError) -> Int {
        let count = try database.statement("SELECT count FROM state").integer() ?? 0
        let most = DocumentName.numbers.upperBound * DocumentKind.all.count
        guard (0...most).contains(Int(count)) else { throw .damaged }
        return Int(count)
    }

    /// Whether the row of a document matches its files.
    ///
    /// - Parameters:
    ///   - stamp: the stamp of the files that were read.
    ///   - row: the row for those files, computed only where the stamp doesn't decide.
    func isCurrent(
        _ name: DocumentName, _ stamp: IndexStamp, _ row: () throws -> IndexRow
    ) throws -> Bool {
        let known = try database.statement("SELECT stamp FROM documents WHERE id = ?")
            .integer(.integer(name.indexID))
        if known == stamp.value, stamp != .unknown { return true }
        let row = try row()
        // A document that was just written has no stamp. Comparing the values avoids writing its
        // row again at each read.
        guard known == IndexStamp.unknown.value, row.stamp == .unknown else { return false }
        // The digest covers all but the identifier and the dates, which the facts have.
        let statement = try database.statement(
            """
            SELECT content_high = ? AND content_low = ? AND json = ?
            FROM documents JOIN facts USING (id) WHERE id = ?
            """)
        return try row.texts.withUnsafeBufferPointer { texts in
            try statement.integer(from: texts) { parameters in
                parameters.set(0, row.content?.high)
                parameters.set(1, row.content?.low)
                parameters.set(2, row.facts)
                parameters.set(3, name.indexID)
            }
        } == 1
    }

    /// The documents with conflicts, which have an index of their own.
    static let conflicts = "SELECT id FROM facts WHERE conflicts IS NOT NULL"

    func conflictCount() throws(DatabaseError) -> Int {
        Int(try database.statement("SELECT count(*) FROM (\(Self.conflicts))").integer() ?? 0)
    }

    /// Whether the row of a document gives this problem as the reason why it cannot be read.
    func hasProblem(_ problem: String, with name: DocumentName) throws -> Bool {
        try database.statement("SELECT problem = ? FROM documents WHERE id = ?")
            .integer(.text(problem), .integer(name.indexID)) == 1
    }

    // MARK: Answers

    /// The names of the documents that match a query; nil where SQL cannot express the query.
    func names(_ query: Query) throws -> [DocumentName]? {
        guard let query = IndexQuery(query, columns: "d.id", textFields: textFields) else {
            return nil
        }
        return try database.prepare(query.sql).rows(query.values) {
            DocumentName(indexID: $0.integer(0))
        }
    }

    /// The title of a document; nil if it can't be read.
    func title(of name: DocumentName) throws -> String? {
        try database.statement("SELECT title FROM documents WHERE id = ? AND problem IS NULL")
            .first([.integer(name.indexID)]) { $0.text(0) }
    }

    /// The keys of all identifiers.
    func identifiers() throws -> Set<DocumentIdentifier.Key> {
        let sql = "SELECT identifier FROM documents WHERE identifier IS NOT NULL"
        return Set(try database.statement(sql).rows { .init(value: $0.integer(0)) })
    }

    /// The documents with this identifier, sorted by number.
    ///
    /// - Parameter content: their content; nil for any.
    package func names(
        _ identifier: DocumentIdentifier.Key, content: Digest? = nil, atMost count: Int = .max
    ) throws -> [DocumentName] {
        let condition = content.map { _ in "AND content_high = ? AND content_low = ?" } ?? ""
        let statement = try database.statement(
            "SELECT id FROM documents WHERE identifier = ? \(condition) ORDER BY id LIMIT ?")
        let digest = content.map { [SQLValue.integer($0.high), .integer($0.low)] } ?? []
        return try statement.rows([.integer(identifier.value)] + digest + [.integer(count)]) {
            DocumentName(indexID: $0.integer(0))
        }
    }

    /// The documents with identifiers, sorted by number; see ``Workspace/contentVersions()``.
    func contentVersions() throws -> [Workspace.VersionedContent] {
        try database.statement(
            """
            SELECT id, identifier, content_high, \(Field.modified.shownColumn) FROM documents
            LEFT JOIN shown USING (id) WHERE identifier IS NOT NULL ORDER BY id
            """
        ).rows { row in
            // A missing date is 0.
            (DocumentName(indexID: row.integer(0)), row.integer(1), row.integer(2) ^ row.integer(3))
        }
    }

    /// The IDs of all documents with the stamps of their rows, sorted by ID.
    func stamps() throws -> [(id: Int64, stamp: IndexStamp)] {
        try database.statement("SELECT id, stamp FROM documents ORDER BY id").rows { row in
            (id: row.integer(0), stamp: IndexStamp(value: row.integer(1)))
        }
    }
}

extension Field {
    /// The column with the field's words. SQLite ignores case in names of columns, and so do the
    /// rules for names of fields.
    var indexColumn: String { "text_\(name)" }
}

extension FileTime {
    /// Nanoseconds since 1970; overflows after the year 2262.
    var packed: Int64 { seconds &* 1_000_000_000 &+ Int64(nanoseconds) }

    init(packed: Int64) {
        let nanoseconds = packed % 1_000_000_000
        self.init(
            seconds: packed / 1_000_000_000, nanoseconds: Int32(truncatingIfNeeded: nanoseconds))
    }
}

internal import Containers

/// What the workspace remembers of folders that several people share. Without it, the next `sync` opens all
/// bundles again, and writes its own again.
extension ExchangeStore {
    /// What a folder gets.
    package struct FolderRules: Equatable, Sendable {
        /// The user's answer, in the form of the preference `share`; nil if nobody answered.
        package var answer: String?
        /// All that said what to withhold when the bundles were written.
        package var policy: String

        package init(answer: String? = nil, policy: String = "") {
            (self.answer, self.policy) = (answer, policy)
        }
    }

    /// A document as a folder has it.
    package struct FolderDocument: Sendable {
        /// The path of the bundle in the folder that was written here; nil if only others wrote one.
        package var path: String?
        package var content: Workspace.IndexedContent

        package init(path: String?, content: Workspace.IndexedContent) {
            (self.path, self.content) = (path, content)
        }
    }

    /// The size and the time of a bundle, by which a change is noticed without opening it.
    package struct FileVersion: Sendable {
        let size: Int64
        let time: FileTime

        package init(_ status: FileStatus) { (size, time) = (status.size, status.modified) }

        fileprivate init(size: Int64, time: FileTime) { (self.size, self.time) = (size, time) }

        /// FAT keeps pairs of seconds, so that a stick gives another time later.
        package func isSame(as other: FileVersion) -> Bool {
            let isCoarse = time.isCoarse || other.time.isCoarse
            return size == other.size
                && (time == other.time || isCoarse && abs(time.seconds(since: other.time)) <= 2)
        }
    }

    /// What is remembered of one folder.
    package struct Folder: Sendable {
        package var rules: FolderRules?
        package var documents: [DocumentIdentifier.Key: FolderDocument] = [:]
        /// The bundles that were read or written here, by their paths in the folder.
        package var bundles: [String: FileVersion] = [:]

        package init() {}
    }

    private static let tables = """
        CREATE TABLE IF NOT EXISTS folders (
            folder TEXT PRIMARY KEY, answer TEXT, policy TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS folder_documents (
            folder TEXT NOT NULL, key INTEGER NOT NULL, path TEXT, high INTEGER NOT NULL,
            low INTEGER NOT NULL, modified INTEGER NOT NULL,
            PRIMARY KEY (folder, key)) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS folder_bundles (
            folder TEXT NOT NULL, path TEXT NOT NULL, size INTEGER NOT NULL,
            seconds INTEGER NOT NULL, nanoseconds INTEGER NOT NULL,
            PRIMARY KEY (folder, path)) STRICT, WITHOUT ROWID
        """

    /// Makes the tables. Most workspaces have none.
    package func makeFolders() throws { try database.execute(Self.tables) }

    package func folder(_ path: String) throws -> Folder {
        var folder = Folder()
        let name = [SQLValue.text(path)]
        try naming {
            try makeFolders()
            try database.statement("SELECT answer, policy FROM folders WHERE folder = ?")
                .forEachRow(name) {
                    folder.rules = FolderRules(
                        answer: $0.isNull(0) ? nil : $0.text(0), policy: $0.text(1))
                }
            try database.statement(
                "SELECT key, path, high, low, modified FROM folder_documents WHERE folder = ?"
            ).forEachRow(name) { row in
                folder.documents[.init(value: row.integer(0))] = FolderDocument(
                    path: row.isNull(1) ? nil : row.text(1),
                    content: .init(
                        content: Digest(high: row.integer(2), low: row.integer(3)),
                        modified: row.integer(4)))
            }
            try database.statement(
                "SELECT path, size, seconds, nanoseconds FROM folder_bundles WHERE folder = ?"
            ).forEachRow(name) { row in
                folder.bundles[row.text(0)] = FileVersion(
                    size: row.integer(1),
                    time: FileTime(
                        seconds: row.integer(2), nanoseconds: Int32(try row.number(3))))
            }
        }
        return folder
    }

    /// Remembers a document of a folder; nil to forget it.
    package func set(
        _ document: FolderDocument?, _ key: DocumentIdentifier.Key, in folder: String
    ) throws {
        guard let document else {
            return try database.statement(
                "DELETE FROM folder_documents WHERE folder = ? AND key = ?"
            ).run(.text(folder), .integer(key.value))
        }
        let content = document.content
        try database.statement("INSERT OR REPLACE INTO folder_documents VALUES (?, ?, ?, ?, ?, ?)")
            .run(
                .text(folder), .integer(key.value), SQLValue(document.path),
                .integer(content.content.high), .integer(content.content.low),
                .integer(content.modified))
    }

    /// Remembers a bundle of a folder; nil to forget it.
    package func set(_ version: FileVersion?, ofBundle path: String, in folder: String) throws {
        guard let version else {
            return try database.statement(
                "DELETE FROM folder_bundles WHERE folder = ? AND path = ?"
            ).run(.text(folder), .text(path))
        }
        try database.statement("INSERT OR REPLACE INTO folder_bundles VALUES (?, ?, ?, ?, ?)").run(
            .text(folder), .text(path), .integer(version.size), .integer(version.time.seconds),
            .integer(Int64(version.time.nanoseconds)))
    }

    /// Remembers what a folder gets. Another answer than before takes the place of all that was withheld.
    package func set(_ rules: FolderRules, of folder: String, isNewAnswer: Bool) throws {
        try database.statement("INSERT OR REPLACE INTO folders VALUES (?, ?, ?)").run(
            .text(folder), SQLValue(rules.answer), .text(rules.policy))
        guard isNewAnswer else { return }
        try database.statement("DELETE FROM withheld WHERE peer = ?")
            .run(.text(folder.collisionKey))
    }

    /// Forgets the bundles of all folders, but not what these get.
    func forgetFolders() throws {
        try makeFolders()
        try database.execute("DELETE FROM folder_documents; DELETE FROM folder_bundles")
    }

    /// The present key of the workspace, and those of other machines that use the same home.
    package func keysOfHome() throws -> Set<String> {
        var keys: Set<String> = []
        try naming {
            try database.statement(
                "SELECT key FROM owner WHERE ended IS NULL AND inode = ? AND birth = ?"
            ).forEachRow(Array(place().prefix(2))) { keys.insert($0.text(0)) }
        }
        return keys
    }
}

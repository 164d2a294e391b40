import Glibc
import SystemPackage

/// Databases that are records, which survive a loss of power.
extension Database {
    /// The size of a page, and so of the smallest database.
    private static let pageBytes: Int64 = 4_096

    /// Opens a record that exists.
    ///
    /// - Parameters:
    ///   - name: the name of its file.
    ///   - directory: the open directory of the file.
    /// - Throws: ``ScaryBugsError/Code/damaged`` if the file can't be a database, and ``DatabaseError``.
    convenience init(record name: String, in directory: Directory, for use: Use) throws {
        let path = directory.path(of: name)
        let status = try directory.status(of: name)
        guard let status, status.kind == .regular else {
            throw ScaryBugsError(.damaged, "\(path) is not a regular file")
        }
        // SQLite would take a part of a page for an empty database, as it is while it is being made.
        guard
            try status.size == 0 || status.size >= Self.pageBytes
                || directory.status(of: name + "-journal")?.size ?? 0 > 0
        else {
            throw ScaryBugsError(.damaged, "\(path) is damaged")
        }
        try self.init(path: Self.openPath(of: name, in: directory), for: use)
    }

    /// A path through the open directory, so that SQLite opens its files there even if another program
    /// exchanges a directory above. Without `/proc` it is the usual path.
    private static func openPath(of name: String, in directory: Directory) -> String {
        let open = "/proc/self/fd/\(directory.raw)"
        return access(open, X_OK) == 0 ? "\(open)/\(name)" : directory.path(of: name)
    }

    /// Makes a database that only this process knows, for what would take too much memory. Its rows
    /// are in a temporary file without a name, and gone when it is closed.
    package convenience init(temporary schema: String) throws {
        try self.init(path: "", for: .record)
        try execute(
            "PRAGMA journal_mode = OFF; PRAGMA cache_size = -1000; \(schema); BEGIN")
    }

    /// The cause of an error about a damaged database, which may be found at any time.
    struct Damage: Error {}

    /// Turns errors of SQLite into errors that name the file.
    package static func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result
    {
        do { return try body() } catch let error as DatabaseError {
            if error.isOfFullDisk {
                throw ScaryBugsError.system(.noSpace, "cannot write \(path)")
            }
            if error.isBusy {
                throw ScaryBugsError(
                    .busy, "\(path) is locked by another program; end that program, and try again")
            }
            if error.isReadOnly {
                throw ScaryBugsError.system(.readOnlyFileSystem, "cannot write \(path)")
            }
            if error.isDamage {
                throw ScaryBugsError(.damaged, "\(path) is damaged", cause: Damage())
            }
            throw ScaryBugsError(.system(.ioError), "cannot use \(path): \(error.message)")
        }
    }
}

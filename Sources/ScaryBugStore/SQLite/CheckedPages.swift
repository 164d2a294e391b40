import CSQLite
import Containers

/// The checksums of a database file's pages, which SQLite's own file methods don't have.
///
/// Each page ends with a hash of its other bytes, its place and the file's name. A page that doesn't
/// match its hash is damaged, and no query answers from it. SQLite's own extension
/// (https://sqlite.org/cksumvfs.html) is similar. Debian's library lacks it, and it accepts a page from
/// another place.
struct CheckedPages {
    private typealias Methods = scarybugs_sqlite_methods

    private let methods: UnsafeMutablePointer<scarybugs_sqlite_methods>
    private let file: UnsafeMutablePointer<sqlite3_file>

    /// The bytes at the end of a page that SQLite reserves for the hash. Of these, 8 are used. With
    /// 32, the rest of the page consists of whole blocks.
    private static let reservedSize = 32
    /// The size of the smallest page. SQLite reads fewer bytes only from the file's header, before
    /// it reads the first page.
    private static let smallestPage = 512

    /// The result code for a file that has a journal of a killed process. SQLite reports the code
    /// for other reasons only to statements that are running during a rollback.
    static let abandoned = SQLITE_ABORT | 2 << 8  // SQLITE_ABORT_ROLLBACK
    /// The result code for a read beyond the end of the file.
    private static let shortRead = SQLITE_IOERR | 2 << 8  // SQLITE_IOERR_SHORT_READ
    /// The result code for a file whose path leads to no file, or to another one.
    static let moved = SQLITE_READONLY | 4 << 8  // SQLITE_READONLY_DBMOVED

    /// Checks all pages from now on. The file must not have been read yet.
    init(of database: OpaquePointer, at path: String) throws(DatabaseError) {
        var file: UnsafeMutablePointer<sqlite3_file>?
        var size = CInt(Self.reservedSize)
        guard sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
            sqlite3_file_control(database, "main", SQLITE_FCNTL_RESERVE_BYTES, &size) == SQLITE_OK,
            let file, let original = file.pointee.pMethods
        else { throw DatabaseError(code: SQLITE_ERROR, message: "cannot check \(path)") }
        var hash = FNV1a<UInt64>()
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:))
        hash.add(path.utf8[(name ?? path.startIndex)...])
        methods = .allocate(capacity: 1)
        methods.initialize(
            to: Methods(own: original.pointee, original: original, seed: hash.value))
        // The first version has neither shared memory nor mapped pages, whose reads aren't checked.
        methods.pointee.own.iVersion = 1
        methods.pointee.own.xRead = { Self.read($0, $1, $2, $3) }
        methods.pointee.own.xWrite = { Self.write($0, $1, $2, $3) }
        methods.pointee.own.xLock = { Self.lock($0, $1) }
        file.pointee.pMethods = UnsafePointer(methods.pointer(to: \.own))
        self.file = file
    }

    /// Frees the methods. The file must be closed.
    func deallocate() { methods.deallocate() }

    // MARK: Methods

    private static func methods(
        of file: UnsafeMutablePointer<sqlite3_file>?
    ) -> UnsafeMutablePointer<scarybugs_sqlite_methods>? {
        UnsafeMutableRawPointer(mutating: file?.pointee.pMethods)?
            .assumingMemoryBound(to: Methods.self)
    }

    private static func read(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeMutableRawPointer?,
        _ count: CInt, _ offset: Int64
    ) -> CInt {
        guard let bytes, let methods = methods(of: file) else { return SQLITE_MISUSE }
        let code = methods.pointee.original.pointee.xRead(file, bytes, count, offset)
        guard count >= smallestPage else { return code }
        // SQLite would take the rest of a page for zeros, after another program made the file shorter.
        if code == shortRead { return SQLITE_CORRUPT }
        guard code == SQLITE_OK else { return code }
        let page = UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
        let hash = hash(of: page, methods.pointee.seed, offset)
        let stored = page.loadUnaligned(
            fromByteOffset: page.count - reservedSize, as: UInt64.self)
        return hash == stored ? SQLITE_OK : SQLITE_CORRUPT
    }

    /// Puts the hash into SQLite's own copy of the page, as SQLite's extension does.
    private static func write(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ bytes: UnsafeRawPointer?, _ count: CInt,
        _ offset: Int64
    ) -> CInt {
        guard let bytes, let methods = methods(of: file) else { return SQLITE_MISUSE }
        if count >= smallestPage {
            let page = UnsafeMutableRawBufferPointer(
                start: UnsafeMutableRawPointer(mutating: bytes), count: Int(count))
            let hash = hash(of: page, methods.pointee.seed, offset)
            page.storeBytes(of: hash, toByteOffset: page.count - reservedSize, as: UInt64.self)
        }
        return methods.pointee.original.pointee.xWrite(file, bytes, count, offset)
    }

    // MARK: Locks

    /// The file's lock at the moment.
    private static func level(of file: UnsafeMutablePointer<sqlite3_file>?) -> CInt {
        var level: CInt = SQLITE_LOCK_NONE
        _ = methods(of: file)?.pointee.original.pointee
            .xFileControl(file, SQLITE_FCNTL_LOCKSTATE, &level)
        return level
    }

    /// Locks the file. A lock against other writers is refused if the path leads to another file by
    /// now, or if the file has the journal of a killed process.
    ///
    /// SQLite finds a journal by the file's path. So the journal of a file that was made again at
    /// that path would seem to be the one of this file, and SQLite would delete it.
    private static func lock(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ level: CInt
    ) -> CInt {
        guard let original = methods(of: file)?.pointee.original.pointee else {
            return SQLITE_MISUSE
        }
        let present = Self.level(of: file)
        let code = original.xLock(file, level)
        guard code == SQLITE_OK, level >= SQLITE_LOCK_RESERVED, present < SQLITE_LOCK_RESERVED
        else { return code }
        var hasMoved: CInt = 0
        _ = original.xFileControl(file, SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        // Only to roll a journal back does SQLite go straight to an exclusive lock. The pages would
        // get new hashes then, whatever is in the journal.
        guard hasMoved != 0 || level == SQLITE_LOCK_EXCLUSIVE else { return SQLITE_OK }
        _ = original.xUnlock(file, present)
        return hasMoved != 0 ? moved : abandoned
    }

    /// Runs `body` while no process writes to the file, and while the file has its path.
    func whileReserved(_ body: () -> Bool) throws(DatabaseError) -> Bool {
        let present = Self.level(of: file)
        defer { _ = methods.pointee.original.pointee.xUnlock(file, present) }
        for level in [SQLITE_LOCK_SHARED, SQLITE_LOCK_RESERVED] where level > present {
            let code = Self.lock(file, level)
            if code != SQLITE_OK { throw DatabaseError(code: code, message: "cannot be locked") }
        }
        return body()
    }

    // MARK: Hashes

    /// Each step can be undone, so a single word that differs always gives another hash.
    ///
    /// Four words at a time, since a processor multiplies them at the same time. A list of 100,000
    /// documents reads about 4,000 pages, and its time would notice a slower hash.
    private static func hash(
        of page: UnsafeMutableRawBufferPointer, _ seed: UInt64, _ offset: Int64
    ) -> UInt64 {
        let word = { page.loadUnaligned(fromByteOffset: $0, as: UInt64.self) }
        let start = mix(seed, UInt64(bitPattern: offset))
        var (first, second, third, fourth) = (start, start &+ 1, start &+ 2, start &+ 3)
        for place in stride(from: 0, to: page.count - reservedSize, by: 32) {
            first = mix(first, word(place))
            second = mix(second, word(place + 8))
            third = mix(third, word(place + 16))
            fourth = mix(fourth, word(place + 24))
        }
        return mix(mix(mix(first, second), third), fourth)
    }

    private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 32
    }
}

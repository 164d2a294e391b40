import CSQLite
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore
@testable import ScaryBugs

/// A store from which SQLite could not read is not damaged, whatever SQLite says of it.
@Suite(.serialized) struct FailingReadTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        let session = try bench.session(cache: "cache")
        try session.addEach("a", "b")
        // Their versions need pages of their own, and one page leads to the next.
        for text in ["x", "y", "z"] {
            try session.line("set 1 notes") {
                try session.edit(1, [.set(.notes, .text(String(repeating: text, count: 9_000)))])
            }
        }
        _ = try session.beginSending()
        _ = try session.withExchangeStore { store in
            try store.transaction {
                for number in 1...200 {
                    _ = try store.addCopy(of: "copy-\(number)", number: number, nil, with: nil)
                }
            }
        }
        _ = try session.withIndex { _ in true }
    }

    enum Store: CaseIterable {
        case history, exchanges, index

        func use(_ bench: Bench) throws {
            let session = try bench.session(cache: "cache")
            switch self {
            case .history: _ = try session.check(repairing: true) { _ in }
            case .exchanges:
                _ = try session.withExchangeStore { try $0.copy(of: "copy-100", number: 100) }
            case .index: _ = try session.withIndex { try $0.isSound() }
            }
        }
    }

    @Test(arguments: Store.allCases)
    func `a store stays where it is when a call fails`(store: Store) throws {
        try FailingCall.forEach(of: FailingCall.names) {
            try? store.use(bench)
        } after: { call in
            #expect(!bench.directory.exists(bench.path("Lost and Found")), "\(call)")
        }
        #expect(try bench.findings() == [])
    }
}

/// A call of SQLite to the system that fails. Calls of other threads are made.
private enum FailingCall {
    /// The calls that read, as SQLite names them.
    static let names = ["open", "access", "fstat", "read", "pread", "pread64", "mmap", "stat"]

    private static let thread = Atomic<UInt>(0)
    private static let left = Atomic(0)
    private static let error = Atomic<CInt>(0)

    private static let errors = [EIO, ENOMEM, EMFILE, EACCES]

    /// Runs `body` with the first call failing, then the second one, and so on. Each has another
    /// error.
    static func forEach(
        of names: [String], _ body: () throws -> Void, after: (String) -> Void
    ) throws {
        let system = try #require(sqlite3_vfs_find(nil))
        for name in names {
            guard let call = replacements[name], system.pointee.xGetSystemCall(system, name) != nil
            else { continue }
            #expect(system.pointee.xSetSystemCall(system, name, call) == SQLITE_OK)
            defer { _ = system.pointee.xSetSystemCall(system, name, nil) }
            thread.store(pthread_self(), ordering: .relaxed)
            defer { thread.store(0, ordering: .relaxed) }
            for number in 1...2_000 {
                error.store(errors[number % errors.count], ordering: .relaxed)
                left.store(number, ordering: .relaxed)
                try body()
                if left.load(ordering: .relaxed) > 0 { break }
                after("\(name) number \(number)")
            }
        }
    }

    /// Whether the present call is the one that fails.
    private static func isDue() -> Bool {
        guard thread.load(ordering: .relaxed) == pthread_self(),
            left.subtract(1, ordering: .relaxed).newValue == 0
        else { return false }
        errno = error.load(ordering: .relaxed)
        return true
    }

    private typealias Call = sqlite3_syscall_ptr

    private static var replacements: [String: Call] {
        let open: @convention(c) (UnsafePointer<CChar>, CInt, mode_t) -> CInt = {
            FailingCall.isDue() ? -1 : Glibc.open($0, $1, $2)
        }
        let access: @convention(c) (UnsafePointer<CChar>, CInt) -> CInt = {
            FailingCall.isDue() ? -1 : Glibc.access($0, $1)
        }
        let status: @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<stat>) -> CInt = {
            FailingCall.isDue() ? -1 : fstatat(AT_FDCWD, $0, $1, 0)
        }
        let openStatus: @convention(c) (CInt, UnsafeMutablePointer<stat>) -> CInt = {
            FailingCall.isDue() ? -1 : Glibc.fstat($0, $1)
        }
        let read: @convention(c) (CInt, UnsafeMutableRawPointer, Int) -> Int = {
            FailingCall.isDue() ? -1 : Glibc.read($0, $1, $2)
        }
        let readAt: @convention(c) (CInt, UnsafeMutableRawPointer, Int, off_t) -> Int = {
            FailingCall.isDue() ? -1 : Glibc.pread($0, $1, $2, $3)
        }
        let map:
            @convention(c) (
                UnsafeMutableRawPointer?, Int, CInt, CInt, CInt, off_t
            ) -> UnsafeMutableRawPointer? = {
                FailingCall.isDue() ? MAP_FAILED : Glibc.mmap($0, $1, $2, $3, $4, $5)
            }
        return [
            "open": unsafeBitCast(open, to: Call.self),
            "access": unsafeBitCast(access, to: Call.self),
            "stat": unsafeBitCast(status, to: Call.self),
            "fstat": unsafeBitCast(openStatus, to: Call.self),
            "read": unsafeBitCast(read, to: Call.self),
            "pread": unsafeBitCast(readAt, to: Call.self),
            "pread64": unsafeBitCast(readAt, to: Call.self),
            "mmap": unsafeBitCast(map, to: Call.self),
        ]
    }
}

import Glibc
import KeyedArchive
import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore

@Suite struct DamagedPreferencesTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.workspace().add("a")
    }

    private var file: String { bench.path("preferences.plist") }
    private var path: String { bench.directory.path(file) }

    private func names() throws -> [String] {
        try bench.directory.names(in: bench.path("")).filter { $0.hasPrefix("preferences") }
    }

    /// The object that replaces the preferences file.
    enum Damage: CaseIterable {
        case empty, garbage, noDictionary, noRoot, tooLong
        case fifo, socket, link, danglingLink, directory

        var reason: String {
            switch self {
            case .empty, .garbage, .noDictionary, .noRoot: "is damaged ("
            case .tooLong: "is longer than 1 MiB (the limit preferencesBytes)"
            case .fifo, .socket, .link, .danglingLink, .directory: "is not a regular file"
            }
        }
    }

    private func make(_ damage: Damage) throws {
        switch damage {
        case .empty: try bench.directory.write("", to: file)
        case .garbage: try bench.directory.write("bplist00 and no more", to: file)
        case .noDictionary: try bench.directory.write(archive(of: .array([])), to: file)
        case .noRoot: try bench.directory.write(KeyedArchive().encoded(), to: file)
        case .tooLong:
            try bench.directory.write(Array(repeating: 0x20, count: 1 << 20 + 1), to: file)
        case .fifo: try #require(mkfifo(path, 0o600) == 0)
        case .socket: try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
        case .link:
            let sound = [ArchivedValue.Entry(key: .string("kind"), value: .string("book"))]
            try bench.directory.link(
                file, to: bench.directory.write(archive(of: .dictionary(sound)), to: "sound"))
        case .danglingLink: try bench.directory.link(file, to: "nowhere")
        case .directory: try bench.directory.makeDirectory(file + "/inside")
        }
    }

    private func archive(of value: ArchivedValue) throws -> [UInt8] {
        var archive = KeyedArchive()
        archive.setRoot("root", to: try archive.add(value))
        return try archive.encoded()
    }

    @Test(.timeLimit(.minutes(1)), arguments: Damage.allCases)
    func `it is set aside with one warning, and the session goes on`(damage: Damage) throws {
        try make(damage)
        let workspace = try bench.workspace()
        #expect(workspace.limits == Limits())
        #expect(try workspace.titles == ["1 a"])
        #expect(workspace.readPreferences().isDefault)
        let warnings = workspace.removeWarnings()
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("\(path) \(damage.reason)") == true)
        let end = "; it was renamed to preferences.damaged.plist, and the defaults are used"
        #expect(warnings.first?.hasSuffix(end) == true)
        #expect(try names() == ["preferences.damaged.plist"])

        let next = try bench.workspace()
        #expect(next.preferences.isDefault)
        #expect(next.removeWarnings() == [])
    }

    @Test(arguments: Damage.allCases)
    func `setting a preference replaces the damaged file`(damage: Damage) throws {
        try make(damage)
        let workspace = try bench.workspace()
        #expect(try workspace.change([(.kind, .text("creature"))]).kind == .creature)
        #expect(workspace.removeWarnings().count == 1)
        #expect(try names() == ["preferences.damaged.plist", "preferences.plist"])
        #expect(try bench.workspace().preferences.kind == .creature)
    }

    @Test func `nothing that was set aside is replaced`() throws {
        for text in ["one", "two", "three"] {
            try bench.directory.write(text, to: file)
            #expect(try bench.workspace().preferences.isDefault)
        }
        let kept = [
            "preferences.damaged.plist", "preferences.damaged 2.plist",
            "preferences.damaged 3.plist",
        ]
        #expect(try names() == kept.sorted())
        #expect(
            try kept.map { try bench.directory.text(of: bench.path($0)) }
                == ["one", "two", "three"])
    }

    @Test func `the lock under which it is found stays held`() throws {
        try make(.garbage)
        let workspace = try bench.workspace()
        let other = try Directory.open(path: bench.directory.path(bench.path("Lock")))
        let isFree = try workspace.makeBase().lock.holding {
            _ = workspace.limits
            return try FileLock.attempt(other)
        }
        #expect(!isFree)
        #expect(try FileLock.attempt(other))
        #expect(workspace.removeWarnings().count == 1)
    }

    // Root may write everywhere.
    @Test(.enabled(if: geteuid() != 0), arguments: [Damage.garbage, .directory])
    func `a damaged file that cannot be set aside leaves the defaults in use`(damage: Damage) throws
    {
        try make(damage)
        let user = bench.directory.path(bench.path(""))
        chmod(user, 0o500)
        defer { chmod(user, 0o700) }
        let workspace = try bench.workspace()
        #expect(workspace.readPreferences().isDefault)
        #expect(workspace.readPreferences().isDefault)
        let warnings = workspace.removeWarnings()
        #expect(warnings.count == 1)
        let start = "cannot set aside \(path), which \(damage.reason)"
        #expect(warnings.first?.hasPrefix(start) == true)
        #expect(warnings.first?.hasSuffix(": Permission denied; the defaults are used") == true)
        #expect(throws: ScaryBugsError.self) { try workspace.change([(.kind, .text("book"))]) }
        #expect(try names() == ["preferences.plist"])
    }

    // Root may read everything.
    @Test(.enabled(if: geteuid() != 0))
    func `a file that may not be read is no damage`() throws {
        _ = try bench.workspace().change([(.kind, .text("book"))])
        chmod(path, 0)
        let workspace = try bench.workspace()
        #expect(workspace.preferences.isDefault)
        #expect(
            workspace.removeWarnings()
                == ["cannot open \(path): Permission denied; the defaults are used"])
        #expect(throws: ScaryBugsError.self) { try workspace.change([(.kind, .text("bug"))]) }
        #expect(try names() == ["preferences.plist"])
    }
}

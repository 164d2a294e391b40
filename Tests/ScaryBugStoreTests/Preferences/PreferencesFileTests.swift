import Glibc
import TestSupport
import Testing

@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore

@Suite struct PreferencesFileTests {
    let bench: Bench
    private let kind = Preference.kind
    private let depth: Preference

    init() throws {
        bench = try Bench()
        depth = try #require(Preference.named("sourceDepth"))
    }

    private var file: String { bench.path("preferences.plist") }

    private func names() throws -> [String] {
        try bench.directory.names(in: bench.path("")).filter { $0.hasPrefix("preferences") }
    }

    // MARK: Choosing

    @Test func `a changed preference applies immediately and in later sessions`() throws {
        let workspace = try bench.workspace()
        #expect(workspace.limits == Limits())
        #expect(try workspace.change([(kind, .text("book")), (depth, .integer(3))]).kind == .book)
        for workspace in [workspace, try bench.workspace()] {
            #expect(workspace.preferences.kind == .book)
            #expect(workspace.limits.sourceDepth == 3)
        }
        #expect(try bench.workspace(of: "bob").preferences.isDefault)
        #expect(try workspace.change([(kind, nil)]).kind == .bug)
        #expect(try bench.workspace().limits.sourceDepth == 3)
    }

    @Test func `only setting a preference creates a workspace`() throws {
        let workspace = try bench.workspace()
        #expect(workspace.readPreferences().isDefault)
        #expect(try workspace.change([(kind, nil)]).isDefault)
        #expect(!bench.directory.exists("home"))
        _ = try workspace.change([(kind, .text("book"))])
        #expect(try names() == ["preferences.plist"])
        #expect(try bench.workspace().titles == [])
    }

    @Test func `the file is its owner's alone, and nothing is left beside it`() throws {
        _ = try bench.workspace().change([(kind, .text("book"))])
        let directory = try Directory.open(path: bench.directory.path(bench.path("")))
        #expect(try directory.mode(of: "preferences.plist") == 0o600)
        #expect(
            try directory.names().sorted() == [
                "History", "Lock", "Private Documents", "Staging", "preferences.plist",
            ])
    }

    @Test func `two sessions that choose different things both win`() throws {
        let (one, other) = (try bench.workspace(), try bench.workspace())
        _ = try one.change([(kind, .text("creature"))])
        #expect(other.preferences.kind == .creature)
        _ = try one.change([(kind, .text("book"))])
        _ = try other.change([(depth, .integer(3))])
        #expect(other.preferences.kind == .book)
        #expect(one.limits.sourceDepth == Limits().sourceDepth)
        #expect(one.readPreferences().kind == .book)
        #expect(one.limits == other.limits)
    }

    @Test func `a value out of range is told once, with the file and the key`() throws {
        try bench.workspace().add("a")
        var preferences = Preferences()
        preferences.set(.integer(1000), for: depth)
        try bench.directory.write(preferences.encoded(), to: file)
        let workspace = try bench.workspace()
        #expect(workspace.limits == Limits())
        #expect(workspace.readPreferences().limits == Limits())
        #expect(
            workspace.removeWarnings() == [
                bench.directory.path(file)
                    + ": sourceDepth is not a whole number from 1 to 64; 16 is used"
            ])
        #expect(workspace.removeWarnings() == [])
    }
}

extension Preferences {
    var isDefault: Bool { Preference.all.allSatisfy { self[$0] == $0.defaultValue } }
}

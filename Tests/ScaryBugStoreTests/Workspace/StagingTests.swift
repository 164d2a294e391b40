import Testing

@testable import ScaryBugStore

@Suite struct StagingTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
    }

    @Test func `a session leaves no staging directory behind`() throws {
        do {
            let workspace = try bench.workspace()
            try workspace.add("a")
            #expect(try bench.directory.names(in: bench.path("Staging")).count == 1)
        }
        #expect(try bench.directory.names(in: bench.path("Staging")) == [])
    }

    @Test func `the next session that writes removes a killed session's files`() throws {
        try bench.workspace().add("a")
        try bench.directory.makeDirectory(bench.path("Staging/.scarybug-1/2"))
        try bench.directory.write("half", to: bench.path("Staging/.scarybug-1/2/data.plist"))
        #expect(try bench.workspace().titles == ["1 a"])
        try bench.workspace().add("b")
        #expect(try bench.directory.names(in: bench.path("Staging")) == [])
    }

    @Test func `much that a killed session left is removed in steps`() throws {
        try bench.workspace().add("a")
        let left = bench.path("Staging/.scarybug-1")
        try bench.directory.makeDirectory(left)
        for number in 0...20 { try bench.directory.write("", to: "\(left)/\(number)") }
        let owner = try Directory.open(path: bench.directory.path(bench.path("")))
        for count in [11, 1] {
            try PrivateDirectory.remove(
                Staging.abandoned(in: owner), upTo: RemovalBound(entries: 10))
            #expect(try bench.directory.names(in: left).count == count)
        }
        try bench.workspace().add("b")
        #expect(!bench.directory.exists(left))
    }

    @Test func `another session's staged files stay`() throws {
        let other = try bench.workspace()
        try other.add("a")
        let inUse = try bench.directory.names(in: bench.path("Staging"))
        try bench.workspace().add("b")
        #expect(try bench.directory.names(in: bench.path("Staging")) == inUse)
        try other.add("c")
        #expect(try other.titles == ["1 a", "2 b", "3 c"])
    }
}

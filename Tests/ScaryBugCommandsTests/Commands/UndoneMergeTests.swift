import Foundation
import TestSupport
import Testing

/// Nothing counts as removed because of a merge that was undone, so the same merge does the same again.
@Suite struct UndoneMergeTests {
    private let scarybug: InProcess

    /// Alice's document.
    init() throws {
        scarybug = try InProcess(user: "alice")
        for name in ["wing.txt", "leg.txt"] {
            try scarybug.directory.write(name, to: "work/\(name)")
        }
        try scarybug.run("-c", "new Ant rating=2 notes=small tags=red,wet\nattach 1 %/leg.txt")
        try scarybug.run("export", "1", "%/ant.scarybug")
    }

    /// The roads by which another copy comes in.
    enum Road: CaseIterable, Sendable {
        case merge, update, accept

        /// The line that brings it.
        var line: String {
            switch self {
            case .merge: "merge 1 2"
            case .update: "import %/back.scarybug --update"
            case .accept: "accept 1"
            }
        }
    }

    private static let changes = [
        "set N rating=4", "set N notes=", "set N tags+=night", "set N tags-=red", "set N place=Oak",
        "attach N %/wing.txt", "set N title=Bee species=Apis",
    ]

    /// Makes the other copy, with a change.
    private func prepare(_ road: Road, _ change: String) throws {
        guard road != .merge else {
            try scarybug.run("import", "%/ant.scarybug")
            try scarybug.run("-c", change.replacing("N", with: "2"))
            return
        }
        let lines = ["import %/ant.scarybug", change.replacing("N", with: "1")]
        let last = road == .update ? "export 1 %/back.scarybug" : "send 1 alice"
        try scarybug.run("count")
        let bob = try scarybug.run("--user", "bob", "-c", (lines + [last]).joined(separator: "\n"))
        #expect(bob.status == 0, "\(bob)")
    }

    /// The values and the names of the files of document 1.
    private func content() throws -> [String] {
        let files = try scarybug.directory.names(
            in: "records/users/alice/Private Documents/1.scarybug")
        return try files
            + scarybug.run("show", "1").lines.filter { line in
                !["  modified", "  exchanges", "      "].contains { line.hasPrefix($0) }
            }
    }

    @Test(arguments: Road.allCases, changes)
    func `a merge brings the same after its undo`(road: Road, change: String) throws {
        for own in ["", "set 1 rating=3 tags+=own"] {
            for telling in ["count", "export 1 %/told.scarybug", "send 1 carol"] {
                let bench = try Self()
                try bench.scarybug.run("--user", "carol", "count")
                try bench.prepare(road, change)
                // Nothing tells who removed a tag that is in the way of an own change.
                if !own.isEmpty, change.contains("tags-=") { continue }
                if !own.isEmpty { try bench.scarybug.run("-c", own) }
                let before = try bench.content()
                let first = try bench.scarybug.run("-c", road.line)
                let merged = try bench.content()
                #expect(merged != before, "\(first)")
                try bench.scarybug.run("-c", telling)
                try bench.scarybug.run("undo")
                #expect(try bench.content() == before)
                let second = try bench.scarybug.run("-c", road.line)
                #expect(try bench.content() == merged, "\(own) \(telling) \(second)")
                try bench.scarybug.run("undo")
                try bench.scarybug.run("redo")
                #expect(try bench.content() == merged)
            }
        }
    }

    @Test func `a change that was told and undone gives others the old value back`() throws {
        try scarybug.run("--user", "bob", "import", "%/ant.scarybug")
        try prepare(.update, "set N place=Oak")
        try scarybug.run("-c", Road.update.line)
        for line in ["set 1 rating=5 tags+=big", "undo"] {
            try scarybug.run("-c", line)
            try scarybug.run("export", "1", "%/news.scarybug", "--force")
            try scarybug.run("--user", "bob", "import", "--update", "%/news.scarybug")
        }
        let bob = try scarybug.run("--user", "bob", "show", "1").standardOutput
        #expect(
            bob.contains("  rating      2\n") && bob.contains("  tags        red, wet\n"), "\(bob)")
    }
}

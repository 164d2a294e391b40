import Foundation
import TestSupport
import Testing

/// Clones of a disk, whose directories have one inode and one time of birth.
@Suite struct CloneTests {
    private var scarybug: InProcess

    /// Alice's document, which others have.
    init() throws {
        scarybug = try InProcess(user: "alice")
        for name in ["wing.txt", "leg.txt"] {
            try scarybug.directory.write(name, to: "work/\(name)")
        }
        try useMachine("one")
        try scarybug.run("new", "Ant", "rating=2", "tags=red,wet", "place=Oak")
        try scarybug.run("export", "1", "%/ant.scarybug")
    }

    private mutating func useMachine(_ name: String) throws {
        scarybug.environment["SCARYBUG_MACHINE_ID"] =
            try scarybug.directory.write("0123 \(name)\n", to: "machine-\(name)")
    }

    private var home: String { scarybug.directory.path("records/users/alice") }

    /// Keeps the state of the disk under a name.
    private func store(_ name: String) throws {
        let path = scarybug.directory.path(name)
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.copyItem(atPath: home, toPath: path)
    }

    /// Runs lines on the disk with a name.
    @discardableResult
    private func run(_ disk: String, _ lines: String...) throws -> Transcript {
        for name in try FileManager.default.contentsOfDirectory(atPath: home) {
            try FileManager.default.removeItem(atPath: home + "/" + name)
        }
        let path = scarybug.directory.path(disk)
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            try FileManager.default.copyItem(atPath: path + "/" + name, toPath: home + "/" + name)
        }
        let transcript = try scarybug.run("-c", lines.joined(separator: "\n"))
        try store(disk)
        return transcript
    }

    private func shown(_ disk: String) throws -> [String] {
        let shown = try run(disk, "show 1").lines.filter { line in
            !["  modified", "  exchanges", "      "].contains { line.hasPrefix($0) }
        }
        return try shown
            + scarybug.directory.names(in: "records/users/alice/Private Documents/1.scarybug")
    }

    /// Changes on two clones, and the rows of the document that has both.
    private static let changes: [(one: String, other: String, rows: [String])] = [
        ("set 1 rating=3", "set 1 rating=4", ["rating"]),
        ("set 1 rating=3", "set 1 notes=small", ["rating      3", "notes       small"]),
        ("set 1 tags+=big", "set 1 tags+=old", ["big", "old"]),
        ("set 1 place=", "set 1 place=Elm", ["place"]),
        ("attach 1 %/wing.txt", "attach 1 %/leg.txt", ["wing.txt", "leg.txt"]),
    ]

    @Test(arguments: changes.indices, [false, true])
    func `both clones keep what either changed`(index: Int, isTurned: Bool) throws {
        let (one, other, rows) = Self.changes[index]
        for disk in ["one", "other"] { try store(disk) }
        try run("one", isTurned ? other : one, "export 1 %/one.scarybug")
        try run("other", isTurned ? one : other, "export 1 %/other.scarybug")
        try scarybug.run("--user", "carol", "import", "%/one.scarybug")
        try scarybug.run("--user", "carol", "import", "--update", "%/other.scarybug")
        let merge = try run("one", "import %/other.scarybug --update")
        #expect(merge.standardError.contains("clone of this disk"), "\(merge)")
        try run("one", "export 1 %/both.scarybug")
        try run("other", "import %/both.scarybug --update", "export 1 %/back.scarybug")
        try run("one", "import %/back.scarybug --update", "export 1 %/end.scarybug")
        try run("other", "import %/end.scarybug --update")
        try scarybug.run("--user", "carol", "import", "--update", "%/end.scarybug")
        let shown = try shown("one")
        #expect(try self.shown("other") == shown)
        let text = shown.joined(separator: "\n")
        #expect(rows.allSatisfy { text.contains($0) }, "\(text)")
        // A field that both changed has both values.
        for value in ["3", "4"] where index == 0 { #expect(text.contains(value)) }
        #expect(index != 3 || text.contains("Elm"))
        let carol =
            try scarybug.run("--user", "carol", "show", "1").standardOutput
            + scarybug.directory.names(in: "records/users/carol/Private Documents/1.scarybug")
            .joined()
        #expect(rows.allSatisfy { carol.contains($0) }, "\(carol)")
    }

    /// Nobody was told yet what was changed in copies of this workspace.
    @Test func `copies that become one are no clones`() throws {
        try scarybug.run(
            "-c", "import %/ant.scarybug", "-c", "import %/ant.scarybug", "-c", "set 2 place=Elm",
            "-c", "set 3 notes=mine")
        for line in ["merge 2 3", "merge 1 2"] {
            let merge = try scarybug.run("-c", line)
            #expect(merge.status == 0 && !merge.standardError.contains("clone"), "\(merge)")
        }
        let shown = try scarybug.run("show", "1").standardOutput
        #expect(shown.contains("Elm") && shown.contains("mine"), "\(shown)")
    }

    @Test func `a machine has a key of its own, and uses it again`() throws {
        let machines = ["one", "two", "one", "two"]
        let keys = try zip(machines, ["b", "c", "d", "e"]).map { machine, user in
            var bench = self
            try bench.useMachine(machine)
            try bench.scarybug.run("set", "1", "notes=\(UUID())")
            try bench.scarybug.run("export", "1", "%/\(machine).scarybug", "--force")
            try scarybug.run("--user", user, "import", "%/\(machine).scarybug")
            let data = try scarybug.directory.bytes(
                of: "records/users/\(user)/Private Documents/1.scarybug/data.plist")
            let text = String(decoding: data, as: UTF8.self)
            let start = try #require(text.range(of: "from alice-")).upperBound
            return String(text[start...].prefix { $0 != "." })
        }
        #expect(keys[0] == keys[2] && keys[1] == keys[3] && keys[0] != keys[1])
        let record = try scarybug.directory.bytes(of: "records/users/alice/exchanged.db")
        #expect(!String(decoding: record, as: UTF8.self).contains("0123"))
    }
}

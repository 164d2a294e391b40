import Foundation
import TestSupport
import Testing

/// A dry run tells what the command does, and needs neither the lock nor room.
@Suite struct DryRunTests {
    private let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
        try scarybug.directory.write(SamplePicture.jpeg([1]), to: "work/a.jpg")
        try scarybug.directory.write(SamplePicture.jpeg([2, 3]), to: "work/b.jpg")
        let lines = [
            "new Ant rating=2 tags=red image=a.jpg", "set 1 rating=3", "new Bee",
            "export 1 ant.scarybug", "import ant.scarybug", "set 3 notes=here", "delete 2",
        ]
        for line in lines { try scarybug.run(line.split(separator: " ").map(String.init)) }
    }

    private static let commands = [
        "set 1 rating=4 tags=", "set 1 image=b.jpg", "set 1 rating=3", "delete 1,3", "undo 6",
        "undo 2", "merge 1 3", "import ant.scarybug --update",
    ]

    @Test(arguments: commands)
    func `it says the same beside an open group, and changes nothing`(command: String) throws {
        let words = command.split(separator: " ").map(String.init) + ["--dry-run"]
        let home = try contents()
        let planned = try scarybug.run(words)
        #expect(planned.status == 0 && planned.standardOutput != "", "\(planned)")
        #expect(try contents() == home)
        let session = try PseudoTerminal(scarybug)
        for line in ["begin", "new Cricket"] {
            try session.expect("> ")
            try session.type(line + "\r")
        }
        try session.expect("Cricket")
        try session.expect("> ")
        #expect(try scarybug.run(words).standardOutput == planned.standardOutput)
        try session.type("rollback\rquit\r")
        #expect(try session.finish() == 0)
        let real = try scarybug.run(Array(words.dropLast()))
        #expect(real.status == 0, "\(real)")
    }

    /// Each bundle meets what the ones before it made of the document.
    @Test func `three bundles of one document are foretold together`() throws {
        for line in ["rating=4", "place=garden", "tags=blue"].enumerated() {
            try scarybug.run("set", "1", line.element)
            try scarybug.run("export", "1", "\(line.offset).scarybug")
        }
        let words = [
            "--user", "bob", "import", "0.scarybug", "1.scarybug", "2.scarybug", "--update",
        ]
        let planned = try scarybug.run(words + ["--dry-run"])
        #expect(
            planned.gave(
                """
                would import 0.scarybug as 1
                1  place (none) → garden
                1  tags red → blue

                """), "\(planned)")
        #expect(try scarybug.directory.names(in: "records/users") == ["alice"])
        let real = try scarybug.run(words)
        #expect(real.lines.count == 3 && real.status == 0, "\(real)")
    }

    @Test func `messages stay where they are`() throws {
        try scarybug.run("send", "1", "alice")
        try scarybug.run("set", "1", "rating=5")
        let home = try contents()
        let planned = try scarybug.run("accept", "1", "--dry-run")
        #expect(
            planned.gave(
                "would skip message 1 from alice: Ant.scarybug: older than 1\n"), "\(planned)")
        #expect(try contents() == home)
        #expect(try scarybug.run("accept").lines.count == 1)
        #expect(try scarybug.run("accept", "1", "--dry-run").status == 0)
    }

    /// The bytes of all files of the home, by path.
    private func contents() throws -> [String: [UInt8]] {
        let paths = try FileManager.default.subpathsOfDirectory(
            atPath: scarybug.directory.path("records"))
        return paths.reduce(into: [:]) { bytes, path in
            // The readers of the database share this file.
            guard !path.hasSuffix("-shm") else { return }
            bytes[path] = (try? scarybug.directory.bytes(of: "records/\(path)")) ?? []
        }
    }
}

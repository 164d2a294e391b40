import Foundation
import TestSupport
import Testing

/// `history forget` leaves nothing of a deleted document on the disk.
@Suite struct ForgettingTests {
    private let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
    }

    /// The files under the home and the user's directories that contain a text.
    private func files(with text: String) throws -> [String] {
        let paths = FileManager.default.enumerator(atPath: scarybug.directory.path)
        var found: [String] = []
        while let path = paths?.nextObject() as? String {
            guard paths?.fileAttributes?[.type] as? FileAttributeType == .typeRegular else {
                continue
            }
            let bytes = try Data(scarybug.directory.bytes(of: path))
            if bytes.range(of: Data(text.utf8)) != nil { found.append(path) }
        }
        return found
    }

    private static let secret = "zyxwvut"
    private static let line =
        "new \(secret)title notes=\(secret)notes tags=\(secret)tag place=\(secret)place"

    @Test func `no file has the words of a deleted document afterwards`() throws {
        try scarybug.run("new", "Ant")
        let other = try PseudoTerminal(scarybug)
        try other.expect("alice> ")
        let terminal = try PseudoTerminal(scarybug)
        for line in [
            Self.line, "list \(Self.secret)", "set 2 notes=\(Self.secret)more", "delete 2",
            "list \(Self.secret)title", "history forget --yes",
        ] {
            try terminal.expect("alice> ")
            try terminal.type(line + "\r")
        }
        try terminal.expect("the history was removed")
        try terminal.expect("alice> ")
        #expect(try files(with: Self.secret) == [])
        // The arrow key brings no line back that was typed before.
        try terminal.type("\u{1B}[A\r")
        try terminal.type("count\r")
        try terminal.expect("1\r\n")
        for terminal in [terminal, other] {
            try terminal.type("quit\r")
            #expect(try terminal.finish() == 0)
        }
        #expect(try files(with: Self.secret) == [])
        #expect(try scarybug.run("list", "ant").gave("1  Ant\n"))
    }

    @Test func `lines that were typed before the workspace existed go, too`() throws {
        let terminal = try PseudoTerminal(scarybug)
        try terminal.expect("alice> ")
        try terminal.type("list \(Self.secret)\r")
        try terminal.expect("alice> ")
        #expect(try files(with: Self.secret) != [])
        try terminal.type("quit\r")
        _ = try terminal.finish()
        try scarybug.run("new", "Ant")
        #expect(try scarybug.run("history", "forget").status == 0)
        #expect(try files(with: Self.secret) == [])
    }

    @Test func `what lies in Lost and Found is named`() throws {
        try scarybug.run("new", "Ant")
        try scarybug.directory.write(Self.secret, to: "records/users/alice/stray.txt")
        try scarybug.run("check", "--repair")
        let path = scarybug.directory.path("records/users/alice/Lost and Found")
        let transcript = try scarybug.run("history", "forget")
        #expect(
            transcript.standardError
                == "scarybug: warning: \(path) still holds stray.txt; remove what nobody needs\n")
        #expect(transcript.status == 0)
    }

    @Test func `a running script may lose its history, and goes on`() throws {
        let script = try scarybug.start()
        try script.type("new Weta\n")
        _ = try script.readLine()
        #expect(try scarybug.run("history", "forget").status == 0)
        #expect(script.finish(giving: Array("new Moth\n".utf8)).gave("1  Weta\n2  Moth\n"))
        #expect(try scarybug.run("undo").gave("undid 1  stdin (1 line)\nremoved 2  Moth\n"))
        #expect(try scarybug.run("list").gave("1  Weta\n"))
    }
}

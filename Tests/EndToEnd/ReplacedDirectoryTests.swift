import Foundation
import TestSupport
import Testing

/// Somebody removes a directory of the workspace while a session is open, or puts a copy in its place.
struct ReplacedDirectoryTests {
    private let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
        try scarybug.run("new", "Ant")
        // No question stands between the lines.
        try scarybug.run("config", "author=Alice")
    }

    private static let places =
        [
            "", "/Private Documents", "/History", "/Staging", "/Lock", "/exchanged.db",
        ].map { "records/users/alice" + $0 } + ["records", "records/inboxes", "home/.cache"]

    @Test(arguments: places, [false, true])
    func `a session finds the one at the path, or says that it was replaced`(
        place: String, isCopied: Bool
    ) throws {
        let terminal = try PseudoTerminal(scarybug)
        for line in ["new Weta", "export 1", "list", "inbox"] {
            try terminal.expect("> ")
            try terminal.type(line + "\r")
        }
        try terminal.expect("> ")
        let path = scarybug.directory.path(place)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
        if isCopied { try FileManager.default.copyItem(atPath: path + ".old", toPath: path) }
        try terminal.type("new Moth\r")
        let answer = try terminal.expect("> ")
        try terminal.type("quit\r")
        #expect(try terminal.finish() < 2)
        let isSaid = answer.contains("moved away")
        let list = try scarybug.run("list").standardOutput
        #expect(isSaid != list.contains("Moth"), "\(answer)")
        #expect(isSaid == ["records", "records/users/alice"].contains(place), "\(answer)")
    }
}

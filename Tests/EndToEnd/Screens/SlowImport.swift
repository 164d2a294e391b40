import Foundation
import TestSupport

/// An import of many files in a session. The first and the last one are pipes, which end when the test
/// wants it.
final class SlowImport {
    private let scarybug: Program
    private let session: ScreenSession
    /// The test's ends of the pipes.
    private var pipes: [CInt] = []

    init(at setting: ScreenSetting) throws {
        scarybug = try Program(user: "alice")
        for number in 20...70 {
            try scarybug.directory.write("title\nBee\n", to: "work/\(number).csv")
        }
        for name in ["10.csv", "90.csv"] {
            let path = scarybug.directory.path("work/\(name)")
            mkfifo(path, 0o600)
            let pipe = open(path, O_RDWR | O_CLOEXEC)
            pipes.append(pipe)
            // The program says that it waits if a pipe is empty.
            guard write(pipe, "title\nAnt\n", 10) == 10 else { throw TestFailure("no pipe") }
        }
        session = try ScreenSession(scarybug, setting)
        try session.type("import *.csv")
        try session.terminal.expect("\n")
    }

    deinit {
        session.terminal.kill()
        for pipe in pipes { close(pipe) }
    }

    func endFirstFile() { close(pipes.removeFirst()) }

    /// The row of the cursor during the import, then the message after Ctrl-C, without how far the
    /// import came.
    func screens(at setting: ScreenSetting) throws -> String {
        let first = "records/users/alice/Private Documents/1.scarybug"
        while !scarybug.directory.exists(first) { usleep(1_000) }
        if setting.kind != "dumb" { try session.terminal.expect(" of 53 files") }
        let during = setting.screen(of: session.terminal).rowAtCursor
        try session.press("\u{3}")
        let after = try session.screen.text
        let message = after.firstRange(of: "scarybug:").map { after[$0.lowerBound...] } ?? ""
        return "\(during)\n---\n\(message)"
            .replacing(#/\d+ of 53/#, with: "N of 53")
    }
}

import TestSupport
import Testing

/// btrfs shows a directory's entries as they were when it was opened, or at the last seek to its start.
@Suite(.enabled(if: Program.isTraceable, "there is no strace here, or a sanitizer"))
struct DirectoryReadingTests {
    @Test(arguments: ["new Weta", "set 1 rating=3", "list rating:3", "import a.scarybug", "undo"])
    func `every directory is read from its start`(line: String) throws {
        var program = try Program(user: "alice")
        try program.run(input: "new Moth\nexport 1 a.scarybug\nset 1 rating=3\n")
        program.environment["SCARYBUG"] = program.executable
        let transcript = try program.shell(
            "strace -f -qq -o ../trace -e trace=openat,lseek,getdents64 \"$SCARYBUG\" \(line)")
        #expect(transcript.status == 0, "\(transcript)")
        var isAtStart: Set<String> = []
        for call in SystemCall.calls(of: try program.directory.text(of: "trace")) {
            let file = String(call.arguments.prefix { $0 != "," })
            switch call.name {
            case "openat": isAtStart.remove(call.result)
            case "lseek" where call.result == "0": isAtStart.insert(file)
            case "getdents64": #expect(isAtStart.contains(file), "\(call)")
            default: break
            }
        }
        #expect(!isAtStart.isEmpty)
    }
}

import TestSupport
import Testing

/// Deletions, which the workspace remembers, since copies of the documents come back.
@Suite(.enabled(if: Program.isTraceable, "there is no strace here, or a sanitizer"))
struct DeletionTests {
    @Test(arguments: ["renameat2", "pwrite64", "fdatasync"], ["delete 1", "redo"])
    func `a deletion that is killed is whole, or was not made`(call: String, line: String) throws {
        for occurrence in 1...90 {
            var program = try Program(user: "alice")
            program.environment["SCARYBUG"] = program.executable
            try program.run(input: "new Weta\nexport 1 weta.scarybug\n")
            // An undo of the whole script would leave no deletion.
            if line == "redo" {
                try program.run(["delete", "1"])
                try program.run(["undo"])
            }
            let transcript = try program.shell(
                """
                strace -f -qqq -o /dev/null -e trace=\(call) \
                    -e inject=\(call):signal=KILL:when=\(occurrence) "$SCARYBUG" \(line)
                """)
            let isHere = try program.run(["count"]).standardOutput == "1\n"
            let answer = try program.run(["import", "weta.scarybug", "--update"])
            let expected = isHere ? "skipped" : "left out weta.scarybug: deleted here on"
            #expect(answer.standardOutput.hasPrefix(expected), "killed at \(occurrence): \(answer)")
            if transcript.status == 0 { return }
        }
        Issue.record("it never came to its end")
    }
}

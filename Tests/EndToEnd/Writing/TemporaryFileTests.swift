import TestSupport
import Testing

/// Copies of streams and held results lie in files that have no name, so that a killed process leaves none.
@Suite(.enabled(if: Program.isTraceable, "strace cannot run here"))
struct TemporaryFileTests {
    @Test(arguments: [
        ([], "begin\nnew Weta\ncommit\n"), (["import", "-"], "title\nWeta\n"),
    ])
    func `a temporary file never has a name`(words: [String], input: String) throws {
        let (transcript, calls) = try Program(user: "alice")
            .traced(words, input: Array(input.utf8))
        #expect(transcript.status == 0, "\(transcript)")
        #expect(transcript.standardOutput.contains("Weta"), "\(transcript)")
        #expect(calls.contains { $0.name == "openat" && $0.arguments.contains("O_TMPFILE") })
        #expect(
            !calls.contains {
                $0.arguments.contains("/.scarybug-") && !$0.arguments.contains("/Staging/")
            })
    }
}

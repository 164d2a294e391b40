import Foundation
import TestSupport
import Testing

/// The output of every example equals its `.expected` file.
@Suite struct ExamplesTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../Examples").standardized.path

    /// All scripts, each with an `.expected` file.
    private static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?
        .filter { $0.hasSuffix(".bugs") || $0.hasSuffix(".sh") }.sorted() ?? []

    @Test(arguments: names)
    func `an example prints its expected output`(name: String) throws {
        var program = try Program(user: "alice")
        // A plain copy, because the owner and group of the checkout may differ from this user's.
        _ = try program.shell("cp -r '\(Self.folder)' ../examples")
        program.workingDirectory = program.directory.path("examples")
        program.environment["SCARYBUG"] = program.executable
        let transcript = try program.shell(
            name.hasSuffix(".sh") ? "bash \(name) </dev/null" : #""$SCARYBUG" <\#(name)"#)
        let home = program.directory.path("records")
        let expected = "examples/" + name.prefix { $0 != "." } + ".expected"
        let shown = block(transcript).replacing(home, with: "~/.local/share/scarybug")
        #expect(try shown == program.directory.text(of: expected))
    }

    @Test func `there is an example of everything that can be taken in`() {
        #expect(Self.names.count >= 9)
    }

    /// Standard output, standard error and the exit status, in the format of the `.expected` files.
    private func block(_ transcript: Transcript) -> String {
        """
        --- standard output
        \(transcript.standardOutput)--- standard error
        \(transcript.standardError)--- exit status
        \(transcript.status)

        """
    }
}

import Foundation
import TestSupport
import Testing

/// Every example gives exactly what stands beside it.
@Suite struct ExamplesTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../Examples").standardized.path

    /// All scripts beside which there is, or should be, what they give.
    private static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?
        .filter { $0.hasSuffix(".bugs") || $0.hasSuffix(".sh") }.sorted() ?? []

    @Test(arguments: names)
    func `an example gives what it must`(name: String) throws {
        var program = try Program(user: "alice")
        // Without the owners and groups of the checkout, which need not be this user's.
        _ = try program.shell("cp -r '\(Self.folder)' ../examples")
        program.workingDirectory = program.directory.path("examples")
        program.environment["SCARYBUG"] = program.executable
        let transcript = try program.shell(
            name.hasSuffix(".sh") ? "bash \(name) </dev/null" : #""$SCARYBUG" <\#(name)"#)
        let expected = "examples/" + name.prefix { $0 != "." } + ".expected"
        #expect(try block(transcript) == program.directory.text(of: expected))
    }

    @Test func `there is an example of everything that can be taken in`() {
        #expect(Self.names.count >= 9)
    }

    /// Standard output, standard error and exit status, as the `.expected` files have them.
    private func block(_ transcript: Transcript) -> String {
        """
        --- standard output
        \(transcript.standardOutput)--- standard error
        \(transcript.standardError)--- exit status
        \(transcript.status)

        """
    }
}

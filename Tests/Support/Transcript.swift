/// The complete result of a run. A failing expectation shows it as one block.
public struct Transcript: Sendable, CustomStringConvertible {
    /// The program's name and its arguments.
    public let commandLine: [String]
    /// The bytes of standard output.
    public let standardOutputBytes: [UInt8]
    /// The bytes of standard error.
    public let standardErrorBytes: [UInt8]
    /// The exit status, or 128 plus the signal that ended the program.
    public let status: Int
    /// Whether the program was killed because it took too long.
    public let timedOut: Bool

    public init(
        commandLine: [String], standardOutputBytes: [UInt8], standardErrorBytes: [UInt8],
        status: Int, timedOut: Bool = false
    ) {
        self.commandLine = commandLine
        self.standardOutputBytes = standardOutputBytes
        self.standardErrorBytes = standardErrorBytes
        self.status = status
        self.timedOut = timedOut
    }

    /// Standard output as text, with invalid UTF-8 repaired.
    public var standardOutput: String { String(decoding: standardOutputBytes, as: UTF8.self) }

    /// Standard error as text, with invalid UTF-8 repaired.
    public var standardError: String { String(decoding: standardErrorBytes, as: UTF8.self) }

    /// The lines of standard output, without their newlines.
    public var lines: [String] {
        standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast(standardOutput.hasSuffix("\n") || standardOutput.isEmpty ? 1 : 0)
            .map(String.init)
    }

    /// Whether the program gave exactly this. The notice of a workspace's first export counts only where it
    /// is expected. A failing expectation shows the whole transcript:
    ///
    ///     #expect(transcript.gave("1  Potato Bug\n"))
    ///     #expect(transcript.gave(error: "scarybug: …\n", status: 1))
    public func gave(_ output: String = "", error: String = "", status: Int = 0) -> Bool {
        let errors = [standardError, standardErrorWithoutNotice]
        return standardOutput == output && errors.contains(error) && self.status == status
            && !timedOut
    }

    /// Standard error without the notice of a workspace's first export, and of copies that were imported.
    public var standardErrorWithoutNotice: String {
        standardError.replacing(
            /scarybug: [^\n]*bundles tell who changed what and when, here as [^\n]*\n/, with: ""
        ).replacing(
            /scarybug: [^\n]* 'undo', then 'import --update', (?:takes|leaves) [^\n]*\n/, with: "")
    }

    public var description: String {
        """

        $ \(commandLine.map(Self.quoted).joined(separator: " "))
        \(Self.block("stdout", standardOutput))\(Self.block("stderr", standardError))\
        exit status \(status)\(timedOut ? ", killed because it took too long" : "")
        """
    }

    private static func block(_ name: String, _ text: String) -> String {
        if text.isEmpty { return "\(name): nothing\n" }
        let end = text.hasSuffix("\n") ? "" : " (no newline at the end)\n"
        return "\(name):\n\(TerminalText.escaped(text))\(end)"
    }

    private static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./=:@,+".contains($0) }
        if isPlain && !word.isEmpty { return word }
        let parts = word.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }
}

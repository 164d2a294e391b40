import ScaryBugs
import SystemPackage

extension Session {
    var paths: PathExpander { PathExpander(home: environment["HOME"]) }

    /// Checks that a command may read standard input.
    ///
    /// - Throws: ``ScaryBugsError/Code/invalidValue`` if the session reads its lines from it.
    func checkStandardInput() throws {
        guard readsStandardInput || hasReadStandardInput else { return }
        throw ScaryBugsError(
            .invalidValue,
            hasReadStandardInput
                ? "standard input was read to its end already; give a file instead of -"
                : isInteractive
                    ? "standard input is this session; give a file, or a text in quotes"
                    : "standard input is the script itself; give a file instead of -")
    }

    /// Reads the file that a value names with `@`. `-` is standard input, which a line reads once
    /// for documents of all kinds.
    func textFile(_ path: String) throws -> [UInt8] {
        let limit = Limit(workspace.limits.textFileBytes, .textFileBytes)
        guard path == "-" else {
            return try File.open(path: path) { try self.notice($0) }.contents(limit: limit)
        }
        if let standardInputText { return standardInputText }
        try checkStandardInput()
        let input = File(
            descriptor: try environment.standardInput.duplicate(), name: "standard input")
        let text = try input.contents(limit: limit)
        guard !text.isEmpty else {
            throw ScaryBugsError(
                .invalidValue, "standard input is empty; write FIELD= to clear a field")
        }
        (standardInputText, hasReadStandardInput) = (text, true)
        return text
    }
}

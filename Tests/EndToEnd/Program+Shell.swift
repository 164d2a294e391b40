import Foundation
import TestSupport

extension Program {
    /// Runs lines of bash with this program's environment, in its working directory.
    func shell(_ lines: String) throws -> Transcript {
        var shell = self
        shell.executable = "/bin/bash"
        return try shell.run("-c", lines)
    }

    /// The program in an environment whose shells find it by its name.
    var inPath: Program {
        var program = self
        let folder = URL(fileURLWithPath: executable).deletingLastPathComponent().path
        program.environment["PATH", default: ""] += ":\(folder)"
        return program
    }

    /// The paths and checksums of all files in the home and the working directory.
    func contents() throws -> String {
        try shell(
            "cd .. && find records work -type f -not -name '*-shm' -print0 | sort -z | xargs -0 sha256sum"
        )
        .standardOutput
    }

    /// The names of what commands have staged and neither used nor removed.
    var staged: [String] { (try? directory.names(in: "records/users/alice/Staging")) ?? [] }
}

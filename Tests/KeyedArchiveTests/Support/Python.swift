import Foundation
import Testing

/// The Python interpreter of this system, if there is one.
enum Python {
    static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
        .split(separator: ":").map { "\($0)/python3" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// Returns the output of a script that reads all of its input before it prints.
    static func run(_ script: String, input: [UInt8]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: try #require(path))
        process.arguments = ["-X", "utf8", "-c", script]
        let (standardInput, standardOutput) = (Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = standardOutput
        try process.run()
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input))
        try standardInput.fileHandleForWriting.close()
        let output = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}

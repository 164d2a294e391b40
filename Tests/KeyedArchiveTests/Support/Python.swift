import Foundation
import TestSupport
import Testing

/// Another implementation of the format.
enum Python {
    /// Returns the output of a script that reads all of its input before it prints.
    static func run(_ script: String, input: [UInt8]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: try #require(Tool.path(of: "python3")))
        process.arguments = ["-X", "utf8", "-c", script]
        let (standardInput, standardOutput) = (Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = standardOutput
        try startingChild(process.run)
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input))
        try standardInput.fileHandleForWriting.close()
        let output = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}

import ScaryBugs

@testable import ScaryBugCommands

/// Output kept in memory.
final class MemorySink: OutputSink {
    let terminalWidth: Int?
    private(set) var bytes: [UInt8] = []

    /// - Parameter terminalWidth: the width of the terminal that the sink represents; nil for none.
    init(terminalWidth: Int? = nil) {
        self.terminalWidth = terminalWidth
    }

    func write(_ bytes: UnsafeRawBufferPointer) { self.bytes += bytes }

    func withFile(_ body: (borrowing File) throws -> Void) throws {
        let file = try File.temporary()
        try body(file)
        bytes += try file.prefix(Int(file.status().size))
    }
}

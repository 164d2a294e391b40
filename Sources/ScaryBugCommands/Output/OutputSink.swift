import ScaryBugs

/// A destination of output, such as standard output or memory.
protocol OutputSink: AnyObject {
    /// The width in columns of the terminal that shows the bytes; nil if none does.
    var terminalWidth: Int? { get }

    func write(_ bytes: UnsafeRawBufferPointer) throws

    /// Calls `body` with a file. The bytes written to the file become part of the output.
    func withFile(_ body: (borrowing File) throws -> Void) throws
}

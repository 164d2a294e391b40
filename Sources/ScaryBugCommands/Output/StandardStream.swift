import Glibc
import ScaryBugs
import SystemPackage

final class StandardStream: OutputSink {
    private let descriptor: FileDescriptor
    private let isTerminal: Bool
    private let isInterruptible: Bool
    private static let name = "standard output"

    /// Receives results. Ctrl-C ends a write that waits for the reader.
    static var output: StandardStream { StandardStream(.standardOutput, isInterruptible: true) }

    /// Receives messages. Ctrl-C suppresses none of them.
    static var error: StandardStream { StandardStream(.standardError, isInterruptible: false) }

    private init(_ descriptor: FileDescriptor, isInterruptible: Bool) {
        self.descriptor = descriptor
        self.isInterruptible = isInterruptible
        isTerminal = isatty(descriptor.rawValue) == 1
    }

    var terminalWidth: Int? { isTerminal ? TerminalSize.current.columns : nil }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard isInterruptible else {
            _ = try descriptor.writeAll(bytes)
            return
        }
        try Self.detectingClosed { try descriptor.write(all: bytes, to: Self.name) }
    }

    func withFile(_ body: (borrowing File) throws -> Void) throws {
        let copy = try descriptor.duplicate()
        try Self.detectingClosed { try body(File(descriptor: copy, name: Self.name)) }
    }

    private static func detectingClosed(_ body: () throws -> Void) throws {
        do { try body() } catch let error as ScaryBugsError
            where error.code == .system(.brokenPipe)
        {
            throw Output.Closed()
        }
    }
}

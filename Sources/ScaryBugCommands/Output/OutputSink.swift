import Glibc
import ScaryBugs
import SystemPackage

/// A destination of output, such as standard output or memory.
protocol OutputSink: AnyObject {
    /// The width in columns of the terminal that shows the bytes; nil if none does.
    var terminalWidth: Int? { get }

    func write(_ bytes: UnsafeRawBufferPointer) throws

    /// Calls `body` with a file. The bytes written to the file become part of the output.
    func withFile(_ body: (borrowing File) throws -> Void) throws
}

extension Arguments {
    /// The format that the last option chose; nil if none did.
    var outputFormat: OutputFormat? {
        occurrences.compactMap { OutputFormat(optionNamed: $0.option.name) }.last
    }
}

/// The results of a group, kept in an unnamed file until the group commits.
final class HeldResults: OutputSink {
    let file: File

    init() throws {
        file = try File.temporary()
    }

    var terminalWidth: Int? { nil }

    func write(_ bytes: UnsafeRawBufferPointer) throws { try file.write(bytes) }

    func withFile(_ body: (borrowing File) throws -> Void) throws { try body(file) }

    func copy(to sink: any OutputSink) throws {
        try sink.withFile { try $0.copy(from: file, limit: .none) }
    }
}

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

    /// The form that the name of the file asks for, into which a shell sends standard output; nil for a
    /// terminal, a pipe, or another name.
    static var formOfFile: OutputFormat? {
        let name = "/proc/self/fd/\(FileDescriptor.standardOutput.rawValue)"
        guard let path = Directory.realPath(name) else { return nil }
        return OutputFormat(tableNamed: path)
    }

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

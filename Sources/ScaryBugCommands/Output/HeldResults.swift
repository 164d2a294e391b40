import ScaryBugs

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

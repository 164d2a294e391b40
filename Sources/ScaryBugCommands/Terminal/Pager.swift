import Glibc
import ScaryBugs
import SystemPackage

/// A pager, which shows what is written to it once it is started.
final class Pager {
    private let program: TerminalProgram
    private var process: pid_t?
    private var input: FileDescriptor?
    /// Everything that was written, for a later start, or for the terminal if the pager can't be run.
    private let copy: HeldResults

    /// A pager is run as Git does: by a shell, and with options for `less` unless it has some. The
    /// program writes UTF-8 in every locale.
    init(_ command: String) throws {
        copy = try HeldResults()
        let defaults =
            "LESS=${LESS-FRX} LESSCHARSET=${LESSCHARSET-utf-8}; export LESS LESSCHARSET; "
        program = TerminalProgram(command: defaults + command)
    }

    var isRunning: Bool { process != nil }

    /// Starts the pager, and shows what was written so far.
    func start() throws {
        let ends = try FileDescriptor.privatePipe()
        input = ends.writeEnd
        do {
            // With a reader in this process, it would not notice that the user leaves the pager.
            defer { try? ends.readEnd.close() }
            process = try program.start(input: ends.readEnd)
        } catch {
            closeInput()
            throw error
        }
        try copy.file.forEachPiece { piece in
            try show(piece)
            return input != nil
        }
    }

    /// Shows bytes, once the pager runs.
    func write(_ bytes: UnsafeRawBufferPointer) throws {
        try copy.write(bytes)
        try show(bytes)
    }

    /// If the user has left the pager, the bytes are dropped: what the command does goes on.
    private func show(_ bytes: UnsafeRawBufferPointer) throws {
        do { try input?.write(all: bytes, to: "the pager") } catch let error as ScaryBugsError
            where error.code == .system(.brokenPipe)
        {
            closeInput()
        }
    }

    /// Waits until the user leaves the pager.
    ///
    /// - Parameter terminal: receives everything if the pager could not be run.
    /// - Returns: whether it could be run.
    func finish(orWriteTo terminal: any OutputSink) throws -> Bool {
        closeInput()
        guard let process else { return true }
        // A shell returns these for a command that doesn't exist, or is no program.
        guard try [126, 127].contains(Spawn.end(of: process)) else { return true }
        try copy.copy(to: terminal)
        return false
    }

    private func closeInput() {
        try? input?.close()
        input = nil
    }
}

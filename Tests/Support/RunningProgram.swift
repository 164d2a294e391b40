import Foundation

/// A program that runs with pipes as its standard streams.
///
///     let session = try scarybug.start()
///     session.type("new 'Potato Bug'\n")
///     #expect(try session.readLine() == "1  Potato Bug")
///     session.send(signal: SIGKILL)
///     #expect(session.finish().status == 137)
public final class RunningProgram {
    private let child: ChildProcess
    private let streams: Streams
    private let commandLine: [String]
    /// The number of output bytes that were read as lines.
    private var position = 0

    init(_ program: Program, _ arguments: [String]) throws {
        commandLine = [URL(fileURLWithPath: program.executable).lastPathComponent] + arguments
        (child, streams) = try Self.spawn(program, arguments)
    }

    private static func spawn(
        _ program: Program, _ arguments: [String]
    ) throws -> (ChildProcess, Streams) {
        ChildProcess.spawning.lock()
        defer { ChildProcess.spawning.unlock() }
        let (input, output, error) = (try PipeEnds(), try PipeEnds(), try PipeEnds())
        defer { for end in [input.read, output.write, error.write] { close(end) } }
        let streams = Streams(input: input.write, outputs: [output.read, error.read])
        let child = try ChildProcess(
            program, arguments,
            .descriptors(input: input.read, output: output.write, error: error.write))
        return (child, streams)
    }

    /// The process id.
    public var identifier: Int32 { child.identifier }

    /// Writes to the program's standard input. Returns when the program has read it.
    ///
    /// - Throws: ``TestFailure`` if that takes too long.
    public func type(_ text: String, within seconds: Double = 60) throws {
        try type(Array(text.utf8), within: seconds)
    }

    /// Writes to the program's standard input. Returns when the program has read it.
    ///
    /// - Throws: ``TestFailure`` if that takes too long.
    public func type(_ bytes: [UInt8], within seconds: Double = 60) throws {
        streams.write(bytes)
        guard streams.move(until: Deadline(seconds: seconds), { streams.isWritten }) else {
            throw TestFailure("the program did not read its input:\(finish(within: 0))")
        }
    }

    /// Closes the program's standard input.
    public func closeInput() {
        streams.closeInput()
    }

    /// The next line of standard output, without its newline; nil at the end.
    ///
    /// - Throws: ``TestFailure`` if no line comes in time.
    public func readLine(within seconds: Double = 10) throws -> String? {
        let end = { [streams, position] in streams.bytes(0)[position...].firstIndex(of: 0x0A) }
        guard streams.move(until: Deadline(seconds: seconds), { end() != nil }) else {
            throw TestFailure("no line came within \(seconds) s:\(finish(within: 0))")
        }
        let bytes = streams.bytes(0)
        let stop = end() ?? bytes.count
        guard position < stop || stop < bytes.count else { return nil }
        defer { position = min(stop + 1, bytes.count) }
        return String(decoding: bytes[position..<stop], as: UTF8.self)
    }

    /// Sends a signal to the program.
    public func send(signal: CInt) {
        child.send(signal)
    }

    /// Closes the program's standard input, waits for the program to end and returns its
    /// transcript.
    ///
    /// - Parameters:
    ///   - input: the last input.
    ///   - seconds: the time limit. The program is then killed, and the transcript says so.
    public func finish(giving input: [UInt8] = [], within seconds: Double = 60) -> Transcript {
        let deadline = Deadline(seconds: seconds)
        streams.write(input)
        _ = streams.move(until: deadline) { streams.isWritten }
        closeInput()
        let hasEnded = streams.move(until: deadline) { false }
        var status = hasEnded ? child.wait(until: deadline) : nil
        let timedOut = status == nil
        if timedOut {
            status = child.kill()
            // Reads the output that is still in the pipes.
            _ = streams.move(until: Deadline(seconds: 1)) { false }
        }
        return Transcript(
            commandLine: commandLine, standardOutputBytes: streams.bytes(0),
            standardErrorBytes: streams.bytes(1), status: status ?? 0, timedOut: timedOut)
    }
}

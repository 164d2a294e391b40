import Foundation

/// The input and the outputs of a running program. Every wait reads all available output and writes
/// all accepted input, so that neither side blocks the other.
final class Streams {
    private struct Output {
        let descriptor: CInt
        var bytes: [UInt8] = []
        var isOpen = true
    }

    private var outputs: [Output]
    private var input: CInt?
    private var unwritten: [UInt8] = []

    /// Takes ownership of the descriptors. A pseudo-terminal is input and output at once.
    init(input: CInt?, outputs: [CInt]) {
        self.input = input
        self.outputs = outputs.map { Output(descriptor: $0) }
        for descriptor in outputs + (input.map { [$0] } ?? []) {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        // If a program stops reading, that is a result and must not end the tests.
        signal(SIGPIPE, SIG_IGN)
    }

    deinit {
        for descriptor in Set(outputs.map(\.descriptor) + (input.map { [$0] } ?? [])) {
            close(descriptor)
        }
    }

    /// The bytes read from one of the outputs so far.
    func bytes(_ index: Int) -> [UInt8] { outputs[index].bytes }

    /// Whether all outputs have ended.
    var haveEnded: Bool { outputs.allSatisfy { !$0.isOpen } }

    /// Whether all input has been written.
    var isWritten: Bool { unwritten.isEmpty }

    func write(_ bytes: [UInt8]) {
        if input != nil { unwritten += bytes }
    }

    func closeInput() {
        guard let descriptor = input else { return }
        input = nil
        unwritten = []
        close(descriptor)
    }

    /// Transfers bytes until `isEnough` is true, all outputs end, or the deadline passes. Returns
    /// false if the deadline passed.
    func move(until deadline: Deadline, _ isEnough: () -> Bool) -> Bool {
        while !isEnough() {
            if haveEnded { return true }
            if deadline.isOver { return false }
            moveOnce(until: deadline)
        }
        return true
    }

    private func moveOnce(until deadline: Deadline) {
        let open = outputs.indices.filter { outputs[$0].isOpen }
        var waited = open.map {
            pollfd(fd: outputs[$0].descriptor, events: Int16(POLLIN), revents: 0)
        }
        if let input, !unwritten.isEmpty {
            waited.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0))
        }
        guard poll(&waited, nfds_t(waited.count), deadline.milliseconds) > 0 else { return }
        for (index, state) in zip(open, waited) where state.revents != 0 { read(index) }
        if waited.count > open.count, waited[open.count].revents != 0 { writeSome() }
    }

    private func read(_ index: Int) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Foundation.read(outputs[index].descriptor, &buffer, buffer.count)
        if count > 0 {
            outputs[index].bytes += buffer[..<count]
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            // A pseudo-terminal ends with EIO.
            outputs[index].isOpen = false
        }
    }

    private func writeSome() {
        guard let input else { return }
        let count = Foundation.write(input, unwritten, unwritten.count)
        if count > 0 {
            unwritten.removeFirst(count)
        } else if errno != EINTR && errno != EAGAIN {
            unwritten = []
        }
    }
}

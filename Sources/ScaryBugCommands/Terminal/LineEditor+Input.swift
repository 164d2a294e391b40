import CEditLine
import Glibc

/// Character input for libedit.
extension LineEditor {
    /// Reads one character. Returns 1 for a character, 0 at the end of input, and -1 if the line is
    /// cancelled.
    func readCharacter(into character: UnsafeMutablePointer<wchar_t>) -> CInt {
        guard let scalar = readScalar() else {
            errno = EINTR
            return givenUp == nil ? 0 : -1
        }
        viKeysRead.add(scalar)
        character.pointee = wchar_t(scalar.value)
        return 1
    }

    /// Reads a scalar. Invalid UTF-8 becomes U+FFFD, which the user can see and delete.
    func readScalar() -> Unicode.Scalar? {
        guard let first = readByte() else { return nil }
        var bytes = [first]
        while bytes.count < Self.length(ofCharacterBeginningWith: first) {
            guard let next = readByte() else { return nil }
            guard next & 0b1100_0000 == 0b1000_0000 else {
                heldByte = next
                break
            }
            bytes.append(next)
        }
        return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first ?? "\u{FFFD}"
    }

    private static func length(ofCharacterBeginningWith byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    /// Reads one byte at a time, so that the next reader of standard input finds the rest.
    private func readByte() -> UInt8? {
        if let byte = heldByte {
            heldByte = nil
            return byte
        }
        var byte: UInt8 = 0
        while waitForInput() {
            let count = Glibc.read(STDIN_FILENO, &byte, 1)
            if count == 1 { return byte }
            if count == -1, errno == EINTR || errno == EAGAIN { continue }
            return nil
        }
        return nil
    }

    /// Waits for a key and handles signals. Returns false if the line is cancelled.
    private func waitForInput() -> Bool {
        if !hasWaitingInput { redrawJoined() }
        while givenUp == nil {
            var sources = [
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&sources, 2, -1) > 0 else { continue }
            while let signal = signals.next() { handle(signal) }
            if givenUp == nil, sources[1].revents != 0 { return true }
        }
        return false
    }

    private func handle(_ signal: CInt) {
        switch signal {
        case SIGINT: givenUp = .interrupted
        case SIGWINCH: followResize()
        case SIGCONT: redrawAfterStop()
        case SIGTSTP: stop()
        default: end(with: signal)
        }
    }

    /// Handles Ctrl-Z: restores the terminal for the shell until the program continues.
    private func stop() {
        stopPasting()
        editline_prepare_terminal(editor, 0)
        signals.deliver(SIGTSTP)
        signals.drain()
        startPasting()
        redrawAfterStop()
    }

    /// Restores the terminal before a signal ends the program. If a handler keeps the program
    /// running, the line is cancelled.
    private func end(with signal: CInt) {
        stopPasting()
        editline_prepare_terminal(editor, 0)
        signals.deliver(signal)
        givenUp = .endOfInput
    }

    /// Whether keys have arrived that no line has read.
    var hasWaitingInput: Bool { heldByte != nil || Self.hasWaitingInput(STDIN_FILENO) }

    static func hasWaitingInput(_ descriptor: CInt) -> Bool {
        var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, 0) == 1
    }

    /// Whether Ctrl-D was typed before the editor started. The terminal then holds an empty line,
    /// and a change of the terminal's modes would lose it. From a line that isn't empty, one byte
    /// is read and kept.
    func hasPendingEnd() -> Bool {
        guard pasted.isEmpty, heldByte == nil, hasWaitingInput else { return false }
        var byte: UInt8 = 0
        guard Glibc.read(STDIN_FILENO, &byte, 1) == 1 else { return true }
        heldByte = byte
        return false
    }
}

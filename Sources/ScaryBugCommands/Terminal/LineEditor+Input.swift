import CEditLine
import Glibc

/// Where libedit's characters come from.
extension LineEditor {
    /// Reads one character: 1 when there is one, 0 at the end of the input, -1 when the line is to
    /// be given up.
    func readCharacter(into character: UnsafeMutablePointer<wchar_t>) -> CInt {
        guard let scalar = readScalar() else {
            errno = EINTR
            return givenUp == nil ? 0 : -1
        }
        character.pointee = wchar_t(scalar.value)
        return 1
    }

    /// What is not UTF-8 becomes U+FFFD, which can be seen and deleted.
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

    /// One at a time, so that what is typed ahead stays where the next reader finds it.
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

    /// Waits for a key and deals with the signals meanwhile; false when the line is given up.
    private func waitForInput() -> Bool {
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

    /// Ctrl-Z: the shell gets its terminal back until the program goes on.
    private func stop() {
        stopPasting()
        editline_prepare_terminal(editor, 0)
        signals.deliver(SIGTSTP)
        signals.drain()
        startPasting()
        redrawAfterStop()
    }

    /// The terminal is put in order before the program ends. If it goes on all the same, by a
    /// handler of its own, no more is read.
    private func end(with signal: CInt) {
        stopPasting()
        editline_prepare_terminal(editor, 0)
        signals.deliver(signal)
        givenUp = .endOfInput
    }

    /// Whether Ctrl-D was typed before the editor was there to see it. The terminal then has a line
    /// without bytes, which the change of its modes would lose; of other lines one byte is taken.
    func hasPendingEnd() -> Bool {
        guard pasted.isEmpty, heldByte == nil else { return false }
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&input, 1, 0) == 1 else { return false }
        var byte: UInt8 = 0
        guard Glibc.read(STDIN_FILENO, &byte, 1) == 1 else { return true }
        heldByte = byte
        return false
    }
}

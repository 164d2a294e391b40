import CEditLine
import Glibc

extension LineEditor {
    /// Reads one character. Returns 1 for a character, 0 at the end of input, and -1 if the line is
    /// cancelled.
    func readCharacter(into character: UnsafeMutablePointer<wchar_t>) -> CInt {
        guard let scalar = readScalar() else {
            errno = EINTR
            return givenUp == nil ? 0 : -1
        }
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
        if let key = TerminalQuestion.nextKey() { return key }
        var byte: UInt8 = 0
        while waitForInput() {
            let count = Glibc.read(STDIN_FILENO, &byte, 1)
            if count == 1, TerminalQuestion.isLateAnswer(byte) { return readByte() }
            if count == 1 { return typed(byte) }
            if count == -1, errno == EINTR || errno == EAGAIN { continue }
            return nil
        }
        return nil
    }

    /// The key of a byte from the terminal: Ctrl-D for a 0 that was typed ahead.
    private func typed(_ byte: UInt8) -> UInt8 {
        guard typedAhead > 0 else { return byte }
        typedAhead -= 1
        return byte == 0 ? Self.controlD : byte
    }

    private static let controlD: UInt8 = 4

    /// Waits for a key and handles signals. Returns false if the line is cancelled.
    private func waitForInput() -> Bool {
        if !hasWaitingInput, !isPlain { redrawJoined() }
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
        case SIGINT: givenUp = .cancelled
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
        givenUp = .end
    }

    /// Whether keys have arrived that no line has read.
    var hasWaitingInput: Bool { heldByte != nil || Self.hasWaitingInput(STDIN_FILENO) }

    static func hasWaitingInput(_ descriptor: CInt) -> Bool {
        var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, 0) == 1
    }

    /// Sets the terminal's modes for editing. The keys that wait then were typed in the terminal's own
    /// modes, which turn Ctrl-D into a byte of 0.
    func prepareTerminal() {
        editline_prepare_terminal(editor, 1)
        typedAhead = 0
        if ioctl(STDIN_FILENO, UInt(FIONREAD), &typedAhead) != 0 { typedAhead = 0 }
    }
}

/// Bracketed paste. Pasted text is inserted as text, so a tab in it completes nothing and an escape
/// runs no command.
extension LineEditor {
    /// Asks the terminal to mark pasted text. A terminal without that feature ignores the request.
    func startPasting() {
        if marksPastes { editline_write(editor, "\u{1B}[?2004h") }
    }

    func stopPasting() {
        if marksPastes { editline_write(editor, "\u{1B}[?2004l") }
    }

    /// Inserts a blank if a tab was pasted into a terminal that does not mark pasted text: more keys have
    /// arrived with it. Returns false for any other tab.
    func insertPastedTab() -> Bool {
        guard !marksPastes, hasWaitingInput else { return false }
        el_insertstr(editor, " ")
        return true
    }

    /// Inserts pasted text up to its first newline, which ends the line.
    func paste() -> CInt {
        if pasted.isEmpty { pasted = readPasted()[...] }
        let line = pasted.prefix { $0 != 0x0A }
        let hasMore = line.count < pasted.count
        pasted = pasted.dropFirst(line.count + (hasMore ? 1 : 0))
        el_insertstr(editor, String(decoding: line, as: UTF8.self))
        if hasMore { el_push(editor, "\n") }
        return CC_REFRESH
    }

    /// Reads pasted text up to the end mark, converting line endings to newlines, and tabs to blanks.
    private func readPasted() -> [UInt8] {
        var bytes: [UInt8] = []
        let end = Array(Self.pasteEnds.utf8)
        while let scalar = readScalar() {
            // Terminals send a carriage return for a newline, as for the Return key.
            let isReturn = scalar == "\r" || scalar == "\n"
            bytes += isReturn ? [0x0A] : Array(String(scalar == "\t" ? " " : scalar).utf8)
            if scalar == "~", bytes.suffix(end.count).elementsEqual(end) {
                return Array(bytes.dropLast(end.count))
            }
        }
        return bytes
    }
}

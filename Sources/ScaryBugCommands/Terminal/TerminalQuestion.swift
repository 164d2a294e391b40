import CEditLine
import Glibc
import ScaryBugs
import Synchronization
import SystemPackage

/// The question for the attributes of the terminal (DA1 in ECMA-48, 8.3.24), and its answer, which
/// comes among the keys.
enum TerminalQuestion {
    private struct State {
        /// Keys that were read while an answer was expected.
        var keys: [UInt8] = []
        /// Whether an answer may still come.
        var isOpen = false
    }

    private static let state = Mutex(State())
    private static let escape: UInt8 = 0x1B

    /// The attributes that the terminal answers within a second; nil for none.
    static func attributes() throws -> [Int]? {
        var modes = termios()
        guard isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &modes) == 0,
            // A job in the background must not change the modes.
            tcgetpgrp(STDIN_FILENO) == getpgrp()
        else { return nil }
        var raw = modes
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &raw)
        defer { tcsetattr(STDIN_FILENO, TCSANOW, &modes) }
        let question: [UInt8] = [escape] + Array("[c".utf8)
        try question.withUnsafeBytes {
            try FileDescriptor.standardOutput.write(all: $0, to: "the terminal")
        }
        state.withLock { $0.isOpen = true }
        return try answer(before: MonotonicClock.seconds + 1)
    }

    private static func answer(before end: Double) throws -> [Int]? {
        while MonotonicClock.seconds < end {
            try Interruption.check()
            guard let byte = byte(within: 50) else { continue }
            if byte == escape, let answer = rest() { return answer }
            if byte != escape { state.withLock { $0.keys.append(byte) } }
        }
        return nil
    }

    /// Reads the rest of an answer after its first byte; nil if it is something else, whose bytes
    /// become keys.
    private static func rest() -> [Int]? {
        var bytes: [UInt8] = []
        let start = Array("[?".utf8)
        while bytes.count < 64, let byte = byte(within: 50) {
            bytes.append(byte)
            guard bytes.prefix(2).elementsEqual(start.prefix(bytes.count)) else { break }
            guard byte == UInt8(ascii: "c") else { continue }
            state.withLock { $0.isOpen = false }
            return bytes.dropFirst(2).dropLast().split(separator: UInt8(ascii: ";"))
                .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
        }
        state.withLock { $0.keys += [escape] + bytes }
        return nil
    }

    private static func byte(within milliseconds: CInt) -> UInt8? {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        guard poll(&input, 1, milliseconds) > 0, read(STDIN_FILENO, &byte, 1) == 1 else {
            return nil
        }
        return byte
    }

    // MARK: Keys

    /// The next key that was read while an answer was expected; nil for none.
    static func nextKey() -> UInt8? {
        state.withLock { $0.keys.isEmpty ? nil : $0.keys.removeFirst() }
    }

    /// Whether a byte that was read begins a late answer, whose rest is then dropped.
    static func isLateAnswer(_ byte: UInt8) -> Bool {
        guard byte == escape, state.withLock(\.isOpen) else { return false }
        if rest() != nil { return true }
        // The byte itself is returned now.
        _ = nextKey()
        return false
    }
}

/// The form in which a terminal gets pictures, with the name that chafa(1) knows it by.
enum PictureForm: String {
    case kitty, iterm, sixels, symbols

    /// - Parameter hasSixels: asks the terminal, which is done only if the environment doesn't tell.
    /// - Returns: nil for a terminal that shows no pictures.
    init?(_ environment: Environment, hasSixels: () throws -> Bool) rethrows {
        guard environment.hasSmartTerminal else { return nil }
        let symbols: PictureForm? = environment.isUTF8 ? .symbols : nil
        let isMultiplexed = environment["TMUX"] != nil || environment["STY"] != nil
        let form: PictureForm? =
            if isMultiplexed {
                // These would show the data of other forms as text.
                symbols
            } else if environment["KITTY_WINDOW_ID"] != nil
                || ["xterm-kitty", "xterm-ghostty"].contains(environment["TERM"])
            {
                .kitty
            } else if ["iTerm.app", "WezTerm"].contains(environment["TERM_PROGRAM"])
                || environment["LC_TERMINAL"] == "iTerm2"
            {
                .iterm
            } else {
                try hasSixels() ? .sixels : symbols
            }
        guard let form else { return nil }
        self = form
    }

    /// The options of chafa(1).
    ///
    /// - Parameters:
    ///   - hasColors: whether results have colors. Only symbols can do without.
    ///   - isLarge: whether the picture may fill the screen but for a few lines.
    func options(_ environment: Environment, hasColors: Bool, isLarge: Bool) -> [String] {
        let isFull = self != .symbols || ["truecolor", "24bit"].contains(environment["COLORTERM"])
        let size = TerminalSize.current
        // Below the picture, the fields have room.
        let rows = isLarge ? max(size.rows - 4, 8) : min(max(size.rows * 3 / 5, 8), 24)
        let columns = isLarge ? size.columns : min(size.columns, 80)
        return [
            "-f", rawValue, "-c", isFull ? "full" : hasColors ? "256" : "none",
            "-s", "\(columns)x\(rows)", "--animate", "off",
        ]
    }
}

/// Whether a character is drawn as itself. The linker takes this function in place of the C
/// library's.
///
/// libedit asks it before it draws a character, and shows others as a number, such as `\U+202E`.
/// The C library calls characters that change the direction of writing printable.
@_cdecl("iswprint")
func isPrintable(_ character: UInt32) -> CInt {
    guard let scalar = Unicode.Scalar(character), !TerminalText.isHidden(scalar) else { return 0 }
    return wcwidth(wchar_t(scalar.value)) < 0 ? 0 : 1
}

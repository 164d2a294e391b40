import TestSupport

/// A session at a terminal, typed line by line, each when the program waits for one.
final class ScreenSession {
    let terminal: PseudoTerminal
    private let setting: ScreenSetting
    /// The length of the output before the last line was typed, in bytes.
    private var lengthBefore = 0

    init(_ program: Program, _ setting: ScreenSetting) throws {
        self.setting = setting
        terminal = try setting.session(of: program)
    }

    /// Types a line, and Return unless the line ends with a control character.
    func type(_ line: String) throws {
        try waitForPrompt()
        lengthBefore = terminal.seen.utf8.count
        let isControl = line.unicodeScalars.last.map { $0.value < 0x20 } ?? false
        try terminal.type(isControl ? line : line + "\r")
    }

    /// Presses a key at once, also while a command runs.
    func press(_ key: String) throws {
        lengthBefore = terminal.seen.utf8.count
        try terminal.type(key)
    }

    /// The screen once the program waits for a line.
    var screen: Screen {
        get throws {
            try waitForPrompt()
            return setting.screen(of: terminal)
        }
    }

    /// Waits for the prompt of the session, of a question, of a line that goes on, or of `less`.
    private func waitForPrompt() throws {
        try terminal.wait { seen in
            // The prompt before stays until the line is typed.
            (lengthBefore == 0 || seen.utf8.dropFirst(lengthBefore).contains(UInt8(ascii: "\n")))
                && setting.screen(of: terminal).rowAtCursor.contains(#/(^:|>\]?|\[[^\]]+\])$/#)
        }
    }
}

import ScaryBugs

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
    /// - Parameter hasColors: whether results have colors. Only symbols can do without.
    func options(_ environment: Environment, hasColors: Bool) -> [String] {
        let isFull = self != .symbols || ["truecolor", "24bit"].contains(environment["COLORTERM"])
        let size = TerminalSize.current
        // Below the picture, the fields have room.
        let rows = min(max(size.rows * 3 / 5, 8), 24)
        return [
            "-f", rawValue, "-c", isFull ? "full" : hasColors ? "256" : "none",
            "-s", "\(min(size.columns, 80))x\(rows)", "--animate", "off",
        ]
    }
}

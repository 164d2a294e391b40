import TestSupport

/// A kind of terminal and a locale, in which each screen is compared.
struct ScreenSetting {
    let name: String
    var columns = 80
    var rows = 24
    var kind = "xterm"
    var locale = "C.UTF-8"

    static let all = [
        ScreenSetting(name: "80×24"),
        ScreenSetting(name: "200×50", columns: 200, rows: 50),
        ScreenSetting(name: "40×24", columns: 40),
        ScreenSetting(name: "TERM=dumb", kind: "dumb"),
        ScreenSetting(name: "LANG=C", locale: "C"),
    ]

    /// Starts a session at such a terminal, without a greeting.
    func session(of program: Program) throws -> PseudoTerminal {
        var program = program
        program.environment["LC_ALL"] = nil
        program.environment["LANG"] = locale
        return try PseudoTerminal(program, "--quiet", kind: kind, columns: columns, rows: rows)
    }

    /// The screen of a terminal like this one.
    func screen(of terminal: PseudoTerminal) -> Screen {
        Screen(Self.normalized(terminal.seen), columns: columns, rows: rows)
    }

    /// The output with the same identifiers and file names each time, of the same width.
    private static func normalized(_ output: String) -> String {
        output
            .replacing(#/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{2}(\s*)[0-9A-F]{10}/#) {
                "A949A66E-476D-4CA7-9A58-C7\($0.2)157D81B890"
            }
            .replacing(#/scarybug-(\d)-\d{10}/#) { "scarybug-\($0.1)-1234567890" }
    }
}

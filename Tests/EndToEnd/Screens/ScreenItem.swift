import TestSupport
import Testing

/// Something that a user sees at a terminal, after typing lines in a session.
struct ScreenItem: Sendable, CustomTestStringConvertible {
    /// The name of the file with the expected screens.
    let name: String
    /// The typed lines. Return follows each, unless it ends with a control character.
    let lines: [String]
    var environment: [String: String] = [:]
    /// Lines of bash that prepare the working directory.
    var preparation = ""
    /// Whether the screen is in colour.
    var hasColors = false

    init(
        _ name: String, _ lines: String..., environment: [String: String] = [:],
        preparation: String = "", hasColors: Bool = false
    ) {
        (self.name, self.lines, self.environment) = (name, lines, environment)
        (self.preparation, self.hasColors) = (preparation, hasColors)
    }

    var testDescription: String { name }

    /// The documents that each session begins with.
    static let catalogue = """
        new 'Goliath birdeater of the northern rain forest' rating=4.5 tags=spider,night,hairy \\
            species='Theraphosa blondi' place='Sinnamary, French Guiana' seen=2025-05 \\
            notes='It rarely eats birds. It waits in its burrow for frogs and earthworms.'
        new 甲虫 rating=3 species='Trypoxylus dichotomus' place=東京 seen=1906 tags=beetle
        new 'Ant 🐜' rating=3.3 tags=garden,spider

        """

    /// A separate program with the documents and files of this item.
    func program() throws -> Program {
        var program = try Program(user: "alice")
        try program.run(input: Self.catalogue)
        if !preparation.isEmpty { _ = try program.inPath.shell(preparation) }
        if hasColors { program.environment["NO_COLOR"] = nil }
        program.environment["SCARYBUG_PAGER"] = "cat"
        program.environment.merge(environment) { $1 }
        return program
    }

    /// Types the lines in a session, and returns all rows that the terminal has shown.
    func screen(at setting: ScreenSetting) throws -> String {
        let session = try ScreenSession(program(), setting)
        for line in lines { try session.type(line) }
        defer { session.terminal.kill() }
        return try session.screen.whole
    }
}

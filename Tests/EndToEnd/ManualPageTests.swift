import TestSupport
import Testing

/// The manual page is right for mandoc, and has everything that `help` explains.
@Suite struct ManualPageTests {
    private let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
        let page = try scarybug.run("help", "--man").standardOutput
        try scarybug.directory.write(page, to: "work/scarybug.1")
    }

    @Test func `the page of a single command is an error`() throws {
        #expect(
            try scarybug.run("help", "list", "--man").gave(
                error: "scarybug: --man writes the page of all commands; leave the name out\n",
                status: 1))
    }

    @Test(.enabled(if: Tool.isExpected("mandoc"), "there is no mandoc here"))
    func `mandoc has no complaint`() throws {
        #expect(try scarybug.shell("mandoc -Tlint scarybug.1").gave())
    }

    @Test(.enabled(if: Tool.isExpected("mandoc"), "there is no mandoc here"))
    func `a reader sees the commands, their options and examples, and the topics`() throws {
        let page = try scarybug.shell(
            #"mandoc -Tutf8 -Owidth=100 scarybug.1 | sed 's/.\x08//g'"#)
        let lines = page.lines.map { $0.drop { $0 == " " } }
        for command in try scarybug.run("--csv", "help").lines.dropFirst() {
            let name = command.prefix { $0 != "," }
            #expect(lines.contains(name), "\(page)")
            #expect(
                lines.contains { $0.contains(#/^(alice.*> |\$ scarybug )/#) && $0.contains(name) })
        }
        for text in ["--dry-run", "--home DIR", "2026-05/2026-06", "Bundles", "NO_COLOR"] {
            #expect(lines.contains { $0.hasPrefix(text) }, "\(text)")
        }
        #expect(lines.contains { $0.contains(#"\| is a literal bar"#) })
    }
}

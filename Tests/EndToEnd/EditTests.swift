import TestSupport
import Testing

/// `edit` at a real terminal. The editors are shell scripts.
@Suite struct EditTests {
    private var scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
        try scarybug.run("new", "Ant", "rating=3", "notes=old")
    }

    private func terminal(editor: String, _ words: String...) throws -> PseudoTerminal {
        var program = scarybug
        program.environment["EDITOR"] = editor
        return try PseudoTerminal(program, words, columns: 400)
    }

    private var temporaryFiles: [String] {
        get throws { try scarybug.directory.names(in: "temporary") }
    }

    @Test(arguments: ["\u{4}", "whoami\r\u{4}", "whoami\rwhoami\r\u{4}"])
    func `Ctrl-D typed while the editor runs ends the session`(keys: String) throws {
        let terminal = try terminal(
            editor: "echo ready; until [ -e \"$HOME/go\" ]; do sleep 0.01; done; :")
        try terminal.expect("alice> ")
        try terminal.type("edit 1\r")
        try terminal.expect("ready")
        try terminal.type(keys)
        try scarybug.directory.write("", to: "home/go")
        #expect(try terminal.finish() == 0)
        let answers = terminal.seen.split(separator: "\r\n").count { $0.hasSuffix("lalice") }
        #expect(answers == keys.count { $0 == "w" }, "\(terminal.seen)")
    }

    @Test func `saving is one step`() throws {
        let terminal = try terminal(
            editor: "sed -i -e 's/^rating: 3/rating: 4/' -e 's/^old$/new notes/'")
        try terminal.expect("alice> ")
        try terminal.type("edit 1\r")
        try terminal.expect("1  Ant")
        try terminal.expect("alice> ")
        #expect(terminal.seen.contains("rating") == false)
        try terminal.type("quit\r")
        #expect(try terminal.finish() == 0)
        #expect(try scarybug.run("list", "notes:\"new notes\"").gave("1  Ant  4\n"))
        #expect(try scarybug.run("undo").lines.last == "changed back 1  Ant")
        #expect(try scarybug.run("list", "notes:old").gave("1  Ant  3\n"))
        #expect(try temporaryFiles == [])
    }

    @Test func `other values of a conflict are comments`() throws {
        try scarybug.run("export", "1", "a.scarybug")
        try scarybug.run("--user", "bob", "import", "a.scarybug")
        try scarybug.run("--user", "bob", "set", "1", "rating=1", "notes=first\nsecond")
        try scarybug.run("--user", "bob", "export", "1", "b.scarybug")
        try scarybug.run("set", "1", "rating=4", "notes=mine")
        try scarybug.run("import", "b.scarybug", "--update")
        let terminal = try terminal(editor: "cat", "edit", "1")
        try terminal.expect("# The other values of conflicts:\r\n")
        for line in ["rating: ", "notes: "] { try terminal.expect("#   \(line)") }
        try terminal.expect("nothing changed")
        #expect(try terminal.finish() == 0)
        #expect(try scarybug.run("list", "has:conflict").lines.count == 1)
    }

    @Test func `a line sets the picture, and an empty one removes it`() throws {
        try scarybug.directory.write(SamplePicture.jpeg([1]), to: "@ant.jpg")
        let path = scarybug.directory.path("@ant.jpg")
        for (line, count) in [(path, "1\n"), ("", "0\n")] {
            let terminal = try terminal(
                editor: "sed -i 's|^rating: .*|&\\nimage: \(line)|'", "edit", "1")
            try terminal.expect("1  Ant\r\n")
            #expect(try terminal.finish() == 0)
            #expect(try scarybug.run("count", "has:image").gave(count))
        }
        #expect(try scarybug.run("count", "rating:3", "notes:old").gave("1\n"))
        #expect(try temporaryFiles == [])
    }

    @Test func `an unchanged text is no step`() throws {
        let terminal = try terminal(editor: "true", "edit", "1")
        try terminal.expect("1  Ant  nothing changed")
        #expect(try terminal.finish() == 0)
        #expect(try scarybug.run("undo").lines.last == "removed 1  Ant")
        #expect(try temporaryFiles == [])
    }

    @Test func `an editor that ends all lines with CR LF loses nothing`() throws {
        // It saves a wrong rating first.
        let editor = """
            f() { if grep -q '^# error: ' "$1"; then sed -i 's/^rating: 9/rating: 5/' "$1"; \
            else sed -i 's/^rating: 3/rating: 9/' "$1"; echo new >> "$1"; fi; \
            sed -i 's/$/\\r/' "$1"; }; f
            """
        let terminal = try terminal(editor: editor, "edit", "1")
        try terminal.expect("1  Ant")
        #expect(try terminal.finish() == 0)
        #expect(try scarybug.run("--json", "list").standardOutput.contains(#""rating":5"#))
        #expect(try scarybug.run("--json", "list").standardOutput.contains(#""notes":"old\nnew""#))
    }

    @Test(arguments: [
        "cat", "sed 's/$/\\r/'", "iconv -t UTF-16", "iconv -t UTF-16BE",
        "sed 's/$/\\r/' | iconv -t UTF-16LE",
    ])
    func `a byte order mark does no harm`(encode: String) throws {
        // U+FEFF, which is the mark in any encoding. The encoding 'UTF-16' adds its own.
        let mark = encode.hasSuffix("UTF-16") ? "" : "\\357\\273\\277"
        let editor =
            "f() { t=$(sed 's/^rating: 3/rating: 5/' \"$1\"; echo k\u{E4}fer); "
            + "printf '\(mark)%s\\n' \"$t\" | \(encode) > \"$1\"; }; f"
        let terminal = try terminal(editor: editor, "edit", "1")
        try terminal.expect("1  Ant")
        #expect(try terminal.finish() == 0)
        let json = try scarybug.run("--json", "list").standardOutput
        #expect(
            json.contains(#""rating":5"#) && json.contains("\"notes\":\"old\\nk\u{E4}fer\""),
            "\(json)")
        #expect(try temporaryFiles == [])
    }

    @Test(arguments: [
        ("sed -i 's/^rating: 3/rating: 9/'", "the rating '9' is not a number from 0 to 5"),
        // The text differs each time, the error does not.
        (
            "sed -i -e 's/^rating: .*/rating: 9/' -e '$s/$/+/'",
            "the rating '9' is not a number from 0 to 5"
        ),
        (
            "f() { echo mine >> \"$1\"; exit 3; }; f",
            "ended with the status 3, so nothing was changed"
        ),
        (
            "f() { grep -q '^# error' \"$1\" || printf '\\377' >> \"$1\"; }; f",
            "the text is not UTF-8"
        ),
        (
            "f() { grep -q '^# error' \"$1\" || printf '\\0' >> \"$1\"; }; f",
            "the text has a character NUL"
        ),
    ])
    func `the text is never lost`(editor: String, message: String) throws {
        let terminal = try terminal(editor: editor, "edit", "1")
        try terminal.expect(message)
        try terminal.expect("; the text is in ")
        #expect(try terminal.finish() == 1)
        #expect(try scarybug.run("list").gave("1  Ant  3\n"))
        #expect(try temporaryFiles.count == 1)
    }

    @Test(arguments: [
        (": >", "the text is empty, so nothing was changed"),
        ("sed -i '/^#/!d'", "the text is empty, so nothing was changed"),
        ("rm", "'rm' removed the text, so nothing was changed"),
        (
            "no-such-editor",
            "'no-such-editor' ended with the status 127, so nothing was changed; set EDITOR to"
        ),
    ])
    func `an editor's accident clears nothing`(editor: String, message: String) throws {
        try scarybug.run("set", "1", "notes=kept")
        let terminal = try terminal(editor: editor, "edit", "1")
        try terminal.expect(message)
        #expect(try terminal.finish() == 1)
        #expect(try scarybug.run("count", "notes:kept").gave("1\n"))
        #expect(try temporaryFiles == [])
    }

    @Test func `a script has no editor`() throws {
        let terminal = try terminal(editor: "touch $TMPDIR/started;", "-c", "edit 1")
        try terminal.expect("scarybug: -c:1: edit needs a terminal")
        #expect(try terminal.finish() == 1)
        #expect(try temporaryFiles == [])
    }

    @Test func `a text that another session overtook is kept, and named`() throws {
        let editor = """
            f() { '\(scarybug.executable)' set 1 rating=5 >>"$TMPDIR/log"; \
            sed -i 's/^rating: 3/rating: 4/' "$1"; }; f
            """
        let terminal = try terminal(editor: editor, "edit", "1")
        try terminal.expect(
            "scarybug: another session changed rating of document 1 meanwhile; repeat your changes "
                + "with 'edit 1'; the text is in \(scarybug.directory.path("temporary"))/")
        #expect(try terminal.finish() == 1)
        #expect(try scarybug.run("list").gave("1  Ant  5\n"))
    }

    @Test func `without a number, an open document is needed`() throws {
        let terminal = try terminal(editor: "true", "edit")
        try terminal.expect(
            "scarybug: edit needs the number of a document, since no document is open; usage: edit [N]"
        )
        #expect(try terminal.finish() == 1)
    }
}

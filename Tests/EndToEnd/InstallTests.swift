import Foundation
import TestSupport
import Testing

/// `Examples/install` puts files where shells, desktops and mail programs find them, and removes
/// exactly these.
@Suite struct InstallTests {
    private static let script = URL(fileURLWithPath: #filePath)
        .appendingPathComponent("../../../Examples/install").standardized.path

    private let scarybug: Program

    init() throws {
        var program = try Program(user: "alice")
        program.environment["SCARYBUG_PROGRAM"] = program.executable
        scarybug = program
        for kind in ["bug", "creature", "book"] {
            try scarybug.run("new", "A \(kind)", "--kind", kind)
        }
        try scarybug.run("export", "all", ".")
    }

    private func install(_ arguments: String = "") throws {
        let transcript = try scarybug.shell("'\(Self.script)' \(arguments)")
        #expect(transcript.status == 0 && transcript.standardError == "", "\(transcript)")
    }

    private func paths() throws -> [String] {
        try scarybug.shell("cd ../home; find . | LC_ALL=C sort").lines
    }

    @Test func `the help says what PREFIX is`() throws {
        let usage = """
            usage: Examples/install [--uninstall] [PREFIX]

            Builds scarybug, and installs it below the directory PREFIX, which is ~/.local by default: the
            program in PREFIX/bin; its pages, examples, completions and file types in PREFIX/share.
            --uninstall removes exactly these files from PREFIX. The documents stay.

            """
        #expect(try scarybug.shell("'\(Self.script)' --help").gave(usage))
        #expect(try scarybug.shell("'\(Self.script)' --purge").gave(error: usage, status: 2))
    }

    @Test func `uninstalling leaves what was there`() throws {
        let before = try paths()
        try install()
        try install()
        let installed = try paths()
        for file in [
            "bin/scarybug", "share/man/man1/scarybug.1.gz",
            "share/bash-completion/completions/scarybug", "share/zsh/site-functions/_scarybug",
            "share/fish/vendor_completions.d/scarybug.fish", "share/mime/packages/scarybug.xml",
            "share/applications/scarybug.desktop", "share/doc/scarybug/mailcap",
            "share/icons/hicolor/scalable/apps/scarybug.svg", "share/doc/scarybug/copyright",
            "share/doc/scarybug/changelog.gz", "share/doc/scarybug/Photographs.md",
            "share/doc/scarybug/html/Photographs.html", "share/doc/scarybug/examples/undo.bugs",
        ] {
            #expect(installed.contains("./.local/\(file)"), "\(file)")
        }
        #expect(
            try scarybug.shell("~/.local/bin/scarybug list")
                .gave("1  A bug\n2  A creature\n3  A book\n"))
        try install("--uninstall")
        #expect(try paths() == before)
        #expect(
            try scarybug.shell("'\(Self.script)' --uninstall").gave(
                error: "nothing is installed in \(scarybug.directory.path("home/.local"))\n",
                status: 1))
    }

    @Test(
        .enabled(if: Tool.isExpected("update-mime-database"), "there is no shared-mime-info here"))
    func `the files of others stay`() throws {
        _ = try scarybug.shell(
            """
            mkdir -p ~/.local/share/{applications,mime/packages} ~/.local/bin
            echo '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info"/>' \
                >~/.local/share/mime/packages/other.xml
            echo '[Desktop Entry]' >~/.local/share/applications/other.desktop
            update-mime-database ~/.local/share/mime
            update-desktop-database ~/.local/share/applications
            """)
        let before = try paths()
        try install()
        #expect(try paths() != before)
        try install("--uninstall ~/.local")
        #expect(try paths() == before)
    }

    @Test(
        .enabled(
            if: ["gio", "xdg-mime", "desktop-file-validate"].allSatisfy(Tool.isExpected),
            "there are no desktop tools here"))
    func `a bundle is known by its name`() throws {
        try install()
        let transcript = try scarybug.shell(
            """
            cp 'A bug.scarybug' a.zip
            printf 'rtfd' | gzip >old.sbz
            for file in 'A bug.scarybug' a.zip old.sbz; do
                gio info -a standard::content-type "$file" | sed -n 's/.*content-type: //p'
            done
            XDG_CURRENT_DESKTOP=GNOME xdg-mime query filetype 'A bug.scarybug'
            xdg-mime query default application/vnd.scarybug+zip
            xdg-mime query default application/scarybugs
            desktop-file-validate ~/.local/share/applications/scarybug.desktop
            """)
        let bundle = "application/vnd.scarybug+zip\n"
        #expect(
            transcript.gave(
                bundle + "application/zip\napplication/scarybugs\n" + bundle
                    + "scarybug.desktop\nscarybug.desktop\n"), "\(transcript)")
    }

    @Test(.enabled(if: Tool.isExpected("run-mailcap"), "there is no run-mailcap here"))
    func `a mail program shows a bundle`() throws {
        try install()
        _ = try scarybug.shell("cp ~/.local/share/doc/scarybug/mailcap ~/.mailcap")
        #expect(
            try scarybug.shell(
                "run-mailcap --nopager 'application/vnd.scarybug+zip:A book.scarybug' | sed 's/^[^ ]* *//; 2q'"
            ).gave("as 4 (3 is taken; the same document as 3)  A book\nkind        book\n"))
    }

    @Test(
        .enabled(
            if: ["run-mailcap", "zsh"].allSatisfy(Tool.isExpected),
            "there is no run-mailcap or no zsh here"))
    func `a folder may have blanks and quotes in its name`() throws {
        let install = #"'\#(Self.script)' "$HOME/it's mine" >hints"#
        let transcript = try scarybug.shell(
            """
            \(install)
            eval "$(sed -n 's/^- mail: //; s/; for mutt.*//p' hints)"
            run-mailcap --nopager 'application/vnd.scarybug+zip:A book.scarybug' | grep -o 'kind.*'
            zsh -f <<END
            $(sed -n 's/^- zsh: .*: //p' hints)
            autoload -U compinit
            compinit -u -D
            echo \\$_comps[scarybug]
            END
            """)
        #expect(transcript.gave("kind        book\n_scarybug\n"), "\(transcript)")
    }

    @Test func `a click shows a bundle in a terminal until a key is pressed`() throws {
        try install()
        // The desktop removes one level of backslashes, then reads the line as a shell does.
        let line = try scarybug.shell(
            #"sed -n 's/^Exec=//p' ~/.local/share/applications/scarybug.desktop"#
                + #" | sed 's/\\\\/\\/g; s/%F/"A bug.scarybug" "A book.scarybug"/'"#)
        var shell = scarybug
        shell.executable = "/bin/bash"
        let terminal = try PseudoTerminal(shell, "-c", line.standardOutput, kind: "dumb")
        try terminal.expect("A bug.scarybug")
        try terminal.expect("A book.scarybug")
        try terminal.expect("Press a key to close.")
        try terminal.type("q")
        #expect(try terminal.finish() == 0)
    }
}

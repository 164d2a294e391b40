import Foundation
import TestSupport
import Testing

/// The shells complete the words of the program's command line.
@Suite struct ShellCompletionTests {
    private let scarybug: Program

    init() throws {
        let program = try Program(user: "alice")
        try program.run(
            input: """
                new 'Potato Bug' place='New York' tags=garden,night notes='a:b'
                new 'We\ta' place=Otago tags='dead wood',"it's"
                query add scary rating:>3
                field add habitat text
                """)
        try program.run("--user", "bob", "new", "Ant")
        try program.directory.write("", to: "work/my trip.bugs")
        try program.directory.write("", to: "work/-file")
        try program.directory.makeDirectory("home/my finds")
        try program.directory.write("", to: "home/weta.jpg")
        scarybug = program.inPath
    }

    /// Beginnings of words after the program's name, and the words after a Tab.
    private static let lines: [(typed: String, words: [String])] = [
        ("lis", ["list"]),
        ("list --col", ["list", "--columns"]),
        ("set 1 place=New", ["set", "1", "place=New York"]),
        ("list tag:dea", ["list", "tag:dead wood"]),
        ("export tag:dea", ["export", #"tag:dead\ wood"#]),
        ("query add x tag:it", ["query", "add", "x", #"tag:it\'s"#]),
        ("list kind:b", ["list", "kind:b"]),
        ("--user bob open ", ["--user", "bob", "open", "1"]),
        ("source my", ["source", "my trip.bugs"]),
        ("import -- -f", ["import", "--", "-file"]),
        ("import ./-f", ["import", "./-file"]),
        ("nothing ", ["nothing"]),
    ]

    /// Beginnings of words with a `~`, and the words that the program gets after a Tab.
    private var homeLines: [(typed: String, words: [String])] {
        let home = scarybug.directory.path("home")
        return [
            (#"export 1 ~/my\ f"#, ["export", "1", "\(home)/my finds/"]),
            ("--home ~/my", ["--home", "\(home)/my finds/"]),
            ("set 1 image=~/we", ["set", "1", "image=\(home)/weta.jpg"]),
            ("set 1 notes=@~/we", ["set", "1", "notes=@\(home)/weta.jpg"]),
            ("source '~/we", ["source", "\(home)/weta.jpg"]),
        ]
    }

    @Test(.enabled(if: Tool.isExpected("bash"), "there is no bash here"))
    func `bash completes`() throws {
        let shell = try Shell(
            scarybug, "bash", ["--norc", "-i"], "source <(scarybug completions bash)")
        for (typed, words) in Self.lines + homeLines { try shell.expect(words, typing: typed) }
        try shell.expect(["set", "1", "place=New York"], typing: "set 1 place='New Y")
        for quote in ["'", "\"", "$'"] {
            for file in ["image=", "notes=@"] {
                for line in [quote + file, file + quote] where !line.contains("$'@") {
                    let path = scarybug.directory.path("home/weta.jpg")
                    try shell.expect(
                        ["set", "1", file + path], typing: "set 1 \(line)\(path.dropLast(3))")
                }
            }
        }
        // The command would take the file's name as an option.
        try shell.expect(["import", "-f"], typing: "import -f")
        try shell.expect(titles: ["Potato Bug", #"We\ta"#], typing: "open ")
    }

    @Test(.enabled(if: Tool.isExpected("zsh"), "there is no zsh here"))
    func `zsh completes`() throws {
        let shell = try Shell(
            scarybug, "zsh", ["-f", "-i"],
            "unsetopt prompt_sp; autoload -U compinit; compinit -u -D; source <(scarybug completions zsh)"
        )
        for (typed, words) in Self.lines + homeLines { try shell.expect(words, typing: typed) }
        try shell.expect(titles: ["Potato Bug", #"We\ta"#], typing: "open ")
    }

    @Test(.enabled(if: Tool.isExpected("fish"), "there is no fish here"))
    func `fish completes`() throws {
        var fish = scarybug
        fish.executable = try #require(Tool.path(of: "fish"))
        let load = "scarybug completions fish | source\n"
        for (typed, words) in Self.lines where words != ["nothing"] && typed != "list kind:b" {
            let found = try fish.run("--no-config", "-c", load + "complete -C 'scarybug \(typed)'")
            let candidates = found.lines.map { $0.prefix { $0 != "\t" } }
            #expect(candidates.contains(Substring(words.last ?? "")), "\(found)")
        }
        let found = try fish.run("--no-config", "-c", load + "complete -C 'scarybug open '")
        #expect(found.gave("1\tPotato Bug\n2\tWe\\ta\n"))
        // fish offers no word that begins differently, so no path in place of a ~ after =.
        let ends = [#"export 1 ~/my\ f"#: "~/my finds/\n", "set 1 image=~/we": ""]
        for (typed, end) in ends {
            let found = try fish.run(
                "--no-config", "-c", load + "complete -C '\("scarybug " + typed)'")
            #expect(found.gave(end), "\(found)")
        }
    }
}

/// A shell never runs a part of a name that it completes, whatever quote is open.
@Suite struct HostileCompletionTests {
    private let scarybug: Program
    /// Each character that is special in a shell. Each command in it would make the file `P`.
    private static let name = ##"x$(touch P)`touch P`;touch P;'"\!!&|<>{a,b}[c]*? #~é!"##

    init() throws {
        var program = try Program(user: "alice")
        try program.run("new", "Ant", "place=" + Self.name)
        for folder in ["work/d", "bin"] { try program.directory.makeDirectory(folder) }
        for folder in ["work/", "work/d/"] {
            try program.directory.write("", to: folder + Self.name)
            try program.directory.write("", to: folder + "hidden\u{202E}\u{1B}[2J")
        }
        // Runs the program for completion, and only prints the words of another command.
        let printing = """
            #!/bin/sh
            case $1 in complet*) exec '\(program.executable)' "$@" ;; esac
            printf '<%s>' "$@"
            """
        let script = try program.directory.write(printing, to: "bin/scarybug")
        chmod(script, 0o755)
        program.environment["PATH"] = program.directory.path("bin") + ":/usr/bin:/bin"
        scarybug = program
    }

    /// Beginnings of lines, and the beginning of the last word that the program gets after a Tab.
    private static let lines: [(typed: String, head: String)] = [
        ("import x", ""), (#"import "x"#, ""), ("import 'x", ""), ("import d/x", "d/"),
        (#"import "d"/x"#, "d/"), (#"import "d/"'x"#, "d/"), (#"import 'd/'"x"#, "d/"),
        ("list place:x", "place:"), (#"list "place:"#, "place:"), (#"list place:"x"#, "place:"),
        ("set 1 'place=x", "place="), ("import hid", "hid"), (#"import "hid"#, "hid"),
    ]

    /// Beginnings with quotes that not every shell has.
    private static let bashLines: [(typed: String, head: String)] = [
        (#"import \x"#, ""), ("import $'x", ""), ("import $'d/'\"x", "d/"), ("import d/$'x", "d/"),
        (#"import $'\170"#, ""), (#"import $'d/x$(touch P)`touch P`;touch P;\'"#, "d/"),
    ]

    @Test(.enabled(if: Tool.isExpected("bash"), "there is no bash here"))
    func `bash runs nothing`() throws {
        let shell = try Shell(
            scarybug, "bash", ["--norc", "-i"], "source <(scarybug completions bash)")
        for (typed, head) in Self.lines + Self.bashLines { try expect(typed, head, in: shell) }
    }

    @Test(.enabled(if: Tool.isExpected("zsh"), "there is no zsh here"))
    func `zsh runs nothing`() throws {
        let shell = try Shell(
            scarybug, "zsh", ["-f", "-i"],
            "unsetopt prompt_sp; autoload -U compinit; compinit -u -D; source <(scarybug completions zsh)"
        )
        for (typed, head) in Self.lines { try expect(typed, head, in: shell) }
    }

    @Test(.enabled(if: Tool.isExpected("fish"), "there is no fish here"))
    func `fish runs nothing`() throws {
        let prompt = "function fish_prompt; printf '$ '; end"
        let shell = try Shell(
            scarybug, "fish", ["--no-config", "-C", prompt, "-i"],
            "scarybug completions fish | source")
        for (typed, head) in Self.lines { try expect(typed, head, in: shell) }
    }

    private func expect(_ typed: String, _ head: String, in shell: Shell) throws {
        // A hidden character isn't offered, so the word stays, and a quote open.
        if head == "hid" { return try shell.expect(nothingAfter: typed) }
        let command = typed.prefix { $0 != " " }
        let start = typed.hasPrefix("set") ? "<set><1>" : "<\(command)>"
        // In a query, a bar needs a backslash.
        let bar = command == "list" ? #"\|"# : "|"
        let name = Self.name.replacing("|", with: bar)
        try shell.expect(start + "<\(head)\(name)>", running: typed)
        #expect(!scarybug.directory.exists("work/P"), "\(typed)")
    }
}

/// A shell at a terminal.
private struct Shell {
    private let terminal: PseudoTerminal

    init(_ program: Program, _ name: String, _ arguments: [String], _ setUp: String) throws {
        var shell = program
        shell.executable = Tool.path(of: name) ?? name
        shell.environment["PS1"] = "$ "
        terminal = try PseudoTerminal(shell, arguments, kind: "dumb", columns: 200)
        try terminal.expect("$ ")
        try terminal.type("\(setUp); echo re''ady\r")
        try terminal.expect("ready")
        try terminal.expect("$ ")
    }

    /// Types the beginning of a line and Tab, and lets the shell print the words.
    func expect(_ words: [String], typing line: String) throws {
        try terminal.type("scarybug \(line)\t\u{1}printf '<%s>' \r")
        try terminal.expect("<scarybug>")
        let others = try terminal.expect("$ ").filter { $0 != "\r" }
        #expect(others == words.map { "<\($0)>" }.joined())
    }

    /// Types the beginning of a line, Tab and Return, and expects an output.
    func expect(_ output: String, running line: String) throws {
        try terminal.type("scarybug \(line)\t\r")
        try terminal.expect(output)
        try terminal.expect("$ ")
    }

    /// Types the beginning of a line, Tab twice and a mark, and expects nothing between them.
    func expect(nothingAfter line: String) throws {
        try terminal.type("scarybug \(line)\t\t++")
        let seen = try terminal.expect("++")
        #expect(!seen.contains("\u{202E}") && !seen.contains("hidden"))
        try dropLine()
    }

    /// Empties the line and enters it. An interrupt could end the completion instead of the line.
    private func dropLine() throws {
        try terminal.type("\u{15}\r")
        try terminal.expect("$ ")
    }

    /// Types the beginning of a line and Tab twice, and expects titles in a list.
    func expect(titles: [String], typing line: String) throws {
        try terminal.type("scarybug \(line)\t\t")
        for title in titles { try terminal.expect(title) }
        try dropLine()
    }
}

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
        try program.directory.makeDirectory("home/my finds")
        try program.directory.write("", to: "home/weta.jpg")
        scarybug = program.inPath
    }

    /// Beginnings of words after the program's name, and the words after a Tab.
    private static let lines: [(typed: String, words: [String])] = [
        ("lis", ["list"]),
        ("help sel", ["help", "selections"]),
        ("list --col", ["list", "--columns"]),
        ("--js", ["--json"]),
        ("new x habi", ["new", "x", "habitat="]),
        ("new x --kind cr", ["new", "x", "--kind", "creature"]),
        ("set 1 rat", ["set", "1", "rating="]),
        ("set 1 tags=gar", ["set", "1", "tags=garden"]),
        ("set 1 place=New", ["set", "1", "place=New York"]),
        ("list tag:ni", ["list", "tag:night"]),
        ("list tag:dea", ["list", "tag:dead wood"]),
        ("export tag:dea", ["export", #"tag:dead\ wood"#]),
        ("query add x tag:it", ["query", "add", "x", #"tag:it\'s"#]),
        ("list kind:b", ["list", "kind:b"]),
        ("list @sc", ["list", "@scary"]),
        ("query remove s", ["query", "remove", "scary"]),
        ("login b", ["login", "bob"]),
        ("--user bo", ["--user", "bob"]),
        ("--user bob open ", ["--user", "bob", "open", "1"]),
        ("source my", ["source", "my trip.bugs"]),
        ("config pag", ["config", "pager"]),
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

    /// Types the beginning of a line and Tab twice, and expects titles in a list.
    func expect(titles: [String], typing line: String) throws {
        try terminal.type("scarybug \(line)\t\t")
        for title in titles { try terminal.expect(title) }
        try terminal.type("\u{3}")
        try terminal.expect("$ ")
    }
}

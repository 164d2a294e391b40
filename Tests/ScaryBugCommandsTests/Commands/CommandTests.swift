import ScaryBugs
import TestSupport
import Testing

@testable import ScaryBugCommands

/// What each command prints for people and as JSON, its errors, and its exit status.
@Suite struct CommandTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(
            input: """
                new 'Potato Bug' rating=4 tags=garden,night place=Essex
                new 'Hawk Moth' --kind creature rating=2.5
                new Dracula --kind book author=Stoker
                export 2 %/moth.scarybug
                """)
        try scarybug.directory.write("new Wasp\nlst\n", to: "work/trip.bugs")
    }

    /// A line of a script, and the output that it causes.
    struct Case: Sendable, CustomTestStringConvertible {
        let line: String
        let output: String
        var testDescription: String { line }

        init(_ line: String, _ output: String = "") {
            self.line = line
            self.output = output.isEmpty ? "" : output + "\n"
        }
    }

    // MARK: Results

    private static let results = [
        Case("new Wasp rating=1", "4  Wasp"),
        Case("attach 1 %/trip.bugs", "1  Potato Bug"),
        Case("attach 1 %/trip.bugs\ndetach 1 trip.bugs", "1  Potato Bug\n1  Potato Bug"),
        Case("list", "1  Potato Bug    4  garden, night\n2  Hawk Moth   2.5\n3  Dracula"),
        Case("ls tag:garden", "1  Potato Bug  4  garden, night"),
        Case("list rating:>=2 sort:title", "2  Hawk Moth   2.5\n1  Potato Bug    4  garden, night"),
        Case("list spider"),
        Case("count", "3"),
        Case("count kind:bug", "1"),
        Case("duplicates"),
        Case(
            "stats 1-2",
            """
            2 documents

            kind
              bug       1  ##############################
              creature  1  ##############################

            rating
              5  0
              4  1  ##############################
              3  0
              2  1  ##############################
              1  0

            tag
              garden  1  ##############################
              night   1  ##############################

            place
              Essex  1  ##############################
            """),
        Case("open 1", "1  Potato Bug"),
        Case("load 1\nclose", "1  Potato Bug\nclosed 1"),
        Case("set 1 rating=3 tags+=day", "1  Potato Bug"),
        Case("set 1-2 place=Kent", "1  Potato Bug\n2  Hawk Moth"),
        Case("delete 2", "deleted 2  Hawk Moth"),
        Case("rm 1,3", "deleted 1  Potato Bug\ndeleted 3  Dracula"),
        Case("delete 1\nundo", "deleted 1  Potato Bug\nundid 2  delete 1\nrestored 1  Potato Bug"),
        Case(
            "new Wasp\nundo\nredo",
            "4  Wasp\nundid 2  new Wasp\nremoved 4  Wasp\nredid 2  new Wasp\nrestored 4  Wasp"),
        Case("begin\nnew Wasp\ncommit\ncount", "4  Wasp\n4"),
        Case("begin\nnew Wasp\nrollback\ncount", "3"),
        Case("export 1 %/bug.scarybug", "exported 1 to %/bug.scarybug"),
        Case("labels %/labels.html 1", "wrote 1 label to %/labels.html"),
        Case("open 2\nexport %/", "2  Hawk Moth\nexported 2 to %/Hawk Moth.scarybug"),
        Case(
            "import %/moth.scarybug",
            "imported %/moth.scarybug as 4 (2 was taken; the same document as 2)"),
        Case(
            "preview %/moth.scarybug --full",
            """
            %/moth.scarybug  as 4 (2 is taken; the same document as 2)  Hawk Moth  2.5
              kind        creature
              rating      2.5
              identifier  UUID
              created     2026-01-01T00:00:00+00:00
              modified    2026-01-01T00:00:00+00:00
            """),
        Case("check", "3 documents checked"),
        Case("refresh", "3 read"),
        Case("users", "alice  3"),
        Case("login bob\nusers", "bob (a new user)\nalice  3\nbob    0"),
        Case("login alice", "alice"),
        Case("whoami", "alice"),
        Case("clear"),
        Case("field add hue text", "hue  text  added"),
        Case(
            "query add scary rating:>=4\nlist @scary",
            "scary  rating:>=4\n1  Potato Bug  4  garden, night"),
        Case("config kind", "kind  bug  default  what 'new' makes without --kind"),
        Case("mode csv\nwhoami\nmode table\nwhoami", "user\nalice\nalice"),
        Case(
            "help quit --full",
            "usage: quit\n\nLeave.\n\nAlso called: exit.\n\n"
                + "q is short for it. If a group is open, it is rolled back. At a terminal, 'quit'\nasks before that.\n\n"
                + "Options:\n  --help  show this help\n\nExample:\n  alice> quit"),
        Case("quit\nnew Wasp"),
        Case("exit\nnew Wasp"),
        Case(
            "show 2",
            """
            2  Hawk Moth
              kind        creature
              rating      2.5
              identifier  UUID
              created     2026-01-01T00:00:00+00:00
              modified    2026-01-01T00:00:00+00:00
              exchanges   sent on 2026-01-01
            """),
    ]

    @Test(arguments: results)
    func `a line prints this`(case: Case) throws {
        let transcript = try scarybug.run(input: `case`.line)
        let output = Self.withoutIdentifiers(transcript.standardOutput)
        #expect(output == `case`.output, "\(transcript)")
        #expect(transcript.gave(transcript.standardOutput), "\(transcript)")
    }

    // MARK: JSON

    private static let moth = """
        "kind":"creature","title":"Hawk Moth","rating":2.5,"tags":[],"notes":null,"species":null,\
        "count":null,"sex":null,"stage":null,"place":null,"at":null,"observer":null,\
        "determiner":null,"seen":null,"license":null,"credit":null,"image":null,"file":null,"identifier":"UUID",\
        "created":"2026-01-01T00:00:00Z","modified":"2026-01-01T00:00:00Z"
        """

    private static let json = [
        Case("list 2", #"{"number":2,\#(moth)}"#),
        Case(
            "show 2",
            #"{"number":2,\#(moth),"exchanges":[{"to":null,"date":"2026-01-01T00:00:00Z","changed":false}]}"#
        ),
        Case("open 2", #"{"number":2,\#(moth)}"#),
        Case("set 2 rating=2.5", #"{"number":2,\#(moth),"changed":false}"#),
        Case("new 'Hawk Moth' --kind creature rating=2.5", #"{"number":4,\#(moth)}"#),
        Case(
            "import %/moth.scarybug",
            #"""
            {"number":4,\#(moth),"source":"%/moth.scarybug","was":2,"knownAs":2,"identical":true,\#
            "relation":"same","into":null,"changed":[]}
            """#
        ),
        Case("count", #"{"count":3}"#),
        Case("delete 2", #"{"number":2,"title":"Hawk Moth"}"#),
        Case(
            "undo",
            """
            {"step":1,"command":"stdin (3 lines)","action":"undid"}
            {"number":1,"title":"Potato Bug","action":"removed","was":null}
            {"number":2,"title":"Hawk Moth","action":"removed","was":null}
            {"number":3,"title":"Dracula","action":"removed","was":null}
            """),
        Case(
            "history",
            """
            {"step":1,"time":"2026-01-01T00:00:00Z","command":"stdin (3 lines)",\
            "documents":[1,2,3],"changes":3,"undone":false}
            """),
        Case("check"),
        Case("refresh", #"{"read":3,"gone":0}"#),
        Case("users", #"{"user":"alice","documents":3}"#),
        Case("whoami", #"{"user":"alice"}"#),
        Case("login bob", #"{"user":"bob","new":true}"#),
        Case("query add scary rating:>=4", #"{"name":"scary","query":"rating:>=4"}"#),
        Case(
            "config kind=book",
            """
            {"key":"kind","value":"book","default":"bug","meaning":"what 'new' makes without --kind"}
            """),
        Case(
            "field add hue text",
            """
            {"name":"hue","type":"text","kinds":["bug","creature","book"],"own":true,\
            "editable":true,"meaning":"a custom field: any text"}
            """),
    ]

    @Test(arguments: json)
    func `a line prints this JSON`(case: Case) throws {
        let transcript = try scarybug.run("--json", "-c", `case`.line)
        let output = Self.withoutIdentifiers(transcript.standardOutput)
        #expect(output == `case`.output, "\(transcript)")
        #expect(transcript.gave(transcript.standardOutput), "\(transcript)")
    }

    private static func withoutIdentifiers(_ text: String) -> String {
        text.replacing(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/, with: "UUID")
    }

    // MARK: Errors

    private static func kindIsChosen(_ kind: String) -> String {
        "'new TITLE --kind \(kind)' chooses the kind of a document; it cannot be changed later"
    }

    private static let errors = [
        Case(
            "new",
            "new needs TITLE; usage: new TITLE [FIELD=VALUE]... [--kind KIND] [--force]"
        ),
        Case("list 9", "there is no document 9; 'list' shows all documents"),
        Case("count 9", "there is no document 9; 'list' shows all documents"),
        Case("stats 9", "there is no document 9; 'list' shows all documents"),
        Case("duplicates 1", "duplicates does not take '1'; usage: duplicates"),
        Case(
            "show",
            "show needs a SELECTION, since no document is open; usage: show [SELECTION] [--authors]"
        ),
        Case("open 9", "there is no document 9; 'list' shows all documents"),
        Case("close", "no document is open; 'open N' opens one"),
        Case("set 3 kind=bug", kindIsChosen("bug")),
        Case("new Weta kind=moth", kindIsChosen("KIND")),
        Case("set 3 rating=3", "a book has no field 'rating'; 'fields' lists the fields"),
        Case("delete spider", "no document matches 'spider'; 'list' shows all documents"),
        Case("undo 5", "the history has no step 5; 'history' lists the steps"),
        Case("redo", "there is nothing to redo; 'history' lists the steps"),
        Case(
            "history none",
            "history takes the number of a step or 'forget', not 'none'; usage: history [STEP|forget] [NUMBER]... [--of] [--all] [--yes]"
        ),
        Case("begin now", "begin does not take 'now'; usage: begin; the script stops here"),
        Case("commit", "'commit' needs a 'begin' before it"),
        Case("rollback", "'rollback' needs a 'begin' before it"),
        Case("export 1 %/moth.scarybug", "%/moth.scarybug exists; --force replaces it"),
        Case(
            "export %/",
            "export needs a SELECTION before the DESTINATION '%/', since no document is open"),
        Case(
            "import",
            "import needs PATH; usage: import PATH... [FIELD=VALUE]... [--update] [--dry-run] "
                + "[--only-new] [--kind KIND] [--map COLUMN=FIELD] [--dates ORDER] [--keep-rest] "
                + "[--from NAME] [--keep-going] [--skip-known] [--copies] [--photographs] "
                + "[--burst SECONDS] [--yes] [--force] [--all]"
        ),
        Case(
            "new A title=B",
            "new takes one title, not 'A' and 'B'; leave out A or title=B"),
        Case("preview %/none", "cannot open %/none: No such file or directory"),
        Case(
            "check 1",
            "check does not take '1'; usage: check [--repair] [--dry-run] [--names [FILE]]"),
        Case("refresh 1", "refresh does not take '1'; usage: refresh"),
        Case("attach 1 %/none", "cannot open %/none: No such file or directory"),
        Case("detach 1 x", "document 1 has no further file 'x'; it has no further files"),
        Case("resolve 1", "document 1 has no conflict"),
        Case("merge 1 1", "1 is one document; 'duplicates' lists copies to merge"),
        Case("view 1", "view needs a terminal and a typed line; 'show N' tells the path"),
        Case("edit 1", "edit needs a terminal and a typed line; use 'set N FIELD=VALUE'"),
        Case(
            "labels",
            "labels needs [SELECTION] FILE; usage: labels [SELECTION] FILE [--paper PAPER] [--qr] [--force] "
                + "[--without FIELD,…] [--blur DISTANCE] [--all-fields]"),
        Case(
            "backup",
            "backup needs FILE; usage: backup FILE [--verify] [--force] [--without FIELD,…] [--blur DISTANCE]"
        ),
        Case("restore %/none", "cannot open %/none: No such file or directory"),
        Case(
            "users bob",
            "users takes no names without --rename or --remove; usage: users [NAME]... [--rename] "
                + "[--remove] [--yes]"),
        Case(
            "users --rename alice nobody!",
            "'nobody!' cannot be a user's name: 1 to 32 of a-z, 0-9, '.', '_', '-', the first a letter or a digit"
        ),
        Case("users --remove nobody", "there is no user nobody; 'users' lists them"),
        Case(
            "send 1 nobody",
            "there is no user nobody here; an address has the form name@example.org"),
        Case(
            "gallery %/none/a.html 1", "there is no directory %/none; make it first"),
        Case("inbox 9", "there is no message 9; 'inbox' lists them"),
        Case("inbox x", "'x' is no number of a message; 'inbox' lists them"),
        Case("accept", "no message waits; 'inbox' lists those that were accepted"),
        Case("accept 9", "there is no message 9; 'inbox' lists them"),
        Case(
            "sync",
            "sync needs a FOLDER the first time; usage: sync [FOLDER] [SELECTION] "
                + "[--without FIELD,…] [--blur DISTANCE] [--all-fields]"),
        Case("login", "login needs USER; usage: login USER"),
        Case("whoami bob", "whoami does not take 'bob'; usage: whoami"),
        Case("field remove hue", "there is no custom field 'hue'; there are none yet"),
        Case("query scary", "there is no saved query 'scary'; there are none yet"),
        Case("query remove scary", "there is no saved query 'scary'; there are none yet"),
        Case(
            "config colour",
            "there is no preference 'colour'; there are: \(Preference.all.map(\.name).joined(separator: ", "))"
        ),
        Case("mode xml", "mode does not know 'xml'; usage: mode table|json|csv"),
        Case(
            "completions tcsh", "completions does not know 'tcsh'; usage: completions bash|zsh|fish"
        ),
        Case("source %/none", "cannot open %/none: No such file or directory"),
        Case("help lst", "there is no command or topic 'lst'; the nearest is 'list'"),
        Case("help xyzzy", "there is no command or topic 'xyzzy'; 'help' lists them"),
        Case("next 99", "there is no document 99; 'list' shows all documents"),
        Case("previous now", "previous does not take 'now'; usage: previous"),
        Case("clear now", "clear does not take 'now'; usage: clear"),
        Case("quit now", "quit does not take 'now'; usage: quit"),
    ]

    @Test(arguments: errors)
    func `a wrong line is an error that changes nothing`(case: Case) throws {
        let before = try scarybug.contents()
        let transcript = try scarybug.run("-c", `case`.line)
        #expect(transcript.gave(error: "scarybug: -c:1: \(`case`.output)", status: 1))
        #expect(try scarybug.contents() == before)
    }

    @Test func `export writes a bundle to standard output`() throws {
        let transcript = try scarybug.run("export", "2", "-")
        #expect(
            transcript.standardOutputBytes
                == (try scarybug.directory.bytes(of: "work/moth.scarybug")))
        var terminal = scarybug
        terminal.terminalWidth = 80
        #expect(
            try terminal.run("export", "2", "-").gave(
                error: "scarybug: a bundle cannot be written to a terminal; "
                    + "give a file instead of -\n", status: 1))
        #expect(
            try terminal.run("export", "2", "-", "--format", "picture").gave(
                error: "scarybug: a picture cannot be written to a terminal; "
                    + "give a file instead of -\n", status: 1))
        #expect(
            try terminal.run("export", "2", "-", "--format", "directory").gave(
                error: "scarybug: a directory cannot be written to standard output; "
                    + "give a DESTINATION\n", status: 1))
    }

    @Test func `each command has results and errors here`() {
        // These have tests of their own.
        let others = [
            "view", "next", "previous", "edit", "resolve", "merge", "gallery", "send", "inbox",
            "accept", "sync", "backup", "restore",
            "history", "source", "completions",
        ]
        for (cases, expected) in [(Self.results, others), (Self.errors, [])] {
            let names = cases.flatMap { $0.line.split(separator: "\n") }
                .compactMap { $0.split(separator: " ").first.map(String.init) }
            let types = names.compactMap { try? Commands.named($0) }
            let tested = Set(types.map { $0.declaration.name })
            let missing = Commands.all.map { $0.declaration.name }.filter { !tested.contains($0) }
            #expect(missing == expected)
        }
    }
}

import TestSupport
import Testing

/// What `list` says about no results and about ratings.
@Suite struct ListTests {
    private var scarybug: InProcess

    init() throws { scarybug = try InProcess(user: "alice") }

    @Test func `at a terminal, an empty list says so on standard error`() throws {
        var terminal = scarybug
        terminal.terminalWidth = 80
        let empty = "scarybug: there are no documents; 'new TITLE' makes one\n"
        #expect(try terminal.run("list").gave(error: empty))
        #expect(try terminal.run("list", "all").gave(error: empty))
        #expect(try terminal.run("list", "moth").gave(error: "scarybug: no documents match\n"))
        try scarybug.run("new", "Weta")
        for words in [["moth"], ["5-9"], ["1", "moth"], ["limit:0"], ["-weta", "sort:title"]] {
            #expect(
                try terminal.run(["list"] + words).gave(error: "scarybug: no documents match\n"))
            #expect(try scarybug.run(["list"] + words).gave(""))
        }
        #expect(
            try terminal.run("--json", "list", "moth").gave(
                error: "scarybug: no documents match\n"))
        #expect(
            try terminal.run("count", "by", "tag", "moth").gave(
                error: "scarybug: no documents match\n"))
        #expect(
            try terminal.run("list", "columns=title").gave(
                error: "scarybug: no documents match; the option is --columns title\n"))
        #expect(try terminal.run("list", "weta").gave("1  Weta\n"))
    }

    @Test func `a document that can't be read leaves the columns of the others aligned`() throws {
        for line in [["Ant", "rating=2"], ["Bee"], ["Stag Beetle", "rating=3.5", "tags=a,b"]] {
            try scarybug.run(["new"] + line)
        }
        try scarybug.directory.write(
            "junk", to: "records/users/alice/Private Documents/2.scarybug/data.plist")
        let listed = try scarybug.run("list")
        #expect(listed.standardOutput == "1  Ant            2\n3  Stag Beetle  3.5  a, b\n")
        #expect(listed.status == 1 && listed.standardError.contains("document 2"), "\(listed)")
        #expect(
            try scarybug.run("list", "--columns", "title,tags").standardOutput
                == "Ant\nStag Beetle  a, b\n")
    }

    @Test(arguments: [
        ("weta Or moth", "'Or' is a word to search for; write OR in capitals for either"),
        ("weta or moth", "'or' is a word to search for; write OR in capitals for either"),
        ("weta and big", "'and' is a word to search for; leave it out, since all words must match"),
        ("not moth", "'not' is a word to search for; write -moth to exclude moth"),
        ("tag:nig", "a list is searched for a whole value: tag:night"),
        ("weta tags:dea", "a list is searched for a whole value: 'tags:dead wood'"),
        ("tag:night moth", "for a value with blanks write 'tag:\"night moth\"'"),
        ("tag:x", nil), ("-tag:nig moth", nil), ("place:nig", nil),
        ("or weta", nil), ("weta or", nil),
    ])
    func `a query that matches nothing is answered with what it may mean`(
        words: String, hint: String?
    ) throws {
        var terminal = scarybug
        (terminal.terminalWidth, terminal.messageWidth) = (200, 200)
        try scarybug.run("new", "Weta", "tags=night,dead wood", "notes=long")
        try scarybug.run("new", "Gnat")
        let end = hint.map { "; \($0)" } ?? ""
        #expect(
            try terminal.run(["list"] + words.split(separator: " ").map(String.init)).gave(
                error: "scarybug: no documents match\(end)\n"))
        #expect(
            try terminal.run(input: "show \(words)\n").gave(
                error: "scarybug: stdin:1: no document matches '\(words)'"
                    + "\(hint == nil ? "; 'list' shows all documents" : end)\n", status: 1))
    }

    @Test func `a program gets no hint from the index`() throws {
        try scarybug.run("new", "Weta", "tags=night")
        #expect(
            try scarybug.run("show", "tag:nig").gave(
                error: "scarybug: no document matches 'tag:nig'; 'list' shows all documents\n",
                status: 1))
    }

    @Test func `documents with very long texts stand among the others`() throws {
        let tag = String(repeating: "long ", count: 14_000) + "tag"
        try scarybug.run("new", "Weta", "rating=4")
        try scarybug.run("new", "Ödlander", "rating=2.5", "tags=\(tag)")
        try scarybug.run("new", "Ant", "tags=garden")
        let lines = [
            "1  Weta        4", "2  Ödlander  2.5  \(tag)", "3  Ant            garden", "",
        ]
        #expect(try scarybug.run("list").gave(lines.joined(separator: "\n")))
    }

    @Test func `CSV without rows has its header`() throws {
        let header =
            "number,kind,title,rating,tags,notes,species,count,sex,stage,place,at,observer,determiner,seen,license,credit,imageType,"
            + "imageBytes,file,identifier,created,modified,other\n"
        let columns = ["--columns", "title,image,author"]
        #expect(
            try scarybug.run(["--csv", "list"] + columns).gave(
                "title,imageType,imageBytes,author\n"))
        try scarybug.run("new", "Weta")
        // Some are read from the index, the others from the documents.
        for words in [["moth"], ["limit:0"], ["5-9"], ["1", "moth"]] {
            #expect(try scarybug.run(["--csv", "list"] + words).gave(header))
            #expect(
                try scarybug.run(["--csv", "list"] + words + columns).gave(
                    "title,imageType,imageBytes,author\n"))
        }
    }

    @Test(arguments: [
        ("--limit 3", "--limit", "limit:3"), ("--limit=3", "--limit", "limit:3"),
        ("--tag 'a b'", "--tag", "tag:'a b'"), ("--sort", "--sort", "sort:VALUE"),
    ])
    func `an option that is a qualifier is answered with it`(
        words: String, option: String, qualifier: String
    ) throws {
        #expect(
            try scarybug.run("-c", "list \(words)").gave(
                error: "scarybug: -c:1: list has no option \(option); write \(qualifier); "
                    + "usage: list [SELECTION] [--columns NAMES]\n", status: 1))
    }

    @Test func `a rating of 0 means not rated`() throws {
        try scarybug.run(
            input: "new Weta tags=night\nnew Moth rating=2\nnew Gnat --kind creature rating=0\n")
        #expect(
            try scarybug.run("list").gave("1  Weta     night\n2  Moth  2\n3  Gnat\n"))
        // A document that is given by its number is read, rather than its row in the index.
        #expect(try scarybug.run("list", "1", "2").gave("1  Weta     night\n2  Moth  2\n"))
        #expect(try scarybug.run("list", "3").gave("3  Gnat\n"))
        #expect(try scarybug.run("list", "has:rating").gave("2  Moth  2\n"))
        #expect(try scarybug.run("count", "-has:rating").gave("2\n"))
        #expect(try scarybug.run("list", "rating:0", "-kind:bug").gave("3  Gnat\n"))
        #expect(try scarybug.run("show", "1").lines.allSatisfy { !$0.contains("rating") })
        #expect(try scarybug.run("--json", "list", "1").standardOutput.contains(#""rating":0,"#))
        #expect(
            try scarybug.run("--csv", "list", "3").standardOutput.contains("3,creature,Gnat,0,"))
        try scarybug.run("export", "1", "%/")
        #expect(
            try scarybug.run("preview", "%/Weta.scarybug").gave(
                "%/Weta.scarybug  as 4 (1 is taken; the same document as 1)  Weta\n"))
    }

    @Test func `a custom number can be 0 or missing`() throws {
        try scarybug.run(input: "field add wing number\nnew Weta wing=0\nnew Moth\n")
        #expect(try scarybug.run("list", "has:wing").gave("1  Weta\n"))
        #expect(try scarybug.run("show", "1").standardOutput.contains("  wing        0\n"))
        #expect(try scarybug.run("--json", "list", "2").standardOutput.contains(#""wing":null"#))
    }

    @Test func `a word finds custom texts and lists, with and without an index`() throws {
        try scarybug.run(
            input: """
                field add habitat text
                field add hosts list
                new Weta habitat='Old oak' 'hosts=Red mite,Fly' species='Hemideina crassidens'
                new Dracula --kind book author=Stoker categories=Horror hosts=Man
                """)
        var plain = scarybug
        plain.environment["XDG_CACHE_HOME"] = "/dev/null/cache"
        for program in [scarybug, plain] {
            for words in ["oak", "hemid", "'red mite'", "fly|stoker -man", "weta oak crass"] {
                #expect(try program.run(input: "list \(words)\n").gave("1  Weta\n"))
            }
            for words in ["'mite fly'", "'weta old'", "'oak red'"] {
                #expect(try program.run(input: "list \(words)\n").gave(""))
            }
            #expect(try program.run("list", "stok|fly").gave("1  Weta\n2  Dracula\n"))
        }
    }
}

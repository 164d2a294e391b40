import TestSupport
import Testing

/// Bars, blanks and quotes in queries, as a shell and as a line pass them.
@Suite struct QuotedQueryTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run("new", "One", "tags=x,dead wood")
        try scarybug.run("new", "Two", "tags=x|y")
    }

    @Test func `a literal bar stays one in a saved query and in an export`() throws {
        #expect(try scarybug.run("list", #"tag:x\|y"#).gave("2  Two    x|y\n"))
        #expect(
            try scarybug.run("export", #"tag:x\|y"#, "%/").gave("exported 2 to %/Two.scarybug\n"))
        try scarybug.run("query", "add", "q", #"tag:x\|y"#)
        try scarybug.run(input: "query add r 'tag:x\\|y'\nquery add s 'tag:x\\|y has:tag'\n")
        for name in ["@q", "@r", "@s"] {
            #expect(try scarybug.run("list", name).gave("2  Two    x|y\n"), "\(name)")
        }
    }

    @Test func `a value with blanks has quotes of its own in one word`() throws {
        #expect(
            try scarybug.run("export", #"tag:"dead wood"|z"#, "%/").gave(
                "exported 1 to %/One.scarybug\n"))
        #expect(
            try scarybug.run("export", "tag:dead wood", "%/").gave(
                error: "scarybug: no document matches 'tag:dead wood'; for a value with blanks "
                    + "write 'tag:\"dead wood\"'\n", status: 1))
    }

    @Test func `a saved query of several words takes quotes of either kind`() throws {
        try scarybug.run("query", "add", "q", #"tag:"dead wood""#, "-tag:y")
        try scarybug.run(input: "query add r tag:'dead wood' -tag:y\n")
        for name in ["@q", "@r"] {
            #expect(try scarybug.run("list", name).gave("1  One    x, dead wood\n"), "\(name)")
        }
    }

    @Test(arguments: [
        (#"title:"Oak""#, [1]), (#""Oak""#, [1]), ("'Oak'", [1]), (#"-"Oak""#, [2, 3, 4]),
        (#"'title:"W1-1"'"#, [3]), (#"title:"W1-1"|Oakl"#, [2, 3]), (#"habitat:"dry""#, [2]),
        // These quotes only keep a word together.
        ("'title:Oak'", [1, 2]), (#""1""#, [1]), (#"title:O"ak""#, [1, 2]),
        (#"-"title:Oak""#, [3, 4]),
        (#"sort:"-number""#, [4, 3, 2, 1]),
    ])
    func `a quoted value matches whole words`(word: String, numbers: [Int]) throws {
        let scarybug = try InProcess(user: "alice")
        try scarybug.run(
            input: """
                field add habitat text
                new Oak habitat=dryland
                new Oakley habitat=dry
                new W1-1
                new W1-12
                """)
        let lines =
            "list --columns number \(word)\nquery add q \(word) limit:9\nlist --columns number @q\n"
        let output = try scarybug.run(input: lines).lines
        let wanted = numbers.map(String.init)
        #expect(output.count == 2 * wanted.count + 1)
        #expect(output.starts(with: wanted) && output.suffix(wanted.count).elementsEqual(wanted))
        guard numbers.count == 1 else { return }
        #expect(
            try scarybug.run(input: "export \(word) %/\n").lines.first?.hasPrefix(
                "exported \(numbers[0]) to ") == true)
    }

    @Test func `a tag that begins with a quote is found by itself`() throws {
        try scarybug.run(input: #"set 1 tags=\"x\""# + "\nset 2 tags=x\n")
        for line in [#"list tag:\"x\""#, #"list tag:\\\"x\""#, #"export tag:\\\\\\\"x\\\" %/"#] {
            let output = try scarybug.run(input: line + "\n").standardOutput
            #expect(output.contains("One") && !output.contains("Two"), "\(line)")
        }
        #expect(try scarybug.run("list", #"tag:\"x""#).lines.count == 1)
    }

    @Test(arguments: [
        ("one rating:>3", "rating:>3"), ("A OR B", "OR"), ("rating:>=2 AND rating:<3", "AND"),
        ("one -tag:x", nil), ("two -rating:3 tag:x", "tag:x"), ("rating:3 -tag:x", "-tag:x"),
        (":A OR B", nil), ("tag::A OR B", nil), ("title::one -tag:x", nil),
    ])
    func `a whole query in one pair of quotes is not a phrase`(
        word: String, part: String?
    ) throws {
        let transcript = try scarybug.run("list", word)
        guard let part else { return #expect(transcript.gave(""), "\(transcript)") }
        #expect(
            transcript.gave(
                error: "scarybug: '\(word)' is one phrase with '\(part)' in it; leave the quotes "
                    + "out, or write ':\(word)' to search for the phrase\n", status: 1))
        #expect(try scarybug.run("list", ":" + word).gave(""))
    }

    @Test func `a value with an operator in it is found`() throws {
        try scarybug.run("set", "2", "tags=Tom AND Jerry")
        #expect(
            try scarybug.run("list", "tags:Tom AND Jerry").gave(
                error: "scarybug: 'tags:Tom AND Jerry' is one phrase with 'AND' in it; leave the "
                    + "quotes out, or write 'tags::Tom AND Jerry' to search for the phrase\n",
                status: 1))
        #expect(try scarybug.run("count", "tags::Tom AND Jerry").gave("1\n"))
        #expect(try scarybug.run("count", "tags::Tom OR Jerry").gave("0\n"))
    }

    @Test(arguments: [
        (
            "@q|x", "'@q' stands beside a bar in '@q|x'; a bar joins values, not saved queries"
        ),
        (
            "rating<>3",
            "'rating<>3' is not a qualifier; write -rating:3, or ':rating<>3' to search for the "
                + "words"
        ),
    ])
    func `what a bar cannot join`(word: String, message: String) throws {
        #expect(try scarybug.run("list", word).gave(error: "scarybug: \(message)\n", status: 1))
    }

    @Test func `a saved query that names a removed one is reported`() throws {
        try scarybug.run(input: "query add h tag:x\nquery add h2 @h\n")
        #expect(
            try scarybug.run("query", "remove", "h").gave(
                "h  removed\n",
                error: "scarybug: warning: the saved query 'h2' names '@h', which is gone; "
                    + "'query remove h2' removes it\n"))
    }

    @Test func `a field is set once`() throws {
        for words in [["rating=1", "rating=2"], ["tags+=a", "tags=b"]] {
            let name = words[0].prefix { $0.isLetter }
            #expect(
                try scarybug.run(["set", "1"] + words).gave(
                    error: "scarybug: '\(name)' is given twice; leave out all but one "
                        + "\(name)=VALUE\n", status: 1))
        }
        #expect(try scarybug.run("set", "1", "tags=a", "tags+=b", "tags-=a").gave("1  One\n"))
    }

    @Test func `tables that cannot be told from what is here`() throws {
        for (name, text) in [("t.csv", "title\nAnt\n"), ("t.jsonl", "{\"title\":\"Ant\"}\n")] {
            try scarybug.directory.write(text, to: "work/\(name)")
            #expect(
                try scarybug.run("import", "--skip-known", "%/\(name)").gave(
                    error: "scarybug: %/\(name): a table, whose rows are new documents; leave out "
                        + "--skip-known, or take back a table from 'list' with --update\n",
                    status: 1))
        }
        try scarybug.run("new", "Hush", "--kind", "book")
        try scarybug.run("export", "3", "%/owned", "--format", "books-owned")
        #expect(
            try scarybug.run("import", "--skip-known", "%/owned").gave(
                error: "scarybug: %/owned: element 1: a title, which becomes a new document; leave "
                    + "out --skip-known\n", status: 1))
        try scarybug.directory.write("Kennung,title\nx,Ant\n", to: "work/u.csv")
        #expect(
            try scarybug.run("import", "--update", "%/u.csv").gave(
                error: "scarybug: %/u.csv: no column 'identifier'; a table from 'list' has one\n",
                status: 1))
    }
}

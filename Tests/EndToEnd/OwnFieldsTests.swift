import TestSupport
import Testing

/// Fields and queries of one's own in the real program.
@Suite struct OwnFieldsTests {
    let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
    }

    @Test func `a field is added, set, shown, and removed`() throws {
        #expect(
            try scarybug.run("field", "add", "weight", "number").gave("weight  number  added\n"))
        #expect(
            try scarybug.run("field", "add", "weight", "number").gave(
                "weight  number  there already\n"))
        #expect(try scarybug.run("new", "Ant", "weight=-2.50").gave("1  Ant\n"))
        #expect(try scarybug.run("show", "1").standardOutput.contains("\n  weight      -2.5\n"))
        #expect(try scarybug.run("--json", "list").standardOutput.contains(#","weight":-2.5,"#))
        let table = try scarybug.run("--csv", "list").lines
        #expect(table.first?.contains(",seen,weight,imageType,") == true)
        #expect(table.last?.contains(",-2.5,") == true)
        #expect(
            try scarybug.run("field", "remove", "weight").gave(
                "weight  removed; what documents have in it stays\n"))
        #expect(try scarybug.run("show", "1").standardOutput.hasSuffix("\n  weight      -2.5\n"))
        #expect(
            try scarybug.run("--csv", "list").lines.last?.hasSuffix(#""{""weight"":-2.5}""#) == true
        )
    }

    @Test(arguments: [
        (["set", "1", "weigth=3"], "a bug has no field 'weigth'; the nearest is 'weight'"),
        (["set", "1", "weight=heavy"], "weight 'heavy' is not a number such as 4, -2.5 or 1e6"),
        (["set", "1", "weight+=1"], "'weight' is not a list; set it with weight=VALUE"),
        (
            ["field", "ad", "x"],
            "field does not know 'ad'; usage: field [add|remove] [NAME] [TYPE]"
        ),
        (["field", "add", "x"], "field needs TYPE; usage: field [add|remove] [NAME] [TYPE]"),
        (["field", "remove"], "field needs NAME; usage: field [add|remove] [NAME] [TYPE]"),
        (
            ["field", "remove", "x", "y"],
            "field does not take 'y'; usage: "
                + "field [add|remove] [NAME] [TYPE]"
        ),
        (
            ["field", "add", "x", "txt"],
            "no type of a field is called 'txt'; there are: text, number, date, boolean, list"
        ),
        (
            ["field", "remove", "wieght"],
            "there is no field of your own 'wieght'; the nearest is 'weight'"
        ),
        (["query", "add", "x"], "query needs QUERY; usage: query [add|remove] [NAME] [QUERY]..."),
        (["query", "add", "x", "'a"], "''a', column 1: the quote ' is not closed"),
        (["query", "add", "x", " # "], "the query 'x' has no words"),
        (["query", "remove", "x"], "there is no saved query 'x'"),
    ])
    func `mistakes say what would be right, and change nothing`(
        words: [String], expected: String
    ) throws {
        try scarybug.run("-c", "field add weight number\nnew Ant weight=1")
        let before = try scarybug.contents()
        #expect(try scarybug.run(words).gave(error: "scarybug: \(expected)\n", status: 1))
        #expect(try scarybug.contents() == before)
    }

    @Test func `fields are listed, one's own among them`() throws {
        try scarybug.run("field", "add", "habitat", "text")
        let lines = try scarybug.run("fields").lines
        #expect(lines.contains("rating      number   bug, creature  how scary, 0 to 5"))
        #expect(lines.last == "habitat     text     all            a field of your own: any text")
        #expect(
            try scarybug.run("--json", "fields").lines.last == """
                {"name":"habitat","type":"text","kinds":["bug","creature","book"],"own":true,\
                "editable":true,"meaning":"a field of your own: any text"}
                """)
    }

    @Test func `queries are named, listed, replaced, and removed`() throws {
        #expect(
            try scarybug.run("query", "add", "scary", "rating:>=4 sort:-rating").gave(
                "scary  rating:>=4 sort:-rating\n"))
        #expect(try scarybug.run("query", "add", "ants", "kind:bug", "wood ant").status == 0)
        #expect(
            try scarybug.run("queries").gave(
                "scary  rating:>=4 sort:-rating\nants   kind:bug 'wood ant'\n"))
        #expect(
            try scarybug.run("query", "add", "scary", "rating:5").gave(
                "scary  rating:5  instead of rating:>=4 sort:-rating\n"))
        #expect(
            try scarybug.run("--json", "query").gave(
                #"{"name":"scary","query":"rating:5"}"# + "\n"
                    + #"{"name":"ants","query":"kind:bug 'wood ant'"}"# + "\n"))
        #expect(try scarybug.run("query", "remove", "scary").gave("scary  removed\n"))
        #expect(try scarybug.run("--csv", "query").gave("name,query\nants,kind:bug 'wood ant'\n"))
    }

    @Test func `many processes that add fields at once all win`() throws {
        let running = try (0..<6).map { process in
            let session = try scarybug.start()
            try session.type(
                (0..<8).map {
                    "field add f\(process)_\($0) text\nquery add q\(process)_\($0) all\n"
                }
                .joined())
            return session
        }
        for session in running { #expect(session.finish().standardError == "") }
        let own = try scarybug.run("fields").lines.count { $0.hasSuffix("of your own: any text") }
        #expect(own == 48)
        #expect(try scarybug.run("queries").lines.count == 48)
    }

    @Test func `a field that another session adds can be set at once`() throws {
        let session = try scarybug.start()
        try session.type("new Ant\n")
        #expect(try session.readLine() == "1  Ant")
        try scarybug.run("field", "add", "habitat", "text")
        try session.type("set 1 habitat=wood\nset 1 habtat=x\n")
        let transcript = session.finish()
        #expect(
            transcript.standardError
                == "scarybug: stdin:3: a bug has no field 'habtat'; the nearest is 'habitat'\n")
    }
}

import TestSupport
import Testing

/// Lists in JSON and CSV print the index's records. Lists of single numbers read the documents, and are
/// alike.
@Suite struct RecordListTests {
    private var scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
    }

    private func expectSame(_ count: Int) throws {
        let numbers = (1...count).map(String.init)
        let chosen = ["--columns", "created,image,tags,kind,author,title,number,rating"]
        for format in ["--json", "--csv"] {
            for columns in [[], chosen] {
                let listed = try scarybug.run([format, "list"] + columns)
                let read = try scarybug.run([format, "list"] + columns + numbers)
                #expect(listed.standardOutput == read.standardOutput, "\(format)")
                #expect(listed.status == 0 && listed.standardOutput.contains("Weta"))
            }
        }
    }

    @Test func `texts that need escapes, quotes or a guard`() throws {
        try scarybug.run(
            input: """
                field add wing number
                field add wild boolean
                field add habitat list
                new Weta rating=3.5 tags='a,b\\,c,"d";e' seen=2026-05~ wing=-2.5 wild=yes notes='=1+1'
                new Käfer tags='-x, y' notes="two
                lines	with a tab" wild=no place="'quoted'" observer='\\ and "'
                new +49 notes='-12' species='ｅ＋１' place='＝1' habitat='=home,\\\\,🪲'
                new "a \u{202E}b \u{7F}" --kind book author=Stoker categories=a,b available=no pageCount=3
                new "🧑‍🔬" --kind creature rating=5
                """)
        try expectSame(5)
    }

    @Test func `a long document is read`() throws {
        let notes = String(repeating: "word, ", count: 5_000)
        try scarybug.run(input: "new Weta\nnew Long notes='\(notes)'\nnew Moth")
        try expectSame(3)
        #expect(try scarybug.run("--csv", "list", "2").standardOutput.contains(notes))
    }

    @Test func `photographs and unknown values`() throws {
        try scarybug.directory.write(SamplePicture.jpeg([1]), to: "work/weta.jpg")
        try scarybug.run(
            input: """
                field add wing number
                field add maker text
                new Weta image=%/weta.jpg wing=3 maker='A "B", C'
                new Moth
                field remove wing
                field remove maker
                """)
        try expectSame(2)
        let csv = try scarybug.run("--csv", "list").standardOutput
        #expect(csv.contains(",image/jpeg,9,") && csv.contains(#""{""wing"":3"#), "\(csv)")
    }

    @Test func `the order, the limit and the words of a query count`() throws {
        try scarybug.run(input: "new Weta\nnew Moth rating=2\nnew Ant rating=4")
        let json = try scarybug.run("--json", "list", "has:rating", "sort:-rating", "limit:1")
        #expect(json.standardOutput.hasPrefix(#"{"number":3,"kind":"bug","title":"Ant","#))
        #expect(
            try scarybug.run("--csv", "list", "title:w").standardOutput.contains("\n1,bug,Weta,"))
    }

    @Test func `nothing but the index is read`() throws {
        try scarybug.run("new", "Weta")
        try scarybug.run("list")
        let file = "records/users/alice/Private Documents/1.scarybug/data.plist"
        try scarybug.directory.write([], to: file)
        #expect(try scarybug.run("--json", "list").standardOutput.contains("Weta"))
    }
}

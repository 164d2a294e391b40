import ScaryBugs
import Testing

@testable import ScaryBugCommands

@Suite struct DocumentTextTests {
    private static let head = """
        # Document 3, a bug. Fields, an empty line, then the notes.
        # An empty value clears a field. A field without a line stays as it is.

        """

    private static func data(_ edits: Edit...) throws -> DocumentData {
        var data = try DocumentData(new: .bug, now: Timestamp(secondsSince1970: 0))
        for edit in edits { try data.apply(edit) }
        return data
    }

    private static func field(_ name: String) throws -> Field {
        try #require(DocumentKind.bug.field(named: name))
    }

    private static func document() throws -> DocumentText {
        DocumentText(
            of: try data(
                .set(.title, .text("#1: Ant")), .set(.rating, .rating(3)),
                .set(.tags, .list(["a,b", "c"])), .set(field("place"), .text("a\n\tb")),
                .set(field("notes"), .text("# one\n\ntwo"))), kind: .bug)
    }

    private static var text: String {
        get throws {
            let name = try #require(DocumentName(directoryName: "3.scarybug"))
            return try document().text(of: name)
        }
    }

    @Test func `a document as a text`() throws {
        #expect(
            try Self.text
                == Self.head + """
                    title: #1: Ant
                    rating: 3
                    tags: a\\,b,c
                    species: 
                    place: a
                    \t\tb
                    observer: 
                    seen: 

                    # one

                    two

                    """)
    }

    @Test func `an unchanged text changes nothing`() throws {
        #expect(try DocumentText(parsing: Self.text).changes(from: Self.document()) == [])
    }

    @Test(arguments: [
        ("rating: 3", "rating: 4", ["rating=4"]), ("rating: 3", "rating:4", ["rating=4"]),
        ("rating: 3\n", "", []), ("species: ", "species: @x", ["species=@@x"]),
        ("two", "two\n\n", ["notes=# one\n\ntwo\n\n"]), ("\n# one\n\ntwo\n", "", ["notes="]),
        ("\t\tb\n", "", ["place=a"]), ("seen: ", "seen: 1906\n# no", ["seen=1906"]),
        ("observer: ", "other: x\nobserver:", ["other=x"]),
    ])
    func `what changed is assigned`(old: String, new: String, assignments: [String]) throws {
        let text = try Self.text.replacing(old, with: new)
        #expect(
            try DocumentText(parsing: text).changes(from: Self.document())
                == assignments.map { try #require(Assignment($0)) })
    }

    @Test(arguments: [
        (
            "title: x\nno colon\n",
            "'no colon' is not 'field: value'; the notes follow the first empty line"
        ),
        ("title: x\ntitle: y\n", "'title' is given twice; leave one line out"),
    ])
    func `an error quotes the line`(text: String, message: String) {
        let error = #expect(throws: ScaryBugsError.self) { try DocumentText(parsing: text) }
        #expect(error?.message == message)
    }

    @Test func `an error is a comment, and the next one takes its place`() {
        let once = DocumentText.text("# c\ntitle: x\n", explaining: "bad")
        #expect(once == "# error: bad\n# c\ntitle: x\n")
        #expect(
            DocumentText.text(once, explaining: "a\nb") == "# error: a\n# error: b\n# c\ntitle: x\n"
        )
    }
}

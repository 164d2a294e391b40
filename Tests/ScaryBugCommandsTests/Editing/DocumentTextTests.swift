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
                    count: 
                    sex: 
                    stage: 
                    place: a
                    \t\tb
                    at: 
                    observer: 
                    determiner: 
                    seen: 
                    license: 
                    credit: 

                    # one

                    two

                    """)
    }

    @Test func `new notes do not begin with the empty lines that the text ended with`() throws {
        let name = try #require(DocumentName(directoryName: "3.scarybug"))
        let before = DocumentText(of: try Self.data(.set(.title, .text("Ant"))), kind: .bug)
        let text = DocumentText(parsing: before.text(of: name) + "\r\nby the pond\n\nagain\n")
        #expect(
            text.changes(from: before) == [Assignment("notes", literally: "by the pond\n\nagain")])
    }

    @Test func `notes keep the empty lines that they begin with`() throws {
        let name = try #require(DocumentName(directoryName: "3.scarybug"))
        let notes = try Edit.set(Self.field("notes"), .text("\none"))
        let before = DocumentText(of: try Self.data(notes), kind: .bug)
        let text = DocumentText(parsing: before.text(of: name) + "two\n")
        #expect(text.changes(from: before) == [Assignment("notes", literally: "\none\ntwo")])
    }

    @Test func `notes with CR LF do not change when an editor ends all lines alike`() throws {
        let name = try #require(DocumentName(directoryName: "3.scarybug"))
        let notes = try Edit.set(Self.field("notes"), .text("one\r\ntwo"))
        let before = DocumentText(of: try Self.data(notes), kind: .bug)
        let lines = before.text(of: name).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let saved = DocumentText.withLineFeeds(Array((lines.joined(separator: "\r\n")).utf8))
        let text = DocumentText(parsing: String(decoding: saved, as: UTF8.self))
        #expect(text.changes(from: before) == [])
    }

    @Test func `an unchanged text changes nothing`() throws {
        let text = DocumentText(parsing: try Self.text)
        #expect(try text.changes(from: Self.document()) == [])
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

    @Test func `the errors quote their lines`() {
        let text = DocumentText(parsing: "title: x\nno colon\ntitle: y\nrating: 3\n")
        #expect(
            text.errors.map(\.message) == [
                "'no colon' is not 'field: value'; the notes follow the first empty line",
                "'title' is given twice; leave one line out",
            ])
        #expect(text["rating"] == "3")
    }

    @Test func `notes among the fields are an error, and the path of a picture is not`() throws {
        let text = DocumentText(parsing: "image: @a.jpg\nnotes: hello\n\nx\n")
        #expect(
            text.errors.map(\.message) == [
                "'notes: hello' is among the fields; the notes follow the first empty line"
            ])
        let changes = text.changes(from: try Self.document())
        #expect(changes.first == Assignment("image=@a.jpg"))
    }

    @Test("many lines take time in proportion to their number", .timeLimit(.minutes(1)))
    func manyLines() {
        let text = DocumentText(
            parsing: (0..<60_000).map { "x\($0): y\n" }.joined() + "x7: z\n")
        #expect(text.errors.map(\.message) == ["'x7' is given twice; leave one line out"])
    }

    @Test func `errors are comments, and the next ones take their place`() {
        let errors = { (messages: String...) in
            messages.map { ScaryBugsError(.invalidValue, $0) }
        }
        let once = DocumentText.text(Array("# c\ntitle: x\n".utf8), explaining: errors("bad"))
        #expect(once == Array("# error: bad\n# c\ntitle: x\n".utf8))
        #expect(
            DocumentText.text(once, explaining: errors("a\nb", "c"))
                == Array("# error: a\n# error: b\n# error: c\n# c\ntitle: x\n".utf8))
    }
}

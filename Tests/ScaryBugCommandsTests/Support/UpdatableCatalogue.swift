import TestSupport
import Testing

/// The program with a bug, a creature and a book, and tables that change them.
struct UpdatableCatalogue {
    let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.directory.write(SamplePicture.jpeg([1]), to: "work/ant.jpg")
        try scarybug.run(
            input: """
                field add habitat text
                field add weight number
                field add alive boolean
                new Ant rating=2 tags=red,big habitat=wood weight=2.5 alive=yes image=%/ant.jpg
                new Moth --kind creature rating=3.5
                new Dracula --kind book author=Stoker pageCount=352 available=no
                """)
    }

    func list(_ mode: String) throws -> String {
        try scarybug.run(mode, "list").standardOutput
    }

    func identifier(_ number: Int) throws -> String {
        try scarybug.run("show", "\(number)").lines
            .first { $0.contains("identifier") }?.split(separator: " ").last.map(String.init) ?? ""
    }

    /// Runs `import --update` with a table.
    func update(
        _ table: String, _ options: String..., named name: String = "t.csv"
    ) throws -> Transcript {
        try scarybug.directory.write(table, to: "work/\(name)")
        return try scarybug.run(["import", "--update", "%/\(name)"] + options)
    }

    /// Expects that a table is refused with these messages, and changes nothing.
    func expectRefusal(
        of table: String, _ messages: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try list("--json")
        let transcript = try update(table)
        let expected = messages.map { "scarybug: %/t.csv\($0)\n" }.joined()
        #expect(
            transcript.gave(error: expected, status: 1), "\(transcript)",
            sourceLocation: sourceLocation)
        #expect(try list("--json") == before, sourceLocation: sourceLocation)
    }
}

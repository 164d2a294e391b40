import TestSupport
import Testing

/// Bad input causes one clear sentence on standard error and the right exit status, and changes
/// nothing.
@Suite struct RefusalTests {
    let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.directory.write("no picture", to: "work/note.jpg")
        for name in ["photo.jpg", "my photo.jpg"] {
            try scarybug.directory.write(SamplePicture.jpeg(), to: "work/\(name)")
        }
        try scarybug.directory.write("list", to: "work/field-trip")
        try scarybug.directory.write("title,seen\nBee,yesterday\n", to: "work/days.csv")
        try scarybug.directory.makeDirectory("work/nothing")
        try scarybug.run("new", "Potato Bug", "rating=3")
        try scarybug.run("export", "1", "%/good.scarybug")
    }

    @Test(arguments: [
        (["set", "1", "title=  "], "a title must not be blank"),
        (["set", "1", "rating=4,5"], "the rating '4,5' is not a number from 0 to 5; write 4.5"),
        (["set", "1", "created=2026-01-01"], "the field 'created' is read-only"),
        (["set", "1", "image=%/."], "%/.: not a regular file; give the path of a picture"),
        (
            ["new", "x", "--kind", "moth"],
            "there is no kind 'moth'; there are: bug, creature, book"
        ),
        (
            ["export", "1", "https://example.com/x/"],
            "https://example.com/x/ is an address; give a file or a directory"
        ),
        (["export", "1", "%/no/where.scarybug"], "there is no directory %/no; make it first"),
        (
            ["import", "%/nothing"],
            "%/nothing: a directory with neither a data.plist nor documents, bundles or photographs in it"
        ),
        (
            ["import", "%/none", "--map", "Ä=title", "--map", "ä=place"],
            "--map names the column 'ä' twice"
        ),
        (["open", "1-3"], "open takes the number of one document; usage: open N"),
        (
            ["open", "potato"],
            "open takes the number of one document; 'list potato' shows the numbers; usage: open N"
        ),
        (["list", "14-"], "the range '14-' has no end; write number:14.. for all from 14"),
        (
            ["login", "Bob"],
            "'Bob' cannot be a user's name: 1 to 32 of a-z, 0-9, '.', '_', '-', "
                + "the first a letter or a digit"
        ),
        (["source", "%/."], "%/. is a directory, not a script"),
        (
            ["source", "%/my photo.jpg"],
            "%/my photo.jpg is a JPEG picture, not a script; to make a document with it: "
                + "import '%/my photo.jpg'"
        ),
        (
            ["-f", "%/photo.jpg"],
            "%/photo.jpg is a JPEG picture, not a script; to make a document with it: "
                + "import %/photo.jpg"
        ),
        (
            ["-f", "%/good.scarybug"],
            "%/good.scarybug is not a script: its first line has a NUL; "
                + "preview %/good.scarybug tells what it holds"
        ),
        (
            ["export", "garden"],
            "export needs a SELECTION before the DESTINATION 'garden', since no document is open; "
                + "'export garden .' exports the documents with that word"
        ),
        (
            ["list", "rating:"],
            "rating: needs a value; -has:rating finds documents that have none; "
                + "the shell takes > and < for itself, so quote them: 'rating:>=3'"
        ),
        (["help", "rating"], "there is no command or topic 'rating'; 'help fields' explains it"),
        (["help", "sort"], "there is no command or topic 'sort'; 'help queries' explains it"),
        (
            ["set", "1", "colour=red"],
            "a bug has no field 'colour'; 'fields' lists the fields, "
                + "'field add colour text' adds a custom field"
        ),
        (
            ["set", "1", "title=Giant", "Hornet"],
            "no document matches '1 Hornet'; a value with blanks needs quotes: "
                + "'title=Giant Hornet'"
        ),
        (["--user", "bob", "delete", "all"], "there are no documents; 'new TITLE' makes one"),
        (
            ["import", "%/note.jpg"],
            "%/note.jpg: not a supported picture (JPEG, PNG, GIF, WebP, HEIC, TIFF)"
        ),
        (
            ["import", "%/field-trip"],
            "%/field-trip: a text, neither a bundle (a ZIP or tar file) nor a table with a column "
                + "'title'; 'help bundles' lists what can be imported"
        ),
        (
            ["import", "my", "photo.jpg.zip"],
            "cannot open my: No such file or directory\n"
                + "scarybug: cannot open photo.jpg.zip: No such file or directory"
        ),
        (["set", "1", "number=5"], "the number of a document cannot be changed"),
        (
            ["-f", "%/days.csv"],
            "%/days.csv is a table, not a script; 'import %/days.csv' takes it in"
        ),
        (
            ["import", "%/days.csv"],
            "%/days.csv:2: column 2 (seen): seen 'yesterday': a table takes no day that depends on today; "
                + "write one such as 1906, 2026-05, 2026-05-01, 2026-05-01T14:30, "
                + "2026-05/2026-06, 1906~"
        ),
    ])
    func `one clear sentence`(arguments: [String], expected: String) throws {
        let before = try scarybug.contents()
        let transcript = try scarybug.run(arguments)
        #expect(transcript.gave(error: "scarybug: \(expected)\n", status: 1))
        #expect(try scarybug.contents() == before)
    }

    @Test(arguments: [
        ("\0\nlist\n", "standard input is not a script: its first line has a NUL"),
        ("list\n\0\n", "stdin:2: column 1: a NUL has no place in a line"),
    ])
    func `standard input that is no text`(input: String, expected: String) throws {
        let transcript = try scarybug.run(input: input)
        #expect(transcript.standardError == "scarybug: \(expected)\n")
        #expect(transcript.status == 1)
    }

    @Test func `a path whose blanks lack quotes`() throws {
        try scarybug.run("export", "1", "%/my bug.scarybug")
        let transcript = try scarybug.run("import", "%/my", "bug.scarybug")
        #expect(
            transcript.gave(
                error: "scarybug: cannot open %/my; a path with blanks needs quotes: "
                    + "'%/my bug.scarybug'\n", status: 1))
    }

    @Test(arguments: [
        ("%/a.bugs", "to run it as a script: source %/a.bugs"),
        (
            "%/field-trip",
            "'import %/field-trip' takes in what it holds, 'source %/field-trip' runs it as a script"
        ),
        ("%/good.scarybug", "to import it: import %/good.scarybug"),
        ("%/my photo.jpg", "to import it: import '%/my photo.jpg'"),
    ])
    func `a file in place of a command`(word: String, expected: String) throws {
        let transcript = try scarybug.run(word)
        #expect(
            transcript.gave(
                error: "scarybug: there is no command '\(word)'; \(expected)\n", status: 1))
    }
}

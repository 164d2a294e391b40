import TestSupport
import Testing

/// Lines that a new user types wrongly: the answer says what to type.
@Suite struct NewcomerTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.directory.makeDirectory("work/other")
        for path in ["work/s.txt", "work/other/S.txt"] {
            try scarybug.directory.write(path, to: path)
        }
        try scarybug.run(input: "new Ant rating=4\nnew Bee tags=oak\n")
    }

    @Test(arguments: [
        (
            "config author Nina Berg",
            "there is no preference 'Nina'; write config author='Nina Berg'"
        ),
        ("config author = Nina", "there is no preference ''; write config author=Nina"),
        (
            "config sensitive=Lucanus cervus, 10km",
            "there is no preference 'cervus,'; write config sensitive='Lucanus cervus, 10km'"
        ),
        ("config kind colums", "there is no preference 'colums'; the nearest is 'columns'"),
        (
            "config 'sensitive=Lucanus cervus; Bombus'",
            "line 1: 'Lucanus cervus' has no name and distance; "
                + "write one such as 'Lucanus cervus, 10km'"
        ),
        ("gallery all %/g", "'%/g' is no name of a page; write gallery all %/g.html"),
        ("gallery %/g.pdf all", "'%/g.pdf' is no name of a page; write gallery all %/g.html"),
        ("labels 1 %/other", "'%/other' is no name of a page; write labels 1 %/other/bugs.html"),
        ("labels 2 all", "'all' is no name of a page; write labels 2 all bugs.html"),
        ("attach %/s.txt %/other/S.txt 1", "write attach 1 %/s.txt %/other/S.txt; usage: "),
        ("detach s.txt 1", "takes the number of one document; write detach 1 s.txt; usage: "),
        ("attach 1 %/s.txt %/s.txt", "s.txt is given twice; leave out one, or rename another file"),
        ("new Fly image=%/a.jpg image=%/b.jpg image=%/other/B.jpg", "B.jpg is given twice"),
        ("set rating 3", "set needs FIELD=VALUE; write set N rating=3; usage: "),
        ("set notes 'in the park'", "; write set N notes='in the park'; usage: "),
        ("set 1 tags=ant, bee", "a value with blanks needs quotes: 'tags=ant, bee'; usage: "),
        (
            "set 1 place=Plot 1 tags=x",
            "set takes '1' before its assignments; a value with blanks needs quotes: 'place=Plot 1'; usage: "
        ),
        ("set notes=for all", "a value with blanks needs quotes: 'notes=for all'; usage: "),
        ("new Wasp tag=oak", "a bug has no field 'tag'; write tags=VALUE"),
        ("new Wasp stars=4", "a bug has no field 'stars'; write rating=VALUE"),
        ("new Wasp Datum=2026", "a bug has no field 'Datum'; write seen=VALUE"),
        ("new Wasp location=Kent", "no field 'location'; write at=VALUE or place=VALUE"),
        ("set 1 photo=a.jpg", "a bug has no field 'photo'; write image=VALUE"),
        ("export 1 to bob", "export does not take 'bob'; the option is --to bob; usage: "),
        ("export all --format csv", "export needs a DESTINATION for a table, such as bugs.csv"),
        (
            "export all %/other --format csv",
            "%/other is a directory; give the name of a file in it"
        ),
        (
            "export all %/bugs.cvs",
            "write %/bugs.cvs/ for a directory of that name, or use the ending .csv"
        ),
        ("export 1 --format cvs", "kml, gpx, csv, json"),
        ("help photos", "there is no command or topic 'photos'; the nearest is 'photographs'"),
    ])
    func `a wrong line is answered with the right one`(line: String, answer: String) throws {
        for path in ["work/a.jpg", "work/b.jpg", "work/other/B.jpg"] {
            try scarybug.directory.write(SamplePhotograph.jpeg(7), to: path)
        }
        let transcript = try scarybug.run(input: line + "\n")
        #expect(transcript.status == 1)
        #expect(transcript.standardError.contains(answer), "\(transcript)")
    }

    @Test(arguments: [
        ("sort rating", "write sort:rating"), ("fly sort by rating", "write sort:rating"),
        ("tag 'dead wood'", "write tag:'dead wood'"),
        ("columns title", "the option is --columns title"),
    ])
    func `a script, too, is told what a query without results may mean`(
        words: String, hint: String
    ) throws {
        #expect(
            try scarybug.run(input: "list \(words)\n").gave(
                error: "scarybug: stdin:1: no documents match; \(hint)\n"))
    }

    @Test(arguments: ["%/a.csv all", "all %/a.csv", "%/a.csv -fly", "all %/a.csv --format csv"])
    func `export takes SELECTION and DESTINATION in either order`(words: String) throws {
        #expect(
            try scarybug.run(input: "export \(words)\n").gave("wrote 2 documents to %/a.csv\n"))
    }

    @Test func `a table may have any name, and a bundle comes after its place, too`() throws {
        #expect(
            try scarybug.run("export", "1", "%/ant", "--format", "csv").gave(
                "wrote 1 document to %/ant\n"))
        let rows = try scarybug.run("export", "1", "-", "--format", "json").standardOutput
        #expect(rows.hasPrefix("[\n{\"number\":1,"), "\(rows)")
        #expect(
            try scarybug.run("export", "%/", "2").standardOutput == "exported 2 to %/Bee.scarybug\n"
        )
    }

    @Test func `the list of sensitive species may be typed as it is shown`() throws {
        let list = "Lucanus cervus, 10km; Osmoderma eremita, 20km"
        for value in [list, "Lucanus cervus, 10km"] {
            let transcript = try scarybug.run("--json", "config", "sensitive=\(value)")
            #expect(transcript.standardOutput.contains("\"value\":\"\(value)\""), "\(transcript)")
        }
    }
}

import Foundation
import TestSupport
import Testing

/// Values that are larger than anybody needs are refused wherever they come in. Documents that have
/// them already stay usable.
@Suite struct ValueLimitsTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        for (name, text) in Self.files {
            try scarybug.directory.write(text, to: "work/\(name)")
        }
    }

    private static let title = String(repeating: "t", count: 4_097)
    private static let tags = (0...10_000).map(String.init).joined(separator: ",")
    private static let files = [
        ("title", title), ("tags", tags), ("notes", String(repeating: "n", count: 1 << 20 + 1)),
        ("title.csv", "title\n\(title)\n"),
        ("tags.jsonl", #"{"title":"Ant","tags":"\#(tags)"}"#),
    ]

    @Test(arguments: [
        (["new", "title=@%/title"], "title is longer than 4,096 bytes (the limit titleBytes)"),
        (
            ["new", "Ant", "tags=@%/tags"],
            "tags has more than 10,000 values (the limit listValues)"
        ),
        (
            ["new", "Ant", "notes=@%/notes"],
            "%/notes is longer than 1,048,576 bytes; 'config textFileBytes=N' raises the limit"
        ),
        (
            ["import", "%/title.csv"],
            "%/title.csv:2: title is longer than 4,096 bytes (the limit titleBytes)"
        ),
        (
            ["import", "%/tags.jsonl"],
            "%/tags.jsonl:1: tags has more than 10,000 values (the limit listValues)"
        ),
    ])
    func `a value over a limit is refused`(words: [String], message: String) throws {
        #expect(
            try scarybug.run(words).gave(error: "scarybug: \(message)\n", status: 1))
        #expect(try scarybug.run("count").gave("0\n"))
    }

    @Test(arguments: ["title", "place", "tags", "notes"])
    func `a value that could not be read again is refused`(field: String) throws {
        let allowed = "e" + String(repeating: "\u{301}", count: 100)
        let value = allowed + "\u{301}"
        let error = "scarybug: \(field): a character has more than 100 accents\n"
        let title = field == "title" ? [] : ["Ant"]
        #expect(
            try scarybug.run(["new"] + title + ["\(field)=\(value)"]).gave(error: error, status: 1))
        try scarybug.run("new", "Ant")
        #expect(try scarybug.run("set", "1", "\(field)=\(value)").gave(error: error, status: 1))
        #expect(try scarybug.run("set", "1", "\(field)=\(allowed)").status == 0)
    }

    @Test func `a long list of errors is cut for people`() throws {
        let rows = String(repeating: "Ant,9\n", count: 150)
        try scarybug.directory.write("title,rating\n" + rows, to: "work/wrong.csv")
        let words = ["import", "--keep-going", "%/wrong.csv"]
        let people = try scarybug.run(words).standardError
        #expect(people.split(separator: "\n").count == 3)
        #expect(people.hasSuffix("and 148 more; --json --dry-run shows all\n"), "\(people)")
        let dryRun = ["--json"] + words + ["--dry-run"]
        #expect(try scarybug.run(dryRun).standardError.split(separator: "\n").count == 150)
    }

    @Test func `the last of many errors says what became of the table`() throws {
        let rows = String(repeating: "Ant,9\n", count: 150)
        try scarybug.directory.write("title,rating\n" + rows, to: "work/wrong.csv")
        let lines = try scarybug.run("import", "%/wrong.csv").standardError
            .split(separator: "\n").suffix(2)
        #expect(
            lines == [
                "scarybug: and 99 more; --json shows all",
                "scarybug: %/wrong.csv: more than 100 rows are wrong; the rest is not read, and "
                    + "nothing was imported",
            ])
    }

    @Test func `adding to a list stays below the limit`() throws {
        try scarybug.run("new", "Ant", "tags=mine")
        let transcript = try scarybug.run("set", "1", "tags+=@%/tags")
        #expect(
            transcript.gave(
                error: "scarybug: tags has more than 10,000 values (the limit listValues)\n",
                status: 1))
        #expect(try scarybug.run("count", "tag:mine").gave("1\n"))
    }

    @Test func `a picture is refused where it is one file too many`() throws {
        try scarybug.directory.write(SamplePhotograph.jpeg(nil, data: [1]), to: "work/a.jpg")
        try scarybug.directory.write(SamplePhotograph.jpeg(nil, data: [2]), to: "work/b.jpg")
        try scarybug.run("new", "Ant")
        try scarybug.run("new", "Bee", "image=%/a.jpg")
        try scarybug.run("config", "bundleEntries=1")
        let error =
            "scarybug: document 1 would have more than 1 file; "
            + "'config bundleEntries=N' raises the limit\n"
        for option in [[], ["--dry-run"]] {
            #expect(
                try scarybug.run(["set", "1", "image=%/a.jpg"] + option).gave(
                    error: error, status: 1))
        }
        #expect(try scarybug.run("set", "2", "image=%/b.jpg").gave("2  Bee\n"))
        #expect(try scarybug.run("set", "2", "image=").gave("2  Bee\n"))
    }

    @Test func `a document over a limit is shown, edited, exported and reported`() throws {
        try scarybug.run("new", "Ant", "notes=@%/title")
        try scarybug.run("config", "textFileBytes=1000")
        #expect(try scarybug.run("show", "1").standardOutput.contains("tttt"))
        #expect(try scarybug.run("set", "1", "rating=3").gave("1  Ant\n"))
        let excess = "notes is longer than 1,000 bytes; 'config textFileBytes=N' raises the limit"
        #expect(
            try scarybug.run("set", "1", "notes=@%/title").standardError.contains(
                "is longer than 1,000 bytes"))
        #expect(
            try scarybug.run("export", "1", "%/").gave(
                "exported 1 to %/Ant.scarybug\n",
                error:
                    "scarybug: warning: document 1: an import refuses it, since \(excess)\n"))
        #expect(
            try scarybug.run("export", "1", "-").standardError
                == "scarybug: warning: document 1: an import refuses it, since \(excess)\n")
        let check = try scarybug.run("check")
        #expect(check.standardOutput.contains("over-limit"), "\(check)")
        #expect(check.standardOutput.contains("has a value over a limit: \(excess)"), "\(check)")
        #expect(
            try scarybug.run("import", "%/Ant.scarybug").gave(
                error: "scarybug: %/Ant.scarybug: \(excess)\n", status: 1))
        try scarybug.run("config", "textFileBytes=")
        #expect(try scarybug.run("import", "%/Ant.scarybug").status == 0)
    }
}

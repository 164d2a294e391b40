import Foundation
import TestSupport
import Testing

/// Each limit is enforced, and the message names it.
@Suite struct LimitsTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        let work = scarybug.directory.path("work")
        try FileManager.default.removeItem(atPath: work)
        try FileManager.default.copyItem(atPath: Self.sources.get().path("work"), toPath: work)
        try scarybug.directory.write("import \(work)/bugs\n", to: "work/inner.bugs")
        try scarybug.directory.write("source \(work)/inner.bugs\n", to: "work/outer.bugs")
    }

    /// The files that all cases import, made once.
    private static let sources = Result { () throws -> TemporaryDirectory in
        let maker = try InProcess(user: "alice")
        let directory = maker.directory
        directory.keepUntilExit()
        try directory.makeDirectory("work/bugs")
        try directory.write("text", to: "work/text")
        try directory.write("title,place\none,here\ntwo,there\n", to: "work/table.csv")
        let made = try maker.run(
            input: "new Moth\nnew Wasp\nexport 1 %/moth\nexport 1-2 %/bugs --format directory\n"
                + "new Novel --kind book\nexport 3 %/books --format book-archive\nnew Saga --kind book\n"
                + "export 3-4 %/novels --format book-archive\n")
        guard made.status == 0 else { throw TestFailure("\(made)") }
        var python = try Program(executable: "/usr/bin/env")
        python.workingDirectory = directory.path("work")
        let packed = try python.run("python3", "-c", pack)
        guard packed.status == 0 else { throw TestFailure("\(packed)") }
        return directory
    }

    /// A book with 70,000 references.
    private static let pack = """
        import plistlib
        from plistlib import UID
        book = {"title": UID(3), "more": [UID(3)] * 70_000, "$class": UID(2)}
        book_class = {"$classname": "Book", "$classes": ["Book", "NSObject"]}
        with open("references", "wb") as file:
            plistlib.dump({
                "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": {"root": UID(1)},
                "$objects": ["$null", book, book_class, "Saga"]}, file, fmt=plistlib.FMT_BINARY)
        """

    /// A limit, a value to set it to, and a line that exceeds it.
    private static let cases = [
        ("bundleEntries", "1", "import %/moth"),
        ("bundleBytes", "10", "import %/moth"),
        ("dataFileBytes", "10", "import %/moth"),
        ("archiveBytes", "10", "import %/books"),
        ("archiveMemory", "1M", "import %/references"),
        ("importDocuments", "1", "import %/novels"),
        ("importBytes", "100", "import %/novels"),
        ("importTextBytes", "10", "import %/novels"),
        ("directoryEntries", "1", "import %/bugs"),
        ("textFileBytes", "3", "new Ant notes=@%/text"),
        ("tableColumns", "1", "import %/table.csv"),
        ("customFields", "1", "field add soil text"),
        ("savedQueries", "1", "query add wet tag:pond"),
        ("queryWords", "2", "list red green blue"),
        ("queryBytes", "10", "list red green blue"),
        ("sourceDepth", "1", "source %/outer.bugs"),
    ]

    @Test(arguments: cases)
    func `a limit that is met is named, and lets it in when it is raised`(
        name: String, value: String, line: String
    ) throws {
        let transcript = try scarybug.run(
            "-c", "field add moss text", "-c", "query add dry -tag:pond", "-c",
            "config \(name)=\(value)", "-c", line)
        #expect(transcript.status == 1, "\(transcript)")
        #expect(transcript.standardError.split(separator: "\n").count == 1, "\(transcript)")
        #expect(
            transcript.standardError.hasSuffix("; 'config \(name)=N' raises the limit\n"),
            "\(transcript)")
        #expect(try scarybug.run("count").gave("0\n"))
        let raised = try scarybug.run("-c", "config \(name)=", "-c", line)
        #expect(raised.status == 0, "\(raised)")
    }

    @Test func `there is no other limit to choose`() throws {
        let keys = try scarybug.run("--csv", "config").lines.dropFirst().map {
            String($0.prefix { $0 != "," })
        }
        #expect(
            Set(keys)
                == Set(
                    Self.cases.map(\.0) + [
                        "kind", "new", "names", "columns", "dates", "pager", "pictures",
                        "photographs", "author", "share", "sensitive",
                        "license", "credit", "sendmail", "sync", "import", "wait",
                        "historySteps", "historyBytes",
                    ]))
    }
}

import TestSupport
import Testing

@Suite struct ExportCommandTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.directory.write(SamplePicture.jpeg([1]), to: "work/ant.jpg")
        try scarybug.run(input: "new Ant image=%/ant.jpg\nnew Bee\nnew Cicada\n")
    }

    @Test(arguments: [
        ("1", "3", "the documents as one word: 'export 1,3'; write ./3"),
        ("1,2", "2-3", "the documents as one word: 'export 1,2,2-3'; write ./2-3"),
        ("ant", "3", "the SELECTION as one word, in quotes if it has blanks; write ./3"),
    ])
    func `a second number is no destination`(
        selection: String, destination: String, advice: String
    ) throws {
        #expect(
            try scarybug.run("export", selection, destination).gave(
                error: "scarybug: export takes \(advice) for a file of that name\n", status: 1))
        #expect(
            try scarybug.run("export", "1", "%/3").gave("exported 1 to %/3\n"))
    }

    @Test func `several documents fit into one ZIP file`() throws {
        let export = ["export", "1-3", "%/all.zip"]
        #expect(try scarybug.run(export + ["--bare"]).gave("exported 3 documents to %/all.zip\n"))
        let exists = "scarybug: %/all.zip exists; --force replaces it\n"
        #expect(try scarybug.run(export).gave(error: exists, status: 1))
        let bytes = try scarybug.directory.bytes(of: "work/all.zip")
        _ = try scarybug.run(export + ["--bare", "--force"])
        #expect(try scarybug.directory.bytes(of: "work/all.zip") == bytes)
        _ = try scarybug.run(export + ["--force", "--to", "bob"])
        #expect(try scarybug.run("count", "sent:bob").gave("3\n"))
        #expect(
            try scarybug.run("import", "%/all.zip", "--update").gave(
                (1...3).map {
                    "skipped %/all.zip: \($0).scarybug: the same document as \($0)\n"
                }.joined()))
        _ = try scarybug.run("delete", "1-3", "--yes")
        #expect(try scarybug.run("import", "%/all.zip").status == 0)
        #expect(try scarybug.run("list").standardOutput.contains("Cicada"))
    }

    @Test(arguments: [
        ("all", "2 of 3 documents have no picture; add has:image to the selection"),
        ("1,3", "1 of 2 documents has no picture; add has:image to the selection"),
        ("2", "document 2 has no picture"),
    ])
    func `one error counts the documents without a picture`(
        selection: String, error: String
    ) throws {
        let transcript = try scarybug.run("export", selection, "%/out/", "--format", "picture")
        let output = selection == "2" ? "" : "exported 1 to %/out/Ant.jpg\n"
        #expect(
            transcript.gave(output, error: "scarybug: \(error)\n", status: 1), "\(transcript)")
    }
}

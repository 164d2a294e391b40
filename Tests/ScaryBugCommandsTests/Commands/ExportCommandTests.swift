import TestSupport
import Testing

@Suite struct ExportCommandTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.directory.write([0xFF, 0xD8, 0xFF, 0xE0, 1], to: "work/ant.jpg")
        try scarybug.run(input: "new Ant image=%/ant.jpg\nnew Bee\nnew Cicada\n")
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

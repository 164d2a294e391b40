import TestSupport
import Testing

/// The line of `export` about documents that tell a position.
@Suite struct ExportedPlaceTests {
    let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        var exif = SampleEXIF(seen: "2026:05:17 14:03:22", offset: "+02:00")
        exif.setPosition(
            north: [50, 1, 30, 1, 36, 1], east: [1, 1, 15, 1, 0, 1], "W", within: [51, 2])
        try scarybug.directory.write(SamplePhotograph.jpeg(exif), to: "work/a.jpg")
        try scarybug.directory.write(SamplePicture.jpeg(), to: "work/b.jpg")
        try scarybug.run(
            "-c",
            """
            new Ant at=1,2
            new Bee image=%/a.jpg
            new Dor image=%/b.jpg
            new Book --kind book at=3,4
            """)
        // An import may fill the field from the picture.
        try scarybug.run("set", "2", "at=")
    }

    @Test(arguments: [
        ("1-3", "scarybug", "documents 1-2 tell where"),
        ("1-3", "directory", "documents 1-2 tell where"),
        ("2", "bug", "document 2 tells where"),
        ("2-3", "picture", "document 2 tells where"),
        ("4", "book-archive", "document 4 tells where"),
        ("4", "books-owned", nil),
        ("3", "scarybug", nil),
    ])
    func `an export names once the documents that tell where`(
        selection: String, format: String, message: String?
    ) throws {
        let exported = try scarybug.run("export", selection, "%/out/", "--format", format)
        let notes = exported.standardError.split(separator: "\n").filter { $0.contains("where:") }
        let hint = "--without location leaves that out, 'config share=without:location' always"
        #expect(notes == (message.map { ["scarybug: \($0): \(hint)"] } ?? []))
    }
}

import TestSupport
import Testing

/// Without ExifTool, photographs keep what they tell, so they stay at home.
@Suite struct MissingExifToolTests {
    private let scarybug: Program

    init() throws {
        var scarybug = try Program(user: "alice")
        var exif = SampleEXIF(seen: "2026:05:17 14:03:22")
        exif.setPosition(north: [50, 1, 55, 1, 57, 1], east: [1, 1, 27, 1, 3, 1], "W")
        try scarybug.directory.write(SamplePhotograph.jpeg(exif), to: "work/a.jpg")
        try scarybug.directory.write(SamplePhotograph.jpeg(9), to: "work/b.jpg")
        try scarybug.run(input: "new Ant image=a.jpg\nnew Bee image=b.jpg\nnew Wasp at=50.9,-1.4\n")
        let programs = try scarybug.directory.makeDirectory("programs")
        _ = try scarybug.shell("ln -s \"$(command -v setpriv)\" ../programs/")
        scarybug.environment["PATH"] = programs
        self.scarybug = scarybug
    }

    private let message =
        "document 1: fullImage.jpg: its position can't be removed: exiftool is missing; install the "
        + "package libimage-exiftool-perl\n"

    @Test func `an export names the document, and writes the others`() throws {
        let exported = try scarybug.run("export", "all", ".", "--without", "location")
        #expect(
            exported.gave(
                "exported 2 to Bee.scarybug\nexported 3 to Wasp.scarybug\n",
                error: "scarybug: \(message)", status: 1))
        #expect(
            try scarybug.run("export", "1", "-", "--without", "location").gave(
                error: "scarybug: \(message)", status: 1))
    }

    @Test func `a backup for others lacks the document, and says so`() throws {
        let backup = try scarybug.run("backup", "a.zip", "--without", "location")
        #expect(backup.standardOutput.hasPrefix("wrote a.zip: 2 documents, "))
        #expect(
            backup.standardError == "scarybug: \(message.dropLast()); it is left out\n")
        #expect(backup.status == 1)
    }
}

import TestSupport
import Testing

/// A command opens a large file only as often as it must.
@Suite(
    .enabled(if: Program.isTraceable, "strace cannot run here"),
    .enabled(if: Tool.isExpected("exiftool"), "there is no exiftool here"))
struct OpenedFilesTests {
    private let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
        var exif = SampleEXIF(seen: "2026:05:17 14:03:22")
        exif.setPosition(north: [50, 1, 55, 1, 57, 1], east: [1, 1, 27, 1, 3, 1], "W")
        try scarybug.directory.write(SamplePhotograph.jpeg(exif), to: "work/a.jpg")
        try scarybug.run("new", "Ant", "image=a.jpg")
    }

    /// The original is read once. Its copy without the position is written, and then packed.
    @Test func `an export without the location opens a photograph three times`() throws {
        let (transcript, calls) = try scarybug.traced(
            ["export", "1", "a.scarybug", "--without", "location"],
            recording: ["open", "openat", "openat2"])
        #expect(transcript.status == 0, "\(transcript)")
        let opened = calls.filter { call in
            !call.hasFailed && call.paths.contains { $0.hasSuffix("/fullImage.jpg") }
        }
        #expect(opened.count == 3, "\(opened)")
    }
}

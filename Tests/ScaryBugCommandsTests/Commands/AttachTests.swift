import Foundation
import TestSupport
import Testing

@testable import ScaryBugCommands

/// Further files of a document.
@Suite struct AttachTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run("new", "Ant")
        for (name, shade) in [("a.jpg", 1), ("b.jpg", 2), ("fullImage.jpg", 3)] as [(String, UInt8)]
        {
            let exif = SampleEXIF(seen: "2026:05:17 14:03:2\(shade)")
            try scarybug.directory.write(
                SamplePhotograph.jpeg(exif, data: [shade, 6]), to: "work/" + name)
        }
        try scarybug.directory.write(
            Array(SamplePhotograph.jpeg(7).dropLast(4)), to: "work/cut.jpg")
        try scarybug.directory.write("RIFF", to: "work/song.wav")
        try scarybug.directory.makeDirectory("work/other")
        try scarybug.directory.write("other", to: "work/other/SONG.wav")
    }

    private var files: [String] {
        get throws {
            try scarybug.directory.names(in: "records/users/alice/Private Documents/1.scarybug")
        }
    }

    @Test func `files are attached and detached in one step each`() throws {
        #expect(
            try scarybug.run("attach", "1", "%/b.jpg", "%/song.wav").gave(
                "1  Ant\n", error: "scarybug: seen from 1 photograph\n"))
        #expect(try files == ["b.jpg", "data.plist", "song.wav"])
        #expect(try scarybug.run("attach", "1", "%/song.wav").gave("1  Ant  nothing changed\n"))
        #expect(try scarybug.run("detach", "1", "SONG.WAV", "b.jpg").gave("1  Ant\n"))
        #expect(try files == ["data.plist"])
        try scarybug.run("undo")
        #expect(try files == ["b.jpg", "data.plist", "song.wav"])
        try scarybug.run("undo")
        #expect(try files == ["data.plist"])
        #expect(try scarybug.run("redo").status == 0)
        #expect(try files == ["b.jpg", "data.plist", "song.wav"])
    }

    @Test func `a bundle carries them, and a thumbnail makes no other version`() throws {
        try scarybug.run("set", "1", "image=%/a.jpg")
        try scarybug.run("attach", "1", "%/song.wav")
        try scarybug.run("export", "1", "%/ant.scarybug")
        let thumbnail = "records/users/alice/Private Documents/1.scarybug/thumbImage.jpg"
        try FileManager.default.removeItem(atPath: scarybug.directory.path(thumbnail))
        #expect(
            try scarybug.run("import", "%/ant.scarybug", "--skip-known").gave(
                "skipped %/ant.scarybug: the same document as 1\n"))
        try scarybug.run("import", "%/ant.scarybug")
        #expect(
            try scarybug.directory.names(in: "records/users/alice/Private Documents/2.scarybug")
                == ["data.plist", "fullImage.jpg", "song.wav", "thumbImage.jpg"])
    }

    @Test(arguments: [
        (["attach", "1", "%/nothing"], "cannot open %/nothing: No such file or directory"),
        (
            ["attach", "1", "%/fullImage.jpg"],
            "documents use this name themselves; rename the file"
        ),
        (["attach", "1", "%/other"], "%/other: not a regular file; give the path of a file"),
        (
            ["attach", "1", "%/cut.jpg"],
            "%/cut.jpg: cut off: the JPEG file ends before its picture"
        ),
        (["attach", "7", "%/a.jpg"], "there is no document 7"),
        (["attach", "all", "%/a.jpg"], "attach takes the number of one document"),
        (
            ["attach", "1", "%/other/SONG.wav"],
            "document 1 has another file song.wav; rename the new one, or 'detach 1 song.wav' first"
        ),
        (["detach", "1", "b.jpg"], "document 1 has no further file 'b.jpg'; it has song.wav"),
        (["detach", "1", "data.plist"], "document 1 has no further file 'data.plist'"),
        (
            ["detach", "1", "fullimage.jpg"],
            "fullimage.jpg is the photograph of 1; 'set 1 image=' removes it"
        ),
    ])
    func `names that do not fit are refused`(words: [String], message: String) throws {
        try scarybug.run("attach", "1", "%/song.wav")
        try scarybug.run("set", "1", "image=%/a.jpg")
        let before = try files
        let transcript = try scarybug.run(words)
        #expect(transcript.standardError.contains(message), "\(transcript)")
        #expect(transcript.status == 1)
        #expect(try files == before)
    }

    @Test func `new takes several photographs`() throws {
        #expect(
            try scarybug.run("new", "Bee", "image=%/a.jpg", "image=%/b.jpg").gave(
                "2  Bee\n", error: "scarybug: seen from 1 photograph\n"))
        #expect(
            try scarybug.directory.names(in: "records/users/alice/Private Documents/2.scarybug")
                == ["b.jpg", "data.plist", "fullImage.jpg", "thumbImage.jpg"])
        #expect(try scarybug.run("list", "seen:2026-05-17").gave("2  Bee\n"))
    }

    @Test(arguments: [
        (["seen=1906"], "1906"), (["seen="], ""), ([], "2026-05-17T14:03:21"),
    ])
    func `a photograph fills only a field that is empty and not edited`(
        words: [String], seen: String
    ) throws {
        try scarybug.run(["set", "1", "image=%/a.jpg"] + words)
        let columns = try scarybug.run("--csv", "list", "--columns", "seen").lines
        #expect(columns == ["seen", seen])
    }
}

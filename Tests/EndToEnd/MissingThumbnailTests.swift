import TestSupport
import Testing

/// `check` and `export` make the thumbnails that photographs lack.
@Suite(.enabled(if: Tool.isExpected("vipsthumbnail"))) struct MissingThumbnailTests {
    private let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
        _ = try scarybug.shell("vips black a.png 300 200 --bands 3; vips black b.jpg 9 9")
        try scarybug.run(input: "new Ant image=a.png\nnew Bee image=b.jpg\nnew Wasp\n")
        _ = try scarybug.shell("rm -f ../records/users/alice/*/*/thumbImage.*")
    }

    private func thumbnails() throws -> [String] {
        try scarybug.shell("cd ../records/users/alice/P*; ls */thumb* && file -b --mime */thumb*")
            .lines
    }

    @Test func `check counts them, and a repair is one step`() throws {
        let checked =
            "3 documents checked, 2 photographs without a thumbnail; 'check --repair' makes what it can\n"
        #expect(try scarybug.run("check").gave(checked))
        #expect(
            try scarybug.run("check", "--repair", "--dry-run").gave(
                "3 documents checked, 2 thumbnails would be made\n"))
        #expect(
            try scarybug.run("check", "--repair").gave(
                "3 documents checked, 2 thumbnails made\n"))
        let type = "image/jpeg; charset=binary"
        #expect(
            try thumbnails()
                == ["1.scarybug/thumbImage.jpg", "2.scarybug/thumbImage.jpg", type, type])
        #expect(try scarybug.run("check").gave("3 documents checked\n"))
        #expect(
            try scarybug.run("undo").lines.dropFirst() == [
                "changed back 1  Ant", "changed back 2  Bee",
            ])
        #expect(try scarybug.run("check").gave(checked))
        try scarybug.run("redo")
        #expect(try scarybug.run("check").gave("3 documents checked\n"))
    }

    @Test func `one that can't be reduced costs a sentence`() throws {
        try scarybug.directory.write(SamplePicture.jpeg(), to: "work/end.jpg")
        try scarybug.run("set", "1", "image=end.jpg")
        let transcript = try scarybug.run("check", "--repair")
        #expect(transcript.standardOutput == "3 documents checked, 1 thumbnail made\n")
        #expect(
            transcript.standardError.hasPrefix(
                "scarybug: warning: the photograph of 1 has no thumbnail: the picture is damaged"))
        #expect(transcript.status == 0)
    }

    @Test func `a missing program is named, and nothing fails`() throws {
        var program = scarybug
        program.environment["PATH"] = try scarybug.directory.makeDirectory("programs")
        let message = "scarybug: warning: no thumbnails are made: "
        #expect(
            try program.run("check", "--repair").gave(
                "3 documents checked\n",
                error: message + "setpriv is missing; install the package util-linux\n"))
        _ = try scarybug.shell("ln -s $(command -v setpriv) ../programs")
        #expect(
            try program.run("export", "1,2", ".", "--format", "bug").standardError
                == message + "vipsthumbnail is missing; install the package libvips-tools\n")
    }

    @Test(arguments: [("bug", "scarybug", "jpg"), ("creature", "scarycreature", "png")])
    func `export makes them in the copy`(format: String, ending: String, type: String) throws {
        try scarybug.run("export", "1", ".", "--format", format)
        #expect(
            try scarybug.directory.names(in: "work/1.\(ending)").contains("thumbImage.\(type)"))
        #expect(try thumbnails() == [])
    }
}

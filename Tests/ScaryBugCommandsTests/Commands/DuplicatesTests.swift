import TestSupport
import Testing

/// `duplicates`, in every format.
@Suite struct DuplicatesTests {
    private var scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        let exif = SampleEXIF(seen: "2026:05:17 14:03:22")
        try scarybug.directory.write(SamplePhotograph.jpeg(exif), to: "work/a.jpg")
        try scarybug.directory.write(SamplePhotograph.jpeg(nil), to: "work/b.jpg")
        try scarybug.directory.write(SamplePhotograph.png(exif), to: "work/c.png")
        try scarybug.run(
            input: """
                new Weta image=%/a.jpg
                new Moth image=%/c.png
                new "Stag Beetle" --kind creature image=%/b.jpg
                new Wasp
                """)
    }

    @Test func `documents with the same photograph are one group`() throws {
        #expect(
            try scarybug.run("duplicates").gave(
                "1  photograph  1  Weta\n1  photograph  3  Stag Beetle\n"))
        #expect(
            try scarybug.run("--json", "duplicates").gave(
                """
                {"number":1,"kind":"bug","title":"Weta","same":"photograph","group":1}
                {"number":3,"kind":"creature","title":"Stag Beetle","same":"photograph","group":1}

                """))
        #expect(
            try scarybug.run("--csv", "duplicates").gave(
                """
                number,kind,title,same,group
                1,bug,Weta,photograph,1
                3,creature,Stag Beetle,photograph,1

                """))
    }

    @Test func `@last stands for them`() throws {
        #expect(
            try scarybug.run("-c", "duplicates", "-c", "list @last").lines.dropFirst(2)
                == ["1  Weta", "3  Stag Beetle"])
    }

    @Test func `without duplicates only a terminal gets words`() throws {
        try scarybug.run("delete", "3")
        #expect(try scarybug.run("duplicates").gave())
        var atTerminal = scarybug
        atTerminal.terminalWidth = 80
        #expect(
            try atTerminal.run("duplicates").gave(
                error: """
                    scarybug: no documents have the same photograph or the same identifier

                    """))
    }
}

import Foundation
import TestSupport
import Testing

@testable import ScaryBugCommands

/// Photographs that become documents.
@Suite struct PhotographImportTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
    }

    /// Writes a photograph below `work`.
    ///
    /// - Parameter shade: a number that tells its picture apart from others.
    private func write(
        _ path: String, shade: UInt8, seen: String? = nil, at: [UInt32]? = nil
    ) throws {
        var exif = SampleEXIF()
        if let seen { exif = SampleEXIF(seen: seen) }
        if let at {
            exif.setPosition(north: [at[0], 1, 30, 1, 0, 1], east: [at[1], 1, 0, 1, 0, 1])
        }
        try write(SamplePhotograph.jpeg(exif, data: [shade, 6]), to: path)
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        try scarybug.directory.makeDirectory(
            "work/" + path.split(separator: "/").dropLast().joined(separator: "/"))
        try scarybug.directory.write(bytes, to: "work/" + path)
    }

    private func values(_ key: String, _ selection: String = "all") throws -> [String] {
        try scarybug.run("--json", "show", selection).standardOutput.split(separator: "\n").map {
            let object = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            return object?[key].map { "\($0)" } ?? ""
        }
    }

    private func files(of number: Int) throws -> [String] {
        try scarybug.directory.names(
            in: "records/users/alice/Private Documents/\(number).scarybug")
    }

    @Test func `a directory becomes a document for each photograph`() throws {
        try write("card/b.JPG", shade: 1, seen: "2025:05:17 14:03:22", at: [50, 3])
        try write("card/a.jpg", shade: 2, seen: "0000:00:00 00:00:00", at: [95, 3])
        try write("card/c/d.jpeg", shade: 3, seen: "2025:05:18 09:00:00")
        #expect(
            try scarybug.run("import", "%/card", "observer=Nina", "tags+=new").gave(
                """
                imported %/card/a.jpg as 1
                imported %/card/b.JPG as 2
                imported %/card/c/d.jpeg as 3

                """, error: "scarybug: seen from 2 photographs, at from 1 photograph\n"))
        #expect(try values("title") == ["a", "b", "d"])
        #expect(try values("observer") == ["Nina", "Nina", "Nina"])
        #expect(try values("seen") == ["<null>", "2025-05-17T14:03:22", "2025-05-18T09:00:00"])
        #expect(try values("at", "2") == ["50.5,3"])
        #expect(try files(of: 2) == ["data.plist", "fullImage.jpg", "thumbImage.jpg"])
        #expect(try scarybug.run("undo").standardOutput.hasPrefix("undid 1  import"))
        #expect(try scarybug.run("list").gave(""))
    }

    @Test func `photographs of a clock that is ahead are named once`() throws {
        for (name, year) in [("a", 2025), ("b", 2027), ("c", 2027)] {
            try write(
                "\(name).jpg", shade: UInt8(name.utf8.first ?? 0), seen: "\(year):05:17 14:03:22")
        }
        let warning =
            "scarybug: %/b.jpg and 1 more photograph: from the future; taken as it is, look at the "
            + "camera's clock\n"
        let made = try scarybug.run("import", "%/a.jpg", "%/b.jpg", "%/c.jpg")
        #expect(made.standardError.hasSuffix(warning), "\(made)")
        // Who types the time knows it.
        try scarybug.run("delete", "all")
        let typed = try scarybug.run("import", "%/b.jpg", "--copies", "seen=2025")
        #expect(typed.standardError == "", "\(typed)")
    }

    @Test func `previews and what iCloud keeps are named`() throws {
        let library = "Photos.photoslibrary"
        try write("card/\(library)/originals/A/a.jpg", shade: 1)
        try write("card/\(library)/resources/derivatives/a.jpg", shade: 2)
        try write("card/\(library)/database/search/b.jpg", shade: 3)
        try write("card/Catalog Previews.lrdata/c.jpg", shade: 4)
        try write(Array("bplist00".utf8), to: "card/.IMG_2.HEIC.icloud")
        #expect(
            try scarybug.run("import", "%/card").gave(
                "imported %/card/\(library)/originals/A/a.jpg as 1\n",
                error: """
                    scarybug: skipped %/card/.IMG_2.HEIC.icloud, which iCloud has not downloaded yet
                    scarybug: skipped %/card/Catalog Previews.lrdata, which has previews of Lightroom
                    scarybug: skipped %/card/\(library)/resources, which has previews of originals

                    """))
    }

    @Test func `a second import brings only new photographs`() throws {
        try write("card/a.jpg", shade: 1, seen: "2026:05:17 14:03:22")
        try write("card/b.jpg", shade: 2)
        try scarybug.run("import", "%/card")
        try write("card/a.jpg", shade: 1, seen: "2026:05:18 14:03:22")
        try write("card/again.jpg", shade: 3)
        try write("card/new.jpg", shade: 3)
        try scarybug.run("delete", "2")
        #expect(
            try scarybug.run("import", "%/card").gave(
                """
                skipped %/card/a.jpg: the photograph of 1
                imported %/card/again.jpg as 2
                imported %/card/b.jpg as 3
                skipped %/card/new.jpg: the photograph of 2

                """))
        #expect(
            try scarybug.run("--json", "import", "%/card/b.jpg").standardOutput
                .contains(#""skipped":true"#))
    }

    @Test(arguments: [
        ("IMG_1.NEF", "IMG_1.JPG"), ("IMG_1.MOV", "img_1.jpg"), ("IMG_1_HEVC.MOV", "IMG_1.JPG"),
        ("IMG_1.xmp", "IMG_1.JPG"), ("IMG_1.JPG.xmp", "IMG_1.JPG"), ("IMG_1.AAE", "IMG_1.JPG"),
    ])
    func `a file goes with the photograph of its name`(companion: String, name: String) throws {
        try write("card/" + name, shade: 1)
        try scarybug.directory.write("x", to: "work/card/" + companion)
        for paths in [["%/card"], ["%/card/" + companion, "%/card/" + name]] {
            #expect(
                try scarybug.run(["import"] + paths).gave("imported %/card/\(name) as 1\n"))
            #expect(try files(of: 1).contains(companion))
            try scarybug.run("undo")
        }
    }

    @Test func `a file that comes later is named with its document`() throws {
        try write("card/a.jpg", shade: 1)
        try scarybug.run("import", "%/card")
        try scarybug.directory.write("x", to: "work/card/a.xmp")
        #expect(
            try scarybug.run("import", "%/card").gave(
                "skipped %/card/a.jpg: the photograph of 1\n",
                error: "scarybug: skipped %/card/a.xmp, which document 1 lacks; "
                    + "'attach 1 FILE' adds it\n"))
        try scarybug.run("attach", "1", "%/card/a.xmp")
        #expect(try scarybug.run("import", "%/card").standardError == "")
    }

    @Test func `files that belong to no photograph are named at the end`() throws {
        try write("card/a.jpg", shade: 1)
        for name in ["b.CR2", "b.mov", "notes.txt", ".hidden.jpg", "Thumbs.db"] {
            try scarybug.directory.write("x", to: "work/card/" + name)
        }
        try scarybug.directory.write(
            Array(SamplePhotograph.jpeg(nil).dropLast(4)), to: "work/card/cut.jpg")
        let transcript = try scarybug.run("import", "%/card")
        #expect(
            transcript.gave(
                "imported %/card/a.jpg as 1\n",
                error: """
                    scarybug: skipped %/card/notes.txt, which is no photograph
                    scarybug: skipped %/card/b.CR2, which is a RAW file without a photograph beside \
                    it; save it as JPEG
                    scarybug: skipped %/card/b.mov, which is a video without a photograph beside it; \
                    'attach N FILE' takes it
                    scarybug: %/card/cut.jpg: cut off: the JPEG file ends before its picture does; \
                    copy it again, or take it as it is: new TITLE image=PATH --force

                    """, status: 1), "\(transcript)")
    }

    private static let conflictCopies = [
        "a (conflicted copy 2026-05-01).JPG", "a (Konfliktkopie).jpg",
        "a.sync-conflict-20260501-123456-ABCDEFG.JPG", "a_conflict-20260501-101112.jpg",
        "a_HOST_May-01-101112-2026_Conflict.jpg",
    ]

    @Test(arguments: conflictCopies, ["card", "card/in"])
    func `a photograph named as a conflict copy is named`(name: String, place: String) throws {
        try write("\(place)/\(name)", shade: 1)
        let what =
            "which is another version, which a synchronizer left; name it alone to import it\n"
        let alone = try scarybug.run("import", "%/\(place)")
        #expect(
            alone.status == 1
                && alone.standardError.hasSuffix("; \(name) in it \(what.dropFirst(6))"))
        try write("card/a.JPG", shade: 2)
        try write("card/skipped (conflicted copy)/b.JPG", shade: 3)
        let imported = try scarybug.run("import", "%/card")
        #expect(imported.status == 0 && imported.standardOutput == "imported %/card/a.JPG as 1\n")
        for path in ["\(place)/\(name)", "card/skipped (conflicted copy)"] {
            #expect(imported.standardError.contains("skipped %/\(path), \(what)"), "\(imported)")
        }
        #expect(try scarybug.run("import", "%/\(place)/\(name)").lines.count == 1)
    }

    @Test func `photographs beside documents are asked for`() throws {
        try scarybug.run("new", "Ant")
        try scarybug.run("export", "1", "%/mixed/")
        try write("mixed/a.jpg", shade: 1)
        #expect(
            try scarybug.run("import", "%/mixed").gave(
                "imported %/mixed/Ant.scarybug as 2 (1 was taken; the same document as 1)\n",
                error: "scarybug: warning: %/mixed: skipped a.jpg, which is a photograph; "
                    + "--photographs imports photographs, too\n"))
        #expect(
            try scarybug.run("import", "%/mixed", "--photographs").gave(
                """
                imported %/mixed/a.jpg as 3
                imported %/mixed/Ant.scarybug as 4 (1 was taken; the same document as 1)

                """))
    }

    @Test func `a series becomes one document`() throws {
        for (index, time) in ["00", "01", "03", "09"].enumerated() {
            try write("card/\(index).jpg", shade: UInt8(index), seen: "2026:05:17 14:03:\(time)")
        }
        try write("card/later/0.jpg", shade: 9, seen: "2026:05:17 14:03:10")
        #expect(
            try scarybug.run("import", "%/card", "--burst", "2s").standardOutput == """
                imported %/card/0.jpg as 1
                imported %/card/3.jpg as 2
                imported %/card/later/0.jpg as 3

                """)
        #expect(
            try files(of: 1)
                == ["1.jpg", "2.jpg", "data.plist", "fullImage.jpg", "thumbImage.jpg"])
        #expect(try scarybug.run("import", "%/card/1.jpg").standardOutput.hasSuffix("of 1\n"))
    }

    @Test func `a preview imports nothing`() throws {
        try write("a.jpg", shade: 1)
        #expect(
            try scarybug.run("import", "%/a.jpg", "--dry-run").gave("would import %/a.jpg as 1\n"))
        #expect(try scarybug.run("preview", "%/a.jpg").gave("%/a.jpg  as 1  a\n"))
        #expect(try scarybug.run("list").gave(""))
    }

    @Test(arguments: [
        (["%/t.csv", "image=a.jpg"], "has no meaning here; each document gets its photograph"),
        (["%/a.jpg", "image=%/a.jpg"], "has no meaning here; each document gets its photograph"),
        (["%/a.jpg", "--burst", "fast"], "--burst 'fast' is not a number of seconds, such as 2s"),
        (["%/a.jpg", "rating=9"], "rating"), (["%/b.NEF"], "there is no photograph to import"),
        (["%/t.csv", "place=x", "--update"], "'place=' is for new documents"),
    ])
    func `words that do not fit are refused`(words: [String], message: String) throws {
        try write("a.jpg", shade: 1)
        try scarybug.directory.write("title\nAnt\n", to: "work/t.csv")
        try scarybug.directory.write("II*\0", to: "work/b.NEF")
        let transcript = try scarybug.run(["import"] + words)
        #expect(transcript.standardError.contains(message), "\(transcript)")
        #expect(transcript.status == 1)
        #expect(try scarybug.run("list").gave(""))
    }
}

extension PhotographImportTests {
    @Test(arguments: [("WGS-84", true), ("TOKYO", false)])
    func `a position in another datum stays as text`(datum: String, isUsual: Bool) throws {
        var exif = SampleEXIF()
        exif.setPosition(north: [35, 1, 30, 1, 0, 1], east: [139, 1, 0, 1, 0, 1])
        exif.position[18] = .text(datum)
        try write(SamplePhotograph.jpeg(exif, data: [1, 6]), to: "a.jpg")
        let warning =
            "1 record has another datum than WGS 84 (TOKYO); the position is "
            + "not converted, and stays as text\n"
        for (words, number) in [
            (["import", "%/a.jpg"], "1"), (["new", "b", "image=%/a.jpg"], "2"),
        ] {
            let made = try scarybug.run(words)
            #expect(made.standardError.contains(warning) != isUsual, "\(made)")
            #expect(try values("at", number) == [isUsual ? "35.5,139" : "<null>"])
            #expect(try values("verbatimCoordinates", number) == [isUsual ? "" : "35.5,139"])
        }
    }
}

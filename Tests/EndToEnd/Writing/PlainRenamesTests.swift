import Foundation
import TestSupport
import Testing

/// On a file system without hard links and without exchanging renames, files are copied and
/// renamed.
@Suite(.enabled(if: Tool.isExpected("cc"), "there is no C compiler here"))
struct PlainRenamesTests {
    private let program: Program

    init() throws {
        let shim = try Shim.plainRenames.get()
        program = try shim.preloaded(in: Program(user: "alice"))
        for (name, byte) in [("a.jpg", 1 as UInt8), ("b.jpg", 2)] {
            try program.directory.write(SamplePhotograph.jpeg(byte), to: "work/\(name)")
        }
        try program.run("new", "Weta", "image=a.jpg")
        try program.directory.write("kept", to: Self.document + "notes")
    }

    private static let document = "records/users/alice/Private Documents/1.scarybug/"

    private func succeed(_ words: [String], _ script: String = "") throws -> Transcript {
        let transcript = try program.run(words, input: Array(script.utf8))
        #expect(transcript.status == 0, "\(transcript)")
        return transcript
    }

    @Test func `changes are made, with one warning`() throws {
        let changed = try succeed(
            [], "set 1 rating=3\nset 1 image=b.jpg\nset 1 image=a.jpg\nset 1 rating=4\n")
        let warnings = changed.standardError.split(separator: "\n")
        #expect(warnings.count == 1, "\(changed)")
        #expect(warnings.first?.contains("has no hard links or exchanges") == true, "\(changed)")
        let photograph = try program.directory.bytes(of: Self.document + "fullImage.jpg")
        #expect(photograph == SamplePhotograph.jpeg(1))
        #expect(try program.directory.text(of: Self.document + "notes") == "kept")
        #expect(try succeed(["count", "rating:4"]).standardOutput == "1\n")
        _ = try succeed(["check"])
    }

    @Test func `a new document does not overwrite another one`() throws {
        _ = try succeed(["delete", "1"])
        #expect(try succeed(["new", "Moth"]).standardOutput == "1  Moth\n")
        #expect(try succeed(["count", "Moth"]).standardOutput == "1\n")
    }

    @Test func `a directory replaces an earlier export`() throws {
        for rating in ["1", "2"] {
            _ = try succeed(["set", "1", "rating=\(rating)"])
            _ = try succeed(["export", "1", "out", "--format", "directory", "--force"])
        }
        let document = Self.document + "data.plist"
        let exported = try program.directory.bytes(of: "work/out/data.plist")
        #expect(try program.directory.bytes(of: document) == exported)
        #expect(try program.directory.names(in: "work") == ["a.jpg", "b.jpg", "out"])
    }

    @Test func `permissions that cannot change aren't called repaired`() throws {
        let file = program.directory.path(Self.document + "data.plist")
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
        let transcript = try program.run("check", "--repair")
        #expect(transcript.status == 1, "\(transcript)")
        #expect(transcript.standardOutput.contains("has fixed ones"), "\(transcript)")
    }

    @Test func `results of a group are held in a file whose name is removed`() throws {
        let held = try succeed([], "begin\nlist 1\ncommit\n")
        #expect(held.standardOutput.hasPrefix("1  Weta"), "\(held)")
    }
}

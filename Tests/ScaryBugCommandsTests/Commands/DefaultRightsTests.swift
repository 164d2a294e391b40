import TestSupport
import Testing

/// The license and the credit that a bundle gets from the sender's preferences.
@Suite struct DefaultRightsTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(
            "-c", "config license=CC-BY-4.0 credit='Alice A.'", "-c", "new Ant",
            "-c", "new Bee license=CC0-1.0 credit=Bo")
    }

    @discardableResult
    private func send(_ number: Int, _ words: String..., from: String = "alice") throws
        -> Transcript
    {
        let path = "%/\(from).scarybug"
        return try scarybug.run(
            ["--user", from, "export", "\(number)", path, "--force"] + words)
    }

    @discardableResult
    private func take(from: String = "alice", _ user: String = "bob") throws -> String {
        try scarybug.run("--user", user, "import", "%/\(from).scarybug", "--update").standardOutput
    }

    private func rights(_ number: Int = 1, of user: String = "bob") throws -> String? {
        try scarybug.run(
            "--user", user, "list", "\(number)", "--csv", "--columns", "license,credit"
        ).lines.last
    }

    @Test func `they fill what a document doesn't say, and the document stays as it is`() throws {
        try send(1)
        try take()
        #expect(try rights() == "CC-BY-4.0,Alice A.")
        #expect(try rights(of: "alice") == ",")
        try send(2)
        try take()
        #expect(try rights(2) == "CC0-1.0,Bo")
        #expect(
            !(try scarybug.run("--user", "bob", "show", "1").standardOutput.contains("withheld")))
    }

    @Test func `they don't come back, and what somebody entered does`() throws {
        try send(1)
        try take()
        try scarybug.run("--user", "bob", "set", "1", "notes=hi")
        try send(1, from: "bob")
        #expect(try take(from: "bob", "alice") == "updated 1  Ant: notes\n")
        #expect(try rights(of: "alice") == ",")
        try scarybug.run("--user", "bob", "set", "1", "license=mine")
        try send(1, from: "bob")
        try take(from: "bob", "alice")
        #expect(try rights(of: "alice") == "mine,")
    }

    @Test func `another license replaces the one before`() throws {
        try send(1)
        try take()
        try scarybug.run("-c", "config license=CC0-1.0", "-c", "set 1 place=Kew")
        try send(1)
        #expect(try take() == "updated 1  Ant: place, license\n")
        #expect(try rights() == "CC0-1.0,Alice A.")
        try send(1)
        #expect(try take().hasPrefix("skipped"))
    }

    @Test(arguments: [["--bare"], ["--without", "license"], ["--bare", "--without", "license"]])
    func `options say what goes out`(_ words: [String]) throws {
        try scarybug.run(["export", "1", "%/alice.scarybug"] + words)
        try take()
        #expect(try rights() == (words.contains("license") ? "" : "CC-BY-4.0") + ",Alice A.")
    }
}

import TestSupport
import Testing

@Suite struct ConfigTests {
    let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
    }

    private let file = "records/users/alice/preferences.plist"

    @Test func `preferences are shown, set, and reset`() throws {
        let kind = "what 'new' makes without --kind"
        #expect(try scarybug.run("config", "kind").gave("kind  bug  default  \(kind)\n"))
        #expect(!scarybug.directory.exists("records"))
        #expect(try scarybug.run("config", "kind=book").gave("kind  book  chosen  \(kind)\n"))
        #expect(try scarybug.run("new", "Moby Dick", "author=Melville").gave("1  Moby Dick\n"))
        #expect(
            try scarybug.run("--json", "config", "kind").gave(
                #"{"key":"kind","value":"book","default":"bug","meaning":"\#(kind)"}"# + "\n"))
        #expect(try scarybug.run("config", "kind=").gave("kind  bug  default  \(kind)\n"))
    }

    @Test func `sizes are for people, and numbers for programs`() throws {
        let shown = try scarybug.run("config", "bundleBytes=1G")
        #expect(shown.standardOutput.hasPrefix("bundleBytes  1 GiB  chosen  "))
        let json = try scarybug.run("--json", "config")
        let start = #"{"key":"bundleBytes","value":1073741824,"default":268435456,"meaning":""#
        #expect(json.lines.count { $0.hasPrefix(start) } == 1)
        #expect(json.lines.count > 1)
    }

    @Test func `a limit that was chosen refuses an import`() throws {
        try scarybug.run("new", "Potato Bug")
        try scarybug.run("export", "1", "%/")
        try scarybug.run("config", "bundleBytes=100")
        let script = "import '%/Potato Bug.scarybug'\nlogin bob\nimport '%/Potato Bug.scarybug'\n"
        #expect(
            try scarybug.run(input: script).gave(
                "bob (a new user)\nimported %/Potato Bug.scarybug as 1\n",
                error: "scarybug: stdin:1: %/Potato Bug.scarybug: unpacks to more than 100 bytes; "
                    + "'config bundleBytes=N' raises the limit\n",
                status: 1))
    }

    @Test func `a damaged file is set aside with one warning`() throws {
        try scarybug.run("new", "Potato Bug")
        try scarybug.directory.write("no preferences", to: file)
        let transcript = try scarybug.run("-c", "list\nlist\nconfig kind")
        #expect(transcript.status == 0)
        #expect(transcript.lines.count == 3)
        #expect(transcript.standardError.split(separator: "\n").count == 1)
        #expect(
            transcript.standardError.hasPrefix(
                "scarybug: -c:1: warning: \(scarybug.directory.path(file)) is damaged"))
        #expect(
            try scarybug.directory.names(in: "records/users/alice")
                == ["History", "Lock", "Private Documents", "Staging", "preferences.damaged.plist"])
        #expect(try scarybug.run("list").gave("1  Potato Bug\n"))
    }

    @Test func `the warning comes before an error that ends it all`() throws {
        try scarybug.run("new", "Potato Bug")
        try scarybug.directory.write("no preferences", to: file)
        let transcript = try scarybug.run("--bail", "-c", "new x seen=no\nnew y")
        let errors = transcript.standardError.split(separator: "\n")
        #expect(errors.count == 2)
        #expect(errors.first?.hasPrefix("scarybug: -c:1: warning: ") == true)
        #expect(errors.last?.hasPrefix("scarybug: -c:1: seen 'no': not a date") == true)
    }
}

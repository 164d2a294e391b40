import ScaryBugs
import TestSupport
import Testing

@testable import ScaryBugCommands

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

    @Test func `defaults fill what is empty in new documents`() throws {
        try scarybug.run("config", "new=observer=Nina 'place=Old Mill' tags+=2026 author=Nina")
        try scarybug.run("new", "Ant")
        try scarybug.run("new", "Bee", "place=Kent", "tags=oak", "observer=")
        try scarybug.run("new", "Cicada", "tags=")
        try scarybug.run("new", "Emma", "--kind", "book")
        #expect(
            try scarybug.run("list", "--columns", "title,observer,place,tags,author", "--csv")
                .standardOutput == """
                    title,observer,place,tags,author
                    Ant,Nina,Old Mill,2026,
                    Bee,,Kent,"oak,2026",
                    Cicada,Nina,Old Mill,,
                    Emma,,,2026,Nina

                    """)
        try scarybug.directory.write(SamplePhotograph.jpeg(1), to: "work/photos/a.jpg")
        try scarybug.run("import", "%/photos", "place=Peru")
        #expect(
            try scarybug.run("list", "5", "--columns", "title,observer,place,tags")
                .gave("a  Nina  Peru  2026\n"))
        try scarybug.run("config", "new=")
        #expect(try scarybug.run("new", "Fly").gave("6  Fly\n"))
        #expect(try scarybug.run("list", "6", "--columns", "observer,tags").gave("\n"))
    }

    @Test(arguments: [
        "Nina", "rating=9", "image=a.jpg", "notes=@/etc/passwd", "title=Bee", "tags-=x", "place=",
        "hue=red", "'place=Kent",
    ])
    func `a wrong default is refused`(line: String) throws {
        #expect(try scarybug.run("config", "new=\(line)").status == 1)
        #expect(try scarybug.run("config", "new").standardOutput.contains("default"))
    }

    @Test func `several are chosen in one line`() throws {
        try scarybug.run("config", "kind=book", "bundleBytes=1G", "sourceDepth=2")
        let shown = try scarybug.run("config", "kind=", "sourceDepth", "sourceDepth=3").lines
        #expect(shown.map { $0.split(separator: " ")[1] } == ["bug", "3", "3"])
        #expect(try scarybug.run("config", "bundleBytes").lines.first?.contains("1 GiB") == true)
    }

    @Test(arguments: [
        ("bundlebyte", "there is no preference 'bundlebyte'; the nearest is 'bundleBytes'"),
        ("titleBytes=9000", "'titleBytes' is a fixed limit, which no preference changes"),
        ("kind=book=x", "kind 'book=x' is not one of bug, creature, book"),
    ])
    func `an invalid word is refused before anything is done`(
        word: String, expected: String
    ) throws {
        #expect(
            try scarybug.run("config", "sourceDepth=2", word).gave(
                error: "scarybug: \(expected)\n", status: 1))
        #expect(!scarybug.directory.exists("records"))
    }

    @Test func `help has every key, its meaning and its default`() {
        let help = Help(width: 80).text(for: ConfigCommand.declaration).split { $0.isWhitespace }
            .joined(separator: " ")
        for preference in Preference.all {
            let usual = preference.text(of: preference.defaultValue)
            let note = usual.isEmpty ? "" : " (\(usual) by default)"
            #expect(help.contains("\(preference.name) \(preference.meaning)\(note)"))
        }
    }

    @Test func `sizes are for people, and numbers for programs`() throws {
        let shown = try scarybug.run("config", "bundleBytes=1G")
        #expect(shown.standardOutput.hasPrefix("bundleBytes  1 GiB  chosen  "))
        let json = try scarybug.run("--json", "config")
        let start = #"{"key":"bundleBytes","value":1073741824,"default":268435456,"meaning":""#
        #expect(json.lines.count { $0.hasPrefix(start) } == 1)
        #expect(json.lines.count > 1)
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

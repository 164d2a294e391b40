import TestSupport
import Testing

/// `check` as users and scripts run it.
@Suite struct CheckTests {
    private let scarybug: Program

    init() throws {
        scarybug = try Program(user: "alice")
    }

    @Test func `the exit status tells whether something is left to be done`() throws {
        #expect(try scarybug.run("check").gave("0 documents checked\n"))
        try scarybug.run("new", "Moth")
        try scarybug.directory.write("", to: "records/users/alice/old")
        let found = try scarybug.run("check")
        #expect(
            found.gave(
                "stray  old does not belong here\n",
                error: "scarybug: 1 finding in 1 document; "
                    + "'check --repair' repairs what it can\n",
                status: 1))
        let moved = "stray  old does not belong here; moved to Lost and Found/old\n"
        #expect(
            try scarybug.run("check", "--repair").gave(
                moved + "1 document checked, 1 moved to Lost and Found\n"))
        #expect(try scarybug.run("check").gave("1 document checked\n"))
        #expect(try scarybug.run("--json", "check").gave())
    }

    @Test func `a finding is one line of JSON or CSV`() throws {
        try scarybug.run("new", "Moth")
        try scarybug.directory.write("", to: "records/users/alice/\u{1B}]52;c;x\u{7}")
        let values = #""path":"\u001b]52;c;x\u0007","number":null,"message":"does not belong here""#
        #expect(
            try scarybug.run("--json", "check").standardOutput
                == #"{"code":"stray",\#(values),"outcome":"found","to":null}"# + "\n")
        #expect(
            try scarybug.run("--csv", "check").lines.first
                == "code,path,number,message,outcome,to")
        #expect(try scarybug.run("check").standardOutput.contains(#"\u{1B}]52"#))
    }

    // Takes a few seconds: three sessions make changes during the check.
    @Test func `work of other sessions is not a finding`() throws {
        try scarybug.directory.write(
            [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 7, count: 1_000), to: "work/a.jpg")
        try scarybug.run(input: (1...50).map { "new Wasp\($0)\n" }.joined())
        let running = try (0..<3).map { process in
            let session = try scarybug.start()
            let lines = (1...100).map { step in
                """
                new 'Moth \(process) \(step)' image=a.jpg
                set \(1 + step % 50) notes=\(step) image=\(step % 2 == 0 ? "a.jpg" : "")
                delete 'title:moth' number:>50 limit:1

                """
            }
            try session.type(lines.joined())
            return session
        }
        for count in 0..<6 {
            let transcript = try scarybug.run(count % 2 == 0 ? ["check"] : ["check", "--repair"])
            #expect(transcript.status == 0 && transcript.lines.count == 1, "\(transcript)")
        }
        for session in running { _ = session.finish() }
        #expect(try scarybug.run("check").status == 0)
        #expect(!scarybug.directory.exists("records/users/alice/Lost and Found"))
    }
}

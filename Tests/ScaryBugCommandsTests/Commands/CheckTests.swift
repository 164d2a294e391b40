import TestSupport
import Testing

/// `check` as users and scripts run it.
@Suite struct CheckTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
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
}

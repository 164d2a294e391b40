import TestSupport
import Testing

/// Lines that take effect together or not at all: `begin` to `commit`, and `--atomic`.
@Suite struct GroupTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
    }

    @Test func `a bail in a group says once what became of it`() throws {
        #expect(
            try scarybug.run("--bail", input: "begin\nnew Moth\nzzzz\n").gave(
                error: """
                    scarybug: stdin:3: there is no command 'zzzz'; 'help' lists the commands
                    scarybug: the session ended without 'commit'; the changes since 'begin' \
                    were rolled back

                    """, status: 1))
    }

    @Test func `undo names both documents that had a number one after the other`() throws {
        try scarybug.run("new", "Weta")
        try scarybug.run(input: "begin\ndelete 1\nnew Moth\ncommit\n")
        let step = "2  stdin (2 lines)\n"
        #expect(try scarybug.run("undo").gave("undid \(step)removed 1  Moth\nrestored 1  Weta\n"))
        #expect(try scarybug.run("redo").gave("redid \(step)removed 1  Weta\nrestored 1  Moth\n"))
    }

    @Test func `a failed line makes commit roll back`() throws {
        let transcript = try scarybug.run(
            input: "new Weta\nbegin\nnew Moth\nset 9 rating=2\ncommit\nlist\n")
        #expect(
            transcript.gave(
                "1  Weta\n1  Weta\n",
                error: """
                    scarybug: stdin:4: there is no document 9; 'list' shows all documents
                    scarybug: stdin:5: a line after 'begin' failed, so the changes since then \
                    were rolled back

                    """, status: 1))
        #expect(try scarybug.run("--json", "history").lines.count == 1)
        #expect(try scarybug.run("check").status == 0)
    }

    @Test func `a script that ends without commit rolls back`() throws {
        let transcript = try scarybug.run(input: "begin\nnew Weta\n")
        #expect(
            transcript.gave(
                error: """
                    scarybug: stdin ended without 'commit'; the changes since 'begin' in line 1 \
                    were rolled back

                    """, status: 1))
        #expect(try scarybug.run("count").gave("0\n"))
    }

    @Test func `a group may span several -c options`() throws {
        let lines = ["-c", "begin", "-c", "new Weta", "-c", "commit"]
        #expect(try scarybug.run(lines).gave("1  Weta\n"))
        #expect(try scarybug.run("-c", "begin", "-c", "new Moth").status == 1)
        #expect(try scarybug.run("list").gave("1  Weta\n"))
    }

    @Test(arguments: ["login bob", "undo", "redo", "history forget", "begin"])
    func `some commands have no place in a group`(line: String) throws {
        let transcript = try scarybug.run(input: "new Weta\nbegin\n\(line)\nrollback\n")
        #expect(transcript.status == 1)
        #expect(transcript.standardError.contains("cannot be used between 'begin' and 'commit'"))
        #expect(try scarybug.run("list").gave("1  Weta\n"))
    }

    // MARK: Atomic scripts

    @Test func `an atomic script takes effect as a whole`() throws {
        let transcript = try scarybug.run("--atomic", input: "new Weta\nnew Moth\n")
        #expect(transcript.gave("1  Weta\n2  Moth\n"))
        #expect(
            try scarybug.run("undo").gave(
                "undid 1  stdin (2 lines)\nremoved 1  Weta\nremoved 2  Moth\n"))
    }

    @Test(arguments: [[], ["--bail"]])
    func `an atomic script takes no effect if a line fails`(options: [String]) throws {
        try scarybug.run("new", "Weta")
        let transcript = try scarybug.run(
            options
                + ["--atomic", "-c", "set 1 rating=3", "-c", "set 2 rating=3", "-c", "new Moth"])
        #expect(
            transcript.gave(
                error: """
                    scarybug: -c:2: there is no document 2; 'list' shows all documents
                    scarybug: a line failed, so all changes were rolled back (--atomic)

                    """, status: 1))
        #expect(try scarybug.run("list").gave("1  Weta\n"))
    }

    @Test func `one command can be atomic`() throws {
        try scarybug.run(input: "new Weta\nnew Moth\n")
        let path = "records/users/alice/Private Documents/2.scarybug/data.plist"
        try scarybug.directory.write("damaged", to: path)
        #expect(try scarybug.run("--atomic", "set", "1-2", "rating=3").status == 1)
        #expect(try scarybug.run("list", "1").gave("1  Weta\n"))
        try scarybug.run("--atomic", "set", "1", "tags=wet")
        #expect(try scarybug.run("history").lines.first?.hasSuffix("set 1 tags=wet") == true)
        try scarybug.run("undo")
        #expect(try scarybug.run("set", "1-2", "rating=3").status == 1)
        #expect(try scarybug.run("list", "1").gave("1  Weta  3\n"))
    }

    @Test(arguments: ["begin", "commit", "rollback"])
    func `an atomic script has no groups of its own`(command: String) throws {
        let transcript = try scarybug.run("--atomic", input: "new Weta\n\(command)\n")
        #expect(transcript.status == 1 && transcript.standardError.contains("--atomic"))
        #expect(try scarybug.run("count").gave("0\n"))
    }
}

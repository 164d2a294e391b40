import TestSupport
import Testing

/// Errors of the system, and the modes of files.
@Suite struct BadInputTests {
    let scarybug: Program

    init() throws {
        var program = try Program(user: "alice")
        program.environment["SCARYBUG"] = program.executable
        scarybug = program
        try scarybug.run("new", "Potato Bug", "rating=3")
    }

    @Test func `a directory without permission`() throws {
        let transcript = try scarybug.shell(
            #"""
            chmod 500 "$SCARYBUG_HOME/users/alice/Private Documents"
            test -w "$SCARYBUG_HOME/users/alice/Private Documents" && exit 77
            "$SCARYBUG" new x
            """#)
        if transcript.status == 77 { try Test.cancel("root may write everywhere") }
        #expect(transcript.status == 1)
        #expect(transcript.standardError.contains("Permission denied"))
    }

    @Test(
        .enabled(if: Sanitizer.current != .thread, "its runtime needs larger files"),
        arguments: ["new x image=big.jpg", "set 1 image=big.jpg", "export 1 out.scarybug"])
    func `a disk that is full`(line: String) throws {
        // A limit on the file size simulates a full disk.
        try scarybug.directory.write(
            SamplePhotograph.jpeg(7, count: 100_000), to: "work/big.jpg")
        if line.hasPrefix("export") {
            // The first export makes the record of exchanges.
            try scarybug.run("export", "1", "-")
            try scarybug.run("set", "1", "image=big.jpg")
        }
        let before = try scarybug.contents()
        let transcript = try scarybug.shell(#"ulimit -f 32; "$SCARYBUG" \#(line)"#)
        #expect(transcript.status == 1)
        #expect(transcript.standardOutput == "")
        #expect(transcript.standardError.contains("File too large"))
        #expect(transcript.standardError.split(separator: "\n").count == 1)
        #expect(try scarybug.contents() == before)
    }

    @Test func `a photograph is a file, and a script has lines`() throws {
        let transcript = try scarybug.shell(
            #"""
            mkfifo pipe
            "$SCARYBUG" set 1 image=pipe
            "$SCARYBUG" source /dev/zero
            """#)
        #expect(
            transcript.gave(
                error: """
                    scarybug: pipe: not a regular file; give the path of a picture
                    scarybug: /dev/zero is not a script: its first line has a NUL

                    """, status: 1), "\(transcript)")
    }

    @Test(
        arguments: [
            ("list", ""), ("--help", ""), ("export 1 -", ""), ("--atomic list", ""),
            ("--atomic set 1 rating=5", "; the changes were made"),
            ("set 1 rating=5", "; the changes were made"),
        ])
    func `results that cannot be written are an error`(words: String, addition: String) throws {
        let transcript = try scarybug.shell(#""$SCARYBUG" \#(words) > /dev/full"#)
        let reason = "cannot write standard output: No space left on device"
        #expect(transcript.gave(error: "scarybug: \(reason)\(addition)\n", status: 1))
    }

    @Test(arguments: [0o000, 0o022, 0o277, 0o777])
    func `the program's own files do not depend on the umask`(umask: Int) throws {
        let transcript = try scarybug.shell(
            #"""
            umask \#(String(umask, radix: 8))
            "$SCARYBUG" --user bob new x && cd "$SCARYBUG_HOME/users" &&
            find bob -printf '%m %P\n' | sed 's/settled-.*/settled/' | sort
            """#)
        #expect(
            transcript.gave(
                """
                1  x
                600 History/history.db
                600 History/history.db-shm
                600 History/history.db-wal
                600 History/reserve
                600 History/settled
                600 Private Documents/1.scarybug/data.plist
                700 \n700 History
                700 Lock
                700 Private Documents
                700 Private Documents/1.scarybug
                700 Staging

                """, error: "scarybug: bob is a new user\n"))
    }

    @Test func `a bundle's mode follows the umask`() throws {
        let transcript = try scarybug.shell(
            #"umask 027; "$SCARYBUG" export 1 b.scarybug && stat -c %a b.scarybug"#)
        #expect(transcript.gave("exported 1 to b.scarybug\n640\n"))
    }
}

import Glibc
import TestSupport
import Testing

@testable import ScaryBugCommands

@Suite struct BackupCommandTests {
    private let scarybug: InProcess

    init() throws {
        scarybug = try InProcess(user: "alice")
        try scarybug.run(
            input: """
                field add habitat text
                query add tame rating:<2
                new Ant rating=3 habitat=wood
                new Hush --kind book
                """)
    }

    @Test func `a backup is written, checked, listed and restored`() throws {
        let written = try scarybug.run("backup", "%/a.zip").standardOutput
        #expect(written.hasPrefix("wrote %/a.zip: 2 documents, 2 files, "))
        #expect(
            try scarybug.run("backup", "--verify", "%/a.zip").standardOutput
                == written.replacing("wrote %/a.zip", with: "%/a.zip is whole"))
        #expect(
            try scarybug.run("restore", "--list", "%/a.zip").gave(
                """
                1  Ant   3
                2  Hush
                field habitat  text
                query tame     rating:<2

                """))
        var bob = scarybug
        bob.environment["SCARYBUG_USER"] = "bob"
        #expect(
            try bob.run("restore", "%/a.zip", "--dry-run").gave(
                "would restore %/a.zip: Ant as 1\nwould restore %/a.zip: Hush as 2\n",
                error: "scarybug: would also restore: field habitat, query tame\n"))
        #expect(
            try bob.run("restore", "%/a.zip").gave(
                "restored %/a.zip: Ant as 1\nrestored %/a.zip: Hush as 2\n",
                error: "scarybug: also restored: field habitat, query tame\n"))
        #expect(try bob.run("list", "habitat:wood").gave("1  Ant  3\n"))
        #expect(
            try bob.run("undo").gave(
                "undid 1  restore %/a.zip\nremoved field habitat\nremoved query tame\nremoved 1  Ant\nremoved 2  Hush\n"
            ))
    }

    @Test func `preferences that stay out are named, and no line runs a stranger's program`() throws
    {
        try scarybug.run(
            input: """
                config kind=book author="A sendmail=x" wait=5 historyBytes=1M share=blur:10km
                config sendmail="sh -c 'touch x'"
                backup %/a.zip
                """)
        let restored = try scarybug.run("--user", "bob", "restore", "%/a.zip")
        #expect(
            restored.standardError == """
                scarybug: also restored: config kind=book, config share=blur:10km, field habitat, \
                query tame
                scarybug: not restored, since it names a program to run: sendmail=sh -c 'touch x'
                scarybug: some preferences are not restored, and this line sets them: \
                config 'author=A sendmail=x' wait=5 'historyBytes=1 MiB'
                scarybug: bob is a new user

                """)
        #expect(
            try scarybug.run("--user", "bob", "config", "author").standardOutput.contains("default")
        )
        let again = try scarybug.run("restore", "%/a.zip")
        #expect(again.standardError == "")
    }

    @Test func `for programs`() throws {
        let written = try scarybug.run("--json", "backup", "%/a.zip").standardOutput
        #expect(written.hasPrefix(#"{"path":"%/a.zip","documents":2,"files":2,"bytes":"#))
        let list = try scarybug.run("--json", "restore", "--list", "%/a.zip").lines
        #expect(list.count == 4 && list[0].contains(#""number":1,"kind":"bug","title":"Ant""#))
        #expect(list[3] == #"{"setting":"query tame","value":"rating:<2"}"#)
        let restored = try scarybug.run("--json", "restore", "%/a.zip").lines
        #expect(restored[0].contains(#""number":3,"#) && restored[0].contains(#""was":1"#))
    }

    @Test func `an empty workspace replaces no backup of documents`() throws {
        try scarybug.run("backup", "%/a.zip")
        try scarybug.run("delete", "all")
        #expect(
            try scarybug.run("backup", "%/a.zip").gave(
                error: "scarybug: %/a.zip holds 2 documents, and the workspace of alice none; "
                    + "--force replaces it\n", status: 1))
        let empty = "wrote %/a.zip: 0 documents, 0 files, 0 bytes\n"
        #expect(try scarybug.run("backup", "%/a.zip", "--force").gave(empty))
        #expect(try scarybug.run("backup", "%/a.zip").gave(empty))
    }

    @Test func `a backup for others replaces no backup of everything`() throws {
        try scarybug.run("backup", "%/a.zip")
        let refused = try scarybug.run("backup", "%/a.zip", "--without", "notes")
        #expect(refused.status == 1 && refused.standardError.contains("a backup of everything"))
        #expect(try scarybug.run("backup", "%/b.zip", "--without", "notes").status == 0)
        #expect(try scarybug.run("backup", "%/b.zip", "--blur", "10km").status == 0)
        #expect(try scarybug.run("backup", "%/b.zip").status == 0)
    }

    @Test func `the backup of another user is not replaced`() throws {
        try scarybug.run("backup", "%/a.zip")
        var bob = scarybug
        bob.environment["SCARYBUG_USER"] = "bob"
        try bob.run("new", "Moth")
        #expect(
            try bob.run("backup", "%/a.zip").gave(
                error: "scarybug: %/a.zip is a backup of alice, not of bob; --force replaces it\n",
                status: 1))
        #expect(try bob.run("backup", "%/a.zip", "--force").status == 0)
        #expect(try bob.run("backup", "%/a.zip").status == 0)
    }

    @Test func `a document that no restore would take is left out`() throws {
        truncate(
            scarybug.directory.path("records/users/alice/Private Documents/1.scarybug/data.plist"),
            1 << 42)
        let transcript = try scarybug.run("backup", "%/a.zip")
        #expect(
            transcript.standardOutput.hasPrefix("wrote %/a.zip: 1 document, 1 file, "),
            "\(transcript)")
        #expect(
            transcript.standardError
                == "scarybug: document 1 is left out: data.plist is longer than 8,388,608 bytes; "
                + "'config dataFileBytes=N' raises the limit\n")
        #expect(transcript.status == 1)
        #expect(try scarybug.run("restore", "--list", "%/a.zip").lines.first == "2  Hush")
    }

    @Test func `what only looks like a document is left out, and the backup says so`() throws {
        let documents = "records/users/alice/Private Documents"
        try scarybug.directory.write("", to: "\(documents)/9.scarybug")
        rename(
            scarybug.directory.path("\(documents)/1.scarybug"),
            scarybug.directory.path("\(documents)/Weta.scarybug"))
        let transcript = try scarybug.run("backup", "%/a.zip")
        #expect(transcript.standardOutput.hasPrefix("wrote %/a.zip: 1 document, "))
        #expect(
            transcript.standardError == """
                scarybug: Private Documents/Weta.scarybug is left out: it is a document without a \
                number as its name; 'check --repair' gives it one
                scarybug: Private Documents/9.scarybug is left out: it is not a directory; \
                'check --repair' moves it away

                """)
        #expect(transcript.status == 1)
    }

    @Test func `an import of a directory skips a backup, and says what it is`() throws {
        try scarybug.run("backup", "%/a.zip")
        try scarybug.run("export", "1", "%/")
        let transcript = try scarybug.run("import", "%/.")
        #expect(
            transcript.standardError.hasPrefix(
                "scarybug: warning: %/.: skipped a.zip, which is a backup; "
                    + "'restore FILE' takes it\n"), "\(transcript)")
    }

    @Test(arguments: [
        (["backup", "-"], "a backup needs the name of a file, not -"),
        (["backup", "--verify", "%/no"], "cannot open %/no: No such file or directory"),
        (
            ["restore", "%/note"],
            "%/note: not a backup; 'import' takes bundles, documents and tables"
        ),
        (["import", "%/a.zip"], "%/a.zip: a backup; restore it with 'restore FILE'"),
        (
            ["import", "%/."],
            "%/.: a directory with neither a data.plist nor documents, bundles or photographs in it; "
                + "a.zip in it is a backup; 'restore FILE' takes it"
        ),
    ])
    func `a refusal`(words: [String], message: String) throws {
        try scarybug.directory.write("x", to: "work/note")
        try scarybug.run("backup", "%/a.zip")
        #expect(try scarybug.run(words).gave(error: "scarybug: \(message)\n", status: 1))
    }
}

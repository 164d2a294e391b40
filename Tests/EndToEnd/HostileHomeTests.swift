import Foundation
import Glibc
import TestSupport
import Testing

/// The program never follows, writes to or waits for links, pipes and other objects planted in a
/// home.
@Suite struct HostileHomeTests {
    let scarybug: Program

    private static let picture = SamplePicture.png
    private static let documents = "records/users/alice/Private Documents"

    init() throws {
        scarybug = try Program(user: "alice")
        try scarybug.directory.write(Self.picture, to: "work/p.png")
        try scarybug.run("new", "Ant", "image=p.png")
        try scarybug.run("new", "Bee", "image=p.png")
        try scarybug.run("--user", "mallory", "new", "SECRET", "image=p.png")
    }

    @Test(
        .enabled(if: geteuid() == 0, "only root can give a home to another account"),
        arguments: ["records", "records/users", "records/users/alice"],
        [["list"], ["new", "Cicada"], ["users"], ["--user", "carol", "new", "Dragonfly"]])
    func `a home of another account is named with its owner`(
        directory: String, words: [String]
    ) throws {
        let root = scarybug.directory.path("records")
        for path in [root, root + "/users", root + "/users/alice"] { chown(path, 65_534, 65_534) }
        for path in [root, root + "/users"] { chmod(path, 0o755) }
        chmod(scarybug.directory.path(directory), 0o700)
        var other = scarybug
        other.executable = try #require(Tool.path(of: "setpriv"))
        let limits = ["--bounding-set=-dac_override,-dac_read_search", scarybug.executable]
        let run = try other.run(limits + words)
        // Anybody may read the names of users in a directory that is open.
        if words == ["users"], run.status == 0 { return #expect(directory.contains("alice")) }
        #expect(
            run.gave(
                error:
                    "scarybug: the home \(root) belongs to the account nobody: a home serves one "
                    + "account, and --user chooses among its users; choose another home with "
                    + "--home DIR or SCARYBUG_HOME\n", status: 1))
    }

    /// Bash lines that replace a part of document 1 with something else. They run in the documents'
    /// directory, and `$OUT` is a document outside it.
    static let things = [
        "mv 1.scarybug one && ln -s \"$OUT\" 1.scarybug",
        "mv 1.scarybug one && mkfifo 1.scarybug",
        "ln -sf \"$OUT/data.plist\" 1.scarybug/data.plist",
        "ln -sf /etc/passwd 1.scarybug/data.plist",
        "rm 1.scarybug/data.plist && mkfifo 1.scarybug/data.plist",
        "rm 1.scarybug/data.plist && mkdir 1.scarybug/data.plist",
        "rm 1.scarybug/data.plist && cd 1.scarybug && python3 -c "
            + "'import socket; socket.socket(socket.AF_UNIX).bind(\"data.plist\")'",
        "ln -sf /etc/passwd 1.scarybug/fullImage.jpg",
        "rm 1.scarybug/fullImage.jpg && mkfifo 1.scarybug/fullImage.jpg",
        "ln -s /etc/passwd 1.scarybug/notes.txt",
        "mkfifo 1.scarybug/notes.txt",
        "mkdir 1.scarybug/notes",
        "mknod 1.scarybug/null c 1 3 || exit 77",
    ]

    /// Every way to access a document.
    static let lines = [
        ["list"], ["list", "ant"], ["show", "1"], ["open", "1"], ["set", "1", "rating=1"],
        ["set", "1", "image=p.png"], ["set", "1", "image="], ["export", "1", "one.zip"],
        ["export", "1", "directory", "--format", "directory"], ["refresh"],
        ["export", "1", "picture", "--format", "picture"],
        ["export", "1", "one.archive", "--format", "book-archive"], ["import", "."],
        ["delete", "1"],
    ]

    @Test(arguments: things)
    func `objects in place of a document's files`(thing: String) throws {
        let outside = scarybug.directory.path("records/users/mallory/Private Documents/1.scarybug")
        let made = try scarybug.shell("OUT='\(outside)'; cd '../\(Self.documents)' && \(thing)")
        if made.status == 77 { try Test.cancel("this user cannot make a device") }
        #expect(made.status == 0, "\(made)")
        let before = try state(of: "records/users/mallory")
        for line in Self.lines {
            var program = scarybug
            if line[0] == "import" {
                program.workingDirectory = scarybug.directory.path(Self.documents)
            }
            let transcript = try program.run(line, within: 10)
            #expect(transcript.status < 2, "\(transcript)")
            #expect(!transcript.timedOut, "\(transcript)")
            let said = transcript.standardOutput + transcript.standardError
            #expect(!said.contains("SECRET") && !said.contains("root:"), "\(transcript)")
        }
        // The other document still works, and no files were added.
        #expect(try scarybug.run("set", "2", "rating=3").gave("2  Bee\n"))
        #expect(try state(of: "records/users/mallory") == before)
        let found = try scarybug.shell(
            "grep -rlaE --devices=skip 'root:|SECRET' . ; find . ! -type f ! -type d")
        #expect(found.standardOutput.isEmpty, "\(found)")
    }

    @Test(arguments: ["users/alice", "users", "users/alice/Private Documents"])
    func `a directory of the home that is a link`(name: String) throws {
        let moved = try scarybug.shell(
            "cd ../records && mv '\(name)' ../elsewhere && ln -s \"$PWD/../elsewhere\" '\(name)'")
        #expect(moved.status == 0, "\(moved)")
        let before = try state(of: "elsewhere")
        for line in Self.lines + [["new", "x"], ["config", "kind=book"], ["users"], ["count"]] {
            let transcript = try scarybug.run(line, within: 10)
            #expect(transcript.status < 2, "\(transcript)")
            #expect(!transcript.standardOutput.contains("Ant"), "\(transcript)")
        }
        #expect(try state(of: "elsewhere") == before)
    }

    @Test(arguments: ["preferences.plist", "History", "Staging"])
    func `a link in the user's directory`(name: String) throws {
        let outside = try scarybug.directory.makeDirectory("outside")
        try scarybug.directory.write("as it was", to: "outside/file")
        let target = name.hasSuffix(".plist") ? outside + "/file" : outside
        let link = scarybug.directory.path("records/users/alice/\(name)")
        try? FileManager.default.removeItem(atPath: link)
        #expect(symlink(target, link) == 0)
        let before = try state(of: "outside")
        for line in [["config", "kind=book"], ["new", "x"], ["set", "2", "rating=1"], ["list"]] {
            #expect(try scarybug.run(line, within: 10).status < 2)
        }
        #expect(try state(of: "outside") == before)
    }

    /// Bash lines that replace the record of exchanges, with the reason why it can't be used; nil for a
    /// record that is only empty.
    static let records: [(lines: String, reason: String?)] = [
        ("rm exchanged.db; mkdir exchanged.db", "not a regular file"),
        ("mv exchanged.db other; ln -s other exchanged.db", "not a regular file"),
        ("rm exchanged.db; mkfifo exchanged.db", "not a regular file"),
        ("rm exchanged.db", nil), (": > exchanged.db", nil),
        ("echo short > exchanged.db", "damaged"), ("truncate -s 4096 exchanged.db", "damaged"),
        ("head -c 9000 /dev/zero > exchanged.db", "damaged"),
        // The version of a database is in these bytes.
        (
            "printf '\\0\\0\\0\\4' | dd of=exchanged.db bs=1 seek=60 conv=notrunc 2>/dev/null",
            "version"
        ),
    ]

    @Test(arguments: records)
    func `objects in place of the record of exchanges`(
        record: (lines: String, reason: String?)
    ) throws {
        try scarybug.run("export", "1", "one.scarybug")
        let made = try scarybug.shell("cd ../records/users/alice && \(record.lines)")
        #expect(made.status == 0, "\(made)")
        let shown = try scarybug.run("show", "1", within: 10)
        #expect(shown.status == 0 && shown.lines.first == "1  Ant", "\(shown)")
        #expect(shown.standardError.split(separator: "\n").count == (record.reason == nil ? 0 : 1))
        if let reason = record.reason {
            #expect(
                shown.standardError.hasPrefix("scarybug: warning: ")
                    && shown.standardError.contains(reason)
                    && shown.standardError.contains("Lost and Found/exchanged.db"), "\(shown)")
        }
        for line in [
            ["import", "one.scarybug", "--update"], ["list", "sent:bob"],
            ["export", "1", "two.scarybug", "--to", "bob"], ["delete", "2"], ["undo"],
        ] {
            let transcript = try scarybug.run(line, within: 10)
            #expect(
                transcript.status == 0 && !transcript.standardError.contains("warning"),
                "\(transcript)")
        }
        #expect(try scarybug.run("count", "sent:bob").gave("1\n"))
    }

    // MARK: Exchanged during commands

    /// Names inside the home, each replaced by a link to the same name outside.
    static let swapped = [
        "users/alice", "users/alice/Private Documents", "users/alice/Private Documents/1.scarybug",
        "users/alice/Private Documents/1.scarybug/data.plist",
        "users/alice/Private Documents/1.scarybug/fullImage.jpg", "users/alice/preferences.plist",
        "users/alice/Staging", "users/alice/History", "users/alice/History/history.db",
        "users/alice/History/history.db-wal", "cache",
    ]

    @Test(arguments: swapped)
    func `a directory exchanged for a link while commands run`(name: String) throws {
        let parts = name.split(separator: "/")
        // A directory beside the real home, with a secret under every name.
        let prepared = try scarybug.shell(
            """
            scarybug() { '\(scarybug.executable)' "$@" >/dev/null; }
            scarybug config kind=bug bundleEntries=999
            scarybug list
            mkdir -p "$SCARYBUG_HOME/users/alice/Staging"
            cp -r "$SCARYBUG_HOME" ../outside
            SCARYBUG_HOME=$PWD/../outside XDG_CACHE_HOME=$PWD/../other scarybug -c 'set 1-2 title=SECRET notes=SECRET'
            if test '\(name)' = cache; then
                file=$(echo "$XDG_CACHE_HOME"/scarybug/alice-*.sqlite)
                cp "$file" ../outside/index
                ln -s "$PWD/../outside/index" "$file.link"
            else
                ln -s "$PWD/../outside/\(name)" "$SCARYBUG_HOME/\(name).link"
            fi
            """)
        #expect(prepared.status == 0, "\(prepared)")
        let before = try state(of: "outside")
        let place = try swappedPath(name, isCache: parts == ["cache"])
        let swapper = try Program(executable: "/usr/bin/env").start(
            "python3", "-c", Self.swapping, place, place + ".link")
        #expect(try swapper.readLine() == "ready")
        let deadline = ContinuousClock.now + .milliseconds(250)
        while ContinuousClock.now < deadline {
            for line in [
                "new New image=p.png", "set 1 rating=2 notes=x", "set 1 image=p.png", "list",
                "show 1", "list secret", "export 1-2 . --force", "config kind=book", "delete 3-99",
                "import Ant.scarybug",
            ] {
                let transcript = try scarybug.run("-c", line, within: 10)
                #expect(transcript.status < 2 && !transcript.timedOut, "\(transcript)")
                #expect(!transcript.standardOutput.contains("SECRET"), "\(transcript)")
            }
        }
        let count = swapper.finish()
        #expect(count.lines.last.flatMap { Int($0) } ?? 0 > 10, "\(count)")
        #expect(try state(of: "outside") == before)
        let exported = try scarybug.shell(
            "grep -la SECRET *; unzip -p '*.scarybug' | grep -a SECRET")
        #expect(exported.standardOutput.isEmpty, "\(exported)")
    }

    /// Exchanges two names repeatedly until its standard input ends.
    private static let swapping = """
        import ctypes, select, sys
        exchange = ctypes.CDLL(None).renameat2
        names = [name.encode() for name in sys.argv[1:]]
        count = 0
        print("ready", flush=True)
        while not select.select([sys.stdin], [], [], 0)[0]:
            count += exchange(-100, names[0], -100, names[1], 2) == 0
        print(count)
        """

    private func swappedPath(_ name: String, isCache: Bool) throws -> String {
        guard isCache else { return scarybug.directory.path("records/\(name)") }
        let cache = "home/.cache/scarybug"
        let file = try scarybug.directory.names(in: cache).first {
            $0.hasPrefix("alice-") && $0.hasSuffix(".sqlite")
        }
        return scarybug.directory.path("\(cache)/\(file ?? "")")
    }

    /// Every name below a directory, with its type, modification time and contents.
    private func state(of directory: String) throws -> String {
        try scarybug.shell(
            "cd ../\(directory) && find . -printf '%p %y %i %T@ %C@ %s\\n' | sort"
                + " && find . -type f -print0 | sort -z | xargs -0 sha256sum"
        ).standardOutput
    }
}

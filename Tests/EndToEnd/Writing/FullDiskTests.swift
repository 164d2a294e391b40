import Foundation
import TestSupport
import Testing

/// On a full disk, commands report the error and all existing data stays.
@Suite(.enabled(if: Program.canMount, "this system allows no mounts in a namespace"))
struct FullDiskTests {
    private let scarybug: Program

    init() throws {
        var program = try Program(user: "alice")
        program.environment["SCARYBUG"] = program.executable
        scarybug = program
        try scarybug.directory.makeDirectory("records")
        try scarybug.directory.makeDirectory("home/.cache")
        try scarybug.directory.write(
            SamplePhotograph.jpeg(7, count: 20_000), to: "work/a.jpg")
        let words = (1...2_000).map { "word\($0)" }.joined(separator: " ")
        try scarybug.directory.write(words, to: "work/a.txt")
    }

    @Test func `a home on a full disk`() throws {
        let transcript = try scarybug.mounting(
            #"""
            { cat a.jpg; echo; } > b.jpg
            mount -t tmpfs -o size=1000k none "$SCARYBUG_HOME"
            count=0
            while "$SCARYBUG" new Weta image=a.jpg >/dev/null; do count=$((count + 1)); done
            [ "$("$SCARYBUG" count)" = $count ] && [ $count -gt 9 ] || echo "$count were told"
            \#(Self.filling)
            fill 1
            "$SCARYBUG" set 1 image=b.jpg
            "$SCARYBUG" export 1 "$SCARYBUG_HOME/a.scarybug"
            "$SCARYBUG" delete 1-6 | tail -1
            "$SCARYBUG" history forget >/dev/null
            "$SCARYBUG" set 7 image=b.jpg
            "$SCARYBUG" export 7 "$SCARYBUG_HOME/a.scarybug" >/dev/null || echo no export
            find "$SCARYBUG_HOME" -path "*/Staging/*" -o -name ".scarybug*"
            """#)
        let lines = errors(in: transcript)
        #expect(lines.count == 3, "\(transcript)")
        #expect(lines.allSatisfy { $0.contains(": No space left on device") }, "\(transcript)")
        let warnings = transcript.standardError.matches(
            of: /warning: cannot write .*exchanged.db: No space left on device; copies/)
        #expect(warnings.count == 1, "\(transcript)")
        #expect(
            transcript.standardOutput
                == "deleted 6  Weta\n7  Weta\n", "\(transcript)")
    }

    @Test func `the history stays until the user forgets it`() throws {
        let transcript = try scarybug.mounting(
            #"""
            mount -t tmpfs -o size=1200k none "$SCARYBUG_HOME"
            for n in $(seq 9); do echo "new Weta$n"; done | "$SCARYBUG" >/dev/null
            for n in $(seq 9); do echo "new Wasp image=a.jpg"; done | "$SCARYBUG" >/dev/null
            "$SCARYBUG" delete Wasp >/dev/null
            \#(Self.filling)
            fill 1
            steps=$("$SCARYBUG" --csv history | wc -l)
            "$SCARYBUG" set 1 image=a.jpg rating=5
            "$SCARYBUG" new Weta image=a.jpg
            [ $("$SCARYBUG" --csv history | wc -l) = $steps ] || echo a step went
            "$SCARYBUG" history forget >/dev/null
            "$SCARYBUG" set 1 rating=5
            "$SCARYBUG" check
            """#)
        #expect(
            transcript.standardOutput == "1  Weta1\n9 documents checked\n", "\(transcript)")
        let lines = errors(in: transcript)
        #expect(lines.count == 2 && lines.allSatisfy { $0.hasSuffix(Self.advice) }, "\(transcript)")
    }

    private static let advice =
        ": No space left on device; 'history forget' makes room by removing all earlier versions"

    private func errors(in transcript: Transcript) -> [Substring] {
        transcript.standardError.split(separator: "\n").filter {
            !$0.hasPrefix("scarybug: warning: ") && !$0.hasPrefix("scarybug: bundles tell who")
        }
    }

    /// Temporary files then lie in `/tmp`.
    @Test(arguments: [
        "mount -t tmpfs -o size=64k none /var/tmp; cat /dev/zero 2>/dev/null >/var/tmp/zeros",
        "mount -t tmpfs -o nr_inodes=2 none /var/tmp; touch /var/tmp/a",
        "mount -t tmpfs -o ro none /var/tmp", "export TMPDIR=/mnt/gone; mount -t tmpfs none /var",
    ])
    func `the disk of temporary files is full or read-only`(disk: String) throws {
        var scarybug = scarybug
        scarybug.environment["TMPDIR"] = nil
        let transcript = try scarybug.mounting(
            #"""
            echo "new Ant" | "$SCARYBUG"
            \#(disk)
            { echo title; seq -f "Weta with a title of some length %g" 300; } > rows.csv
            "$SCARYBUG" import rows.csv | tail -1
            "$SCARYBUG" import - < rows.csv | wc -l
            echo "new Moth" | "$SCARYBUG" --atomic
            printf "begin\nnew Wasp\ncommit\n" | "$SCARYBUG"
            "$SCARYBUG" set all rating=1 | wc -l
            "$SCARYBUG" undo 2-6 >/dev/null
            "$SCARYBUG" count
            """#)
        #expect(
            transcript.gave(
                """
                1  Ant
                imported rows.csv: Weta with a title of some length 300 as 301
                300
                602  Moth
                603  Wasp
                603
                1

                """), "\(transcript)")
    }

    @Test func `without room in the journal, a deletion is final`() throws {
        let transcript = try scarybug.mounting(
            #"""
            mount -t tmpfs -o size=1200k none "$SCARYBUG_HOME"
            \#(Self.filling)
            for n in $(seq 60); do echo "new Weta"; done | "$SCARYBUG" >/dev/null
            fill 1
            "$SCARYBUG" delete all | tail -1
            "$SCARYBUG" check
            "$SCARYBUG" new Weta
            """#)
        #expect(
            transcript.gave(
                "deleted 60  Weta\n0 documents checked\n1  Weta\n",
                error: "scarybug: warning: the disk is full: what was deleted is not in the "
                    + "history\n"), "\(transcript)")
    }

    @Test func `a script of deletions makes room line by line`() throws {
        let transcript = try scarybug.mounting(
            #"""
            mount -t tmpfs -o size=1200k none "$SCARYBUG_HOME"
            \#(Self.filling)
            for n in $(seq 60); do echo "new Weta"; done | "$SCARYBUG" >/dev/null
            fill 1
            for n in $(seq 60); do echo "delete $n"; done | "$SCARYBUG" 2>/dev/null | tail -1
            "$SCARYBUG" count
            """#)
        #expect(transcript.gave("deleted 60  Weta\n0\n"), "\(transcript)")
    }

    @Test func `a shared folder gets the rest once it has room`() throws {
        let transcript = try scarybug.mounting(
            #"""
            mkdir share
            mount -t tmpfs -o size=120k none share
            "$SCARYBUG" --user bob new Wasp >/dev/null
            "$SCARYBUG" --user bob export 1 share/bob.scarybug >/dev/null
            for n in $(seq 9); do echo "new Weta image=a.jpg"; done | "$SCARYBUG" >/dev/null
            "$SCARYBUG" sync share --all-fields || echo full
            find share -name ".*"
            mount -o remount,size=2m share
            "$SCARYBUG" sync
            "$SCARYBUG" sync
            ls share/alice-* | wc -l
            "$SCARYBUG" set 1 rating=3 >/dev/null
            mount -o remount,ro share
            "$SCARYBUG" sync || echo read-only
            mount -o remount,rw share
            "$SCARYBUG" sync
            """#)
        // How many bundles fit depends on what waits in the folder at the same time.
        #expect(
            transcript.standardOutput.replacing(
                #/wrote [1-8](?=\n(full|nothing))/#, with: "wrote some")
                    == """
                    imported share/bob.scarybug as 10 (1 was taken)
                    took 1 new; wrote some
                    full
                    wrote some
                    nothing new
                    9
                    read-only
                    wrote 1

                    """, "\(transcript)")
        let lines = errors(in: transcript).filter { !$0.hasSuffix("is a new user") }
        #expect(lines.count == 2, "\(transcript)")
        #expect(lines.first?.contains("No space left on device") == true, "\(transcript)")
    }

    @Test func `a dry run needs no room for photographs`() throws {
        let transcript = try scarybug.mounting(
            #"""
            mount -t tmpfs -o size=3m none "$TMPDIR"
            mkdir pictures
            for n in $(seq 9); do
                { printf "\377\330\377\332\0\2"; head -c 1000000 /dev/zero | tr "\0" $n
                printf "\377\331"; } > pictures/$n.jpg
            done
            "$SCARYBUG" import pictures --photographs --dry-run | tail -1
            "$SCARYBUG" --json import pictures/9.jpg --dry-run | grep -o "bytes.:[0-9]*"
            """#)
        #expect(
            transcript.gave("would import pictures/9.jpg as 9\nbytes\":1000008\n"),
            "\(transcript)")
    }

    /// The disk is full long before a second ends, which ends a batch.
    @Test func `an atomic script is rolled back`() throws {
        let transcript = try scarybug.mounting(
            #"""
            mount -t tmpfs -o size=840k none "$SCARYBUG_HOME"
            "$SCARYBUG" new Ant >/dev/null
            for n in $(seq 400); do echo "new Weta"; done | "$SCARYBUG" --atomic --bail
            "$SCARYBUG" count
            "$SCARYBUG" new Moth
            "$SCARYBUG" check
            """#)
        #expect(
            transcript.standardOutput == "1\n2  Moth\n2 documents checked\n", "\(transcript)")
        #expect(transcript.standardError.contains("No space left on device"), "\(transcript)")
        #expect(!transcript.standardError.contains("stay"), "\(transcript)")
    }

    @Test func `the group of a killed session is rolled back`() throws {
        let transcript = try scarybug.mounting(
            #"""
            mount -t tmpfs -o size=1200k none "$SCARYBUG_HOME"
            "$SCARYBUG" new Ant >/dev/null
            mkfifo lines
            "$SCARYBUG" < lines > printed & session=$!; disown; exec 3> lines
            { echo begin; for n in $(seq 60); do echo "new Weta"; done; } >&3
            until [ "$("$SCARYBUG" count)" = 61 ]; do :; done
            cat /dev/zero > "$SCARYBUG_HOME/zeros" 2>/dev/null
            kill -9 $session; while kill -0 $session 2>/dev/null; do :; done
            "$SCARYBUG" count
            "$SCARYBUG" new Moth
            "$SCARYBUG" check
            """#)
        #expect(
            transcript.standardOutput == "1\n2  Moth\n2 documents checked\n", "\(transcript)")
        #expect(errors(in: transcript) == [], "\(transcript)")
    }

    @Test func `an undo without room changes nothing, and works later`() throws {
        let transcript = try scarybug.mounting(
            #"""
            mount -t tmpfs -o size=1200k none "$SCARYBUG_HOME"
            for n in $(seq 60); do echo "new Weta"; done | "$SCARYBUG" >/dev/null
            \#(Self.filling)
            fill 1
            "$SCARYBUG" undo
            "$SCARYBUG" count
            rm "$SCARYBUG_HOME/zeros1"
            "$SCARYBUG" undo | tail -1
            "$SCARYBUG" redo | tail -1
            """#)
        #expect(
            transcript.standardOutput == "60\nremoved 60  Weta\nrestored 60  Weta\n",
            "\(transcript)")
        #expect(
            transcript.standardError.hasSuffix(
                Self.advice + "\n"), "\(transcript)")
    }

    /// Fills the disk, including the journal's reserve.
    private static let filling = #"""
        fill() {
            rm -f "$SCARYBUG_HOME/users/alice/History/reserve"
            cat /dev/zero > "$SCARYBUG_HOME/zeros$1"
        } 2>/dev/null
        """#

    @Test func `a read-only disk can be read, and each change is one error`() throws {
        try scarybug.run(input: "new Weta image=a.jpg\nset 1 rating=3\nnew Ant\n")
        try scarybug.run("export", "2", "one.scarybug")
        // The directory of a process that died before the disk was mounted.
        try scarybug.directory.makeDirectory("records/users/alice/Staging/.scarybug-0")
        let reading =
            ["list", "show 2", "count", "history", "export 1 - --format picture | wc -c", "config"]
            + ["set 1 rating=2", "set 1 image=", "delete 1", "undo", "import one.scarybug"]
            .map { "\($0) --dry-run" }
        let changes = [
            "new Moth", "set 1 rating=2", "set 1 image=", "delete 1", "undo", "config kind=book",
            "import one.scarybug", "history forget",
        ]
        for (lines, status) in [(reading, "0"), (changes, "1")] {
            for line in lines {
                let transcript = try scarybug.mounting(
                    #"""
                    mount --bind "$SCARYBUG_HOME" "$SCARYBUG_HOME"
                    mount -o remount,ro,bind "$SCARYBUG_HOME"
                    "$SCARYBUG" \#(line); echo $?
                    """#)
                let errors = transcript.standardError.split(separator: "\n")
                #expect(errors.count == (status == "0" ? 0 : 1), "\(transcript)")
                #expect(
                    errors.allSatisfy { $0.hasSuffix(": Read-only file system") }, "\(transcript)")
                #expect(transcript.lines.last == status, "\(transcript)")
            }
        }
        // Nobody remembers that a bundle went out.
        let export = try scarybug.mounting(
            #"""
            mount --bind "$SCARYBUG_HOME" "$SCARYBUG_HOME"
            mount -o remount,ro,bind "$SCARYBUG_HOME"
            "$SCARYBUG" export 1 out.scarybug
            """#)
        #expect(export.standardOutput == "exported 1 to out.scarybug\n", "\(export)")
        #expect(
            export.standardError.contains(
                #/^scarybug: warning: cannot write .*exchanged.db: Read-only file system; .*\n$/#),
            "\(export)")
        #expect(try scarybug.run("list").gave("1  Weta  3\n2  Ant\n"))
        try scarybug.run("new", "Moth")
        #expect(!scarybug.directory.exists("records/users/alice/Staging/.scarybug-0"))
    }

    @Test func `a home on a lower layer of overlayfs can be changed`() throws {
        try scarybug.run(input: "new Weta image=a.jpg\nnew Ant\nset 1 rating=3\ndelete 2\n")
        let transcript = try scarybug.mounting(
            #"""
            mkdir /mnt/upper /mnt/work
            mount -t overlay -o "lowerdir=$SCARYBUG_HOME,upperdir=/mnt/upper,workdir=/mnt/work" \
                -o userxattr,redirect_dir=off none "$SCARYBUG_HOME" 2>/dev/null || exit 77
            "$SCARYBUG" undo | tail -1
            "$SCARYBUG" set 1 image=a.jpg rating=5
            "$SCARYBUG" delete 1
            "$SCARYBUG" undo 2 | tail -1
            "$SCARYBUG" check
            """#)
        if transcript.status == 77 { return }
        #expect(
            transcript.standardOutput == """
                restored 2  Ant
                1  Weta  5
                deleted 1  Weta
                restored 1  Weta  3
                2 documents checked

                """, "\(transcript)")
    }

    @Test func `an index on a full disk`() throws {
        let transcript = try scarybug.mounting(
            #"""
            mount -t tmpfs -o size=40k none "$HOME/.cache"
            for n in 1 2 3 4 5 6 7 8 9; do "$SCARYBUG" new "Weta $n" notes=@a.txt >/dev/null; done
            "$SCARYBUG" count word
            "$SCARYBUG" delete 1 >/dev/null
            "$SCARYBUG" list sort:-title limit:2
            """#)
        #expect(transcript.gave("9\n9  Weta 9\n8  Weta 8\n"), "\(transcript)")
    }
}

extension Program {
    /// Whether the system allows mounting file systems in a separate namespace.
    fileprivate static let canMount = (try? Program().mounting("true").status) == 0

    /// Runs lines of bash in a separate mount namespace. Its mounts end with the shell.
    fileprivate func mounting(_ lines: String) throws -> Transcript {
        try shell("exec unshare -rm bash -c 'mount -t tmpfs none /mnt || exit; \(lines)'")
    }
}

import Glibc
import TestSupport
import Testing

@testable import ScaryBugs

/// The thread that reads a script's lines ahead and works out their changes. It must not be noticed.
@Suite struct ReadAheadTests {
    /// More than a thread is worth, with lines that depend on those before and some that are wrong.
    private static let script =
        (1...20).map { "new 'Bug \($0)' rating=\($0 % 6) tags=a,b notes='enough to read ahead'\n" }
        .joined() + """

            set 3 rating=5
            set 3 tags+=seen rating=1
            set 3,4 notes="two
            lines" title=Two
            new "a title that
            spans lines" rating=3
            set 99 rating=1
            set 5 rating=9
            new 'No such field' colour=red
            field add colour text
            new 'Now there is' colour=red
            set 6 colour=blue
            new
            new Weta title=Moth
            set +7 rating=1
            set 007 rating=1
            set 7.scarybug rating=2
            config kind=book
            new 'A book' author=Wilson
            set @last author=Ward
            begin
            set 8 rating=4
            new 'Rolled back'
            rollback
            begin
            set 9 notes=x\\
            y
            commit
            delete 10
            set 10 rating=1
            undo
            set 11 title=
            set 12 rating=2 --dry-run
            set 13 --no-such-option
            --json set 14 rating=2.5
            --csv new 'In CSV'
            undo 2
            redo
            set 15 rating='
            set 16 rating=3
            '
            set 17 rating=3 # and a comment
            new 'The last one'
            """

    @Test func `a script gives what its lines give when none is read ahead`() throws {
        let (ahead, alone) = (try InProcess(user: "alice"), try InProcess(user: "alice"))
        let path = try ahead.directory.write(Self.script + "\n", to: "work/a.bugs")
        let read = try ahead.run("-f", path)
        // The lines of an option are not read ahead.
        let run = try alone.run("-c", Self.script)
        #expect(read.lines.count > 40)
        #expect(Self.withoutIdentifiers(read) == Self.withoutIdentifiers(run))
        #expect(read.standardError.replacing("%/a.bugs:", with: "-c:") == run.standardError)
        for command in [["--csv", "list", "sort:number"], ["fields"], ["check"]] {
            #expect(
                try Self.withoutIdentifiers(ahead.run(command))
                    == Self.withoutIdentifiers(alone.run(command)))
        }
    }

    @Test func `after a login, nothing of the earlier user is used`() throws {
        let scarybug = try InProcess(user: "alice")
        try scarybug.run(input: "config kind=book\nfield add habitat text\n")
        for user in ["bob", "carol"] { try scarybug.run("--user", user, "new", "First") }
        let round = "login bob\nnew b\nlogin carol\nnew c\nnew c2 habitat=x\nlogin alice\nnew a\n"
        let transcript = try scarybug.run(input: String(repeating: round, count: 30))
        #expect(transcript.standardError.split(separator: "\n").count == 30)
        for (user, kind) in [("alice", "book"), ("bob", "bug"), ("carol", "bug")] {
            let others = try scarybug.run("--user", user, "count", "-kind:\(kind)")
            #expect(others.gave("0\n"), "\(others)")
        }
    }

    /// The results without random identifiers.
    private static func withoutIdentifiers(_ transcript: Transcript) -> String {
        transcript.standardOutput.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: ",")
            .split(separator: ",", omittingEmptySubsequences: false)
            .filter { $0.utf8.count != 36 || $0.split(separator: "-").count != 5 }
            .joined(separator: ",")
    }

    @Test func `documents that other lines have changed are read again`() throws {
        let scarybug = try InProcess(user: "alice")
        let count = 40
        try scarybug.run(input: String(repeating: "new Moth\n", count: count))
        try scarybug.untilChangesShow(in: count)
        let lines = (0..<200).map { "set \($0 % count + 1) tags+=t\($0)\n" }.joined()
        #expect(try scarybug.run(input: lines).lines.count == 200)
        let tags = try scarybug.run("--json", "list").lines.map { $0.split(separator: "[")[1] }
        for (index, tags) in tags.enumerated() {
            let expected = stride(from: index, to: 200, by: count).map { "\"t\($0)\"" }
            #expect(tags.hasPrefix(expected.joined(separator: ",") + "]"), "\(tags)")
        }
    }
}

extension InProcess {
    /// Waits until a document is older than the tick of the clock that could hide another change.
    func untilChangesShow(in number: Int) throws {
        let document = try Directory.open(
            path: directory.path("records/users/alice/Private Documents/\(number).scarybug"))
        while try FileTime.now.seconds(since: document.status().changed) < 0.2 { usleep(10_000) }
    }
}

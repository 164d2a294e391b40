import Foundation
import TestSupport
import Testing

/// New contents and the history are synced before a change is made, and so before it is reported.
@Suite(
    .enabled(if: Program.isTraceable, "there is no strace here, or a sanitizer"))
struct DurabilityTests {
    @Test(arguments: WritingCommand.all + [.script])
    func `a command syncs before it changes`(command: WritingCommand) throws {
        let run = try WritingBench(command).goodRun()
        let disk = DiskModel(run.calls)
        #expect(run.errors == [])
        #expect(disk.problems == [])
        // A bundle on standard output gets no name.
        let changes =
            command.words.last != "-" && command.words.first != "history" && !command.isIdle
        #expect((disk.placed > 0) == changes)
        #expect(run.calls.contains { $0.isSync } || !changes)
    }

    @Test func `every home is synced, given by a relative or an absolute path`() throws {
        var program = try Program(user: "alice")
        for home in ["records", "two/levels", program.directory.path("absolute")] {
            program.environment["SCARYBUG_HOME"] = home
            let disk = DiskModel(try program.traced(["new", "Weta"]).calls)
            #expect(disk.placed == 1)
            #expect(disk.problems == [])
        }
    }

    /// The number of syncs: the new contents, the two directories of staged files, and the history's log.
    private static let syncs = [
        ("new Weta", 5), ("new Weta image=b.jpg", 6), ("set 1 rating=2", 4),
        ("set 1 image=b.jpg", 6), ("delete 1", 1), ("delete all", 1), ("config kind=book", 4),
        ("undo", 4),
    ]

    @Test(arguments: syncs)
    func `a single command syncs no more than it must`(line: String, count: Int) throws {
        let program = try WritingBench(.script, isFirst: false).workspace()
        let (transcript, calls) = try program.traced(line.split(separator: " ").map(String.init))
        #expect(transcript.status == 0, "\(transcript)")
        // SQLite syncs with `fdatasync` when it writes its log into the database.
        let synced = calls.filter { $0.isSync && $0.name != "fdatasync" && !$0.isForIndex }
        #expect(synced.count <= count, "\(synced)")
        #expect(synced.last?.paths.first?.hasSuffix("/history.db-wal") == true)
    }

    @Test func `a script that waits commits after a second`() throws {
        var strace = try Program(user: "alice")
        strace.environment["SCARYBUG"] = strace.executable
        let transcript = try strace.shell(
            #"""
            (echo new a; sleep 1.5; echo new b; cat) |
            strace -f -y -qq -o ../trace -e trace=write,fsync,renameat2 "$SCARYBUG"
            """#)
        #expect(transcript.gave("1  a\n2  b\n"))
        let calls = SystemCall.calls(of: try strace.directory.text(of: "trace")).filter {
            $0.isRename || $0.reports || $0.paths.contains { $0.hasSuffix("/history.db-wal") }
        }
        let change = ["fsync", "renameat2", "write"]
        #expect(calls.map(\.name) == change + change)
    }

    @Test func `a script that is busy commits every second`() throws {
        var strace = try Program(user: "alice")
        strace.environment["SCARYBUG"] = strace.executable
        let transcript = try strace.shell(
            #"""
            yes new Weta 2>/dev/null |
            strace -f -y -qq -o ../trace -e trace=fsync,fdatasync,syncfs \
                timeout --preserve-status -s INT 2.5 "$SCARYBUG"
            """#)
        #expect(transcript.status == 130)
        let calls = SystemCall.calls(of: try strace.directory.text(of: "trace"))
        #expect(calls.count { $0.paths.first?.hasSuffix("/history.db-wal") == true } >= 2)
        #expect(try strace.run("count").standardOutput == "\(transcript.lines.count)\n")
    }
}

import Foundation
import TestSupport
import Testing

/// The old version stays on disk until the new one is synced, and a change is synced before it is
/// reported.
@Suite(
    .enabled(if: Program.isTraceable, "there is no strace here, or a sanitizer"))
struct DurabilityTests {
    @Test(arguments: WritingCommand.all)
    func `a single command syncs before it reports`(command: WritingCommand) throws {
        let run = try WritingBench(command).goodRun()
        var disk = DiskModel(of: run.program, lastingAtOnce: true)
        for call in run.calls { disk.record(call) }
        // A bundle on standard output needs no sync. A script copies its output from a file.
        let isToPipe = command.words.last == "-"
        #expect(run.calls.contains { $0.isSync } || isToPipe)
        #expect(run.calls.contains { $0.reports } || isToPipe || command.isGroupScript)
        #expect(disk.problems == [])
        #expect(disk.lost == [])
    }

    @Test func `every home is synced, given by a relative or an absolute path`() throws {
        var program = try Program(user: "alice")
        for home in ["records", "two/levels", program.directory.path("absolute")] {
            program.environment["SCARYBUG_HOME"] = home
            var disk = DiskModel(of: program, lastingAtOnce: true)
            let calls = try program.traced(["new", "Weta"]).calls
            for call in calls { disk.record(call) }
            #expect(calls.contains { $0.isSync })
            #expect(disk.problems == [])
        }
    }

    /// The files and directories that a command syncs. A document with a picture is synced under
    /// its staged name.
    private static let syncs = [
        ("new Weta", ["data.plist", "3.scarybug", "Private Documents", "journal"]),
        (
            "new Weta image=b.jpg",
            ["data.plist", "fullImage.jpg", "1", "Private Documents", "journal"]
        ),
        ("set 1 rating=2", ["data.plist", "1.scarybug", "History", "journal"]),
        (
            "set 1 image=b.jpg",
            [
                "data.plist", "fullImage.jpg", "1", "Private Documents", "History",
                "journal",
            ]
        ),
        ("delete 1", ["Private Documents", "History", "journal"]),
        ("delete all", ["Private Documents", "History", "journal"]),
        ("config kind=book", ["preferences.plist", "alice", "History", "journal"]),
    ]

    @Test(arguments: syncs)
    func `a single command syncs no more than it must`(line: String, names: [String]) throws {
        let program = try WritingBench(.script, isFirst: false).workspace()
        let (transcript, calls) = try program.traced(line.split(separator: " ").map(String.init))
        #expect(transcript.status == 0, "\(transcript)")
        let synced = calls.filter { $0.isSync && !$0.isForIndex }.compactMap(\.paths.first)
        #expect(
            Set(synced.map { $0.split(separator: "/").last ?? "" }) == Set(names.map { $0[...] }))
        #expect(synced.count == names.count)
        #expect(synced.last?.hasSuffix("/journal") == true)
    }

    @Test(arguments: [
        ("import one.scarybug taken", ["syncfs", "syncfs"]), ("export all .", ["syncfs", "fsync"]),
    ])
    func `several documents share their syncs`(line: String, syncs: [String]) throws {
        let program = try WritingBench(.script).workspace()
        try program.run(input: "new Weta image=a.jpg\nnew Moth\n")
        let words = line.split(separator: " ").map(String.init)
        let (transcript, calls) = try program.traced(words)
        #expect(transcript.status == 0 && transcript.lines.count == 2, "\(transcript)")
        var disk = DiskModel(of: program, lastingAtOnce: true)
        for call in calls { disk.record(call) }
        #expect(disk.problems == [])
        #expect(calls.filter { $0.isSync && !$0.isForIndex }.map(\.name) == syncs)
    }

    @Test func `a script syncs before it ends, and keeps what it replaces until then`() throws {
        let run = try WritingBench(.script).goodRun()
        #expect(run.errors == [])
        #expect(run.calls.contains { $0.name == "syncfs" })
        var disk = DiskModel(of: run.program, lastingAtOnce: false)
        for call in run.calls { disk.record(call) }
        #expect(disk.problems == [])
        #expect(disk.lost == [])
    }

    @Test func `a script that waits syncs after a second`() throws {
        var strace = try Program(user: "alice")
        strace.environment["SCARYBUG"] = strace.executable
        let transcript = try strace.shell(
            #"""
            (echo new a; sleep 1.5; echo new b; cat) |
            strace -f -y -qq -o ../trace -e trace=write,syncfs,renameat2 "$SCARYBUG"
            """#)
        #expect(transcript.gave("1  a\n2  b\n"))
        let calls = SystemCall.calls(of: try strace.directory.text(of: "trace"))
        let names = calls.filter { $0.isSync || $0.isRename || $0.reports }.map(\.name)
        // The first rename creates the journal.
        #expect(
            names == ["renameat2", "renameat2", "write", "syncfs", "renameat2", "write", "syncfs"])
    }

    @Test func `a script that is busy syncs every second`() throws {
        var strace = try Program(user: "alice")
        strace.environment["SCARYBUG"] = strace.executable
        let transcript = try strace.shell(
            #"""
            yes new Weta 2>/dev/null |
            strace -f -y -qq -o ../trace -e trace=syncfs,renameat2 \
                timeout --preserve-status -s INT 2.5 "$SCARYBUG"
            """#)
        #expect(transcript.status == 130)
        #expect(
            transcript.standardError.hasSuffix(
                ": interrupted; the lines before stay, and 'undo' takes them back\n"))
        let calls = SystemCall.calls(of: try strace.directory.text(of: "trace"))
        // The last call is a sync.
        #expect(calls.count(where: \.isSync) >= 3)
        #expect(calls.last?.isSync == true)
        #expect(calls.count(where: \.isRename) >= transcript.lines.count)
    }
}

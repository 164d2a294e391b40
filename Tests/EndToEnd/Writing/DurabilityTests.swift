import Foundation
import TestSupport
import Testing

/// New contents are on the disk before they replace old ones, and all is before it is reported.
@Suite(.enabled(if: Program.canTrace)) struct DurabilityTests {
    @Test(arguments: WritingCommand.all)
    func `a single command syncs before it reports`(command: WritingCommand) throws {
        let run = try WritingBench(command).goodRun()
        var disk = DiskModel(of: run.program, lastingAtOnce: true)
        for call in run.calls { disk.note(call) }
        #expect(disk.problems == [])
        #expect(disk.lost == [])
    }

    @Test func `a home is synced wherever it is`() throws {
        var program = try Program(user: "alice")
        for home in ["records", "two/levels", program.directory.path("absolute")] {
            program.environment["SCARYBUG_HOME"] = home
            var disk = DiskModel(of: program, lastingAtOnce: true)
            for call in try program.traced(["new", "Weta"]).calls { disk.note(call) }
            #expect(disk.problems == [])
        }
    }

    @Test func `a script syncs before it ends, and what replaces other contents before that`()
        throws
    {
        let program = try Program(user: "alice")
        try program.directory.write([0xFF, 0xD8, 0xFF, 0xE0], to: "work/a.jpg")
        let lines = """
            new Weta
            new Moth image=a.jpg
            set 1-2 rating=3
            set 1 image=a.jpg
            config kind=book
            export 1 a
            export 1 a --force
            import a
            delete 2

            """
        let (transcript, calls) = try program.traced([], input: Array(lines.utf8))
        #expect(transcript.status == 0 && transcript.standardError == "", "\(transcript)")
        var disk = DiskModel(of: program, lastingAtOnce: false)
        for call in calls { disk.note(call) }
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
        #expect(names == ["renameat2", "write", "syncfs", "renameat2", "write", "syncfs"])
    }
}

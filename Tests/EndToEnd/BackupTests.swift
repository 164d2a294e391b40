import TestSupport
import Testing

/// Backups of the real program that are killed or fail.
@Suite(.enabled(if: Program.isTraceable, "there is no strace here")) struct BackupTests {
    let scarybug: Program
    let old: [UInt8]

    init() throws {
        scarybug = try Program(user: "alice")
        try scarybug.run(input: "new Ant\nnew Bee\nbackup a.zip\nnew Wasp\n")
        old = try scarybug.directory.bytes(of: "work/a.zip")
    }

    @Test(arguments: [("write", 1), ("write", 2), ("fsync", 1), ("renameat", 1)])
    func `the old backup stays until the new one is there`(call: String, number: Int) throws {
        var strace = scarybug
        strace.executable = "/usr/bin/strace"
        try strace.run(
            "-f", "-qq", "-o", "/dev/null", "-e", "inject=\(call):signal=KILL:when=\(number)",
            scarybug.executable, "backup", "a.zip")
        let left = try scarybug.directory.bytes(of: "work/a.zip")
        // The kill comes after the call.
        #expect(left == old || call == "renameat")
        #expect(try scarybug.run("backup", "--verify", "a.zip").status == 0)
        #expect(try scarybug.run("backup", "a.zip").standardOutput.contains("3 documents"))
        #expect(try scarybug.directory.names(in: "work") == ["a.zip"])
    }

    @Test(arguments: [
        Fault("write", "2", "ENOSPC"), Fault("fsync", "1", "EIO"), Fault("renameat", "1", "EIO"),
    ])
    func `a failure is an error, and the old backup stays`(fault: Fault) throws {
        let (transcript, calls) = try scarybug.traced(["backup", "a.zip"], with: [fault])
        #expect(calls.contains { $0.isInjected })
        #expect(transcript.status == 1 && transcript.standardError != "", "\(transcript)")
        #expect(try scarybug.directory.bytes(of: "work/a.zip") == old)
        #expect(try scarybug.directory.names(in: "work") == ["a.zip"])
    }

    @Test func `the file is synced before it gets its name, and the name after it`() throws {
        let (_, calls) = try scarybug.traced(["backup", "a.zip"])
        let order = calls.filter { $0.isSync || $0.isRename }.map(\.name)
        #expect(order.suffix(3) == ["fsync", "renameat", "fsync"], "\(order)")
    }
}

import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import SystemFiles

@Suite final class ChildProcessTests {
    private let output: File

    init() throws { output = try File.temporary() }

    private func shell(_ script: String) -> ChildProcess {
        ChildProcess(["/bin/sh", "-c", script], from: "dash")
    }

    private var text: String {
        get throws { String(decoding: try output.prefix(4_096), as: UTF8.self) }
    }

    @Test func `a program gets only what is named`() throws {
        // Another program may have started this one with a file that is open.
        let forgotten = dup(output.descriptor.rawValue)
        defer { close(forgotten) }
        var process = shell("ls /proc/self/fd; env | sed 's/=.*//' | sort; pwd")
        process.environment = ["A=b"]
        let directory = try PrivateDirectory()
        let files = [output.descriptor, output.descriptor]
        let end = try process.run(
            output: output.descriptor, files: files, in: directory.directory)
        #expect(end.isSuccess)
        // The listing itself is the descriptor 3.
        let expected = "0 1 10 11 2 3 A LC_ALL PATH PWD \(directory.directory.path)"
        #expect(try text.split(separator: "\n").joined(separator: " ") == expected)
    }

    @Test func `files keep their order, whatever their numbers are`() throws {
        var files: [FileDescriptor] = []
        defer { for file in files { try? file.close() } }
        for index in 0..<30 {
            let file = try File.temporary()
            try file.write(Array("\(index) ".utf8))
            files.append(try file.descriptor.duplicate())
        }
        files.reverse()
        let paths = files.indices.map { ChildProcess.path(ofFile: $0) }
        _ = try ChildProcess(["cat"] + paths, from: "coreutils")
            .run(output: output.descriptor, files: files)
        #expect(try text == (0..<30).reversed().map { "\($0) " }.joined())
    }

    @Test func `a program ends at its deadline, with its own children`() throws {
        var process = shell("(trap '' TERM; exec sleep 60) & echo $!; sleep 60")
        process.seconds = 1
        let start = MonotonicClock.seconds
        #expect(try process.run(output: output.descriptor).isKilled)
        #expect(MonotonicClock.seconds - start < 5)
        // It is gone, or a zombie until the system's first process looks.
        let path = "/proc/\(try text.trimmed)/status"
        for _ in 0..<200 {
            guard let status = try? File.open(path: path).prefix(200),
                !String(decoding: status, as: UTF8.self).contains("State:\tZ")
            else { return }
            usleep(10_000)
        }
        Issue.record("the child's child still runs")
    }

    @Test func `messages are kept up to a limit, and the end is told`() throws {
        let end = try shell("yes message | head -100000 >&2; kill -SEGV $$").run()
        #expect(end.messages.hasPrefix("message\nmessage\n"))
        #expect(end.messages.utf8.count < 30_000)
        #expect(end.isKilled)
        #expect(try !shell("exit 255").run().isKilled)
    }

    @Test func `limits hold`() throws {
        let end = try shell("ulimit -d; ulimit -c; ulimit -t; ulimit -f").run(
            output: output.descriptor)
        #expect(end.isSuccess)
        #expect(try text == "262144\n0\n10\n2048\n")
    }

    @Test func `a missing program is named with its package`() {
        let error = #expect(throws: MissingProgram.self) {
            try ChildProcess(["no-such-program"], from: "a-package").run()
        }
        #expect(
            error?.description == "no-such-program is missing; install the package a-package")
    }
}

import Foundation
import TestSupport
import Testing

/// Ten processes run all commands at the same time, and another one watches.
///
/// `SCARYBUGS_CONCURRENCY_SECONDS=10` makes them run for ten seconds.
@Suite struct ManyProcessesTests {
    private let scarybug: Program
    private static let processes = 0..<10
    private static let shared = 1...3

    init() throws {
        scarybug = try Program(user: "alice")
        for (name, size) in [("a", 5_000), ("b", 70_000)] {
            try scarybug.directory.write(
                SamplePhotograph.jpeg(7, count: size), to: "work/\(name).jpg")
        }
        try scarybug.directory.makeDirectory("work/out")
        let documents = Self.shared.map { _ in "new shared image=a.jpg notes=a\n" }
        let made = try scarybug.run(
            input: (documents + ["new gift\n", "export 4 .\n", "delete 4\n"]).joined())
        #expect(made.status == 0)
    }

    /// The lines of a process in one step. Each line prints one result.
    private func lines(of process: Int, step: Int) -> [String] {
        let picture = ["a", "b"][(process + step) % 2]
        return [
            "new 'p\(process) s\(step)' tags=p\(process)s\(step)",
            "set 1-3 f\(process)=s\(step) tags+=p\(process)s\(step) tags-=p\(process)s\(step - 1)",
            "count tag:p\(process)s\(step)",
            "set 2 image=\(picture).jpg notes=\(picture)",
            "import gift.scarybug",
            "export 2 out/p\(process).scarybug --force",
            step % 2 == 0 ? "delete title:s\(step) title:p\(process)" : "count title:shared",
        ]
    }

    private static let seconds: Double = {
        let more = ProcessInfo.processInfo.environment["SCARYBUGS_CONCURRENCY_SECONDS"]
        return more.flatMap(Double.init) ?? 1
    }()

    @Test func `nothing is lost, nobody is refused, and nobody sees half a document`() throws {
        let sessions = try Self.processes.map { _ in try scarybug.start() }
        for (process, session) in sessions.enumerated() {
            try session.type("field add f\(process) text\nquery add q\(process) all\n")
        }
        for session in sessions { for _ in 1...2 { _ = try session.readLine() } }
        let reader = try scarybug.start("--json")
        var steps = 0
        let start = Date()
        while -start.timeIntervalSinceNow < Self.seconds {
            steps += 1
            for (process, session) in sessions.enumerated() {
                try session.type(lines(of: process, step: steps).map { $0 + "\n" }.joined())
            }
            try reader.type(String(repeating: "show 2\n", count: 10))
            // A change that another process has half done is no finding.
            let check = try scarybug.run(steps % 2 == 0 ? ["check", "--repair"] : ["check"])
            #expect(check.status == 0 && check.lines.count == 1, "\(check)")
            for session in sessions { for _ in 1...9 { _ = try session.readLine() } }
        }
        for session in sessions {
            let transcript = session.finish()
            // On a slow machine, a session says for whom it waits.
            let errors = transcript.standardErrorWithoutNotice.split(separator: "\n").filter {
                line in
                !line.contains("waiting for process")
            }
            #expect(transcript.status == 0 && errors.isEmpty, "\(transcript)")
            #expect(transcript.lines.count == 2 + steps * 9)
            // Each query finds the new document and the three that all change.
            #expect(transcript.lines.count { $0 == "4" } == steps, "\(transcript.lines)")
        }
        let read = reader.finish()
        #expect(read.status == 0 && read.standardError == "", "\(read)")
        #expect(read.lines.count == steps * 10)
        #expect(read.lines.allSatisfy(Self.isWhole))
        try expectAll(after: steps)
    }

    /// Whether the picture is the one named in the notes.
    private static func isWhole(_ line: String) -> Bool {
        line.contains(#""notes":"a""#) && line.contains(#""image":{"bytes":5096,"#)
            || line.contains(#""notes":"b""#) && line.contains(#""image":{"bytes":70096,"#)
    }

    private func expectAll(after steps: Int) throws {
        let last = Self.processes.map { "\"p\($0)s\(steps)\"" }.sorted()
        let shown = try scarybug.run("--json", "show", "1-3").lines
        #expect(shown.count == Self.shared.count)
        for line in shown {
            for process in Self.processes {
                #expect(line.contains("\"f\(process)\":\"s\(steps)\""))
            }
            let tags = line.components(separatedBy: #""tags":["#).last?.prefix { $0 != "]" } ?? ""
            #expect(tags.split(separator: ",").map(String.init).sorted() == last)
        }
        let titles = try scarybug.run("--csv", "list").lines.dropFirst().map {
            $0.components(separatedBy: ",")[2]
        }
        let kept = Self.processes.flatMap { process in
            (1...steps).filter { $0 % 2 == 1 }.map { "p\(process) s\($0)" }
        }
        #expect(titles.count { $0 == "gift" } == steps * Self.processes.count)
        #expect(titles.filter { $0 != "gift" && $0 != "shared" }.sorted() == kept.sorted())
        #expect(try scarybug.run("queries").lines.count == Self.processes.count)
        #expect(scarybug.staged == [])
        #expect(!scarybug.directory.exists("records/users/alice/Lost and Found"))
        // The exported bundles are complete, and there are no other files.
        let bundles = try scarybug.directory.names(in: "work/out")
        #expect(bundles == Self.processes.map { "p\($0).scarybug" })
        let preview = try scarybug.run(["--json", "preview"] + bundles.map { "out/\($0)" })
        #expect(preview.status == 0 && preview.lines.count == bundles.count)
        #expect(preview.lines.allSatisfy(Self.isWhole))
    }
}

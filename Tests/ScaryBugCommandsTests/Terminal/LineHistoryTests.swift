import Foundation
import ScaryBugs
import TestSupport
import Testing

@testable import ScaryBugCommands

@Suite struct LineHistoryTests {
    private let folder: TemporaryDirectory
    private let history: LineHistory

    init() throws {
        folder = try TemporaryDirectory()
        history = LineHistory(directory: try .open(path: folder.path), name: "history")
    }

    private func write(lines count: Int) throws {
        try folder.write((1...count).map { "line \($0)\n" }.joined(), to: "history")
    }

    @Test func isEmptyAtFirst() throws {
        #expect(try history.load() == [])
        #expect(!folder.exists("history"))
    }

    @Test func keepsLinesInTheirOrder() throws {
        try history.append("new 'Käfer'")
        try history.append("list")
        #expect(try history.load() == ["new 'Käfer'", "list"])
    }

    @Test func isForTheUserAlone() throws {
        try history.append("list")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("history"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func remembersTheLastThousand() throws {
        try write(lines: 1_500)
        let lines = try history.load()
        #expect(lines.count == 1_000)
        #expect(lines.first == "line 501")
        #expect(lines.last == "line 1500")
    }

    @Test(arguments: [(2_000, 2_000), (2_001, 1_000)])
    func isCutBackPastTwiceThat(before: Int, after: Int) throws {
        try write(lines: before)
        #expect(try history.load().last == "line \(before)")
        #expect(try folder.text(of: "history").split(separator: "\n").count == after)
        #expect(try folder.names() == ["history"])
        try history.append("next")
        #expect(try history.load().last == "next")
    }

    @Test func readsOnlyTheEndOfAHugeFile() throws {
        let line = String(repeating: "x", count: 99_999)
        let earlier = Array(repeating: line + "\n", count: 30).joined()
        try folder.write(earlier + "last\n", to: "history")
        let lines = try history.load()
        #expect(lines.count == 11)
        #expect(lines.last == "last")
        #expect(try folder.bytes(of: "history").count < 1 << 20)
    }

    @Test func leavesOutWhatIsNotText() throws {
        try folder.write(Array("one\n".utf8) + [0xFF, 0x0A] + Array("two\n".utf8), to: "history")
        #expect(try history.load() == ["one", "two"])
    }

    @Test func isNotCutBackWhileSomebodyAddsALine() throws {
        try write(lines: 3_000)
        let other = open(folder.path("history"), O_RDONLY)
        defer { close(other) }
        flock(other, LOCK_SH)
        #expect(try history.load().count == 1_000)
        #expect(try folder.text(of: "history").split(separator: "\n").count == 3_000)
    }

    @Test func losesNothingOfTwoSessions() async throws {
        try write(lines: 1_990)
        let directory = try Directory.open(path: folder.path)
        await withThrowingTaskGroup(of: Void.self) { group in
            for session in 1...2 {
                group.addTask {
                    let history = LineHistory(directory: directory, name: "history")
                    for number in 1...400 {
                        try history.append("\(session)-\(number)")
                        if number % 10 == 0 { _ = try history.load() }
                    }
                }
            }
        }
        let lines = try history.load()
        for session in 1...2 {
            let own = lines.filter { $0.hasPrefix("\(session)-") }
            #expect(own == (1...400).map { "\(session)-\($0)" })
        }
    }

    @Test func refusesALink() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("history"), withDestinationPath: folder.path("elsewhere"))
        #expect(throws: ScaryBugsError.self) { try history.append("list") }
        #expect(!folder.exists("elsewhere"))
    }
}

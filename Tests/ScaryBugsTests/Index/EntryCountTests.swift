import Foundation
import Testing

@testable import ScaryBugs

/// The place for the directories of these tests.
private enum Memory {
    /// A directory of tmpfs; nil if there is none.
    static let path: String? = {
        let path = "/dev/shm"
        guard let directory = try? Directory.open(path: path) else { return nil }
        return (try? EntryCount(of: directory)) != nil ? path : nil
    }()
}

/// The index reads a document directly if its directory can have one entry only.
@Suite("The size of a directory in memory", .enabled(if: Memory.path != nil))
struct EntryCountTests {
    private let parent: Directory
    private let path: String

    init() throws {
        path = try #require(Memory.path) + "/scarybug-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path + "/1.scarybug", withIntermediateDirectories: true)
        parent = try Directory.open(path: path)
    }

    private func isAtMostOne() throws -> Bool {
        let count = try #require(try EntryCount(of: parent))
        return count.isAtMostOne(in: try #require(try parent.status(of: "1.scarybug")))
    }

    private func write(_ name: String) throws {
        try Data("a".utf8).write(to: URL(filePath: "\(path)/1.scarybug/\(name)"))
    }

    @Test("tells one entry from two")
    func counting() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try isAtMostOne())
        try write("data.plist")
        #expect(try isAtMostOne())
        try write("f")
        #expect(try !isAtMostOne())
        try FileManager.default.removeItem(atPath: "\(path)/1.scarybug/f")
        #expect(try isAtMostOne())
        #expect(try parent.file(named: "data.plist", inDirectory: "1.scarybug") != nil)
        #expect(try parent.file(named: "f", inDirectory: "1.scarybug") == nil)
    }

    @Test("says nothing about a link, which is not followed")
    func links() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try write("data.plist")
        let files = FileManager.default
        try files.moveItem(atPath: "\(path)/1.scarybug", toPath: "\(path)/else")
        try files.createSymbolicLink(
            atPath: "\(path)/1.scarybug", withDestinationPath: "else")
        #expect(try !isAtMostOne())
        #expect(try parent.file(named: "data.plist", inDirectory: "1.scarybug") == nil)
    }
}

import Foundation
import TestSupport
import Testing

@testable import ScaryBugs

/// Edits that another thread works out before their turn.
@Suite struct DraftedEditTests {
    let bench: Bench
    let workspace: Workspace
    /// The edit of document 1.
    let edit: DraftedEdit

    init() throws {
        bench = try Bench()
        workspace = try bench.workspace()
        for title in ["Moth", "Wasp"] { try workspace.add(title) }
        _ = workspace.readPreferences()
        while try Self.draft(1, workspace) == nil { usleep(10_000) }
        edit = try #require(try Self.draft(1, workspace))
    }

    private static func draft(_ number: Int, _ workspace: Workspace) throws -> DraftedEdit? {
        let drafter = try #require(try Drafter(for: workspace))
        return try DraftedEdit(number, now: Bench.now, drafter) { _ in [.set(.rating, .rating(4))] }
    }

    private func rating(_ number: Int) throws -> FieldValue? {
        try workspace.document(number).data[.rating]
    }

    @Test func `an edit of an unchanged document is made`() throws {
        #expect(try workspace.edit(edit)?.isChanged == true)
        #expect(try rating(1) == .rating(4))
        #expect(try workspace.edit(edit) == nil)
    }

    @Test func `a document that was changed just now is read at its turn`() throws {
        try workspace.edit(1, [.set(.rating, .rating(2))])
        #expect(try Self.draft(1, workspace) == nil)
    }

    @Test(arguments: [
        // In place, with the same size.
        "printf x | dd of=1.scarybug/data.plist bs=1 seek=60 conv=notrunc status=none",
        "cp 1.scarybug/data.plist new && mv new 1.scarybug/data.plist",
        "cp -r 1.scarybug new && mv 1.scarybug old && mv new 1.scarybug",
        "touch 1.scarybug/fullImage.jpg", "mkdir 1.scarycreature", "rm 1.scarybug/data.plist",
        "rm -r 1.scarybug", "mv 1.scarybug 7.scarybug && ln -s 7.scarybug 1.scarybug",
    ])
    func `an edit of a changed document is not made`(change: String) throws {
        var shell = try Program(executable: "/bin/sh")
        shell.workingDirectory = bench.directory.path(bench.path("Private Documents"))
        #expect(try shell.run("-c", change).status == 0)
        let last = try workspace.journal().state.number
        #expect(try workspace.edit(edit) == nil)
        #expect(try workspace.journal().state.number == last)
    }

    @Test func `an edit that waits keeps no file open`() throws {
        let count = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        let edits = try (1...200).map { _ in try #require(try Self.draft(1, workspace)) }
        let now = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        // Other tests open files at the same time.
        #expect(now < count + edits.count / 2)
    }

    @Test func `a drafter ends with the preferences and the session`() throws {
        let drafter = try #require(try Drafter(for: workspace))
        #expect(drafter.isCurrent(for: workspace))
        #expect(try !drafter.isCurrent(for: bench.workspace()))
        // Another workspace may get the memory of one that is gone.
        var serials: Set<Int> = [workspace.serial]
        for _ in 1...100 { try serials.insert(bench.workspace().serial) }
        #expect(serials.count == 101)
        _ = try workspace.add(Field(custom: "colour", .text))
        #expect(!drafter.isCurrent(for: workspace))
    }
}

/// Transactions that keep the lock.
@Suite struct KeptLockTests {
    let bench: Bench
    let workspace: Workspace
    let documents: Directory

    init() throws {
        bench = try Bench()
        workspace = try bench.workspace()
        try workspace.add("Moth")
        documents = try #require(try workspace.readable())
    }

    /// Makes documents, and then gives the lock back.
    private func add(_ titles: String..., before change: () throws -> Void = {}) throws -> [Int] {
        workspace.keepLockIfFree()
        defer { workspace.releaseLock() }
        return try titles.enumerated().map { index, title in
            if index == titles.count - 1 { try change() }
            return try workspace.add(title).number
        }
    }

    @Test func `others get the lock once it is released`() throws {
        let other = try bench.workspace()
        _ = try other.add("Wasp")
        workspace.keepLockIfFree()
        try workspace.add("Bee")
        var isFree = false
        try other.openBase()?.lock.holdingIfFree { isFree = true }
        #expect(!isFree)
        workspace.releaseLock()
        #expect(try other.add("Ant").number == 4)
        #expect(try workspace.add("Fly").number == 5)
    }

    @Test func `the lines form a chain to the time of the directory`() throws {
        let start = try documents.status().modified
        #expect(try add("Bee", "Ant", "Fly") == [2, 3, 4])
        try workspace.edit(3, [.set(.rating, .rating(1))])
        let end = try documents.status().modified
        let changed = try workspace.journal().file.documentsChanged(from: start, to: end)
        #expect(changed?.map(\.number).sorted() == [2, 3, 4])
    }

    @Test(arguments: [
        "mkdir 3.scarybug", "touch 3.scarybug", "mkdir 17.book", "mv 1.scarybug 9.scarybug",
    ])
    func `what another program does is noticed`(change: String) throws {
        var shell = try Program(executable: "/bin/sh")
        shell.workingDirectory = bench.directory.path(bench.path("Private Documents"))
        let start = try documents.status().modified
        let numbers = try add("Bee", "Ant") { try #require(shell.run("-c", change).status == 0) }
        #expect(Set(numbers).count == 2)
        #expect(try workspace.document(numbers[1]).title == "Ant")
        let end = try documents.status().modified
        if !change.hasPrefix("mv") {
            #expect(try workspace.journal().file.documentsChanged(from: start, to: end) == nil)
        }
    }
}

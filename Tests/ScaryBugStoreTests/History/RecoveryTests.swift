import Foundation
import TestSupport
import Testing

@testable import ScaryBugFormats
@testable import ScaryBugFormatsTests
@testable import ScaryBugRecords
@testable import ScaryBugStore

/// A process dies between the commit of its changes and their renames, or the power fails.
@Suite struct RecoveryTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
        try bench.directory.write(Bench.jpeg, to: "a.jpg")
        try bench.directory.write(Bench.png, to: "b.png")
        let session = try bench.session()
        try session.add("a", picture: bench.directory.path("a.jpg"))
        try session.addEach("b")
        try session.line("config") {
            try session.change([(.kind, .text("bug")), (.wait, .integer(1))])
        }
    }

    enum Kind: String, CaseIterable {
        case new, set, image, noImage, delete, config, newConfig, mode, move
    }

    private func run(_ kind: Kind, in session: Workspace) throws {
        session.beginLine(kind.rawValue)
        switch kind {
        case .new: try session.add("c", picture: bench.directory.path("a.jpg"))
        case .set: try session.edit(1, [.set(.title, .text("z"))])
        case .image:
            let picture = try PictureFile(path: bench.directory.path("b.png"))
            try session.edit(1, picture: .replace(picture))
        case .noImage: try session.edit(1, picture: .remove)
        case .delete: try session.delete(1)
        case .config: _ = try session.change([(.kind, .text("book"))])
        case .newConfig: _ = try session.add(Field(custom: "size", .number))
        case .mode:
            chmod(bench.directory.path(bench.documentPath("1.scarybug/data.plist")), 0o666)
            _ = try session.check(repairing: true) { _ in }
        case .move:
            try bench.directory.rename(
                bench.documentPath("2.scarybug"), bench.documentPath("002.scarybug"))
            _ = try session.check(repairing: true) { _ in }
        }
    }

    /// Makes a change, and takes back all renames on the disk, or some of an exchange.
    ///
    /// - Returns: the documents before and after.
    private func die(
        after kind: Kind, _ isHalf: Bool = false
    ) throws -> (before: WorkspaceSnapshot, after: WorkspaceSnapshot) {
        var before = try WorkspaceSnapshot(of: bench)
        let last = try bench.store()?.lastChange() ?? 0
        do {
            let session = try bench.session()
            if kind == .mode || kind == .move {
                try run(kind, in: session)
                let after = try WorkspaceSnapshot(of: bench)
                try session.undo()
                before = try WorkspaceSnapshot(of: bench)
                try session.redo()
                #expect(try WorkspaceSnapshot(of: bench) == after)
            } else {
                try run(kind, in: session)
            }
            session.die()
        }
        let after = try WorkspaceSnapshot(of: bench)
        let store = try #require(try bench.store())
        let rows = try store.rows(after: kind == .mode || kind == .move ? last + 2 : last)
        for row in rows.reversed() { try takeBack(row, in: store, isHalf) }
        if !isHalf { #expect(try WorkspaceSnapshot(of: bench) == before) }
        try bench.changeHistory("UPDATE state SET applied = \((rows.first?.number ?? 1) - 1)")
        return (before, after)
    }

    private func takeBack(_ row: HistoryRow, in store: HistoryStore, _ isHalf: Bool) throws {
        let place = bench.path(row.change.path.text)
        let source = row.source.map { bench.path($0.text) } ?? ""
        switch row.change {
        case .contents(let path, .some, nil) where path.isDocument:
            try bench.directory.rename(bench.path(row.slot.text), place)
        case .contents(let path, .some, .some) where path.isDocument:
            let kept = bench.path(row.slot.text)
            if isHalf { return try bench.directory.rename(kept, source) }
            try bench.directory.rename(place, source)
            try bench.directory.rename(kept, place)
        case .contents(_, let before, let after):
            if after != nil { try bench.directory.rename(place, source) }
            if before != nil {
                let bytes = try #require(try store.bytes(replacedBy: row))
                try bench.directory.write(bytes, to: place)
                chmod(bench.directory.path(place), 0o600)
            }
        case .move(_, let target): try bench.directory.rename(bench.path(target.text), place)
        case .mode(_, let before, _): chmod(bench.directory.path(place), before)
        }
    }

    @Test(arguments: Kind.allCases)
    func `committed changes are made, however often it is tried`(kind: Kind) throws {
        let (before, after) = try die(after: kind)
        for _ in 1...2 {
            let session = try bench.session()
            _ = try session.documentNames()
            #expect(try WorkspaceSnapshot(of: bench) == after)
            #expect(session.removeWarnings() == [])
            try bench.bootAgain()
        }
        let session = try bench.session()
        #expect(try bench.findings() == [])
        try session.undo()
        #expect(try WorkspaceSnapshot(of: bench).withoutModes == before.withoutModes)
        try session.redo()
        #expect(try WorkspaceSnapshot(of: bench).withoutModes == after.withoutModes)
    }

    @Test(arguments: [Kind.image, .noImage])
    func `an exchange of directories that was cut off is finished`(kind: Kind) throws {
        let (before, after) = try die(after: kind, true)
        let session = try bench.session()
        _ = try session.documentNames()
        #expect(try WorkspaceSnapshot(of: bench) == after)
        try session.undo()
        #expect(try WorkspaceSnapshot(of: bench) == before)
        #expect(!bench.directory.exists(bench.path("Lost and Found")))
    }

    /// Without exchanges, the old directory leaves its place first.
    @Test(arguments: [Kind.image, .noImage])
    func `an exchange of several renames is finished`(kind: Kind) throws {
        let (before, after) = try die(after: kind)
        let row = try #require(try bench.store()?.rows(after: 0).last { $0.change.keepsDirectory })
        try bench.directory.rename(bench.documentPath("1.scarybug"), bench.path(row.slot.text))
        let session = try bench.session()
        #expect(try session.titles == ["1 a", "2 b"])
        #expect(try WorkspaceSnapshot(of: bench) == after)
        try session.undo()
        #expect(try WorkspaceSnapshot(of: bench) == before)
    }

    @Test(arguments: [Kind.new, .set, .image, .delete])
    func `what another program has put there stays`(kind: Kind) throws {
        _ = try die(after: kind)
        switch kind {
        case .new: try bench.directory.makeDirectory(bench.documentPath("3.scarybug"))
        default:
            try bench.directory.write("foreign", to: bench.documentPath("1.scarybug/data.plist"))
        }
        let foreign = try WorkspaceSnapshot(of: bench)
        let session = try bench.session()
        _ = try session.documentNames()
        #expect(try WorkspaceSnapshot(of: bench) == foreign)
        let warnings = session.removeWarnings().filter {
            $0.hasPrefix("another program has changed ")
        }
        if kind != .delete {
            #expect(warnings.count == 1)
            #expect(try bench.directory.names(in: bench.path("Lost and Found")).count == 1)
        }
        try session.line("new d") { try session.add("d") }
        #expect(try session.undone().count == 1)
    }

    @Test func `a reader recovers, and lets a writer do it`() throws {
        let (before, after) = try die(after: .set)
        let lock = try WorkspaceLock(
            on: Directory.open(path: bench.directory.path(bench.path(""))))
        try lock.acquire()
        #expect(try bench.session().titles == ["1 a", "2 b"])
        #expect(try WorkspaceSnapshot(of: bench) == before)
        lock.release()
        #expect(try bench.session().titles == ["1 z", "2 b"])
        #expect(try WorkspaceSnapshot(of: bench) == after)
    }

    @Test func `the index follows what a recovery did`() throws {
        let index = try bench.session(cache: "cache")
        _ = try index.documentCount()
        _ = try die(after: .set)
        let names = try bench.session(cache: "cache").documentNames(
            in: Selection(
                ["title:z"], in: QueryContext(now: Bench.now, fields: QueryContext.builtInFields)))
        #expect(names.map(\.number) == [1])
    }

    @Test func `staged contents of a process that died before its commit are removed`() throws {
        let before = try WorkspaceSnapshot(of: bench)
        do {
            let session = try bench.session(gathersLines: true)
            try session.addEach("c", "d")
            session.die()
        }
        let session = try bench.session()
        #expect(try session.titles == ["1 a", "2 b"])
        #expect(try WorkspaceSnapshot(of: bench) == before)
        #expect(try session.history().steps.count == 3)
    }
}

extension WorkspaceSnapshot {
    /// The history has no permissions of files.
    var withoutModes: [String: [UInt8]?] {
        entries.mapValues { entry in
            if case .file(let bytes, _) = entry { return bytes }
            return nil
        }
    }
}

extension WorkspaceChange {
    /// Whether a whole directory that was at the path stays in the history.
    fileprivate var keepsDirectory: Bool {
        if case .contents(.document, .some, _) = self { return true }
        return false
    }
}

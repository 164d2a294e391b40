import Foundation
import TestSupport
import Testing

@testable import ScaryBugs

/// What becomes of the changes of a process that died.
@Suite struct RecoveryTests {
    let bench: Bench

    init() throws {
        bench = try Bench()
    }

    /// The document is as before a change of the dead process, but that change was made.
    @Test func `recovery knows what another session changed back`() throws {
        do {
            let other = try bench.session()
            try other.addEach("a", "b", "c")
            try other.sync()
            try other.line("delete") { _ = try other.delete(other.documentNames()) }
            _ = try other.undo()
            try bench.session(.eachChange).delete(1)
            try other.rename(2, "d")
            other.die()
        }
        #expect(try bench.session().titles == ["2 d", "3 c"])
    }

    @Test func `a recovery of torn files that was cut off is done again`() throws {
        try bench.directory.write(Bench.jpeg, to: "a.jpg")
        let before: WorkspaceSnapshot
        do {
            let other = try bench.session()
            try other.add("a", picture: bench.directory.path("a.jpg"))
            try other.sync()
            before = try WorkspaceSnapshot(of: bench)
            try other.rename(1, "b")
            try other.line("set 1 image=") { _ = try other.edit(1, picture: .remove) }
            other.die()
        }
        // A loss of power has cut the renamed version off. The recovery has put it back into its
        // place, and that is all.
        let document = bench.documentPath("1.scarybug")
        let slot = try bench.path("History/" + #require(bench.slots.max()))
        try bench.directory.rename(document, "moved")
        try bench.directory.rename(slot, document)
        try bench.directory.rename("moved", slot)
        let bytes = try bench.directory.bytes(of: "\(document)/data.plist")
        try bench.directory.remove("\(document)/data.plist")
        try bench.directory.write(bytes.dropLast(50), to: "\(document)/data.plist")
        #expect(try bench.session().titles == ["1 a"])
        #expect(try WorkspaceSnapshot(of: bench) == before)
    }

    /// A script's bytes may be lost although its renames reached the disk.
    @Test func `a deleted document without its bytes and its lines does not come back`() throws {
        do {
            let other = try bench.session()
            try other.addEach("a", "b")
            try other.delete(1)
            other.die()
        }
        let data = try bench.path("History/" + #require(bench.slots.max())) + "/data.plist"
        try #require(bench.directory.exists(data))
        for (file, kept) in [(data, 0), (bench.path("History/journal"), 100)] {
            let bytes = try bench.directory.bytes(of: file)
            let zeros = [UInt8](repeating: 0, count: bytes.count - kept)
            try bench.directory.write(Array(bytes.prefix(kept)) + zeros, to: file)
        }
        #expect(try bench.session().titles == ["2 b"])
        #expect(try bench.session().documentNames().map(\.number) == [2])
    }

    /// Where there are no exchanges, an exchange is three renames. A rename that replaces nothing may be
    /// a hard link and a removal, between which the process died.
    @Test(arguments: ["link to old", "old", "link to new", "new", "link to slot"])
    func `an exchange of several renames is finished or taken back`(state: String) throws {
        do {
            let other = try bench.session(.eachChange)
            try other.addEach("a")
            try other.rename(1, "b")
            other.die()
        }
        let place = bench.directory.path(bench.documentPath("1.scarybug/data.plist"))
        let slot = try bench.directory.path(bench.path("History/" + #require(bench.slots.max())))
        // The next exchange would put the earlier version into place.
        func link(_ old: String, _ new: String) throws { try #require(Glibc.link(old, new) == 0) }
        try link(place, slot + ".old")
        if state != "link to old" {
            try #require(unlink(place) == 0)
            if state != "old" { try link(slot, place) }
            if state == "new" || state == "link to slot" { try #require(unlink(slot) == 0) }
            if state == "link to slot" { try link(slot + ".old", slot) }
        }
        let isFinished = state.contains("new") || state.contains("slot")
        let session = try bench.session()
        #expect(try session.titles == [isFinished ? "1 a" : "1 b"])
        #expect(try bench.slots.allSatisfy { !$0.hasSuffix(".old") })
        #expect(try bench.slots.count == 1)
    }
}

import KeyedArchive
import Testing

@testable import ScaryBugRecords

/// Merges of two copies, value by value.
@Suite struct CopyMergeTests {
    /// Two friends have the same document.
    private func friends() throws -> (alice: SampleCopy, bob: SampleCopy) {
        var alice = try SampleCopy(of: "alice")
        try alice.set(.text("under a stone"), for: .notes)
        try alice.set(.list(["spider"]), for: .tags)
        let bob = SampleCopy(of: "bob", taking: try alice.send())
        return (alice, bob)
    }

    private func exchange(_ alice: inout SampleCopy, _ bob: inout SampleCopy) throws {
        let sent = try alice.send()
        try alice.take(bob.send())
        try bob.take(sent)
        #expect(alice.content.isEqual(to: bob.content))
        #expect(alice.version.data.modificationDate == bob.version.data.modificationDate)
    }

    @Test func `a conflict keeps both values, and one side ends it for both`() throws {
        var (alice, bob) = try friends()
        try alice.set(.rating(4), for: .rating)
        try bob.set(.rating(2), for: .rating)
        try exchange(&alice, &bob)
        let shown = CopyState.Register(key: "Rating")
        #expect(alice.version.data[.rating] == .rating(2))
        #expect(alice.content.values(of: shown).count == 2)
        let other = try #require(alice.content.others[shown]?.first?.checksum)
        try alice.store(nil, Beside.key("Rating", other))
        try #expect(bob.take(alice.send()) == .newer)
        #expect(bob.content.others.isEmpty)
        #expect(alice.content.isEqual(to: bob.content))
    }

    @Test func `a value that one side cleared and the other changed is a conflict`() throws {
        var (alice, bob) = try friends()
        try alice.set(.text("under a log"), for: .notes)
        try bob.set(nil, for: .notes)
        try exchange(&alice, &bob)
        #expect(alice.stored("Notes") == nil)
        #expect(alice.content.others[.init(key: "Notes")]?.count == 1)
        // The other way around, the cleared one lies beside.
        try alice.set(.text("here"), for: .place)
        try exchange(&alice, &bob)
        try bob.set(nil, for: .place)
        bob.clock += 1_000_000
        alice.clock += 2_000_000
        try alice.set(.text("there"), for: .place)
        try exchange(&alice, &bob)
        #expect(bob.stored("Place")?.text == "there")
        #expect(bob.stored(Beside.cleared("Place")) == .boolean(true))
    }

    @Test func `a list and another value under one key both stay`() throws {
        var (alice, bob) = try friends()
        try alice.store(.array([.string("forest")]), "habitat")
        try bob.store(.string("meadow"), "habitat")
        try exchange(&alice, &bob)
        #expect(alice.stored("habitat")?.texts == ["forest"])
        #expect(alice.content.others[.init(key: "habitat")]?.count == 1)
        #expect(alice.known.state == bob.known.state)
        // The value is shown when the list goes.
        try alice.store(nil, "habitat")
        try exchange(&alice, &bob)
        #expect(alice.content.values(of: .init(key: "habitat")).count == 2)
    }

    @Test func `a file that both replaced keeps its name, and the other lies beside it`() throws {
        for name in ["wing.jpg", ".hidden", "a.tar.gz", "plain", "fullImage.jpg"] {
            var (alice, bob) = try friends()
            try alice.setFile(name, 1)
            try bob.take(alice.send())
            try alice.setFile(name, 2)
            try bob.setFile(name, 3)
            try exchange(&alice, &bob)
            let names = alice.version.files.files.map(\.name)
            #expect(names.contains(name))
            #expect(names.count == 2)
            #expect(names.contains { Beside.parts(ofFile: $0)?.key == name })
            #expect(alice.content.others.values.map(\.count) == [1])
            #expect(alice.version.data.conflicts.map(\.nameKey) == [CopyContent.fileKey(name)])
        }
    }

    @Test func `the photograph and its name are one value`() throws {
        var (alice, bob) = try friends()
        try alice.setFile("fullImage.jpg", 1)
        try alice.store(.string("IMG_1.jpg"), DocumentData.imageNameKey)
        try exchange(&alice, &bob)
        #expect(bob.version.data.imageName == "IMG_1.jpg")
        try bob.setFile("fullImage.jpg", 2)
        try bob.store(.string("IMG_2.jpg"), DocumentData.imageNameKey)
        try alice.store(.string("IMG_3.jpg"), DocumentData.imageNameKey)
        try exchange(&alice, &bob)
        #expect(alice.version.data.imageName == "IMG_2.jpg")
        let beside = alice.version.files.files.compactMap {
            Beside.parts(ofFile: $0.name)?.checksum
        }
        #expect(
            alice.stored(Beside.key(DocumentData.imageNameKey, beside.first))?.text == "IMG_3.jpg")
    }

    @Test func `a date and its text are one value`() throws {
        var (alice, bob) = try friends()
        try alice.set(EDTFDate("2026-05").map(FieldValue.date), for: .seen)
        try bob.set(EDTFDate("2026-05-01").map(FieldValue.date), for: .seen)
        try exchange(&alice, &bob)
        #expect(alice.stored("SeenText")?.text == "2026-05-01")
        #expect(alice.version.data.keys.filter { $0.hasPrefix("SeenText~") }.count == 1)
        try bob.set(nil, for: .seen)
        for key in bob.version.data.keys where key.hasPrefix("Seen") { try bob.store(nil, key) }
        try exchange(&alice, &bob)
        #expect(alice.version.data.keys.filter { $0.hasPrefix("Seen") } == [])
    }

    /// Copies with the same content can learn from each other that another one of their values is newer.
    @Test func `a copy shows the newest value, whatever it showed before`() throws {
        var (alice, bob) = try friends()
        try alice.set(.rating(4), for: .rating)
        try bob.set(.rating(2), for: .rating)
        try exchange(&alice, &bob)
        try #expect(alice.take(bob.send()) == .same)
        let register = CopyState.Register(key: "Rating")
        let shown = try #require(alice.content.shown[register]?.checksum)
        try alice.version.data.set(.rating(4), for: .rating)
        let other = try #require(alice.content.shown[register]?.checksum)
        try alice.store(nil, Beside.key("Rating", other))
        try alice.store(.float(2), Beside.key("Rating", shown))
        alice.record = bob.known.state
        try alice.version.data.store(bob.known.state)
        #expect(alice.known.state == bob.known.state)
        try #expect(bob.take(alice.send()) == .same)
        try #expect(alice.take(bob.send()) == .newer)
        #expect(alice.version.data[.rating] == .rating(2))
        #expect(alice.content.isEqual(to: bob.content))
    }

    @Test func `what one shows is what the other shows`() throws {
        for rating in 1...5 {
            var (alice, bob) = try friends()
            try alice.set(.rating(Float(rating)), for: .rating)
            try alice.store(.float(2.5), Beside.key("Rating", 1))
            try exchange(&alice, &bob)
            #expect(bob.version.data[.rating] == .rating(Float(rating)))
        }
    }

    @Test func `a value beside others goes under whatever key it lies`() throws {
        var (alice, bob) = try friends()
        try alice.store(.float(3), Beside.key("Rating", 0x1234_5678))
        try exchange(&alice, &bob)
        #expect(bob.content.others.count == 1)
        try bob.set(.rating(5), for: .rating)
        for key in bob.version.data.keys where Beside.parts(of: key) != nil {
            try bob.store(nil, key)
        }
        try exchange(&alice, &bob)
        #expect(alice.content.others.isEmpty)
        #expect(alice.version.data.keys.filter { $0.contains("~") } == [CopyState.key])
    }

    /// Both claim to have seen the other's value, since one of them came from an old backup and kept its
    /// author.
    @Test func `of two copies that know better than each other the newer value stays`() {
        let (alice, bob) = (SampleCopy.author("alice"), SampleCopy.author("bob"))
        let register = CopyState.Register(key: "Notes")
        let times = [alice: Int64(5), bob: 7]
        let first = CopyState(
            times: times, stamps: [register: [.init(time: 5, author: alice, checksum: 1)]])
        let second = CopyState(
            times: times, stamps: [register: [.init(time: 7, author: bob, checksum: 2)]])
        #expect(first.join(second) == second)
        #expect(second.join(first) == second)
    }

    @Test func `a field has no more than sixteen values`() throws {
        var (alice, _) = try friends()
        let sent = try alice.send()
        for number in 0..<15 {
            var other = SampleCopy(of: "user \(number)", taking: sent)
            try other.set(.text("\(number)"), for: .notes)
            try alice.take(other.send())
        }
        try alice.set(.text("mine"), for: .place)
        #expect(alice.content.values(of: .init(key: "Notes")).count == 15)
        var last = SampleCopy(of: "user 15", taking: sent)
        try last.set(.text("15"), for: .notes)
        try alice.take(last.send())
        #expect(alice.content.values(of: .init(key: "Notes")).count == 16)
        var more = SampleCopy(of: "user 16", taking: sent)
        try more.set(.text("16"), for: .notes)
        #expect(throws: ScaryBugsError.self) { try alice.take(more.send()) }
    }
}

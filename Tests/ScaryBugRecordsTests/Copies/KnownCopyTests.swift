import KeyedArchive
import Testing

@testable import ScaryBugRecords

/// What a copy is believed to know.
@Suite struct KnownCopyTests {
    private static let bob = SampleCopy.author("bob")

    @Test func `nobody believes changes here that nobody made here`() throws {
        var alice = try SampleCopy(of: "alice")
        var bob = SampleCopy(of: "bob", taking: try alice.send())
        try bob.set(.text("in the garden"), for: .notes)
        var claim = try bob.send()
        var state = try #require(try claim.data.changes())
        let last = try #require(state.times[alice.author])
        state.times[alice.author] = last + 5_000
        state.stamps[.init(key: "Notes")] = state.stamps[.init(key: "Notes")].map {
            Set($0.map { .init(time: last + 5_000, author: alice.author, checksum: $0.checksum) })
        }
        try claim.data.store(state)
        let incoming = alice.incoming(claim)
        #expect(incoming.doubt != nil)
        #expect(incoming.isOfClone && incoming.state.times[alice.author] == nil)
        try alice.take(claim)
        #expect(alice.stored("Notes")?.text == "in the garden")
        #expect(alice.known.state.stamps[.init(key: "Notes")]?.first?.author.name == nil)
        // Her next change has a time that nobody has claimed.
        try alice.set(.text("mine"), for: .notes)
        try #expect(bob.take(alice.send()) == .parted)
        #expect(bob.stored("Notes")?.text == "mine" && bob.content.others.count == 1)
    }

    @Test func `another value under the stamp of a value here is not believed`() throws {
        var alice = try SampleCopy(of: "alice")
        try alice.set(.text("under a stone"), for: .notes)
        var claim = try alice.send()
        let state = try #require(try claim.data.changes())
        try claim.data.store(.string("forged"), forKey: "Notes")
        let forged = CopyContent(claim.data, claim.files).shown[.init(key: "Notes")]?.checksum
        var changed = state
        changed.stamps[.init(key: "Notes")] = state.stamps[.init(key: "Notes")].map {
            Set($0.map { .init(time: $0.time, author: $0.author, checksum: forged) })
        }
        try claim.data.store(changed)
        #expect(alice.incoming(claim).doubt != nil)
        try alice.take(claim)
        #expect(alice.stored("Notes")?.text == "under a stone")
        #expect(alice.content.others.isEmpty)
    }

    @Test(arguments: [ArchivedValue.integer(5), .string("a"), .string("a 5 %"), .data([1])])
    func `a document whose text about its changes is damaged is one without`(
        changes: ArchivedValue
    ) throws {
        let alice = try SampleCopy(of: "alice")
        var damaged = alice.version
        try damaged.data.store(changes, forKey: CopyState.key)
        let (known, plain) = (alice.incoming(damaged), alice.incoming(alice.version))
        #expect(known.doubt != nil)
        #expect(plain.doubt == nil)
        #expect(known.state == plain.state)
        #expect(known.content.isEqual(to: plain.content))
    }

    @Test(arguments: [true, false])
    func `a document that was edited elsewhere is the same twice as once`(
        keepsChanges: Bool
    ) throws {
        var alice = try SampleCopy(of: "alice")
        try alice.set(.list(["spider", "wet"]), for: .tags)
        var sent = try alice.send()
        try sent.data.store(.string("edited by an app"), forKey: "Notes")
        try sent.data.set(.list(["spider"]), for: .tags)
        if !keepsChanges { try sent.data.store(nil) }
        try #expect(alice.take(sent) == (keepsChanges ? .newer : .parted))
        #expect(alice.stored("Notes")?.text == "edited by an app")
        // Without a text nobody knows that the app saw the other tag.
        #expect(alice.stored("Tags")?.texts?.count == (keepsChanges ? 1 : 2))
        let (once, content) = (alice.known.state, alice.content)
        try alice.take(sent)
        #expect(alice.known.state == once)
        #expect(alice.content.isEqual(to: content))
        try alice.set(.text("later"), for: .notes)
        try #expect(alice.take(sent) == .older)
    }

    @Test func `other values count where an unknown author entered them`() throws {
        var alice = try SampleCopy(of: "alice")
        let plain = alice.content
        try alice.store(.integer(4), Beside.key("Rating", 1))
        #expect(Author(of: plain) != Author(of: alice.content))
    }

    @Test(arguments: [
        [ArchivedValue.integer(3), .real(3), .float(3)], [.boolean(true), .integer(1)],
        [.array([.string("a"), .string("b")]), .set([.string("b"), .string("a")])],
        [.string(""), .null, .array([])],
    ])
    func `the form in which an archive stores a value is no change`(
        forms: [ArchivedValue]
    ) throws {
        for key in ["Rating", "Tags", "unknown"] {
            var copies = try forms.map { form in
                var copy = try SampleCopy(of: "alice")
                try copy.version.data.store(form, forKey: key)
                return copy.content
            }
            let first = copies.removeFirst()
            for copy in copies { #expect(first.isEqual(to: copy)) }
        }
    }

    @Test func `case and accents of tags, and case of files, make no second value`() throws {
        var alice = try SampleCopy(of: "alice")
        try alice.set(.list(["Spider"]), for: .tags)
        try alice.setFile("Wing.jpg", 7)
        var bob = SampleCopy(of: "bob", taking: try alice.send())
        try bob.set(.list(["SPÍDER"]), for: .tags)
        try bob.setFile("Wing.jpg", nil)
        try bob.setFile("wing.JPG", 7)
        try alice.take(bob.send())
        #expect(alice.stored("Tags")?.texts == ["SPÍDER"])
        #expect(alice.version.files.files.map(\.name) == ["Wing.jpg"])
        #expect(alice.content.isEqual(to: bob.content))
    }

    @Test func `copies in one workspace are authors of their own`() throws {
        var first = try SampleCopy(of: "alice")
        let sent = try first.send()
        let second = KnownCopy(
            sent.data, sent.files, exchanged: nil, author: SampleCopy.author("alice", copy: 2))
        #expect(second.state == first.known.state)
        var edited = sent
        try edited.data.store(.string("second"), forKey: "Notes")
        let changed = KnownCopy(
            edited.data, edited.files, exchanged: nil,
            author: SampleCopy.author("alice", copy: 2))
        #expect(changed.state.times.count == 2)
        try first.set(.text("first"), for: .notes)
        let merge = try CopyMerge(of: first.known, with: changed)
        #expect(merge.relation == .parted)
        #expect(CopyContent(merge.data, sent.files).others.count == 1)
    }

    /// A clock shows the last second that a date can have.
    @Test func `times stay before the year 10000`() throws {
        var copy = try SampleCopy(of: "alice", clock: 253_402_300_740)
        for number in 0..<3 {
            try copy.set(.text("\(number)"), for: .notes)
            let state = try #require(try copy.send().data.changes())
            #expect(state.times.values.allSatisfy { $0 <= CopyState.lastTime })
        }
    }
}

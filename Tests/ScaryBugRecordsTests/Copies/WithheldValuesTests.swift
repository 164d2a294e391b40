import KeyedArchive
import TestSupport
import Testing

@testable import ScaryBugRecords

/// A sender leaves out some values, and gets the document back: only what was edited there arrives.
@Suite struct WithheldValuesTests {
    private static let keys = [
        "Title", "Rating", "Tags", "Notes", "Species", "Place", "at", "Observer", "Seen", "habitat",
        "unknown", "/fullimage.jpg", "/wing.jpg",
    ]

    enum Order: CaseIterable {
        case withheldOnly, fullBefore, fullAfter
    }

    private func alice() throws -> SampleCopy {
        var copy = try SampleCopy(of: "alice")
        try copy.set(.rating(3), for: .rating)
        try copy.set(.list(["spider", "wet"]), for: .tags)
        for field in [Field.notes, .species, .place, .observer] {
            try copy.set(.text("\(field.name) of alice"), for: field)
        }
        try copy.set(.position(Position("50.9,-1.4")), for: .at)
        try copy.set(EDTFDate("2026-05").map(FieldValue.date), for: .seen)
        try copy.store(.string("forest"), "habitat")
        try copy.store(.dictionary([.init(key: .string("legs"), value: .integer(8))]), "unknown")
        try copy.setFile("fullImage.jpg", 1)
        try copy.setFile("wing.jpg", 2)
        return copy
    }

    /// The register of a value of Alice.
    private func register(_ key: String) -> CopyState.Register {
        key == "/wing.jpg"
            ? SampleCopy.register(ofFile: "wing.jpg", by: "alice") : CopyState.Register(key: key)
    }

    /// Changes a value whose key is not withheld.
    private func edit(_ copy: inout SampleCopy, except key: String) throws {
        if key == "Notes" {
            try copy.set(.list(["spider", "night"]), for: .tags)
            try copy.setFile("sketch.jpg", 3)
        } else {
            try copy.set(.text("edited"), for: .notes)
            try copy.setFile(key == "/wing.jpg" ? "leg.jpg" : "wing.jpg", 4)
        }
    }

    @Test(arguments: keys, Order.allCases)
    func `only the edit arrives`(key: String, order: Order) throws {
        try onlyTheEditArrives(key, order, standIn: nil)
    }

    /// A blurred position, or a photograph that tells nothing but the picture.
    @Test(
        arguments: ["Place", "at", "habitat", "unknown", "/fullimage.jpg", "/wing.jpg"],
        Order.allCases)
    func `what stands for a withheld value doesn't arrive`(key: String, order: Order) throws {
        try onlyTheEditArrives(key, order, standIn: 77)
    }

    private func onlyTheEditArrives(_ key: String, _ order: Order, standIn: UInt32?) throws {
        var alice = try alice()
        let full = try order == .fullBefore ? alice.send() : nil
        let sent = try alice.send(withholding: [key], showing: standIn)
        let changes = try #require(sent.data.stored(CopyState.key)?.text)
        let register = register(key)
        let isNamed = standIn != nil || key != "/wing.jpg"
        let named = PercentText.encoded(register.key)
        #expect(changes.contains("without \(isNamed ? named : "/")\n"))
        #expect(isNamed || !changes.contains("wing"))
        #expect(!changes.contains(" \(named):"))
        let isShown = CopyContent(sent.data, sent.files).shown.keys.contains { $0.nameKey == key }
        #expect(isShown == (standIn != nil))
        var bob = SampleCopy(of: "bob", taking: full ?? sent)
        if full != nil { try bob.take(sent) }
        try edit(&bob, except: key)
        if order == .fullAfter { try bob.take(alice.send()) }
        let isThere = bob.content.registers.contains { $0.nameKey == key }
        #expect(isThere == (standIn != nil || order != .withheldOnly))
        #expect(bob.known.state.stamps[register] == nil || order != .withheldOnly)

        var expected = alice
        try edit(&expected, except: key)
        try #expect(alice.take(bob.send()) == .newer)
        // Bob attached the file here, and Alice there.
        let values = [alice, expected].map { copy in
            Set(copy.content.shown.map { CopySimulation.Value($0.key, $0.value.checksum) })
        }
        #expect(values[0] == values[1])
        #expect(alice.content.others.isEmpty)
        // With all values, both are equal.
        try bob.take(alice.send())
        #expect(bob.content.isEqual(to: alice.content))
        #expect(bob.known.state == alice.known.state)
        #expect(bob.known.state.stamps[register] == alice.known.state.stamps[register])
        #expect(bob.known.state.partialTimes.isEmpty && bob.known.state.standIns.isEmpty)
    }

    @Test func `an unknown author's checksum of all values stays at home`() throws {
        let data = try DocumentData(new: .bug, now: Timestamp(secondsSince1970: 1_795_000_000))
        var alice = SampleCopy(of: "alice", taking: .init(data: data))
        try alice.set(.text("Ant"), for: .title)
        try alice.set(.position(Position("50.9,-1.4")), for: .at)
        let state = alice.known.state
        #expect(state.times.keys.contains { $0.name == nil })
        let adopted = state.adoptingUnknown(by: alice.author)
        let text = adopted.withholding(["at"]).withoutUnknown.text()
        #expect(!text.contains("?") && text.contains("Title:"))
        // Both have the same values for whoever gets both.
        #expect(adopted.join(state) == adopted)
        let known = adopted.stamps.mapValues { $0.map(\.checksum) }
        #expect(known == state.stamps.mapValues { $0.map(\.checksum) })
    }

    @Test func `a newer stand-in replaces an older one, and an entered value each`() throws {
        var alice = try alice()
        var bob = SampleCopy(of: "bob", taking: try alice.send(withholding: ["at"], showing: 1))
        try alice.set(.position(Position("51,-1")), for: .at)
        try #expect(bob.take(alice.send(withholding: ["at"], showing: 2)) == .newer)
        #expect(bob.stored("at")?.text == "2")
        var carol = SampleCopy(of: "carol", taking: try bob.send())
        #expect(carol.known.state.standIns == bob.known.state.standIns)
        try carol.set(.position(Position("52,-1")), for: .at)
        try bob.take(carol.send())
        #expect(bob.stored("at")?.text == "52,-1")
        try #expect(alice.take(bob.send()) == .parted)
        #expect(alice.content.values(of: .init(key: "at")).count == 2)
    }

    /// What the receiver of a stand-in does with it before he passes the copy on.
    enum Treatment: CaseIterable {
        case keeps, clears, enters, clearsAndPasses
    }

    @Test(arguments: keys.filter { $0 != "Title" }, Treatment.allCases)
    func `no checksum of a value that isn't shown goes along`(
        key: String, treatment: Treatment
    ) throws {
        var alice = try alice()
        let register = register(key)
        var bob = SampleCopy(of: "bob", taking: try alice.send(withholding: [key], showing: 77))
        let standIn = try #require(bob.content.shown[register]?.checksum)
        switch treatment {
        case .keeps: break
        case .enters:
            try key.hasPrefix("/")
                ? bob.setFile(key == "/wing.jpg" ? "wing.jpg" : "fullImage.jpg", 9)
                : bob.store(.string("of bob"), key)
        case .clears, .clearsAndPasses:
            try key.hasPrefix("/")
                ? bob.setFile(key == "/wing.jpg" ? "wing.jpg" : "fullImage.jpg", nil)
                : bob.store(nil, key)
        }
        let entered = bob.content.shown[register]?.checksum
        let known =
            [entered, standIn].compactMap(\.self)
            + alice.content.shown.filter { $0.key.nameKey == key }.compactMap(\.value.checksum)
        if treatment == .clearsAndPasses {
            bob = SampleCopy(of: "carol", taking: try bob.send())
        }
        for withheld in [[key], []] as [Set<String>] {
            let sent = try bob.send(withholding: withheld)
            let changes = try #require(sent.data.stored(CopyState.key)?.text)
            for checksum in known where !withheld.isEmpty || checksum != entered {
                #expect(!changes.contains(String(checksum, radix: 16, width: 8)), "\(changes)")
            }
            // The sender's value stays, whatever came of the stand-in.
            var back = alice
            try back.take(sent)
            for (register, value) in alice.content.shown {
                #expect(back.content.source(of: value.checksum, in: register) != nil)
            }
        }
    }

    /// Copies that go around among three people, in whole and in part.
    @Test(arguments: 0..<40)
    func `the join of states with stand-ins is a least upper bound`(seed: Int) throws {
        var dice = Dice(seed: seed)
        var first = try alice()
        let sent = try first.send()
        var copies = [first, SampleCopy(of: "bob", taking: sent), .init(of: "carol", taking: sent)]
        var states: [CopyState] = []
        let keys = ["at", "Place", "/wing.jpg"]
        for _ in 0..<12 {
            let (one, other) = (dice.roll(3), dice.roll(3))
            switch dice.roll(3) {
            case 0: try copies[one].store(.string("\(dice.roll(100))"), keys[dice.roll(2)])
            case 1: try copies[one].setFile("wing.jpg", UInt32(dice.roll(100)))
            default:
                let withheld = Set(keys.filter { _ in dice.roll(2) == 0 })
                let standIn = dice.roll(2) == 0 ? nil : UInt32(dice.roll(100))
                try copies[other].take(copies[one].send(withholding: withheld, showing: standIn))
            }
            states.append(copies[one].known.state)
            states.append(copies[other].known.state)
        }
        for state in states {
            #expect(state.join(state) == state)
            #expect(try CopyState(text: state.text()) == state)
        }
        for index in 2..<states.count {
            let (a, b, c) = (states[index - 2], states[index - 1], states[index])
            #expect(a.join(b) == b.join(a))
            #expect(a.join(b).join(c) == a.join(b.join(c)))
        }
    }

    @Test(arguments: keys)
    func `only the edit of a program that knows nothing of this arrives`(key: String) throws {
        var alice = try alice()
        let original = alice
        var sent = try alice.send(withholding: [key])
        try sent.data.store(.integer(7), forKey: "other")
        try #expect(alice.take(sent) == .newer)
        var expected = original
        try expected.store(.integer(7), "other")
        #expect(alice.content.isEqual(to: expected.content))
        // Without a text about changes, too.
        alice = original
        try sent.data.store(nil)
        try alice.take(sent)
        #expect(alice.content.isEqual(to: expected.content))
    }

    @Test(arguments: ["Place", "Notes", "unknown", "/fullimage.jpg", "/wing.jpg"])
    func `a value that the receiver enters lies beside the withheld one`(key: String) throws {
        var alice = try alice()
        var bob = SampleCopy(of: "bob", taking: try alice.send(withholding: [key]))
        let isFurther = key == "/wing.jpg"
        if key.hasPrefix("/") {
            try bob.setFile(isFurther ? "wing.jpg" : "fullImage.jpg", 9)
        } else {
            try bob.store(.string("of bob"), key)
        }
        let changes = try #require(bob.send().data.stored(CopyState.key)?.text)
        #expect(changes.contains(isFurther ? "without /=" : "partly \(PercentText.encoded(key))="))
        try #expect(alice.take(bob.send()) == (isFurther ? .newer : .parted))
        // Two files of one name are no conflict.
        let registers = alice.content.registers.filter { $0.nameKey == key }
        #expect(registers.map { alice.content.values(of: $0).count } == (isFurther ? [1, 1] : [2]))
        try bob.take(alice.send())
        #expect(bob.content.isEqual(to: alice.content))
    }

    @Test func `a key stays withheld only as long as nobody tells it`() throws {
        var alice = try alice()
        let sent = try alice.send(withholding: ["Place"])
        var bob = SampleCopy(of: "bob", taking: sent)
        var carol = SampleCopy(of: "carol", taking: sent)
        try bob.set(.text("bob"), for: .notes)
        try carol.take(bob.send())
        #expect(carol.known.state.partialTimes.keys.contains("Place"))
        try carol.take(alice.send())
        #expect(carol.stored("Place")?.text == "place of alice")
        #expect(carol.known.state.partialTimes.isEmpty)
        // A withheld value that is cleared here goes there, too.
        try carol.set(nil, for: .place)
        try alice.take(carol.send())
        #expect(alice.stored("Place") == nil)
        try bob.take(alice.send())
        #expect(bob.content.isEqual(to: alice.content))
    }
}

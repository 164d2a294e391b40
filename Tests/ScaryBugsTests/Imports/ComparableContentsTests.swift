import KeyedArchive
import Testing

@testable import ScaryBugs

/// When an imported document is the same as one that is here.
@Suite struct ComparableContentsTests {
    /// A bug with an object of a class that no program here knows.
    private func bug(
        legs: Int128 = 6, weight: Double = 0.5, dated: Bool = false, padding: Int = 0,
        storage: KeyedArchive.Storage = .automatic, nothing: Bool = false, isCyclic: Bool = false
    ) throws -> DocumentData {
        var archive = KeyedArchive()
        let bug = archive.addObject(className: "ScaryBugData")
        archive.setRoot("Data", to: bug)
        for _ in 0..<padding { _ = try archive.add(.string("not reached")) }
        let body = archive.addObject(className: "Body")
        try archive.setValue(.integer(legs), forKey: "legs", of: body)
        if dated { try archive.setValue(.date(0), forKey: "Created", of: bug) }
        let bodies = ArchivedValue.array([.object(className: "Body", body)])
        try archive.setValue(.object(className: "Body", body), forKey: "body", of: bug)
        try archive.setValue(bodies, forKey: "bodies", of: bug)
        try archive.setValue(.real(weight), forKey: "weight", of: bug, storage: storage)
        let whole = ArchivedValue.object(className: "ScaryBugData", bug)
        if isCyclic { try archive.setValue(whole, forKey: "bug", of: body) }
        if nothing { try archive.setValue(.null, forKey: "wings", of: bug) }
        return try DocumentData(
            archive.encoded(), kind: nil, modified: Timestamp(secondsSince1970: 0))
    }

    @Test func `an unknown object counts with its contents`() throws {
        #expect(try bug().agrees(with: bug(dated: true)))
        #expect(try bug().agrees(with: bug(padding: 3)))
        #expect(try !bug().agrees(with: bug(legs: 8)))
        #expect(try !bug().agrees(with: bug(legs: 8, dated: true)))
    }

    @Test func `an unknown object can refer back to the document`() throws {
        let bug = try bug(isCyclic: true)
        #expect(try bug.agrees(with: self.bug(dated: true, isCyclic: true)))
        #expect(try !bug.agrees(with: self.bug(legs: 8, isCyclic: true)))
        #expect(try !bug.agrees(with: self.bug()))
    }

    @Test func `the place of a value and a null do not count`() throws {
        #expect(try bug().agrees(with: bug(storage: .reference)))
        #expect(try bug().agrees(with: bug(nothing: true)))
        #expect(try bug(nothing: true).agrees(with: bug()))
        #expect(try !bug().agrees(with: bug(weight: 0.25, storage: .reference)))
    }

    @Test func `a value that is not a number equals itself`() throws {
        let bug = try bug(weight: .nan)
        #expect(try bug.agrees(with: self.bug(weight: .nan)))
        #expect(try bug.agrees(with: self.bug(weight: .nan, dated: true)))
        #expect(try !bug.agrees(with: self.bug()))
    }

    @Test func `a value can refer to a class description, of which a copy has only one`() throws {
        func bug(classes: Int) throws -> DocumentData {
            var objects: [PropertyList] = [
                .string("$null"),
                .dictionary([
                    "$class": .uid(2), "odd": .array([.uid(2), .uid(1 + UInt32(classes))]),
                ]),
            ]
            for _ in 0..<classes {
                objects.append(
                    .dictionary([
                        "$classname": .string("ScaryBugData"),
                        "$classes": .array([.string("ScaryBugData"), .string("NSObject")]),
                    ]))
            }
            let archive = PropertyList.dictionary([
                "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
                "$top": .dictionary(["Data": .uid(1)]), "$objects": .array(objects),
            ])
            return try DocumentData(
                archive.binary(), kind: nil, modified: Timestamp(secondsSince1970: 0))
        }
        #expect(try bug(classes: 2).agrees(with: bug(classes: 1)))
    }
}

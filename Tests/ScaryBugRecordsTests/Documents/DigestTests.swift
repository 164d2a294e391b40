import KeyedArchive
import Testing

@testable import ScaryBugRecords

/// When two documents have the same content.
@Suite struct DigestTests {
    private static let now = Timestamp(secondsSince1970: 0)

    /// A bug with an object of a class that no program here knows.
    private func bug(
        legs: Int128 = 6, weight: ArchivedValue = .real(0.5), dated: Bool = false,
        padding: Int = 0, storage: KeyedArchive.Storage = .automatic, nothing: Bool = false,
        isCyclic: Bool = false, tags: ArchivedValue = .array([.string("red")])
    ) throws -> KeyedArchive {
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
        try archive.setValue(weight, forKey: "weight", of: bug, storage: storage)
        try archive.setValue(tags, forKey: "Tags", of: bug)
        let whole = ArchivedValue.object(className: "ScaryBugData", bug)
        if isCyclic { try archive.setValue(whole, forKey: "bug", of: body) }
        if nothing { try archive.setValue(.null, forKey: "wings", of: bug) }
        return archive
    }

    private func digest(
        _ archive: KeyedArchive, _ files: ContentFiles = .init()
    ) throws -> Digest {
        try Digest(DocumentData(archive.encoded(), kind: nil, modified: Self.now), files)
    }

    @Test func `an unknown object counts with its contents`() throws {
        let bug = try digest(bug())
        #expect(try bug == digest(self.bug(dated: true)))
        #expect(try bug == digest(self.bug(padding: 3)))
        #expect(try bug != digest(self.bug(legs: 8)))
        #expect(try bug != digest(self.bug(legs: 8, dated: true)))
    }

    @Test func `an unknown object can refer back to the document`() throws {
        let bug = try digest(bug(isCyclic: true))
        #expect(try bug == digest(self.bug(dated: true, isCyclic: true)))
        #expect(try bug != digest(self.bug(legs: 8, isCyclic: true)))
        #expect(try bug != digest(self.bug()))
    }

    @Test func `the form in which an archive stores a value does not count`() throws {
        let bug = try digest(bug())
        #expect(try bug == digest(self.bug(storage: .reference)))
        #expect(try bug == digest(self.bug(weight: .float(0.5))))
        #expect(try bug == digest(self.bug(nothing: true)))
        #expect(try bug == digest(self.bug(tags: .set([.string("red")]))))
        #expect(try bug != digest(self.bug(weight: .real(0.25), storage: .reference)))
        #expect(
            try digest(self.bug(weight: .integer(2))) == digest(self.bug(weight: .real(2))))
        #expect(
            try digest(self.bug(weight: .real(.nan)))
                == digest(self.bug(weight: .real(.nan), dated: true)))
    }

    @Test func `neither the encoding nor the order of the keys counts`() throws {
        let xml = { (keys: [String]) in
            """
            <plist><dict><key>$archiver</key><string>NSKeyedArchiver</string>
            <key>$version</key><integer>100000</integer>
            <key>$top</key><dict><key>Data</key><dict><key>CF$UID</key><integer>1</integer></dict>
            </dict><key>$objects</key><array><string>$null</string>
            <dict><key>$class</key><dict><key>CF$UID</key><integer>2</integer></dict>
            \(keys.map { "<key>\($0)</key><real>4</real>" }.joined())</dict>
            <dict><key>$classname</key><string>ScaryBugData</string><key>$classes</key>
            <array><string>ScaryBugData</string><string>NSObject</string></array></dict>
            </array></dict></plist>
            """
        }
        let first = try KeyedArchive(bytes: Array(xml(["Rating", "legs"]).utf8))
        let second = try KeyedArchive(bytes: Array(xml(["legs", "Rating"]).utf8))
        #expect(try digest(first) == digest(second))
        #expect(
            try digest(first)
                == Digest(
                    DocumentData(
                        Array(xml(["Rating", "legs"]).utf8), kind: nil, modified: Self.now)))
    }

    @Test func `a custom field does not count as a field`() throws {
        let bytes = try bug().encoded()
        let field = try Field(custom: "weight", .number)
        #expect(
            try Digest(DocumentData(bytes, kind: nil, modified: Self.now))
                == Digest(
                    DocumentData(bytes, kind: nil, customFields: [field], modified: Self.now)))
    }

    @Test func `the names of files and the size of the photograph count`() throws {
        let picture = { Picture(fileName: "fullImage.jpg", size: $0, type: .jpeg) }
        let files: [ContentFiles] = [
            .init(), .init(names: ["a"]), .init(names: ["a", "b"]),
            .init(picture: picture(1), names: ["a"]), .init(picture: picture(2), names: ["a"]),
        ]
        #expect(try Set(files.map { try digest(bug(), $0) }).count == files.count)
        #expect(try digest(bug(), .init(names: ["b", "a"])) == digest(bug(), files[2]))
    }

    @Test func `a value that cannot be resolved counts with all objects that it refers to`() throws
    {
        func bug(classes: Int) throws -> KeyedArchive {
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
            return try KeyedArchive(
                propertyList: .dictionary([
                    "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
                    "$top": .dictionary(["Data": .uid(1)]), "$objects": .array(objects),
                ]))
        }
        #expect(try digest(bug(classes: 2)) == digest(bug(classes: 1)))
    }
}

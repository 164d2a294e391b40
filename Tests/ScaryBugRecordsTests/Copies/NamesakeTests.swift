import Testing

@testable import ScaryBugRecords

/// Files that people attach under one name.
@Suite struct NamesakeTests {
    private static let people = ["alice", "bob", "carol"]

    /// Friends who have the same document, each with another file of the name.
    private func friends(attaching name: String = "plan.pdf") throws -> [SampleCopy] {
        var alice = try SampleCopy(of: "alice")
        let sent = try alice.send()
        var friends = [alice] + Self.people.dropFirst().map { SampleCopy(of: $0, taking: sent) }
        for index in friends.indices { try friends[index].setFile(name, UInt32(index + 1)) }
        return friends
    }

    private func exchange(_ friends: inout [SampleCopy], _ one: Int, _ other: Int) throws {
        let sent = try friends[one].send()
        try friends[one].take(friends[other].send())
        try friends[other].take(sent)
    }

    private func exchangeAll(_ friends: inout [SampleCopy]) throws {
        for _ in 0..<2 {
            for (one, other) in [(0, 1), (1, 2), (2, 0)] { try exchange(&friends, one, other) }
        }
    }

    /// The contents of the files by their names.
    private func files(_ copy: SampleCopy) -> [String: UInt32?] {
        Dictionary(copy.version.files.files.map { ($0.name, $0.checksum) }) { first, _ in first }
    }

    private func texts(_ copy: SampleCopy) -> [String] {
        copy.version.data.namesakes(among: copy.version.files.files.map(\.name)).values
            .map(\.text).sorted()
    }

    @Test(arguments: ["plan.pdf", ".hidden", "a.tar.gz", "plain", "Étude (1).txt"])
    func `both files stay, under the same names everywhere`(name: String) throws {
        var friends = try friends(attaching: name)
        try exchange(&friends, 0, 1)
        #expect(files(friends[0]) == files(friends[1]))
        #expect(Set(files(friends[0]).values) == [1, 2])
        #expect(files(friends[0])[name] == nil)
        #expect(texts(friends[1]) == ["\(name) (alice)", "\(name) (bob)"])
        #expect(friends[0].version.data.conflicts.isEmpty)
        // Nothing is new the second time.
        try #expect(friends[0].take(friends[1].send()) == .same)
    }

    private static let longNames = [
        String(repeating: "a", count: 251) + ".pdf", String(repeating: "é", count: 125) + ".pdf",
        String(repeating: "n", count: 240) + ".pdf", "a." + String(repeating: "b", count: 253),
        "İ" + String(repeating: "a", count: 238) + ".pdf",
    ]

    @Test(arguments: longNames, [false, true])
    func `no stored name is too long, and it is the same everywhere`(
        name: String, isCapital: Bool
    ) throws {
        var friends = try friends(attaching: name)
        if isCapital {
            try friends[0].setFile(name, nil)
            try friends[0].setFile(name.uppercased(), 1)
        }
        try exchangeAll(&friends)
        for friend in friends {
            #expect(files(friend) == files(friends[0]))
            #expect(files(friend).keys.allSatisfy { $0.utf8.count <= 255 })
            #expect(Set(files(friend).values) == [1, 2, 3])
            #expect(Set(texts(friend)).count == 3)
        }
        try #expect(friends[0].take(friends[1].send()) == .same)
        // A conflict has a mark, too.
        let stored = try #require(files(friends[0]).first { $0.value == 2 }?.key)
        try friends[0].setFile(stored, 8)
        try friends[1].setFile(stored, 9)
        try exchange(&friends, 0, 1)
        for friend in friends.prefix(2) {
            #expect(files(friend) == files(friends[0]))
            #expect(files(friend).keys.allSatisfy { $0.utf8.count <= 255 })
            #expect(Set(files(friend).values) == [1, 3, 8, 9])
            #expect(friend.version.data.conflicts.map(\.name) == [stored])
        }
        // The last file of a name has that name again.
        for checksum in [1, 3] as [UInt32] {
            let gone = try #require(files(friends[2]).first { $0.value == checksum }?.key)
            try friends[2].setFile(gone, nil)
        }
        try exchange(&friends, 0, 2)
        let left = files(friends[2]).keys.filter { !$0.contains("~") }
        #expect(left.map(\.collisionKey) == [name.collisionKey])
    }

    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 2, 0], [2, 1, 0]])
    func `three files stay, in whatever order they meet`(order: [Int]) throws {
        var friends = try friends()
        try exchange(&friends, order[0], order[1])
        try exchange(&friends, order[1], order[2])
        try exchangeAll(&friends)
        for friend in friends {
            #expect(files(friend) == files(friends[0]))
            #expect(texts(friend) == Self.people.map { "plan.pdf (\($0))" })
        }
        #expect(Set(files(friends[0]).values) == [1, 2, 3])
    }

    @Test func `equal files of one name are one file`() throws {
        var friends = try friends()
        for index in friends.indices { try friends[index].setFile("plan.pdf", 7) }
        try exchangeAll(&friends)
        for friend in friends { #expect(files(friend) == ["plan.pdf": 7]) }
        // The next file of the name takes the place of the common one.
        try friends[1].setFile("plan.pdf", 8)
        try exchangeAll(&friends)
        for friend in friends { #expect(files(friend) == ["plan.pdf": 8]) }
        try friends[2].setFile("plan.pdf", nil)
        try exchangeAll(&friends)
        for friend in friends { #expect(files(friend).isEmpty) }
    }

    @Test func `names in another case are one name`() throws {
        var friends = try friends()
        try friends[0].setFile("plan.pdf", nil)
        try friends[0].setFile("PLAN.pdf", 1)
        try exchange(&friends, 0, 1)
        #expect(files(friends[0]) == files(friends[1]))
        #expect(texts(friends[0]) == ["PLAN.pdf (alice)", "plan.pdf (bob)"])
    }

    @Test func `a file that one removes goes, and the other one gets the name back`() throws {
        var friends = try friends()
        try exchange(&friends, 0, 1)
        let stored = try #require(files(friends[0]).first { $0.value == 1 }?.key)
        try friends[0].setFile(stored, nil)
        try friends[1].take(friends[0].send())
        #expect(files(friends[1]) == ["plan.pdf": 2])
        try friends[0].take(friends[1].send())
        #expect(files(friends[0]) == ["plan.pdf": 2])
        // The third one comes later.
        try exchangeAll(&friends)
        for friend in friends { #expect(texts(friend) == ["plan.pdf (bob)", "plan.pdf (carol)"]) }
    }

    @Test func `a file that both replaced is a conflict, also beside another of its name`() throws {
        var friends = try friends()
        try exchange(&friends, 0, 1)
        let stored = try #require(files(friends[0]).first { $0.value == 1 }?.key)
        try friends[0].setFile(stored, 8)
        try friends[1].setFile(stored, 9)
        try exchange(&friends, 0, 1)
        for friend in friends.prefix(2) {
            #expect(files(friend) == files(friends[0]))
            #expect(Set(files(friend).values) == [2, 8, 9])
            let conflicts = friend.version.data.conflicts
            #expect(conflicts.map(\.name) == [stored])
            #expect(conflicts.allSatisfy { $0.isMeant(by: "plan.pdf") })
        }
    }

    @Test func `a copy that tells nothing has the same files, or others`() throws {
        var friends = try friends()
        var sent = friends[0].version
        try sent.data.store(nil)
        var copy = friends[0]
        try #expect(copy.take(sent) == .same)
        sent.files = ContentVersion([])
        sent.add("plan.pdf", 9)
        try friends[0].take(sent)
        #expect(Set(files(friends[0]).values) == [1, 9])
        #expect(friends[0].version.data.conflicts.isEmpty)
        // Also two files of one name.
        try exchange(&friends, 0, 1)
        sent = friends[1].version
        try sent.data.store(nil)
        try #expect(friends[1].take(sent) == .same)
        var dan = SampleCopy(of: "dan", taking: sent)
        try dan.take(friends[0].send())
        #expect(files(dan) == files(friends[0]))
        #expect(files(dan).count == 3)
    }

    /// Two people have a file each, and take the same third one from an app.
    @Test func `a file that nobody attached stays, wherever it came in`() throws {
        var friends = try friends()
        var sent = friends[2].version
        try sent.data.store(nil)
        for index in 0..<2 { try friends[index].take(sent) }
        try exchangeAll(&friends)
        for friend in friends { #expect(Set(files(friend).values) == [1, 2, 3]) }
    }

    @Test func `a file whose name looks like a mark keeps it`() throws {
        var friends = try friends(attaching: "IMG (20261129).jpg")
        try friends[1].setFile("IMG (20261129).jpg", nil)
        try friends[1].setFile("IMG.jpg", 2)
        try exchange(&friends, 0, 1)
        #expect(files(friends[1]) == ["IMG (20261129).jpg": 1, "IMG.jpg": 2])
    }

    /// Earlier versions of the program had one register for all files of a name.
    @Test func `a conflict of an earlier version stays one`() throws {
        let register = CopyState.Register(key: "/plan.pdf")
        let people = Self.people.prefix(2).map { SampleCopy.author($0) }
        var copy = try SampleCopy(of: "carol")
        let times = Dictionary(uniqueKeysWithValues: people.map { ($0, Int64(1_000)) })
        let stamps = people.enumerated().map { index, author in
            CopyState.Stamp(time: 1_000, author: author, checksum: UInt32(index + 1))
        }
        copy.record = CopyState(times: times, stamps: [register: Set(stamps)])
        try copy.version.data.store(copy.record)
        try copy.store(.string("plan~00000001.pdf"), "/plan.pdf~00000001")
        copy.version.add("plan.pdf", 2)
        copy.version.add("plan~00000001.pdf", 1)
        #expect(copy.known.state.stamps[register] == Set(stamps))
        #expect(
            copy.version.data.conflicts.map(\.text) == ["plan.pdf (bob) or plan.pdf (alice)"])
        // Another file of the name is a file of its own.
        var alice = SampleCopy(of: "alice", taking: try copy.send())
        try alice.setFile("leg.jpg", 5)
        try copy.take(alice.send())
        #expect(Set(files(copy).values) == [1, 2, 5])
        #expect(copy.version.data.conflicts.count == 1)
    }

    /// A bundle from a stranger may have any state.
    @Test(arguments: ["data.plist", ".", "fullImage.jpg", "thumbImage.jpg", ".DS_Store"])
    func `no state gives a file a name that a document uses itself`(name: String) throws {
        var alice = try SampleCopy(of: "alice")
        var sent = try alice.send()
        let (stored, beside) = (
            FileNames.name(name, marked: 10), Beside.file(FileNames.name(name, marked: 10), 2)
        )
        sent.add(stored, 1)
        sent.add(beside, 2)
        try sent.data.store(
            .string(beside), forKey: "\(CopyContent.fileKey(name))/0000000a~00000002")
        let mallory = SampleCopy.author("mallory")
        let register = CopyState.Register(key: "\(CopyContent.fileKey(name))/0000000a")
        let stamps = [1, 2].map {
            CopyState.Stamp(time: 5, author: mallory, checksum: UInt32($0))
        }
        try sent.data.store(CopyState(times: [mallory: 5], stamps: [register: Set(stamps)]))
        let merge = try CopyMerge(of: alice.known, with: alice.incoming(sent))
        #expect(merge.added.isEmpty == (name == "data.plist"))
        #expect(!merge.added.keys.contains { $0.lowercased() == name.lowercased() })
    }
}

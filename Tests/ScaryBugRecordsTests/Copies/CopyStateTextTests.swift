import TestSupport
import Testing

@testable import ScaryBugRecords

/// The text that a document carries about who changed it.
@Suite struct CopyStateTextTests {
    private static let sample = """
        from bob-19c2e07d.1
        without Place at=alice-7f3a8b21.1:5
        partly Tags=bob-19c2e07d.1:1795650000000
        ?0123456789abcdef 0 /wing%20.jpg:00000000
        alice-7f3a8b21.1 1795640999000 Title:5d1c9a02 Notes:0a91c3d7
        bob-19c2e07d.1 1795651234567 Rating:1b2c3d4e Seen:-@1795650000000 Tags+8d2f11aa@1795650000000
        carol%C3%A9-19c2e07d.12 253402300799999
        """

    private func reason(_ text: String) -> String? {
        do {
            _ = try CopyState(text: text)
            return nil
        } catch { return (error as? CopyState.Malformed)?.reason ?? "\(error)" }
    }

    @Test func `a text gives the state that it came from`() throws {
        let state = try CopyState(text: Self.sample)
        #expect(state.times.count == 4)
        #expect(state.stamps.count == 6)
        #expect(state.partialTimes.count == 3)
        #expect(state.partialTimes["Place"] == [:])
        #expect(try CopyState(text: state.text()) == state)
        #expect(try CopyState(text: "") == CopyState())
        #expect(CopyState.packer(in: Self.sample)?.name == "bob")
        #expect(state.times.keys.contains { $0.name == "carolé" })
        #expect(state.times.keys.contains { $0.name == nil })
    }

    @Test(arguments: [
        "a", "a b", "a -5", "a +5", "a 5.0", "a 99999999999999999999", "a 253402300800000",
        "a 5\na 6", "a 5 Title", "a 5 Title:", "a 5 Title:5d1c9a0", "a 5 Title:5d1c9a022",
        "a 5 Title:+d1c9a02", "a 5 Title:5d1c9a02@", "a 5 Title:5d1c9a02@6",
        "a 5 Title:5d1c9a02@-1", "a 5 Tags+", "a 5 Tags+8d2f11aa@4@3", "a 5 :5d1c9a02",
        "a 5 %:5d1c9a02", "a 5 %4:5d1c9a02", "a 5 %zz:5d1c9a02", "a 5 %+1:5d1c9a02",
        "a 5 %C3:5d1c9a02", "a 5 %FF%FE:5d1c9a02", "\t", "a\t5", "a 5\r\nb 5", "ä 5", "a\0 5",
        "@a 5", "a:b 5", "a,b 5", "a+b 5", "a=b 5", "without %", "without =a:5",
        "without Place Place",
        "without Place\npartly Place", "partly Tags=a", "partly Tags=a:", "partly Tags=a:x",
        "partly Tags=a:5,a:5\na 5", "partly Tags=a:5", "partly Tags=a:6\na 5",
        "without Tags\na 5 Tags+8d2f11aa", "partly Tags=a:4\na 5 Tags+8d2f11aa",
    ])
    func `a malformed or contradicting text is refused`(text: String) {
        #expect(reason(text) != nil)
    }

    @Test func `bounds are kept`() throws {
        let authors = { (count: Int) in (0..<count).map { "a\($0) 5" }.joined(separator: "\n") }
        #expect(reason(authors(256)) == nil)
        #expect(reason(authors(257)) != nil)
        let values = { (count: Int) in
            "a 5 " + (0..<count).map { "Title:0000000\($0 % 10)@\($0 / 10)" }.joined(separator: " ")
        }
        let differing = { (count: Int) in
            "a 5 "
                + (0..<count).map { "Title:" + String(0x1000_0000 + $0, radix: 16) }
                .joined(separator: " ")
        }
        #expect(reason(values(30)) == nil, "ten values, three times each")
        #expect(reason(differing(16)) == nil)
        #expect(reason(differing(17)) != nil)
        let long = { (count: Int) in "from " + String(repeating: "a", count: count - 5) }
        #expect(reason(long(64 << 10)) == nil)
        #expect(reason(long(64 << 10 | 1)) != nil)
        #expect(reason(String(repeating: "a", count: 256) + " 5") == nil)
        #expect(reason(String(repeating: "a", count: 257) + " 5") != nil)
        #expect(reason("a \(CopyState.lastTime)") == nil)
    }

    /// Whatever is read can be written and read again.
    @Test func `a damaged text is refused or read, and never ends the program`() {
        var dice = Dice(seed: 39)
        let bytes = Array(Self.sample.utf8)
        let odd = Array(" \n:@+-,=%?~9afz\0\u{7F}".utf8) + [0x80, 0xFF]
        for _ in 0..<5_000 {
            var bytes = bytes
            for _ in 0...dice.roll(3) {
                let place = dice.roll(bytes.count)
                switch dice.roll(3) {
                case 0: bytes[place] = dice.pick(odd)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[..<dice.roll(60)], at: place)
                }
            }
            guard let state = try? CopyState(text: String(decoding: bytes, as: UTF8.self)) else {
                continue
            }
            #expect((try? CopyState(text: state.text())) == state)
            #expect(state.join(state) == state)
        }
    }

    @Test func `authors without values leave first, so that the rest fits`() throws {
        var state = CopyState()
        for number in 0..<300 {
            let author = SampleCopy.author("user \(number)")
            state.times[author] = Int64(number)
            guard number < 10 else { continue }
            state.stamps[.init(key: "key\(number)")] = [
                .init(time: Int64(number), author: author, checksum: 1)
            ]
        }
        let read = try CopyState(text: state.text())
        #expect(read.times.count == 256)
        #expect(read.stamps == state.stamps)
        let isFitting = state.fit()
        #expect(isFitting)
        #expect(read == state)
    }

    @Test(arguments: [
        ("bob", "bob"), ("Bob Smith", "Bob%20Smith"), ("a-b", "a-b"), ("é\n%", "%c3%a9%0a%25"),
    ])
    func `any name can be the name of an author`(name: String, text: String) throws {
        let author = Author(name: name, workspaceKey: "7f3a8b21", copy: 2)
        #expect(author.text == "\(text)-7f3a8b21.2")
        // It is shown on one line.
        #expect(author.name == name.replacing("\n", with: " "))
        #expect(author.workspaceKey == "7f3a8b21")
        #expect(Author(text: author.text) == author)
    }
}

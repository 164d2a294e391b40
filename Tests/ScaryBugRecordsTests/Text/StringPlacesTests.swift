import Testing

@testable import ScaryBugRecords

@Suite struct StringPlacesTests {
    @Test(arguments: [
        ("rating:>x", "rating:>x", ""), ("rating:>x", ":", "rating"), ("aab", "ab", "a"),
        ("aaa", "aa", ""), ("Käfer", "a\u{308}f", "K"),
    ])
    func `the first place of a text`(text: String, part: String, before: String) throws {
        let place = try #require(text.place(of: part))
        #expect(text[..<place.lowerBound] == before)
        #expect(text[place] == part)
    }

    @Test(arguments: [("beetle", "x"), ("beetle", "beetles"), ("Ka\u{308}fer", "Ka"), ("", "x")])
    func `a text without the part`(text: String, part: String) {
        #expect(text.place(of: part) == nil)
    }

    @Test(arguments: [
        ("has:has", "has", "has:"), ("17,7", "7", "17,"), ("tit,title", "tit", ""),
        ("a=a", "a=", ""), ("rating:>x", ">x", "rating:"), ("käfer käfer", "käfer", "käfer "),
    ])
    func `the last place of a whole text`(text: String, part: String, before: String) throws {
        let place = try #require(text.lastPlace(ofWhole: part))
        #expect(text[..<place.lowerBound] == before)
        #expect(text[place] == part)
    }

    @Test(arguments: [("17", "7"), ("title", "tit"), ("", "x"), ("käfer", "ka")])
    func `no place of a whole text`(text: String, part: String) {
        #expect(text.lastPlace(ofWhole: part) == nil)
    }

    @Test func `the halves around a text that occurs once`() throws {
        let halves = try #require("1906..1910".halves(around: ".."))
        #expect(halves == ("1906", "1910"))
        let open = try #require("1906..".halves(around: ".."))
        #expect(open == ("1906", ""))
        #expect("1..2..3".halves(around: "..") == nil)
        #expect("1906".halves(around: "..") == nil)
    }

    @Test func `a long text is not searched, since that could take long`() {
        let text = String(repeating: "a", count: 1_000_000)
        #expect(("kind:" + text).lastPlace(ofWhole: text) == nil)
    }
}

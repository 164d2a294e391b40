import Testing

@testable import ScaryBugRecords

@Suite struct MarkupTextTests {
    @Test(arguments: [
        ("<a b=\"c\">'&'", "&lt;a b=&quot;c&quot;&gt;&#39;&amp;&#39;"),
        ("a\tb\r\nc", "a&#9;b&#13;\nc"), ("\u{0}\u{1B}\u{FFFE}", "\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("é e\u{301} 🐞", "é e\u{301} 🐞"),
    ])
    func `a text is escaped for XML and HTML`(text: String, escaped: String) {
        #expect(Array(MarkupText.escaped(text).utf8) == Array(escaped.utf8))
    }
}

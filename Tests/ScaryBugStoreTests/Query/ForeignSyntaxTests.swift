import TestSupport
import Testing

@testable import ScaryBugRecords

/// Words that other query languages have are errors with the right form.
@Suite struct ForeignSyntaxTests {
    private func read(_ word: String) throws -> Selection {
        try Selection([word], in: QueryContext(now: Catalogue.now))
    }

    @Test(arguments: [
        ("AND", "all words must match anyway; write :AND to search for the word"),
        ("NOT", "write -a to exclude a, or :NOT to search for the word"),
    ])
    func `operators in capitals are refused`(word: String, remedy: String) {
        #expect(message { _ = try read(word) } == "'\(word)' is not an operator; \(remedy)")
    }

    @Test(arguments: [
        ("rating>3", "rating:>3"), ("rating>=3", "rating:>=3"), ("rating=4", "rating:4"),
        ("rating==4", "rating:4"), ("rating!=4", "-rating:4"), ("Rating > 3", "rating:>3"),
        ("seen<2026", "seen:<2026"), ("tag=garden", "tag:garden"), ("kind=book", "kind:book"),
        ("number<=4", "number:<=4"), ("sort=-title", "sort:-title"), ("place=", "place:"),
        ("!tag:dead", "-tag:dead"), ("!has:image", "-has:image"),
    ])
    func `a comparison needs a colon, and a negation a minus`(word: String, meant: String) {
        let remedy = "or ':\(word.lowercased())' to search for the words"
        #expect(message { _ = try read(word) }?.contains("; write \(meant), \(remedy)") == true)
        let negated = meant.hasPrefix("-") ? meant : "-\(meant)"
        #expect(
            message { _ = try read("-\(word)") }?.contains("; write \(negated), \(remedy)") == true)
    }

    @Test(arguments: [
        ("*", "'*' is not a wildcard; 'all' stands for all documents"),
        ("-*", "'*' has nothing to search for: blanks and punctuation do not count"),
        (
            "!bee",
            "'!' is not an operator; write -bee to exclude bee, or ':!bee' to search for the words"
        ),
        (
            "été*",
            "'*' is not a wildcard; write été, which stands for all words with this beginning, or "
                + "':été*' to search for the words"
        ),
        (
            "-bee*",
            "'*' is not a wildcard; write -bee, which stands for all words with this beginning, or "
                + "':bee*' to search for the words"
        ),
    ])
    func `wildcards and an exclamation mark before a word are refused`(
        word: String, expected: String
    ) {
        #expect(message { _ = try read(word) } == expected)
    }

    @Test(arguments: [
        ("@", "'@' needs the name of a saved query; 'query' lists them"),
        ("-@", "'@' needs the name of a saved query; 'query' lists them"),
        ("1..3", "'1..3' is not a range; write 1-3, or ':1..3' to search for the words"),
        ("-1..3", "'1..3' is not a range; write -1-3, or ':1..3' to search for the words"),
        ("3..", "'3..' is not a range; write number:3.., or ':3..' to search for the words"),
        ("..3", "'..3' is not a range; write number:..3, or ':..3' to search for the words"),
        ("|", "'|' stands alone; write a|b or tag:a|b without blanks"),
        (">=", "'>=' stands alone; write rating:4, rating:>4 or -rating:4 without blanks"),
        ("=", "'=' stands alone; write rating:4, rating:>4 or -rating:4 without blanks"),
        (
            "1|3-5",
            "'1|3-5' has numbers; write commas between them, or ':1|3-5' to search for the words"
        ),
    ])
    func `a word with only a sign, or with numbers, is refused`(word: String, expected: String) {
        #expect(message { _ = try read(word) } == expected)
    }

    @Test(arguments: [
        ":OR", ":AND", "or", "Or", "-AND", "-:OR", ":rating>3", "-:rating>3",
        "C++>C", "a=b", ":!dead", "-:!dead", "!3", "!dead or alive", "wow!", "!see:this", ":bee*",
        "a*b", "bee*,", "big bee*", "title:bee*", "tag:*", "=)x", ":1|3", #"a\|b"#, #"tag:\|"#,
        "tag:12:30|13:00",
        "http://example.org/a|b",
    ])
    func `similar words are ordinary`(word: String) throws {
        #expect(try !read(word).query.isEmpty)
    }
}

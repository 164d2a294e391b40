import TestSupport
import Testing

@testable import ScaryBugRecords

@Suite struct QueryRefusalTests {
    private static let dates =
        "seen takes a date such as 2026-05-01, 2026-05, 2026, today, 7d or 2w, "
        + "also >=2026 or 2026-05..2026-07, not "

    @Test(arguments: [
        (
            "ratng:4",
            "there is no qualifier 'ratng'; the nearest is 'rating'; to search for the "
                + "words, write ':ratng:4'"
        ),
        (
            "-colour:red",
            "there is no qualifier 'colour'; to search for the "
                + "words, write ':colour:red'"
        ),
        ("rating:", "rating: needs a value; -has:rating finds documents that have none"),
        ("sort:", "sort: needs a value"),
        ("?", "'?' is not a wildcard; 'all' stands for all documents"),
        ("-", "'-' has nothing to search for: blanks and punctuation do not count"),
        ("title:…", "'…' has nothing to search for: blanks and punctuation do not count"),
        ("rating:x", "rating takes a number such as 4, >=4 or 3..5, not 'x'"),
        ("rating:=>4", "rating takes a number such as 4, >=4 or 3..5, not '=>4'"),
        ("rating:0...5", "rating takes a number such as 4, >=4 or 3..5, not '0...5'"),
        ("rating:1e99", "rating takes a number such as 4, >=4 or 3..5, not '1e99'"),
        ("rating:5..3", "the range '5..3' runs backwards; write 3..5"),
        ("number:1.5", "number takes a whole number such as 4, >=4 or 3..5, not '1.5'"),
        ("pageCount:-1", "pageCount takes a whole number such as 4, >=4 or 3..5, not '-1'"),
        ("seen:2026..2025", "the range '2026..2025' runs backwards; write 2025..2026"),
        ("seen:2026-13", "seen '2026-13': months go from 01 to 12"),
        ("seen:soon", dates + "'soon'"),
        ("seen:99999999d", dates + "'99999999d'"), ("seen:d", dates + "'d'"),
        ("available:perhaps", "available takes yes or no, not 'perhaps'"),
        ("kind:beetle", "there is no kind 'beetle'; there are: bug, creature, book"),
        ("image:x", "image is a file without words; has:image finds what has one"),
        ("has:imgae", "has: there is no field 'imgae'; the nearest is 'image'"),
        ("sort:-titel", "sort: there is no field 'titel'; the nearest is 'title'"),
        (
            "sort:seen,-title",
            "sort takes one field, not 'seen,-title'; write sort:seen sort:-title"
        ),
        ("sort:image", "sort: image is a file; has:image finds what has one"),
        ("sort:xyz", "sort: there is no field 'xyz'; 'fields' lists the fields"),
        (
            "-sort:title",
            "'sort:title' cannot be negated; write sort:-title for the reverse order"
        ),
        (
            "-sort:-title",
            "'sort:-title' cannot be negated; write sort:title for the reverse order"
        ),
        ("-limit:3", "'limit:3' cannot be negated; write limit:3"),
        ("limit:-1", "limit takes a whole number, not '-1'"),
        ("@none", "there is no saved query 'none'"),
        ("-@none", "a saved query such as '@none' cannot be negated"),
    ])
    func `invalid words are refused`(word: String, expected: String) {
        #expect(message { _ = try read([word]) } == expected)
    }

    @Test(arguments: [
        "http://example.org", "12:30", ":note:this", "@two words", "a@b", "C++", "🕷", "5°",
        "title:-x", "title:a:b", "naïve", "rating:3..5", "-kind:book",
    ])
    func `words that look similar are accepted`(word: String) throws {
        #expect(try !read([word]).query.isEmpty)
    }

    @Test func `any words can be read or are refused`() {
        let pieces = [
            "-", "@", ":", "|", "\\", "..", ",", ">=", "<", "title", "rating", "seen", "number",
            "sort", "has",
            "kind", "limit", "3", "2026-05", "9223372036854775808", "7d", "0w", "all", "é", "日",
            " ",
            "\u{301}", "\u{200B}", "5.book", "e9", ".",
        ]
        var dice = Dice(seed: 1)
        for _ in 0..<5_000 {
            let word = (0...dice.roll(5)).map { _ in dice.pick(pieces) }.joined()
            do { _ = try read([word]) } catch let error as ScaryBugsError {
                #expect(error.code == .invalidValue || error.code == .notFound)
            } catch {
                Issue.record("\(word): \(error)")
            }
        }
    }

    private func read(_ words: [String]) throws -> Selection {
        try Selection(words, in: QueryContext(now: Catalogue.now))
    }
}

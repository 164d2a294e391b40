import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

@Suite struct TokenizerTests {
    @Test(
        arguments: [
            ("", []),
            (" -!?\t\n", []),
            ("Potato Bug", ["potato", "bug"]),
            ("well-known, don't_stop", ["well", "known", "don", "t", "stop"]),
            ("12:30 v2", ["12", "30", "v2"]),
            ("École É e\u{301}", ["ecole", "e", "e"]),
            ("naïve Å Ångström", ["naive", "a", "angstrom"]),
            ("Straße STRASSE Müller", ["strasse", "strasse", "muller"]),
            ("Ελληνικά ΕΛΛΗΝΙΚΑ", ["ελληνικα", "ελληνικα"]),
            ("Οδυσσεύς", ["οδυσσευσ"]),
            ("ᾳ", ["αι"]),
            ("Ёлка ЙОД", ["елка", "иод"]),
            ("كِتَابٌ", ["كتاب"]),
            ("שָׁלוֹם", ["שלום"]),
            ("İstanbul", ["istanbul"]),
            ("Việt Nam", ["viet", "nam"]),
            ("ﬁ Ａｂ１ ² №", ["fi", "ab1", "2", "no"]),
            ("日本語", ["日", "本", "語"]),
            ("日本spider語", ["日", "本", "spider", "語"]),
            ("かが カガ ｶﾞ", ["か", "が", "カ", "ガ", "ガ"]),
            ("か\u{3099}", ["が"]),
            ("한국어", ["한", "국", "어"]),
            ("\u{1112}\u{1161}\u{11AB}", ["한"]),
            ("ผีเสื้อ", ["ผี", "เ", "สื้", "อ"]),
            ("ແມງ", ["ແ", "ມ", "ງ"]),
            ("हिन्दी", ["हिन्दी"]),
            ("🕷️🕸 bug🐛s", ["🕷", "🕸", "bug", "🐛", "s"]),
            ("👩\u{200D}🔬", ["👩", "🔬"]),
            ("soft\u{AD}hyphen", ["softhyphen"]),
            ("zero\u{200B}width", ["zero", "width"]),
            ("日本\u{3000}語 a\u{A0}b", ["日", "本", "語", "a", "b"]),
            ("\u{94D}x \u{94D}", ["x"]),
        ] as [(String, [String])])
    func `a text has words`(text: String, words: [String]) {
        // Compares scalars, because Swift treats é as equal to e with a combining accent.
        #expect(Tokenizer.words(of: text).map(scalars) == words.map(scalars))
    }

    @Test(arguments: [
        ("Garden", "garden"), ("  two  Words\t", "two  words"), ("Ü-Bahn", "u-bahn"),
        ("\u{A0}É\u{2028}", "e"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("日本", "日本"), ("", ""), (" ", ""),
        ("t3", "t3"), ("!?", "!?"),
    ])
    func `a whole value is folded in one piece`(text: String, folded: String) {
        #expect(scalars(Tokenizer.folded(text)) == scalars(folded))
    }

    @Test(arguments: ["x", "é"])
    func `a word that the full-text index would cut is several`(letter: String) throws {
        let text = String(repeating: letter, count: 70_000)
        let words = Tokenizer.words(of: text)
        #expect(words.allSatisfy { $0.utf8.count <= 32_000 })
        #expect(words.joined().utf8.count == 70_000)
        let bench = try Bench()
        let workspace = try bench.session(cache: "cache")
        var data = try DocumentData(new: .bug, now: Bench.now)
        try data.set(.text(text), for: .notes)
        _ = try workspace.add(data, picture: nil)
        #expect(try workspace.withIndex { try $0.isSound() } == true)
    }

    @Test func `endless marks do not take endless time`() {
        let marks = String(repeating: "\u{E48}\u{E38}", count: 100_000)
        #expect(Tokenizer.words(of: "ก" + marks + " x").count == 2)
    }

    @Test func `words that are added one by one are not copied each time`() {
        var words: [UInt8] = []
        var capacities: Set<Int> = []
        for _ in 1...10_000 {
            Tokenizer.append("beetle", to: &words)
            capacities.insert(words.capacity)
        }
        #expect(capacities.count < 30)
    }

    @Test func `folding folded text changes nothing`() {
        for value in (0...0x2FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) {
            let folded = Tokenizer.folded(String(value))
            if scalars(Tokenizer.folded(folded)) != scalars(folded) {
                Issue.record("U+\(String(value.value, radix: 16)) changes again")
            }
        }
    }

    private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }
}

import TestSupport

/// Random texts with frequent words and with unusual characters.
enum RandomText {
    /// A small number of words, so that they recur.
    private static let words = [
        "Spider", "spiders", "SPIDER", "bug", "Bug's", "a", "I", "well-known", "12:30", "t3", "t30",
        "Café", "Cafe\u{301}", "naïve", "Straße", "STRASSE", "ﬁeld", "field", "Å", "Œuvre", "№",
        "²",
        "Ёлка", "ель", "Ελλάς", "ΕΛΛΑΣ", "كِتَاب", "كتاب", "שָׁלוֹם", "हिन्दी", "กี่", "ก", "日本の虫", "日", "虫",
        "カガ", "ｶﾞ", "か\u{3099}", "한국어", "한", "𠮷野", "🐞", "👩‍🔬", "♥", "€5", "C++", "x²",
        "İstanbul", "ısı", "http://a.b/c?d=e", "\"quoted\"", "it's", "back\\slash", "50%", "_", "-",
        "!", "\u{F0021}", "OR", "AND", "NOT", "a|b", "|", "\\|", "NEAR", "title", "*", "^", "(",
        "NULL",
        "a\u{308}\u{323}", "ǅ", "ᾳ",
    ]
    private static let odd = [
        "\0", "\t", "\n", "\r\n", "\u{B}", "\u{1F}", "\u{7F}", "\u{85}", "\u{A0}", "\u{AD}",
        "\u{200B}",
        "\u{200D}", "\u{202E}", "\u{2028}", "\u{3000}", "\u{FEFF}", "\u{FFFD}", "\u{FFFE}",
        "\u{301}",
        "\u{E000}", "\u{F0021}", "\u{F0100}", "\u{F0101}", "\u{F0102}", "\u{F0103}", "\u{10FFFF}",
        "\u{E0041}",
    ]
    private static let gaps = [" ", " ", " ", " ", "  ", "", ", ", "-", "/", "\n", ": "]

    static func make(with dice: inout Dice, words count: Int) -> String {
        var text = ""
        for _ in 0..<dice.roll(count + 1) {
            text += dice.pick(words)
            if dice.oneIn(12) { text += dice.pick(odd) }
            text += dice.pick(gaps)
        }
        return dice.oneIn(2) ? text.trimmed : text
    }

    /// A search term from a text: a word, the beginning of a word, or several words.
    static func piece(of text: String, with dice: inout Dice) -> String {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty, !dice.oneIn(8) else { return text }
        let start = dice.roll(words.count)
        let count = dice.oneIn(2) ? 1 : 1 + dice.roll(3)
        var piece = words[start...].prefix(count).joined(separator: " ")
        if dice.oneIn(3) { piece = String(piece.prefix(1 + dice.roll(piece.count))) }
        if dice.oneIn(6) {
            piece = String(String.UnicodeScalarView(piece.unicodeScalars.dropLast()))
        }
        if dice.oneIn(6) { piece = dice.oneIn(2) ? piece.uppercased() : piece.lowercased() }
        return piece
    }
}

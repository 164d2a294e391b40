/// Scripts in which each character counts as a word, because they have no blanks between words, or
/// because people search for parts of words.
enum UnsegmentedScript {
    /// Han, Hiragana, Katakana, Bopomofo, Hangul, Thai, Lao, Khmer and Myanmar.
    private static let ranges: [ClosedRange<Int32>] = [
        0x0E00...0x0EFF,  // Thai, Lao
        0x1000...0x109F,  // Myanmar
        0x1100...0x11FF,  // Hangul, where letters make no whole syllable
        0x1780...0x17FF,  // Khmer
        0x3005...0x3007,  // signs for repetition, zero
        0x3021...0x303C,  // numerals and signs for repetition
        0x3041...0x31FF,  // Hiragana, Katakana, Bopomofo
        0x3400...0x4DBF,  // Han
        0x4E00...0x9FFF,  // Han
        0xA960...0xA97F,  // Hangul
        0xA9E0...0xA9FF,  // Myanmar
        0xAA60...0xAA7F,  // Myanmar
        0xAC00...0xD7FF,  // Hangul
        0xF900...0xFAFF,  // Han
        0x1AFF0...0x1B16F,  // Hiragana, Katakana
        0x20000...0x3FFFF,  // Han
    ]

    static func contains(_ scalar: Int32) -> Bool {
        guard scalar >= ranges[0].lowerBound else { return false }
        return ranges.contains { $0.contains(scalar) }
    }
}

internal import CUTF8Proc

/// Folds characters that readers take for the same: case, accents and compatibility forms (`ﬁ`,
/// `Ａ`, `²`) do not count.
enum UnicodeFold {
    /// The role of a scalar in splitting a text into words.
    enum Role {
        /// Part of a word, together with its neighbours.
        case letter
        /// A word by itself: a symbol, or a character of a script without blanks.
        case single
        /// Part of the character before it.
        case mark
        /// Separates words.
        case separator
    }

    /// The folded scalars of a UTF-8 text, in normalization form C.
    static func fold(_ bytes: UnsafeBufferPointer<UInt8>) -> [Int32] {
        guard let start = bytes.baseAddress else { return [] }
        var result = FoldedScalars()
        var offset = 0
        var scalar: Int32 = 0
        while offset < bytes.count {
            let length = utf8proc_iterate(start + offset, bytes.count - offset, &scalar)
            guard length > 0 else { break }
            result.append(decomposing: scalar)
            offset += length
        }
        return result.composed
    }

    static func role(of scalar: Int32) -> Role {
        switch utf8proc_category(scalar) {
        case UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LL, UTF8PROC_CATEGORY_LT,
            UTF8PROC_CATEGORY_LM, UTF8PROC_CATEGORY_LO, UTF8PROC_CATEGORY_ND,
            UTF8PROC_CATEGORY_NL, UTF8PROC_CATEGORY_NO:
            UnsegmentedScript.contains(scalar) ? .single : .letter
        case UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_MC, UTF8PROC_CATEGORY_ME: .mark
        case UTF8PROC_CATEGORY_SO: .single
        default: .separator
        }
    }
}

/// Decomposed scalars in canonical order, without accents and invisible characters.
private struct FoldedScalars {
    private var scalars: [Int32] = []
    private var buffer: [Int32] = Array(repeating: 0, count: 32)
    /// The number of scalars at the end that have a combining class.
    private var marks = 0

    /// The most marks on one character. Real text has fewer, and sorting more would take quadratic
    /// time (UAX 15, Stream-Safe Text Format).
    private static let mostMarks = 30
    private static let decomposition = utf8proc_option_t(
        rawValue: UTF8PROC_STABLE.rawValue | UTF8PROC_DECOMPOSE.rawValue
            | UTF8PROC_COMPAT.rawValue | UTF8PROC_CASEFOLD.rawValue)
    private static let composition = utf8proc_option_t(
        rawValue: UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
    /// Ends a word without a visible blank (UAX 29).
    private static let zeroWidthSpace: Int32 = 0x200B

    mutating func append(decomposing scalar: Int32) {
        let count = utf8proc_decompose_char(
            scalar, &buffer, buffer.count, Self.decomposition, nil)
        // The buffer is large enough: no decomposition has more than 18 scalars.
        guard count > 0, count <= buffer.count else { return }
        for index in 0..<count { append(buffer[index]) }
    }

    private mutating func append(_ scalar: Int32) {
        let properties = utf8proc_get_property(scalar).pointee
        let order = properties.combining_class
        // Drops invisible characters, and NUL, which SQLite takes for the end of a text.
        if properties.ignorable != 0 || utf8proc_category(scalar) == UTF8PROC_CATEGORY_CF
            || scalar == 0
        {
            if scalar == Self.zeroWidthSpace { append(0x20) }
        } else if order == 0 {
            scalars.append(scalar)
            marks = 0
        } else if !Self.isAccent(order), marks < Self.mostMarks {
            insert(scalar, order)
        }
    }

    /// Whether a combining class belongs to accents and points, which can be dropped.
    ///
    /// The classes 200 to 240 are marks above, below or beside letters. 10 to 36 are the points of
    /// Hebrew, Arabic and Syriac. All other marks stay: without them, a word in an Indic script,
    /// Thai or kana would be another word.
    private static func isAccent(_ combiningClass: utf8proc_propval_t) -> Bool {
        (10...36).contains(combiningClass) || (200...240).contains(combiningClass)
    }

    private mutating func insert(_ mark: Int32, _ order: utf8proc_propval_t) {
        var index = scalars.endIndex
        while index > scalars.endIndex - marks,
            utf8proc_get_property(scalars[index - 1]).pointee.combining_class > order
        {
            index -= 1
        }
        scalars.insert(mark, at: index)
        marks += 1
    }

    var composed: [Int32] {
        var result = scalars
        let count = utf8proc_normalize_utf32(&result, result.count, Self.composition)
        return count >= 0 ? Array(result.prefix(count)) : scalars
    }
}

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

/// Detects the character between the values of a table.
enum Separator {
    private static let candidates = [",", ";", "\t"].map { UInt8(ascii: $0) }

    /// The separator that a first line such as `sep=;` declares. Excel obeys that line, and it is
    /// not the header.
    static func announced(in prefix: [UInt8]) -> UInt8? {
        let line = prefix.prefix { !$0.endsLine }
        guard line.count == 5, let separator = line.last, separator < 0x80, separator != .quote,
            String(decoding: line.dropLast(), as: UTF8.self).lowercased() == "sep="
        else { return nil }
        return separator
    }

    /// The candidate that occurs most often outside quotes in the first line that is not empty.
    static func likeliest(in prefix: [UInt8]) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        var previous = UInt8.lineFeed
        for byte in prefix.drop(while: { $0.endsLine || $0 == UInt8(ascii: " ") }) {
            if byte == .quote {
                // A doubled quote closes and opens again. A quote within a value is an inch sign.
                isQuoted = !isQuoted && (candidates + [.lineFeed, .quote]).contains(previous)
            } else if !isQuoted {
                if byte.endsLine { break }
                counts[byte, default: 0] += 1
            }
            // A value in quotes may begin after a blank.
            if byte != UInt8(ascii: " ") { previous = byte }
        }
        let most = candidates.map { counts[$0, default: 0] }.max()
        return candidates.first { counts[$0, default: 0] == most } ?? UInt8(ascii: ",")
    }
}

/// Which character stands between the values of a table.
enum Separator {
    private static let candidates = [",", ";", "\t"].map { UInt8(ascii: $0) }

    /// Told by a first line such as `sep=;`, which Excel obeys and which is not the header.
    static func announced(in prefix: [UInt8]) -> UInt8? {
        let line = prefix.prefix { !$0.endsLine }
        guard line.count == 5, let separator = line.last, separator < 0x80, separator != .quote,
            String(decoding: line.dropLast(), as: UTF8.self).lowercased() == "sep="
        else { return nil }
        return separator
    }

    /// The one that is most often in the first line with anything in it, outside of quotes.
    static func likeliest(in prefix: [UInt8]) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        var previous = UInt8.lineFeed
        for byte in prefix.drop(while: { $0.endsLine || $0 == UInt8(ascii: " ") }) {
            if byte == .quote {
                // A doubled one closes and opens again; one within a value is an inch.
                isQuoted = !isQuoted && (candidates + [.lineFeed, .quote]).contains(previous)
            } else if !isQuoted {
                if byte.endsLine { break }
                counts[byte, default: 0] += 1
            }
            previous = byte
        }
        let most = candidates.map { counts[$0, default: 0] }.max()
        return candidates.first { counts[$0, default: 0] == most } ?? UInt8(ascii: ",")
    }
}

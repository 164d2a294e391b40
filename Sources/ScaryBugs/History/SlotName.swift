/// The name of a slot, such as `12-8a9b0c1d-2.scarybug-99aabbcc`.
///
/// It consists of the transaction's number, the writer's key, the document or file that the
/// contents belong to, and the new version's checksum or `none`.
struct SlotName {
    let number: Int
    let writerKey: String
    let subject: String
    let checksum: UInt32?

    var text: String {
        var text: [UInt8] = []
        text.reserveCapacity(64)
        text.append(decimal: number)
        for part in [writerKey, subject] {
            text.append(UInt8(ascii: "-"))
            text.append(utf8: part)
        }
        text.append(UInt8(ascii: "-"))
        if let checksum { text.append(checksum: checksum) } else { text.append(utf8: "none") }
        return String(decoding: text, as: UTF8.self)
    }

    init(number: Int, writerKey: String, subject: String, checksum: UInt32?) {
        self.number = number
        self.writerKey = writerKey
        self.subject = subject
        self.checksum = checksum
    }

    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 4, let number = JournalText.ordinal(parts[0].utf8) else { return nil }
        self.init(
            number: number, writerKey: String(parts[1]), subject: String(parts[2]),
            checksum: UInt32(parts[3], radix: 16))
    }
}

/// A set of names of slots.
///
/// The history may have a million of them, so that it keeps hash values. Another name has the same one
/// once in 2⁶⁴ times, and nobody can choose it: the hash has a random seed.
struct SlotNames {
    private var hashes: Set<Int> = []

    mutating func insert(_ name: String) { hashes.insert(name.hashValue) }

    func contains(_ name: String) -> Bool { hashes.contains(name.hashValue) }
}

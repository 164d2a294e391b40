/// The text that a document carries under the key `~Changes`: visible ASCII, one line for each author.
///
///     from bob-19c2e07d.1
///     without at Place
///     alice-7f3a8b21.1 1795640999000 Title:5d1c9a02 Tags+8d2f11aa at=77b00c1d
///     bob-19c2e07d.1 1795651234567 Rating:1b2c3d4e Notes:-@1795650000000
///
/// An author's line has his newest time, and his values with their CRC-32 and, where it is not that time,
/// with theirs. `from` names who packed the bundle, for people. `without` and `partly` list keys with the
/// times that are known of them, without and with values; `/` is of all files that aren't named. A value
/// after `=` stands for a withheld one.
extension CopyState {
    static let key = "~Changes"

    /// A text that no program of ours writes.
    struct Malformed: Error {
        let reason: String
    }

    /// The most authors, values of one field, and bytes of a text.
    static let (mostAuthors, mostValues, mostBytes) = (256, 16, 64 << 10)

    // MARK: Writing

    /// A text without the oldest authors that have no values, if there are too many.
    ///
    /// - Parameter packer: who packs the bundle; nil outside of a bundle.
    package func text(from packer: Author? = nil) -> String {
        var state = self
        state.dropSurplusAuthors()
        return state.wholeText(from: packer)
    }

    private func wholeText(from packer: Author?) -> String {
        var lines = packer.map { ["from \($0.text)"] } ?? []
        let withheld = withheldKeys
        lines += [("without", true), ("partly", false)].compactMap { word, isWithheld in
            let keys = partialTimes.filter { withheld.contains($0.key) == isWithheld }
            let words = keys.sorted { $0.key < $1.key }.map(Self.word)
            return words.isEmpty ? nil : ([word] + words).joined(separator: " ")
        }
        var words: [Author: [String]] = [:]
        for (register, stamps) in stamps.sorted(by: { $0.key < $1.key }) {
            for stamp in stamps.sorted() {
                words[stamp.author, default: []].append(word(register, stamp))
            }
        }
        for (key, stamps) in standIns.sorted(by: { $0.key < $1.key }) {
            for stamp in stamps { words[stamp.author, default: []].append(word(of: key, stamp)) }
        }
        for (author, time) in times.sorted(by: { $0.key < $1.key }) {
            lines.append(
                ([author.text, String(time)] + (words[author] ?? [])).joined(separator: " "))
        }
        return lines.joined(separator: "\n")
    }

    private static func word(_ key: String, _ times: Times) -> String {
        let known = times.sorted { $0.key < $1.key }.map { "\($0.key.text):\($0.value)" }
        return PercentText.encoded(key) + (known.isEmpty ? "" : "=" + known.joined(separator: ","))
    }

    private func word(_ register: Register, _ stamp: Stamp) -> String {
        var word = PercentText.encoded(register.key)
        if let element = register.element { word += "+\(Self.hex(element))" }
        // Most elements are their own folded form.
        if register.element == nil || register.element != stamp.checksum {
            word += ":\(Self.hex(stamp.checksum))"
        }
        return word + time(of: stamp)
    }

    private func word(of key: String, _ standIn: Stamp) -> String {
        "\(PercentText.encoded(key))=\(Self.hex(standIn.checksum))\(time(of: standIn))"
    }

    private func time(of stamp: Stamp) -> String {
        times[stamp.author] == stamp.time ? "" : "@\(stamp.time)"
    }

    private static func hex(_ checksum: UInt32?) -> String {
        checksum.map { String($0, radix: 16, width: 8) } ?? "-"
    }

    /// Removes the oldest authors without values, so that the rest fits into a text.
    ///
    /// - Returns: whether it fits.
    package mutating func fit() -> Bool {
        dropSurplusAuthors()
        return times.count <= Self.mostAuthors && text().utf8.count < Self.mostBytes - 300
    }

    /// A copy that still knows the authors then finds conflicts, but no value is lost.
    private mutating func dropSurplusAuthors() {
        let surplus = times.count - Self.mostAuthors
        guard surplus > 0 else { return }
        let present = Set(
            (Array(stamps.values) + Array(standIns.values)).flatMap { $0.map(\.author) })
        let gone = times.filter { !present.contains($0.key) }
            .sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(surplus)
        for (author, _) in gone {
            times[author] = nil
            for key in partialTimes.keys { partialTimes[key]?[author] = nil }
        }
    }

    // MARK: Reading

    /// - Throws: ``Malformed``.
    package init(text: String) throws {
        guard text.utf8.count <= Self.mostBytes else {
            throw Malformed(reason: "longer than \(Self.mostBytes.grouped) bytes")
        }
        guard text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == UInt8(ascii: "\n") })
        else {
            throw Malformed(reason: "not visible ASCII")
        }
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            switch words.first {
            case nil, "from": break
            case "without", "partly": for word in words.dropFirst() { try readPartial(word) }
            case let name?: try readAuthor(name, words.dropFirst())
            }
        }
        try check()
        // Earlier versions told the names of files that were left out, and stand-ins beside values.
        standIns = standIns.filter { stamps[Register(key: $0.key)] == nil }
        hideNames()
    }

    /// Who packed the bundle with a text; nil if it doesn't say.
    static func packer(in text: String) -> Author? {
        let line = text.prefix { $0 != "\n" }
        guard line.utf8.count < 300, line.hasPrefix("from ") else { return nil }
        return Author(text: line.dropFirst(5))
    }

    private mutating func readPartial(_ word: Substring) throws {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let key = parts.first.flatMap({ PercentText.decoded($0) }), !key.isEmpty,
            partialTimes[key] == nil
        else { throw Malformed(reason: "'\(word)' is no key") }
        var times: Times = [:]
        for known in parts.count > 1 ? parts[1].split(separator: ",") : [] {
            let parts = known.split(separator: ":")
            guard parts.count == 2, let author = Author(text: parts[0]), times[author] == nil else {
                throw Malformed(reason: "'\(known)' is no time of an author")
            }
            times[author] = try Self.time(parts[1])
        }
        partialTimes[key] = times
    }

    private mutating func readAuthor(_ name: Substring, _ words: ArraySlice<Substring>) throws {
        guard let author = Author(text: name) else {
            throw Malformed(reason: "'\(name)' is no author")
        }
        guard times[author] == nil else { throw Malformed(reason: "\(name) is there twice") }
        let newest = try Self.time(words.first ?? "")
        times[author] = newest
        for word in words.dropFirst() {
            let isStandIn = word.utf8.contains(UInt8(ascii: "="))
            let value = isStandIn ? word.map { $0 == "=" ? ":" : $0 } : Array(word)
            let (register, stamp) = try Self.stamp(Substring(value), of: author, newest)
            guard isStandIn else {
                stamps[register, default: []].insert(stamp)
                continue
            }
            guard register.element == nil, stamp.checksum != nil else {
                throw Malformed(reason: "'\(word)' stands for no value")
            }
            standIns[register.key, default: []].insert(stamp)
        }
    }

    private static func time(_ text: Substring) throws -> Int64 {
        guard let time = Int64(asciiDigits: text.utf8), time <= lastTime else {
            throw Malformed(reason: "'\(text)' is no time before the year 10000")
        }
        return time
    }

    private static func checksum(_ text: Substring) throws -> UInt32 {
        guard text.utf8.count == 8, text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
            let checksum = UInt32(text, radix: 16)
        else { throw Malformed(reason: "'\(text)' is no checksum") }
        return checksum
    }

    private static func stamp(
        _ word: Substring, of author: Author, _ newest: Int64
    ) throws -> (Register, Stamp) {
        let timed = word.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let valued = timed[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let named = valued[0].split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        guard let key = PercentText.decoded(named[0]), !key.isEmpty,
            named.count + valued.count > 2
        else { throw Malformed(reason: "'\(word)' is no value") }
        let element = named.count > 1 ? try checksum(named[1]) : nil
        let isCleared = valued.count > 1 && valued[1] == "-"
        let value = valued.count > 1 ? (isCleared ? nil : try checksum(valued[1])) : element
        let time = timed.count > 1 ? try time(timed[1]) : newest
        guard time <= newest else {
            throw Malformed(reason: "'\(word)' is newer than its author")
        }
        return (
            Register(key: key, element: element),
            Stamp(time: time, author: author, checksum: value)
        )
    }

    /// Checks that each copy can have known what it says.
    private func check() throws {
        guard times.count <= Self.mostAuthors else {
            throw Malformed(reason: "more than \(Self.mostAuthors) authors")
        }
        for (register, stamps) in stamps {
            guard
                stamps.count <= Self.mostValues || checksums(of: register).count <= Self.mostValues
            else {
                throw Malformed(
                    reason: "more than \(Self.mostValues) values of \(register.key)")
            }
            let known = times(of: register.key)
            for stamp in stamps where stamp.time > known[stamp.author] ?? -1 {
                throw Malformed(reason: "a value of \(register.key) is newer than its author")
            }
        }
        for (key, known) in partialTimes {
            for (author, time) in known where time > times[author] ?? -1 {
                throw Malformed(reason: "\(key) is newer than its author")
            }
        }
    }
}

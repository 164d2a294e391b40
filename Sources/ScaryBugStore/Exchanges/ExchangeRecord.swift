/// A line of the record of exchanges in a backup: words with blanks between them, which are percent-encoded.
/// Anybody may have written it.
package struct ExchangeRecord {
    /// The identifier of a document, or the name of the one with whom it was exchanged.
    package let name: String
    private let kind: String
    private let state: CopyState?
    private let numbers: [Int64]

    package init(_ deletion: Deletion, of identifier: String) {
        self.init(
            "deleted", identifier, nil,
            [deletion.date.secondsSince1970] + Self.numbers(deletion.photographs))
    }

    /// A line with several words in place of a name.
    fileprivate init(_ kind: String, _ words: [String], _ number: Int64) {
        self.init(kind, words.map(PercentText.encoded).joined(separator: " "), nil, [number])
    }

    private func words(of kind: String, _ count: Int) -> [String]? {
        let words = name.split(separator: " ").compactMap { PercentText.decoded($0) }
        let isWhole = self.kind == kind && words.count == count
        return isWhole ? words.map(TerminalText.onOneLine) : nil
    }

    /// A name of somebody who sent messages.
    package var peerName: PeerName? {
        words(of: "name", 2).map { PeerName($0[0], key: $0[1], isSender: numbers == [1]) }
    }

    /// What somebody doesn't get of a document.
    package var withheld: (peer: String, identifier: String, fields: String)? {
        guard let words = words(of: "withheld", 3), (try? Withholding(words[2])) != nil else {
            return nil
        }
        return (words[0], words[1], words[2])
    }

    fileprivate init(_ kind: String, _ name: String, _ state: CopyState?, _ numbers: [Int64]) {
        (self.kind, self.name, self.state, self.numbers) = (kind, name, state, numbers)
    }

    package init?(line: some Sequence<UInt8>) {
        let words = String(decoding: Array(line), as: UTF8.self).split(separator: " ")
            .map { PercentText.decoded($0) ?? "" }
        guard words.count > 3 else { return nil }
        let state = try? CopyState(text: words[2])
        guard state != nil || words[2] == "-" else { return nil }
        self.init(
            words[0], TerminalText.onOneLine(words[1]), state,
            words[3...].compactMap { Int64($0) })
    }

    package var line: String {
        ([kind, name, state?.text() ?? "-"].map(PercentText.encoded) + numbers.map { "\($0)" })
            .joined(separator: " ") + "\n"
    }

    /// A copy with its number.
    package var copy: (number: Int, ExchangeStore.Copy)? {
        guard kind == "copy", numbers.count == 3, let index = Int32(exactly: numbers[1]), index > 0
        else { return nil }
        return (
            Int(numbers[0]),
            .init(index: Int(index), state: state, basis: numbers[2], isKnown: true)
        )
    }

    /// An exchange of the copy in the lines before.
    package var exchange: ExchangeStore.Exchange? {
        guard kind == "sent" || kind == "taken", let date else { return nil }
        return .init(
            direction: kind == "sent" ? .sent : .taken, peer: String(name.prefix(100)), date: date,
            content: digests.first)
    }

    package var deletion: Deletion? {
        kind == "deleted" ? date.map { Deletion(date: $0, photographs: digests) } : nil
    }

    private var date: Timestamp? {
        numbers.first.flatMap { (0...253_402_300_799).contains($0) ? $0 : nil }
            .map(Timestamp.init(secondsSince1970:))
    }

    private var digests: [Digest] {
        stride(from: 2, to: numbers.count, by: 2).map {
            Digest(high: numbers[$0 - 1], low: numbers[$0])
        }
    }

    fileprivate static func numbers(_ digests: [Digest]) -> [Int64] {
        digests.flatMap { [$0.high, $0.low] }
    }
}

extension ExchangeStore {
    /// Calls `body` with what a backup keeps of the copies here.
    package func forEachRecord(_ body: (ExchangeRecord) throws -> Void) throws {
        let query = """
            SELECT identifier, number, copy, basis, history, change, state FROM copies
            ORDER BY number, identifier, copy, id
            """
        let (key, former) = try workspaceKeys()
        var last: (identifier: String, index: Int)?
        try naming {
            try database.prepare(query).forEachRow([]) { row in
                let (identifier, index) = (row.text(0), Int(try row.number(2)))
                guard try stands(ChangeName(row, from: 4)) != false else { return }
                // Others may have what was told before an `undo`.
                let state = try toldChanges(of: identifier).adding(
                    to: row.isNull(6) ? nil : try? CopyState(text: row.text(6)),
                    by: Author(name: "", workspaceKey: key ?? "-", copy: index),
                    Set(former.map { "\($0).\(index)" }))
                try body(
                    .init(
                        "copy", identifier, state, [row.integer(1), Int64(index), row.integer(3)]))
                if let last, last == (identifier, index) { return }
                last = (identifier, index)
                for exchange in try exchanges(of: identifier, Copy(index: index, isKnown: true)) {
                    let digests = exchange.content.map { [$0] } ?? []
                    try body(
                        .init(
                            "\(exchange.direction)", exchange.peer, nil,
                            [exchange.date.secondsSince1970] + ExchangeRecord.numbers(digests)))
                }
            }
        }
        try forEachPeer(body)
    }

    /// Calls `body` with the names of people, and with what they don't get.
    private func forEachPeer(_ body: (ExchangeRecord) throws -> Void) throws {
        for name in try peerNames() {
            try body(.init("name", [name.name, name.key], name.isSender ? 1 : 0))
        }
        try naming {
            try database.statement("SELECT peer, identifier, fields FROM withheld ORDER BY 1, 2")
                .forEachRow([]) {
                    try body(.init("withheld", [$0.text(0), $0.text(1), $0.text(2)], 0))
                }
        }
    }
}

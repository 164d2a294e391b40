/// A line of the record of exchanges in a backup. Its words are percent-encoded, with a blank between them.
package enum ExchangeRecord {
    /// What a copy knew beyond its document.
    case copy(identifier: String, number: Int, ExchangeStore.Copy)
    /// An exchange of the copy of the lines before.
    case exchange(ExchangeStore.Exchange)
    case deletion(identifier: String, Deletion)

    package var line: String {
        words.map(PercentText.encoded).joined(separator: " ") + "\n"
    }

    private var words: [String] {
        let texts = { (digests: [Digest]) in digests.flatMap { ["\($0.high)", "\($0.low)"] } }
        switch self {
        case .copy(let identifier, let number, let copy):
            return [
                "copy", identifier, "\(number)", "\(copy.index)", "\(copy.basis ?? -1)",
                copy.state?.text() ?? "",
            ]
        case .exchange(let exchange):
            return [
                "\(exchange.direction)", exchange.peer, "\(exchange.date.secondsSince1970)",
            ] + texts(exchange.content.map { [$0] } ?? [])
        case .deletion(let identifier, let deletion):
            return ["deleted", identifier, "\(deletion.date.secondsSince1970)"]
                + texts(deletion.photographs)
        }
    }

    /// - Parameter line: a line that anybody may have written; nil for one that says nothing.
    package init?(line: Substring) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
            .map { PercentText.decoded($0) ?? "" }
        guard words.count > 2 else { return nil }
        if words[0] == "copy", words.count == 6 {
            guard let number = Int(words[2]), let index = Int32(words[3]), index > 0,
                let basis = Int64(words[4]), let state = try? CopyState(text: words[5])
            else { return nil }
            self = .copy(
                identifier: words[1], number: number,
                .init(index: Int(index), state: state, basis: basis, isKnown: true))
            return
        }
        guard let seconds = Int64(words[2]), (0...253_402_300_799).contains(seconds) else {
            return nil
        }
        let date = Timestamp(secondsSince1970: seconds)
        let numbers = words[3...].compactMap { Int64($0) }
        let digests = stride(from: 1, to: numbers.count, by: 2).map {
            Digest(high: numbers[$0 - 1], low: numbers[$0])
        }
        switch words[0] {
        case "deleted":
            self = .deletion(identifier: words[1], Deletion(date: date, photographs: digests))
        case "sent", "taken":
            self = .exchange(
                .init(
                    direction: words[0] == "sent" ? .sent : .taken,
                    peer: TerminalText.onOneLine(String(words[1].prefix(100))), date: date,
                    content: digests.first))
        default: return nil
        }
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
        try reading {
            try database.prepare(query).forEachRow([]) { row in
                let change = ChangeName(history: row.integer(4), number: row.integer(5))
                guard try stands(change) else { return }
                let (identifier, index) = (row.text(0), Int(try row.number(2)))
                // Others may have what was told before an `undo`.
                let state = try toldChanges(of: identifier).adding(
                    to: row.isNull(6) ? nil : try? CopyState(text: row.text(6)),
                    by: Author(name: "", workspaceKey: key ?? "-", copy: index),
                    Set(former.map { "\($0).\(index)" }))
                let copy = Copy(index: index, state: state, basis: row.integer(3), isKnown: true)
                try body(.copy(identifier: identifier, number: Int(row.number(1)), copy))
                if let last, last == (identifier, index) { return }
                last = (identifier, index)
                for exchange in try exchanges(of: identifier, copy) {
                    try body(.exchange(exchange))
                }
            }
        }
    }

    /// Takes the key of the workspace away, so that it gets another one.
    package func dropKey() throws { try naming { try database.execute("DELETE FROM owner") } }
}

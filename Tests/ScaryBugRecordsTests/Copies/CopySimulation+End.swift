import Testing

@testable import ScaryBugRecords

extension CopySimulation {
    /// Everybody sends all documents to everybody, in any order, until nothing is new.
    mutating func exchangeAll() throws {
        for _ in 0..<8 {
            var isNew = false
            for sender in shuffledUsers() {
                for receiver in shuffledUsers() where sender != receiver {
                    for document in users[sender].copies.keys.sorted()
                    where try !agree(document, sender, receiver)
                        && !users[receiver].deleted.contains(document)
                    {
                        isNew = true
                        try take(pack(document, of: sender), receiver)
                    }
                }
            }
            if !isNew { return }
        }
        Issue.record("the users still have something new for each other")
    }

    private mutating func shuffledUsers() -> [Int] {
        var users = Array(users.indices)
        for index in users.indices { users.swapAt(index, dice.roll(users.count)) }
        return users
    }

    /// Whether both copies have the same content and know the same.
    private mutating func agree(_ document: Int, _ first: Int, _ second: Int) throws -> Bool {
        guard users[second].copies[document] != nil else { return false }
        let (left, right) = (
            try known(document, of: first).copy, try known(document, of: second).copy
        )
        // Nobody believes changes of a clone, even if he has all of its values.
        return left.content.isEqual(to: right.content)
            && left.files.nameKeys == right.files.nameKeys
            && (left.state == right.state || settings.hasClone)
    }

    /// Checks that all copies are equal, with the conflicts of the exact history, and that no value is
    /// lost.
    ///
    /// Copies with the same content may have different dates of modification, since they don't touch each
    /// other.
    mutating func check() throws {
        var present: Set<Entry> = []
        for document in 0..<settings.documents {
            let owners = users.indices.filter { users[$0].copies[document] != nil }
            guard let first = owners.first else { continue }
            let (copy, history) = try known(document, of: first)
            for owner in owners.dropFirst() {
                let other = try known(document, of: owner).copy
                #expect(copy.content.isEqual(to: other.content), "document \(document)")
                #expect(copy.files.nameKeys == other.files.nameKeys, "document \(document)")
                #expect(copy.data.creationDate == other.data.creationDate)
            }
            check(copy.content, history, document)
            for (register, stamps) in history.stamps {
                for stamp in stamps { present.insert(Entry(document, register, stamp)) }
            }
        }
        let documents = Set(present.map(\.document))
        let lost = entered.subtracting(replaced).subtracting(present).filter {
            $0.value.checksum != nil && documents.contains($0.document)
        }
        #expect(lost.isEmpty)
    }

    private func check(_ content: CopyContent, _ history: ExactState, _ document: Int) {
        for register in content.registers.union(history.stamps.keys) {
            let stamps = history.stamps[register] ?? []
            if register.element == nil {
                let values = content.counted(stamps.map(\.checksum), register)
                #expect(
                    content.values(of: register) == (values.isEmpty ? [nil] : values),
                    "\(document) \(register)")
            } else {
                #expect((content.shown[register] != nil) == !stamps.isEmpty)
            }
        }
    }
}

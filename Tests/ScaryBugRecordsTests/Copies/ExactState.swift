@testable import ScaryBugRecords

/// The oracle of ``CopyState``: it knows each change that a copy has ever seen, instead of the newest
/// time of each author.
struct ExactState {
    typealias Register = CopyState.Register
    typealias Stamp = CopyState.Stamp

    struct Change: Hashable {
        let author: Author
        let time: Int64
    }

    fileprivate(set) var seen: [Register: Set<Change>] = [:]
    fileprivate(set) var stamps: [Register: Set<Stamp>] = [:]

    init(seen: [Register: Set<Change>] = [:], stamps: [Register: Set<Stamp>] = [:]) {
        (self.seen, self.stamps) = (seen, stamps)
    }

    func join(_ other: ExactState) -> ExactState {
        var result = ExactState(seen: seen.merging(other.seen) { $0.union($1) })
        for register in Set(stamps.keys).union(other.stamps.keys) {
            let (own, others) = (stamps[register] ?? [], other.stamps[register] ?? [])
            let kept = own.intersection(others)
                .union(own.filter { !other.knows($0, register) })
                .union(others.filter { !knows($0, register) })
            if !kept.isEmpty { result.stamps[register] = kept }
        }
        return result
    }

    private func knows(_ stamp: Stamp, _ register: Register) -> Bool {
        seen[register]?.contains(Change(author: stamp.author, time: stamp.time)) ?? false
    }

    /// Adds the changes of an author that several states have.
    mutating func see(_ states: [ExactState], by author: Author) {
        for state in states {
            seen.merge(state.seen.mapValues { $0.filter { $0.author == author } }) { $0.union($1) }
        }
    }

    /// Takes stamps as they are, where an exact history would need more than a bundle tells.
    mutating func take(_ stamps: [Register: Set<Stamp>]) {
        self.stamps = stamps
        for (register, stamps) in stamps {
            seen[register, default: []].formUnion(
                stamps.map { Change(author: $0.author, time: $0.time) })
        }
    }

    func withholding(_ keys: Set<String>) -> ExactState {
        ExactState(
            seen: seen.filter { !keys.contains($0.key.key) },
            stamps: stamps.filter { !keys.contains($0.key.key) })
    }
}

extension ExactState {
    /// What a copy knows whose content differs from what it knew before.
    ///
    /// - Parameters:
    ///   - time: the time of the values that the author entered.
    ///   - isFound: whether nobody knows the author. He knows all values of the content then, since the
    ///     same content has the same author.
    init(
        of content: CopyContent, since base: ExactState?, by author: Author, at time: Int64,
        isFound: Bool = false
    ) {
        self = base ?? ExactState()
        let change = Change(author: author, time: time)
        for register in content.registers.union(stamps.keys) {
            let values = content.exactValues(of: register)
            let known = stamps[register] ?? []
            let knownValues = Set(known.map(\.checksum))
            // A list stands where nothing else is.
            let isList = register.element == nil && content.lists.contains(register.key)
            let isSame =
                register.element == nil
                ? values == knownValues || known.isEmpty && values == [nil]
                    || isList && values == knownValues.subtracting([nil])
                : values == Set([known.max()?.checksum].compactMap(\.self))
            let changes = [change, Change(author: author, time: time - 1)]
            if isFound { seen[register, default: []].formUnion(changes) }
            guard !isSame else { continue }
            stamps[register] =
                values.isEmpty
                ? nil
                : Set(
                    values.map {
                        let isShown = $0 == content.shown[register]?.checksum
                        return Stamp(time: isShown ? time : time - 1, author: author, checksum: $0)
                    })
            if !values.isEmpty { seen[register, default: []].formUnion(changes) }
        }
    }
}

extension CopyContent {
    var registers: Set<CopyState.Register> { Set(shown.keys).union(others.keys) }

    /// The values of a field, with nil for a cleared one, or of an element.
    func exactValues(of register: CopyState.Register) -> Set<UInt32?> {
        let shown = shown[register]?.checksum
        if register.element != nil { return shown == nil ? [] : [shown] }
        let others = (others[register] ?? []).map(\.checksum)
        let isList = self.shown.keys.contains { $0.key == register.key && $0.element != nil }
        return isList && others.contains { $0 != nil } ? Set(others) : Set([shown] + others)
    }
}

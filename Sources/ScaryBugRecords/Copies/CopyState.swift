/// The knowledge of a copy about the document's values. For each author it has the time of the newest
/// change that this copy has seen, and the values of that author.
///
/// It is a multi-value register for each key and an observed-remove set for each list, all under one
/// version vector (Shapiro et al., https://inria.hal.science/inria-00555588). States form a
/// semilattice, and ``join(_:)`` is its least upper bound. A value that a copy has seen and no longer
/// has was replaced or removed, so nothing else records that.
package struct CopyState: Hashable, Sendable {
    /// A value of its own: a field, an element of a list, or a file.
    package struct Register: Hashable, Sendable {
        /// The key in the archived object, or `/NAME` for a file. The name is folded, as tags are.
        package let key: String
        /// The CRC-32 of the folded element of a list; nil for a value that is no element.
        var element: UInt32?

        package init(key: String, element: UInt32? = nil) {
            (self.key, self.element) = (key, element)
        }
    }

    /// A value that an author entered.
    package struct Stamp: Hashable, Sendable {
        /// Milliseconds since 1970 on the author's clock. Each author's times only grow. Times of several
        /// authors only decide which of two conflicting values is shown.
        package let time: Int64
        package let author: Author
        /// The CRC-32 of the value; nil for a cleared one.
        let checksum: UInt32?
    }

    typealias Times = [Author: Int64]

    /// The newest time of each author that the copy knows.
    var times: Times = [:]
    var stamps: [Register: Set<Stamp>] = [:]
    /// The times that the copy knows for keys whose values somebody has withheld. ``unnamedFiles`` holds for
    /// all further files that have no times of their own here.
    var partialTimes: [String: Times] = [:]
    /// The values that a sender showed in place of withheld ones, such as a photograph without its
    /// position, by their keys. They are nobody's values: whoever knows a value that somebody entered drops
    /// them.
    var standIns: [String: Set<Stamp>] = [:]

    /// The last millisecond of the year 9999.
    static let lastTime: Int64 = 253_402_300_799_999

    /// The key of all files that somebody has left out, since their names may tell something, too.
    static let unnamedFiles = "/"

    /// Whether a key is of a file that isn't the photograph, so that the user chose its name.
    static func isFurtherFile(_ key: String) -> Bool {
        key.hasPrefix("/") && key != unnamedFiles
            && !DocumentKind.isPhotographName(String(key.dropFirst()))
    }

    func times(of key: String) -> Times {
        if partialTimes.isEmpty { return times }
        let unnamed = Self.isFurtherFile(key) ? partialTimes[Self.unnamedFiles] : nil
        return partialTimes[key] ?? unnamed ?? times
    }

    func covers(_ stamp: Stamp, of key: String) -> Bool {
        times(of: key)[stamp.author].map { $0 >= stamp.time } ?? false
    }

    // MARK: Joining

    /// All that two copies know together.
    package func join(_ other: CopyState) -> CopyState {
        var result = CopyState(times: Self.later(times, other.times))
        // The key of unnamed files comes before the keys of files, whose times may be equal to its times.
        for key in Set(partialTimes.keys).union(other.partialTimes.keys).sorted() {
            let known = Self.later(times(of: key), other.times(of: key))
            if known != result.times(of: key) { result.partialTimes[key] = known }
        }
        for register in Set(stamps.keys).union(other.stamps.keys) {
            let joined = joined(register, other)
            if !joined.isEmpty { result.stamps[register] = joined }
        }
        for key in Set(standIns.keys).union(other.standIns.keys)
        where result.stamps[Register(key: key)] == nil {
            let kept = news(standIns[key] ?? [], other.standIns[key] ?? [], of: key, other)
            // Whoever knows the newest one of an author knows the older ones.
            let newest = Dictionary(grouping: kept, by: \.author).mapValues { $0.map(\.time).max() }
            let standIns = kept.filter { newest[$0.author] == $0.time }
            if !standIns.isEmpty { result.standIns[key] = standIns }
        }
        return result
    }

    /// The stamps that both have, or of which one of them has not heard.
    private func news(
        _ own: Set<Stamp>, _ others: Set<Stamp>, of key: String, _ other: CopyState
    ) -> Set<Stamp> {
        own.filter { others.contains($0) || !other.covers($0, of: key) }
            .union(others.filter { own.contains($0) || !covers($0, of: key) })
    }

    private static func later(_ left: Times, _ right: Times) -> Times {
        left.merging(right) { max($0, $1) }
    }

    private func joined(_ register: Register, _ other: CopyState) -> Set<Stamp> {
        let (own, others) = (stamps[register] ?? [], other.stamps[register] ?? [])
        if own == others { return own }
        let kept = news(own, others, of: register.key, other)
        guard kept.isEmpty, register.element == nil else { return kept }
        // Each copy claims to have seen the other's value, so one of them went back in time: its
        // workspace came from an old backup.
        return Set([own.union(others).max()].compactMap(\.self))
    }

    /// Whether somebody has withheld values.
    package var isPartial: Bool { !withheldKeys.isEmpty }

    /// The keys of which somebody has withheld all values.
    var withheldKeys: Set<String> {
        let keys = Set(partialTimes.keys).union(standIns.keys)
        return keys.subtracting(keys.isEmpty ? [] : stamps.keys.map(\.key))
    }

    /// The keys of the further files that have values.
    package var furtherFiles: Set<String> { Set(stamps.keys.map(\.key).filter(Self.isFurtherFile)) }

    /// What a copy knows whose sender leaves out all values of some keys. The record of the sender keeps
    /// the state with these values.
    ///
    /// - Parameters:
    ///   - keys: the keys. A file may stand under the key of its stored name, too.
    ///   - content: what the copy shows, also in place of values that are left out.
    ///   - sender: who shows it; nil for the author of what is left out.
    package func withholding(
        _ keys: Set<String>, showing content: CopyContent? = nil, by sender: Author? = nil
    ) -> CopyState {
        var result = self
        let keys = FileNames(self).registerKeys(of: keys)
        result.stamps = stamps.filter { !keys.contains($0.key.key) }
        for key in keys where !times.isEmpty {
            result.partialTimes[key] = [:]
            let shown = content?.shown[Register(key: key)]?.checksum
            result.standIns[key] = shown.flatMap {
                standIn($0, by: sender ?? author(of: [key]) ?? author(of: keys))
            }.map { [$0] }
        }
        result.hideNames()
        return result
    }

    /// Replaces the keys of further files that have a name and nothing else by one key.
    mutating func hideNames() {
        let files = Set(stamps.keys.map(\.key)).union(standIns.keys).filter(Self.isFurtherFile)
        let named = partialTimes.filter { !Self.isFurtherFile($0.key) }
        let isHiding = partialTimes.keys.contains { Self.isFurtherFile($0) && !files.contains($0) }
        guard let unnamed = isHiding ? [:] : named[Self.unnamedFiles] else { return }
        let known = files.map { ($0, times(of: $0)) }.filter { $0.1 != unnamed }
        partialTimes = named.merging(known) { _, known in known }
        partialTimes[Self.unnamedFiles] = unnamed
    }

    /// The same without stand-ins that a copy doesn't show any more, since a checksum tells a short value.
    package func showing(_ content: CopyContent) -> CopyState {
        var result = self
        for (key, stamps) in standIns {
            let shown = content.shown[Register(key: key)]?.checksum
            let present = stamps.filter { $0.checksum == shown }
            result.standIns[key] = present.isEmpty ? nil : present
        }
        return result
    }

    /// A stamp for what stands for a withheld value. Whoever knows what its author entered drops it.
    private func standIn(_ checksum: UInt32, by author: Author?) -> Stamp? {
        let author = author.flatMap { times[$0] == nil ? nil : $0 } ?? times.keys.max()
        return author.flatMap { author in
            times[author].map { Stamp(time: $0, author: author, checksum: checksum) }
        }
    }

    /// The same values, with the sender in place of authors whom nobody knows. The name of such an author
    /// is a checksum of all values, so it stays at home where values are withheld.
    package func adoptingUnknown(by author: Author) -> CopyState {
        guard times.keys.contains(where: { $0.name == nil }) else { return self }
        var result = self
        let time = min((times.values.max() ?? 0) + 2, Self.lastTime)
        result.stamps = stamps.mapValues { all in
            Set(
                all.map { stamp in
                    stamp.author.name != nil
                        ? stamp : Stamp(time: time, author: author, checksum: stamp.checksum)
                })
        }
        result.times[author] = time
        for key in partialTimes.keys { result.partialTimes[key]?[author] = time }
        return result
    }

    /// The state without authors whom nobody knows, who have no values any more.
    package var withoutUnknown: CopyState {
        var result = self
        result.times = times.filter { $0.key.name != nil }
        result.partialTimes = partialTimes.mapValues { $0.filter { $0.key.name != nil } }
        return result
    }

    /// The author of the newest value under one of these keys.
    private func author(of keys: Set<String>) -> Author? {
        let entered = stamps.filter { keys.contains($0.key.key) }.values
        let shown = standIns.filter { keys.contains($0.key) }.values
        return (entered.joined().max() ?? shown.joined().max())?.author
    }

    // MARK: Values

    /// The different values of a register. Everybody shows the first one.
    func checksums(of register: Register) -> [UInt32?] {
        var result: [UInt32?] = []
        for stamp in (stamps[register] ?? []).sorted(by: >) where !result.contains(stamp.checksum) {
            result.append(stamp.checksum)
        }
        if result.isEmpty, register.element == nil, let standIn = standIns[register.key]?.max() {
            result = [standIn.checksum]
        }
        return result
    }

    /// Whether a value only stands for one that is withheld.
    func isStandIn(_ checksum: UInt32?, of key: String) -> Bool {
        checksum != nil && standIns[key]?.contains { $0.checksum == checksum } == true
    }

    /// The newest stamp of a value.
    package func stamp(of checksum: UInt32?, in register: Register) -> Stamp? {
        stamps[register]?.filter { $0.checksum == checksum }.max()
    }

    /// Replaces what another copy claims about values that this copy knows by the same author and time.
    ///
    /// - Returns: whether there was such a claim.
    func correct(_ other: inout CopyState) -> Bool {
        var isCorrected = false
        for (register, claimed) in other.stamps {
            guard let own = stamps[register], own != claimed else { continue }
            let authors = Set(claimed.map { AuthorTime($0) }).intersection(
                own.map { AuthorTime($0) })
            for author in authors {
                let belongs = { (stamp: Stamp) in AuthorTime(stamp) == author }
                let right = own.filter(belongs)
                guard right != claimed.filter(belongs) else { continue }
                other.stamps[register] = other.stamps[register]?.filter { !belongs($0) }.union(
                    right)
                isCorrected = true
            }
        }
        return isCorrected
    }

    private struct AuthorTime: Hashable {
        let author: Author
        let time: Int64

        init(_ stamp: Stamp) { (author, time) = (stamp.author, stamp.time) }
    }
}

extension CopyState.Stamp: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        if left.time != right.time { return left.time < right.time }
        if left.author != right.author { return left.author < right.author }
        return (left.checksum.map(Int64.init) ?? -1) < (right.checksum.map(Int64.init) ?? -1)
    }
}

extension CopyState.Register: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        if left.key != right.key { return left.key.utf8.lexicographicallyPrecedes(right.key.utf8) }
        return (left.element.map(Int64.init) ?? -1) < (right.element.map(Int64.init) ?? -1)
    }
}

/// The relation of an incoming copy of a document to the present one.
package enum CopyRelation: String, Hashable, Sendable {
    /// Both have the same content.
    case same
    /// The copy here knows all that the incoming one knows, and more.
    case older
    /// The incoming copy knows all that the one here knows, and more.
    case newer
    /// Both were changed.
    case parted

    /// Whether the incoming copy has something that the one here lacks.
    package var isChanging: Bool { self == .newer || self == .parted }

    /// - Parameter joined: the join of both.
    init(of incoming: CopyState, to present: CopyState, joined: CopyState) {
        // The incoming copy can be newer without the values that it withholds.
        var withheld = incoming.withheldKeys
        let hasUnnamed = withheld.contains(CopyState.unnamedFiles)
        if hasUnnamed {
            withheld.formUnion(joined.furtherFiles.subtracting(incoming.furtherFiles))
        }
        let reduced = { (state: CopyState) in
            var state = state.withholding(withheld)
            // Of a file that others may have under the same name, the values count.
            if hasUnnamed {
                state.partialTimes = state.partialTimes.filter { !CopyState.isFurtherFile($0.key) }
            }
            return state
        }
        let knowsAll =
            withheld.isEmpty ? joined == incoming : reduced(joined) == reduced(incoming)
        switch (joined == present, knowsAll) {
        case (true, true): self = joined == incoming ? .same : .older
        case (true, false): self = .older
        case (false, true): self = .newer
        case (false, false): self = .parted
        }
    }
}

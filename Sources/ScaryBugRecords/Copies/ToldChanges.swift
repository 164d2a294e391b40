/// The changes that copies of a document told others under the key of this workspace.
package struct ToldChanges: Sendable {
    package var key: String?
    /// The values under that key, each time that they were told. A cleared element of a list is one that its
    /// author removed.
    package var states: [CopyState] = []
    /// The knowledge of copies here, which nobody may have been told.
    package var known: [CopyState] = []

    package init(key: String? = nil, states: [CopyState] = [], known: [CopyState] = []) {
        (self.key, self.states, self.known) = (key, states, known)
    }

    private var all: [CopyState] { states + known }

    /// Whether a copy tells of changes under the key of this workspace that were made elsewhere, as by a
    /// clone of the disk.
    func lack(_ other: CopyState, besides present: CopyState) -> Bool {
        let isTimeNew = other.times.contains { author, time in
            isNew(author, time) && !(all + [present]).contains { $0.times[author] == time }
        }
        return isTimeNew
            || other.stamps.contains { register, stamps in
                stamps.subtracting(present.stamps[register] ?? []).contains {
                    lack($0, in: register)
                }
            }
    }

    /// Whether a value has the key of this workspace, and nobody told it here.
    func lack(_ stamp: CopyState.Stamp, in register: CopyState.Register) -> Bool {
        isNew(stamp.author, stamp.time)
            && !all.contains { $0.stamps[register]?.contains(stamp) == true }
    }

    /// An older version of the program remembered only what was told last.
    private func isNew(_ author: Author, _ time: Int64) -> Bool {
        author.workspaceKey == key ?? "-"
            && time > all.compactMap { $0.times[author] }.min() ?? -1
    }

    /// What a copy knows, with all that its author told since. An `undo` takes back what a copy learned, but
    /// others have what it told.
    ///
    /// - Parameter former: the places of the author under former keys.
    package func adding(
        to base: CopyState?, by author: Author, _ former: Set<String>
    ) -> CopyState? {
        let isOwn = { (other: Author) in other.place == author.place }
        let last = base?.times.filter { isOwn($0.key) }.values.max() ?? -1
        var result = base ?? CopyState()
        var newest: [CopyState.Register: Int64] = [:]
        for state in states {
            let part = state.replacing(former, by: author).part(of: isOwn)
            for (author, time) in part.times where time > last { result.advance(author, to: time) }
            for (register, stamps) in part.stamps {
                guard let time = stamps.map(\.time).max(), time > newest[register] ?? last else {
                    continue
                }
                newest[register] = time
                let isRemoved = register.element != nil && stamps.allSatisfy { $0.checksum == nil }
                result.stamps[register] = isRemoved ? nil : stamps
                if register.element == nil { result.standIns[register.key] = nil }
            }
        }
        return result.times.isEmpty ? base : result
    }
}

extension CopyState {
    /// Sets the newest time of an author, who knows all that he did himself.
    mutating func advance(_ author: Author, to time: Int64) {
        guard time > times[author] ?? -1 else { return }
        times[author] = time
        for key in partialTimes.keys { partialTimes[key]?[author] = time }
    }

    /// The elements of lists that an author removed since an earlier state, as cleared values; nil for none.
    func removed(since base: CopyState?, by author: Author) -> CopyState? {
        let gone = base?.stamps.keys.filter { $0.element != nil && stamps[$0] == nil } ?? []
        guard !gone.isEmpty, let time = times[author] else { return nil }
        let stamp = Stamp(time: time, author: author, checksum: nil)
        return CopyState(
            times: [author: time],
            stamps: Dictionary(uniqueKeysWithValues: gone.map { ($0, [stamp]) }))
    }

    /// What an author tells, and what he removed.
    package func telling(_ removed: CopyState?, of isIncluded: (Author) -> Bool) -> CopyState {
        var told = part(of: isIncluded)
        told.stamps.merge(removed?.stamps ?? [:]) { $1 }
        return told
    }

    /// The values of some authors, without what their copies know of others.
    package func part(of isIncluded: (Author) -> Bool) -> CopyState {
        CopyState(
            times: times.filter { isIncluded($0.key) },
            stamps: stamps.mapValues { $0.filter { isIncluded($0.author) } }
                .filter { !$0.value.isEmpty })
    }

    /// The same values under the present key of the workspace, since a clone may go on with a former one.
    ///
    /// - Parameter former: the places of the author under former keys.
    func replacing(_ former: Set<String>, by author: Author) -> CopyState {
        let isFormer = { (other: Author) in former.contains(String(other.place)) }
        guard !former.isEmpty, !times.keys.contains(where: { $0.place == author.place }),
            let time = times.filter({ isFormer($0.key) }).values.max()
        else { return self }
        var result = self
        result.times[author] = time
        for key in partialTimes.keys { result.partialTimes[key]?[author] = time }
        result.stamps = stamps.mapValues { all in
            Set(
                all.map {
                    isFormer($0.author)
                        ? Stamp(time: $0.time, author: author, checksum: $0.checksum) : $0
                })
        }
        return result
    }

    /// The knowledge of a copy that tells of changes by a clone, as far as it is believed. It replaces
    /// nothing, and an author whom nobody knows has its values, unless they are known here.
    func doubted(
        besides present: CopyState, _ told: ToldChanges, by unknown: Author, at time: Int64
    ) -> CopyState {
        var result = CopyState(times: [unknown: time], standIns: standIns)
        for (register, all) in stamps {
            let known = present.stamps[register] ?? []
            result.stamps[register] = Set(
                all.map { stamp in
                    known.contains(stamp)
                        || !told.lack(stamp, in: register)
                            && present.covers(stamp, of: register.key)
                        ? stamp : Stamp(time: time, author: unknown, checksum: stamp.checksum)
                })
        }
        return result
    }
}

/// The changes that copies of a document told others under the key of this workspace.
struct ToldChanges: Sendable {
    var key: String?
    /// The values under that key, each time that they were told.
    var states: [CopyState] = []

    /// Whether a copy tells of changes under the key of this workspace that were made elsewhere, as by a
    /// clone of the disk.
    func lack(_ other: CopyState, besides present: CopyState) -> Bool {
        let isTimeNew = other.times.contains { author, time in
            isNew(author, time) && !(states + [present]).contains { $0.times[author] == time }
        }
        return isTimeNew
            || other.stamps.contains { register, stamps in
                stamps.subtracting(present.stamps[register] ?? []).contains { lack($0, in: register) }
            }
    }

    /// Whether a value has the key of this workspace, and nobody told it here.
    func lack(_ stamp: CopyState.Stamp, in register: CopyState.Register) -> Bool {
        isNew(stamp.author, stamp.time)
            && !states.contains { $0.stamps[register]?.contains(stamp) == true }
    }

    /// An older version of the program remembered only what was told last.
    private func isNew(_ author: Author, _ time: Int64) -> Bool {
        author.workspaceKey == key ?? "-"
            && time > states.compactMap { $0.times[author] }.min() ?? -1
    }

    /// The values that an author told last, also those that others have replaced since.
    func last(of author: Author, _ former: Set<String>) -> CopyState {
        let parts = states.map { state in
            state.replacing(former, by: author).part { $0.place == author.place }
        }.sorted { $0.times.values.max() ?? -1 > $1.times.values.max() ?? -1 }
        var last = CopyState(times: parts.first?.times ?? [:])
        for part in parts {
            for (register, stamps) in part.stamps
            where part.times == last.times
                // Nothing tells whether the author removed an element himself.
                || register.element == nil && last.stamps[register] == nil
            {
                last.stamps[register, default: []].formUnion(stamps)
            }
        }
        return last
    }
}

extension CopyState {
    /// The values of some authors, without what their copies know of others.
    func part(of isIncluded: (Author) -> Bool) -> CopyState {
        CopyState(
            times: times.filter { isIncluded($0.key) }, stamps: stamps { isIncluded($1.author) })
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

    /// What is believed of a copy that tells of changes by a clone. It replaces nothing, and its values
    /// have authors only as far as the present copy has seen them.
    func doubted(besides present: CopyState, _ told: ToldChanges) -> CopyState {
        CopyState(
            stamps: stamps { register, stamp in
                present.stamps[register]?.contains(stamp) == true
                    || !told.lack(stamp, in: register) && present.covers(stamp, of: register.key)
            }, standIns: standIns)
    }

    private func stamps(where isKept: (Register, Stamp) -> Bool) -> [Register: Set<Stamp>] {
        var kept: [Register: Set<Stamp>] = [:]
        for (register, all) in stamps {
            let some = all.filter { isKept(register, $0) }
            if !some.isEmpty { kept[register] = some }
        }
        return kept
    }
}

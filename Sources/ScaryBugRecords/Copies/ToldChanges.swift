/// The changes that copies of a document told others under the key of this workspace.
package struct ToldChanges: Sendable {
    package var key: String?
    /// The values under that key, each time that they were told.
    package var states: [CopyState] = []

    package init(key: String? = nil, states: [CopyState] = []) {
        (self.key, self.states) = (key, states)
    }

    /// Whether a copy tells of changes under the key of this workspace that were made elsewhere, as by a
    /// clone of the disk.
    func lack(_ other: CopyState, besides present: CopyState) -> Bool {
        let isTimeNew = other.times.contains { author, time in
            isNew(author, time) && !(states + [present]).contains { $0.times[author] == time }
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
            && !states.contains { $0.stamps[register]?.contains(stamp) == true }
    }

    /// An older version of the program remembered only what was told last.
    private func isNew(_ author: Author, _ time: Int64) -> Bool {
        author.workspaceKey == key ?? "-"
            && time > states.compactMap { $0.times[author] }.min() ?? -1
    }

    /// The values that an author told last, also those that others have replaced since.
    package func last(of author: Author, _ former: Set<String>) -> CopyState {
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

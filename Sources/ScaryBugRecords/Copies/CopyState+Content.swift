extension CopyState {
    /// What a copy knows now. Values that differ from what it last exchanged are the author's own.
    ///
    /// - Parameters:
    ///   - content: the values of the document.
    ///   - base: what the copy knew when it was last exchanged; nil if it never was. Then all values are
    ///     the author's.
    ///   - modified: the date of modification.
    init(of content: CopyContent, since base: CopyState?, by author: Author, at modified: Timestamp)
    {
        let base = base ?? CopyState()
        let next = (base.times[author] ?? -1) + 2
        let time = min(max(modified.secondsSince1970 * 1_000, next), Self.lastTime)
        self = base
        var isChanged = base.times.isEmpty
        for register in Set(content.shown.keys).union(content.others.keys).union(base.stamps.keys) {
            let known = base.stamps[register] ?? []
            let shown = content.shown[register]?.checksum
            if register.element != nil, shown == nil {
                stamps[register] = nil
                isChanged = true
                continue
            }
            let present = register.element == nil ? content.values(of: register) : [shown]
            let isSame =
                register.element == nil
                ? present == content.counted(known.map(\.checksum), register)
                : shown == known.max()?.checksum
            if isSame || known.isEmpty && present == [nil] { continue }
            if known.isEmpty, present == [shown], isStandIn(shown, of: register.key) { continue }
            // Everybody shows what the author shows, so the other values are older.
            if register.element == nil { standIns[register.key] = nil }
            stamps[register] = Set(
                present.map {
                    Stamp(time: $0 == shown ? time : time - 1, author: author, checksum: $0)
                })
            isChanged = true
        }
        guard isChanged else { return }
        times[author] = time
        // An author knows all that he did himself.
        for key in partialTimes.keys { partialTimes[key]?[author] = time }
    }
}

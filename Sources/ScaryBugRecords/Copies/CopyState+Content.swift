extension CopyState {
    /// What a copy knows now. Values that differ from what it last exchanged are the author's own.
    ///
    /// - Parameters:
    ///   - content: the values of the document.
    ///   - base: what the copy knew when it was last exchanged; nil if it never was. Then all values are
    ///     the author's.
    ///   - makeTimes: makes the times of entered values, as far as they are later than a time.
    init(
        of content: CopyContent, since base: CopyState?, by author: Author,
        at makeTimes: (Int64) -> EntryTimes
    ) {
        let base = base ?? CopyState()
        let last = base.times[author] ?? -1
        lazy var entered = makeTimes(last)
        let time = { (entered: Int64) in min(max(entered, last + 2), Self.lastTime) }
        self = base
        var newest: Int64?
        for register in Set(content.shown.keys).union(content.others.keys).union(base.stamps.keys) {
            let known = base.stamps[register] ?? []
            let shown = content.shown[register]?.checksum
            let isGone = register.element != nil && shown == nil
            let present = register.element == nil ? content.values(of: register) : [shown]
            let isSame =
                register.element == nil
                ? present == content.counted(known.map(\.checksum), register)
                : shown == known.max()?.checksum
            if !isGone, isSame || known.isEmpty && present == [nil] { continue }
            if known.isEmpty, present == [shown], isStandIn(shown, of: register.key) { continue }
            // Everybody shows what the author shows, so the other values are older.
            if register.element == nil { standIns[register.key] = nil }
            let time = time(entered.time(of: register))
            stamps[register] =
                isGone
                ? nil
                : Set(
                    present.map {
                        Stamp(time: $0 == shown ? time : time - 1, author: author, checksum: $0)
                    })
            newest = max(time, newest ?? 0)
        }
        if base.times.isEmpty, newest == nil { newest = time(entered.last) }
        if let newest { advance(author, to: newest) }
    }
}

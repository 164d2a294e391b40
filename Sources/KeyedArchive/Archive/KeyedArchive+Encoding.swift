extension KeyedArchive {
    /// The archive as a binary property list. Equal archives give equal bytes.
    ///
    /// Objects that aren't reachable from a root are left out. The others are renumbered in the
    /// order in which they are reached.
    ///
    /// - Throws: `unknownReference` if a root belongs to another archive; `limitExceeded` if
    ///   containers are nested more than 256 deep.
    public func encoded() throws(KeyedArchiveError) -> [UInt8] {
        try BinaryWriter.bytes(of: self, reachedObjects())
    }

    /// The reachable objects, as an archive is written.
    struct ReachedObjects {
        /// The objects in breadth-first order after the null object.
        var order: [UInt32] = [0]
        /// The new number of every object, 0 if it isn't reachable.
        var numbers: [UInt32]
    }

    private func reachedObjects() throws(KeyedArchiveError) -> ReachedObjects {
        var reached = ReachedObjects(numbers: Array(repeating: 0, count: objects.count))
        reached.order.reserveCapacity(objects.count)
        var references: [UInt32] = []
        references.reserveCapacity(2 * objects.count)
        PropertyList.dictionary(top).forEachReference { references.append($0) }
        PropertyList.dictionary(others).forEachReference { references.append($0) }
        var next = 0
        while next < references.count {
            let uid = references[next]
            next += 1
            guard Int(uid) < objects.count else { throw stored.unknown(uid) }
            guard uid != 0, reached.numbers[Int(uid)] == 0 else { continue }
            reached.numbers[Int(uid)] = UInt32(clamping: reached.order.count)
            reached.order.append(uid)
            objects[Int(uid)].forEachReference { references.append($0) }
        }
        return reached
    }
}

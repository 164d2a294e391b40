extension KeyedArchive {
    /// The archive as a binary property list. Equal archives give equal bytes.
    ///
    /// Objects that aren't reachable from a root are left out. The others are renumbered in the
    /// order in which they are reached.
    ///
    /// - Throws: `unknownReference` if a root belongs to another archive; `limitExceeded` if
    ///   containers are nested more than 256 deep.
    public func encoded() throws(KeyedArchiveError) -> [UInt8] {
        let reached = try reachedObjects()
        var parts: PropertyListDictionary = [
            "$version": .integer(Self.version),
            "$archiver": .string(Self.archiver),
            "$top": .dictionary(top),
            "$objects": BinaryWriter.placeholder,
        ]
        for entry in others.entries { parts[entry.key] = entry.value }
        return try BinaryWriter.bytes(of: .dictionary(parts), objects: objects, reached)
    }

    /// The reachable objects, as an archive is written.
    struct ReachedObjects {
        /// The objects in breadth-first order after the null object.
        var order: [UInt32] = [0]
        /// The new number of every object, 0 if it isn't reachable.
        var numbers: [UInt32]
        /// The first object that the archive doesn't have.
        var unknown: UInt32?

        init(among count: Int) {
            numbers = Array(repeating: 0, count: count)
        }

        mutating func reach(_ uid: UInt32) {
            guard Int(uid) < numbers.count else {
                unknown = unknown ?? uid
                return
            }
            guard uid != 0, numbers[Int(uid)] == 0 else { return }
            numbers[Int(uid)] = UInt32(clamping: order.count)
            order.append(uid)
        }
    }

    private func reachedObjects() throws(KeyedArchiveError) -> ReachedObjects {
        var reached = ReachedObjects(among: objects.count)
        PropertyList.dictionary(top).forEachReference { reached.reach($0) }
        PropertyList.dictionary(others).forEachReference { reached.reach($0) }
        var next = 1
        while next < reached.order.count {
            objects[Int(reached.order[next])].forEachReference { reached.reach($0) }
            next += 1
        }
        if let unknown = reached.unknown { throw stored.unknown(unknown) }
        return reached
    }
}

extension KeyedArchive {
    /// The archive as a binary property list. Equal archives give equal bytes.
    ///
    /// Objects that aren't reachable from a root are left out. The others are renumbered in the
    /// order in which they are reached.
    ///
    /// - Throws: `unknownReference` if a root belongs to another archive; `limitExceeded` if
    ///   containers are nested more than 256 deep.
    public func encoded() throws(KeyedArchiveError) -> [UInt8] {
        let (reached, numbers) = try reachedObjects()
        var parts: PropertyListDictionary = [
            "$version": .integer(Self.version),
            "$archiver": .string(Self.archiver),
            "$top": .dictionary(top),
            "$objects": .array(reached),
        ]
        for entry in others.entries { parts[entry.key] = entry.value }
        return try BinaryWriter.bytes(of: .dictionary(parts), renumbered: numbers)
    }

    /// Returns the reachable objects in breadth-first order after the null object, and the new
    /// number of every object, 0 if it isn't reachable.
    private func reachedObjects() throws(KeyedArchiveError) -> ([PropertyList], [UInt32]) {
        var reached = [PropertyList.string(Self.null)]
        reached.reserveCapacity(objects.count)
        var numbers = Array(repeating: UInt32(0), count: objects.count)
        var references: [UInt32] = []
        references.reserveCapacity(2 * objects.count)
        PropertyList.dictionary(top).forEachReference { references.append($0) }
        PropertyList.dictionary(others).forEachReference { references.append($0) }
        var next = 0
        while next < references.count {
            let uid = references[next]
            next += 1
            let object = try existing(Reference(uid: uid))
            guard uid != 0, numbers[Int(uid)] == 0 else { continue }
            numbers[Int(uid)] = UInt32(clamping: reached.count)
            reached.append(object)
            object.forEachReference { references.append($0) }
        }
        return (reached, numbers)
    }
}

extension KeyedArchive {
    /// The archive as a binary property list; the same archive gives the same bytes.
    ///
    /// Objects that no root leads to are left out, and the others are numbered anew in the order in
    /// which they are reached.
    ///
    /// - Throws: `unknownReference` where a root is of another archive, or `limitExceeded` where
    ///   containers are nested more than 256 deep.
    public func encoded() throws(KeyedArchiveError) -> [UInt8] {
        let reached = try reachedObjects()
        var parts: PropertyListDictionary = [
            "$version": .integer(Self.version),
            "$archiver": .string(Self.archiver),
            "$top": .dictionary(top),
            "$objects": .array(reached.map { objects[Int($0)] }),
        ]
        for entry in others.entries { parts[entry.key] = entry.value }
        var numbers: [UInt32: UInt32] = [:]
        for (number, uid) in reached.enumerated() { numbers[uid] = UInt32(clamping: number) }
        var writer = BinaryWriter(renumbered: numbers)
        return try writer.write(.dictionary(parts))
    }

    /// The objects that the roots lead to, nearest first, after the one that stands for nil.
    private func reachedObjects() throws(KeyedArchiveError) -> [UInt32] {
        var reached: [UInt32] = [0]
        var isReached = Array(repeating: false, count: objects.count)
        isReached[0] = true
        var sources = [PropertyList.dictionary(top), .dictionary(others)]
        var next = 0
        while next < sources.count {
            try sources[next].forEachReference { (uid) throws(KeyedArchiveError) in
                let object = try existing(Reference(uid: uid))
                guard !isReached[Int(uid)] else { return }
                isReached[Int(uid)] = true
                reached.append(uid)
                sources.append(object)
            }
            next += 1
        }
        return reached
    }
}

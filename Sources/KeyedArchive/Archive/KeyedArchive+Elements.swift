extension KeyedArchive {
    /// An element of a collection, as it is stored.
    public enum Element: Hashable, Sendable {
        /// An object of the archive.
        case object(Reference)
        /// A value stored inside the collection, or null.
        case value(ArchivedValue)
    }

    /// Returns the unresolved elements of an array, a set or an ordered set, in order. Returns nil
    /// for other objects.
    ///
    ///     for case .object(let book) in try archive.elements(of: shelf) ?? [] {
    ///         try archive.className(of: book)  // "Book"
    ///     }
    ///
    /// - Throws: `unknownReference`; `typeMismatch` if a collection has no elements array or the
    ///   reference is to a class description; any error of ``value(of:)`` for values stored inside
    ///   the collection.
    public func elements(of reference: Reference) throws(KeyedArchiveError) -> [Element]? {
        guard let stored = try storedElements(of: reference) else { return nil }
        var resolver = Resolver(self.stored)
        var elements: [Element] = []
        elements.reserveCapacity(stored.count)
        for value in stored {
            if case .uid(let uid) = value, uid != 0 {
                elements.append(.object(Reference(uid: uid)))
            } else {
                elements.append(.value(try resolver.value(value)))
            }
        }
        return elements
    }

    private func storedElements(
        of reference: Reference
    ) throws(KeyedArchiveError) -> [PropertyList]? {
        if let fields = stored.fields(of: reference.uid) {
            guard let name = try className(of: reference), let known = FoundationClass(name: name),
                known.isList
            else { return nil }
            let object = FoundationObject(
                uid: reference.uid, className: name, fields: fields, objects: stored)
            return try object.collection(known)?.elements
        }
        switch try existing(reference) {
        case .array(let elements), .set(let elements): return elements
        default: return nil
        }
    }
}

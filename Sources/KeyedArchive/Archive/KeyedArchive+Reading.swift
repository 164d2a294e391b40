extension KeyedArchive {
    /// The class of an object; nil for a direct value such as a string.
    ///
    /// - Throws: `unknownReference`; `typeMismatch` for a class description.
    public func className(of reference: Reference) throws(KeyedArchiveError) -> String? {
        if let fields = stored.fields(of: reference.uid) {
            return try className(of: fields, reference)
        }
        _ = try existing(reference)
        return nil
    }

    /// The keys of an object, in order and without `$class`.
    ///
    /// - Throws: `unknownReference`; `typeMismatch` for a direct value.
    public func keys(of reference: Reference) throws(KeyedArchiveError) -> [String] {
        try values(of: reference).keys
    }

    /// Returns the value of an object, with collections resolved.
    ///
    /// - Throws: `unknownReference`; `cyclic` for a collection that contains itself; `malformed` or
    ///   `typeMismatch` if an object of a known class lacks required keys; `limitExceeded` for
    ///   nesting beyond 128 levels, or for a value that expands too much. The limit is 8 times the
    ///   archive's contents, but at least 65,536 values and 64 MiB of text and data.
    public func value(of reference: Reference) throws(KeyedArchiveError) -> ArchivedValue {
        _ = try existing(reference)
        var resolver = Resolver(stored)
        return try resolver.value(.uid(reference.uid))
    }

    /// Returns the resolved value of a key; nil if the object has no such key.
    ///
    /// - Throws: the errors of ``values(of:)`` and ``ObjectValues/value(forKey:)``.
    public func value(
        forKey key: String, of reference: Reference
    ) throws(KeyedArchiveError) -> ArchivedValue? {
        try values(of: reference).value(forKey: key)
    }

    /// Returns an object's keys and values, to read several of them.
    ///
    /// - Throws: `unknownReference`; `typeMismatch` for a direct value.
    public func values(of reference: Reference) throws(KeyedArchiveError) -> ObjectValues {
        ObjectValues(objects: stored, fields: try fields(of: reference))
    }

    func existing(_ reference: Reference) throws(KeyedArchiveError) -> PropertyList {
        try stored.existing(reference.uid)
    }

    /// The objects, for reading them.
    var stored: StoredObjects { StoredObjects(values: objects) }

    /// The keys and values of an object that has a class.
    func fields(
        of reference: Reference
    ) throws(KeyedArchiveError) -> PropertyListDictionary {
        guard let fields = stored.fields(of: reference.uid) else {
            let object = try existing(reference)
            throw .typeMismatch("object \(reference.uid) is \(object.kindName), without keys")
        }
        // The class of an instance was already checked when it was read or made.
        if !fields.contains("$class") { _ = try className(of: fields, reference) }
        return fields
    }

    private func className(
        of fields: PropertyListDictionary, _ reference: Reference
    ) throws(KeyedArchiveError) -> String {
        switch try stored.kind(of: fields, uid: Int(reference.uid)) {
        case .instance(let name): return name
        case .classDescription(let name):
            throw .typeMismatch("object \(reference.uid) describes the class \"\(name)\"")
        }
    }
}

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
        return try stored.map { (value) throws(KeyedArchiveError) in
            if case .uid(let uid) = value, uid != 0 { return .object(Reference(uid: uid)) }
            return .value(try resolver.value(value))
        }
    }

    private func storedElements(
        of reference: Reference
    ) throws(KeyedArchiveError) -> [PropertyList]? {
        if let fields = stored.fields(of: reference.uid) {
            guard let name = try className(of: reference), let known = FoundationClass(name: name),
                [.array, .orderedSet, .set].contains(known)
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

extension KeyedArchive {
    /// The keys and values of one object.
    public struct ObjectValues {
        let objects: StoredObjects
        let fields: PropertyListDictionary

        /// The keys in order, without `$class`.
        public var keys: [String] { fields.keys.filter { $0 != "$class" } }

        /// Whether the object has a key.
        public func contains(_ key: String) -> Bool { fields.contains(key) }

        /// Returns the resolved value of a key; nil if the object has no such key.
        ///
        /// Only this value is resolved, so one of many values is cheap to get.
        ///
        /// - Throws: the errors of ``KeyedArchive/value(of:)``.
        public func value(forKey key: String) throws(KeyedArchiveError) -> ArchivedValue? {
            guard let value = fields[key] else { return nil }
            var resolver = Resolver(objects)
            return try resolver.value(value)
        }
    }
}

extension KeyedArchive {
    /// The class of an object; nil for a direct value such as a string.
    ///
    /// - Throws: `unknownReference`; `typeMismatch` for a class description.
    public func className(of reference: Reference) throws(KeyedArchiveError) -> String? {
        guard case .dictionary(let dictionary) = try existing(reference) else { return nil }
        return try className(of: dictionary, reference)
    }

    /// The keys of an object, in order and without `$class`.
    ///
    /// - Throws: `unknownReference`; `typeMismatch` for a direct value.
    public func keys(of reference: Reference) throws(KeyedArchiveError) -> [String] {
        try fields(of: reference).entries.compactMap { $0.key == "$class" ? nil : $0.key }
    }

    /// Returns the value of an object, with collections resolved.
    ///
    /// - Throws: `unknownReference`; `cyclic` for a collection that contains itself; `malformed` or
    ///   `typeMismatch` if an object of a known class lacks required keys; `limitExceeded` for
    ///   nesting beyond 128 levels, or for a value that expands too much. The limit is 8 times the
    ///   archive's contents, but at least 65,536 values and 64 MiB of text and data.
    public func value(of reference: Reference) throws(KeyedArchiveError) -> ArchivedValue {
        _ = try existing(reference)
        var resolver = Resolver(archive: self)
        return try resolver.value(.uid(reference.uid))
    }

    /// Returns the resolved value of a key; nil if the object has no such key.
    ///
    /// Only this value is read, so one of many values is cheap to get.
    ///
    /// - Throws: the errors of ``value(of:)``; `typeMismatch` if the reference is to a direct
    ///   value.
    public func value(
        forKey key: String, of reference: Reference
    ) throws(KeyedArchiveError) -> ArchivedValue? {
        guard let value = try fields(of: reference)[key] else { return nil }
        if let single = try single(value) { return single }
        var resolver = Resolver(archive: self)
        return try resolver.value(value)
    }

    /// A fast path for most values; nil for collections and objects of other classes.
    private func single(_ stored: PropertyList) throws(KeyedArchiveError) -> ArchivedValue? {
        guard case .uid(let uid) = stored else { return ArchivedValue(scalar: stored) }
        if uid == 0 { return .null }
        let object = try existing(Reference(uid: uid))
        guard case .dictionary(let fields) = object else { return ArchivedValue(scalar: object) }
        guard case .instance(let className) = try kind(of: fields, uid: Int(uid)),
            let known = FoundationClass(name: className), !known.isCollection
        else { return nil }
        return try FoundationObject(
            uid: uid, className: className, fields: fields, archive: self
        ).value(known)
    }

    func existing(_ reference: Reference) throws(KeyedArchiveError) -> PropertyList {
        guard let object = object(reference.uid) else {
            throw .unknownReference(
                "there is no object \(reference.uid) among \(objects.count)")
        }
        return object
    }

    /// The keys and values of an object that has a class.
    func fields(
        of reference: Reference
    ) throws(KeyedArchiveError) -> PropertyListDictionary {
        let place = Int(reference.uid)
        guard place < objects.count, case .dictionary(let dictionary) = objects[place] else {
            let object = try existing(reference)
            throw .typeMismatch("object \(reference.uid) is \(object.kindName), without keys")
        }
        // The class of an instance was already checked when it was read or made.
        if dictionary["$class"] == nil { _ = try className(of: dictionary, reference) }
        return dictionary
    }

    private func className(
        of dictionary: PropertyListDictionary, _ reference: Reference
    ) throws(KeyedArchiveError) -> String {
        switch try kind(of: dictionary, uid: Int(reference.uid)) {
        case .instance(let name): return name
        case .classDescription(let name):
            throw .typeMismatch("object \(reference.uid) describes the class \"\(name)\"")
        }
    }
}

extension KeyedArchive {
    /// Adds an object without keys. Objects of the same class share its description.
    ///
    /// The object is written only if a root leads to it.
    public mutating func addObject(
        className: String, superclasses: [String] = ["NSObject"]
    ) -> Reference {
        change { $0.add(className, superclasses: superclasses) }
    }

    /// Changes the class of an object and keeps its keys.
    ///
    /// - Throws: `unknownReference`; `typeMismatch` for a direct value.
    public mutating func setClass(
        of reference: Reference, to name: String, superclasses: [String] = ["NSObject"]
    ) throws(KeyedArchiveError) {
        let fields = try fields(of: reference)
        change { $0.set(reference.uid, to: name, superclasses: superclasses, fields: fields) }
    }

    /// Sets the value of a key of an object, or removes the key for nil. Other keys don't change.
    ///
    /// The value is stored as Apple's archiver would store it: strings and data as separate
    /// objects, dates and collections as objects of Foundation's classes.
    ///
    /// - Throws: `unknownReference`; `typeMismatch` if the reference is to a direct value, the key
    ///   is `$class`, or a UUID doesn't have 16 bytes; `limitExceeded` for values nested more than
    ///   128 deep.
    public mutating func setValue(
        _ value: ArchivedValue?, forKey key: String, of reference: Reference,
        storage: Storage = .automatic
    ) throws(KeyedArchiveError) {
        _ = try fields(of: reference)
        guard key != "$class" else {
            throw .typeMismatch("the class of an object is not changed through its keys")
        }
        guard let value else { return set(nil, forKey: key, of: reference) }
        if storage == .automatic, let number = value.number {
            return set(number, forKey: key, of: reference)
        }
        if let object = value.directObject {
            objects.append(object)
            return set(.uid(UInt32(clamping: objects.count - 1)), forKey: key, of: reference)
        }
        let field = try change { (builder) throws(KeyedArchiveError) in
            try builder.field(value)
        }
        set(field, forKey: key, of: reference)
    }

    /// Changes a key in place, so that the other keys aren't copied.
    private mutating func set(_ value: PropertyList?, forKey key: String, of reference: Reference) {
        let place = Int(reference.uid)
        guard case .dictionary(var fields) = objects[place] else { return }
        objects[place] = .null
        fields[key] = value
        objects[place] = .dictionary(fields)
    }

    /// Removes keys of an object. The time is proportional to all of its keys.
    ///
    /// - Throws: `unknownReference`; `typeMismatch` for a direct value.
    public mutating func removeValues(
        forKeys keys: Set<String>, of reference: Reference
    ) throws(KeyedArchiveError) {
        let kept = try fields(of: reference).filter { !keys.contains($0) }
        objects[Int(reference.uid)] = .dictionary(kept)
    }

    /// Adds a value as an object, for example as a root.
    ///
    ///     archive.setRoot("root", to: try archive.add(.dictionary(entries)))
    ///
    /// - Throws: the errors of ``setValue(_:forKey:of:storage:)`` for the value.
    public mutating func add(_ value: ArchivedValue) throws(KeyedArchiveError) -> Reference {
        try change { (builder) throws(KeyedArchiveError) in
            guard case .uid(let uid) = try builder.field(value) else {
                throw .typeMismatch("a value that no object stands for")
            }
            return Reference(uid: uid)
        }
    }

    /// Copies an object of another archive, with every object that it refers to.
    ///
    /// Shared and circular references are preserved, and existing class descriptions are reused.
    /// The time is proportional to the copied objects.
    ///
    ///     var shelf = KeyedArchive()
    ///     for book in books {
    ///         guard let root = try book.root("Data") else { continue }
    ///         let copy = try shelf.add(copyOf: root, from: book)
    ///         …
    ///     }
    ///
    /// - Throws: `unknownReference` if the other archive has no such object.
    public mutating func add(
        copyOf reference: Reference, from other: KeyedArchive
    ) throws(KeyedArchiveError) -> Reference {
        _ = try other.existing(reference)
        var copier = ObjectCopier(source: other)
        return try change { (builder) throws(KeyedArchiveError) in
            Reference(uid: try copier.copy(reference.uid, into: &builder))
        }
    }

    /// Gives the builder sole ownership of the objects, so that an addition doesn't copy them. A
    /// change that fails is undone.
    private mutating func change<Result, Failure>(
        _ body: (inout ObjectBuilder) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let count = objects.count
        var builder = ObjectBuilder(archive: KeyedArchive(objects: []))
        swap(&self, &builder.archive)
        defer { swap(&self, &builder.archive) }
        do throws(Failure) {
            return try body(&builder)
        } catch {
            builder.removeObjects(after: count)
            throw error
        }
    }
}

extension KeyedArchive {
    /// Adds a mutable array of objects of this archive.
    ///
    ///     archive.setRoot("root", to: archive.addArray(of: [book, other]))
    ///
    /// - Throws: `unknownReference` if an element belongs to another archive.
    public mutating func addArray(
        of elements: [Reference]
    ) throws(KeyedArchiveError) -> Reference {
        for element in elements { _ = try existing(element) }
        let array = addObject(
            className: "NSMutableArray", superclasses: ["NSArray", "NSObject"])
        var fields = try fields(of: array)
        fields["NS.objects"] = .array(elements.map { .uid($0.uid) })
        objects[Int(array.uid)] = .dictionary(fields)
        return array
    }

    /// Renames a key of an object, keeping the stored form of its value. Replaces any value under
    /// the new key.
    ///
    /// - Throws: `unknownReference`; `typeMismatch` for a direct value.
    public mutating func rename(
        key: String, to newKey: String, of reference: Reference
    ) throws(KeyedArchiveError) {
        var fields = try fields(of: reference)
        guard let value = fields[key], key != newKey else { return }
        fields[key] = nil
        fields[newKey] = value
        objects[Int(reference.uid)] = .dictionary(fields)
    }

    /// Returns whether an object stores the value of a key as a reference or inside the object; nil
    /// if it has no such key.
    ///
    /// - Throws: `unknownReference`; `typeMismatch` for a direct value.
    public func storage(
        forKey key: String, of reference: Reference
    ) throws(KeyedArchiveError) -> Storage? {
        guard let value = try fields(of: reference)[key] else { return nil }
        if case .uid = value { return .reference }
        return .automatic
    }
}

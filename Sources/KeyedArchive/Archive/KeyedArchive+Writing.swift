extension KeyedArchive {
    /// Adds an object without keys. Objects of the same class share its description.
    ///
    /// An object appears in the written archive only where a root leads to it.
    public mutating func addObject(
        className: String, superclasses: [String] = ["NSObject"]
    ) -> Reference {
        change { $0.add(className, superclasses: superclasses) }
    }

    /// Makes an object one of another class, and leaves its keys alone.
    ///
    /// - Throws: `unknownReference`, or `typeMismatch` for a direct value.
    public mutating func setClass(
        of reference: Reference, to name: String, superclasses: [String] = ["NSObject"]
    ) throws(KeyedArchiveError) {
        let fields = try fields(of: reference)
        change { $0.set(reference.uid, to: name, superclasses: superclasses, fields: fields) }
    }

    /// Sets or, with nil, removes what an object has under a key, and leaves all other keys alone.
    ///
    /// What Apple's archiver would make of the value is added to the archive: strings and data as
    /// objects of their own, dates and collections as objects of Foundation's classes.
    ///
    /// - Throws: `unknownReference`; `typeMismatch` where the reference is to a direct value, the
    ///   key is `$class`, or a UUID is not of 16 bytes; `limitExceeded` for values nested more than
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
        let field = try change { (builder) throws(KeyedArchiveError) in
            try builder.field(value)
        }
        set(field, forKey: key, of: reference)
    }

    /// Changes a key of an object where it is, so that the others are not copied.
    private mutating func set(_ value: PropertyList?, forKey key: String, of reference: Reference) {
        let place = Int(reference.uid)
        guard case .dictionary(var fields) = objects[place] else { return }
        objects[place] = .null
        fields[key] = value
        objects[place] = .dictionary(fields)
    }

    /// Adds a value as an object, to be a root for instance.
    ///
    ///     archive.setRoot("root", to: try archive.add(.dictionary(entries)))
    ///
    /// - Throws: as ``setValue(_:forKey:of:storage:)`` does for such a value.
    public mutating func add(_ value: ArchivedValue) throws(KeyedArchiveError) -> Reference {
        try change { (builder) throws(KeyedArchiveError) in
            guard case .uid(let uid) = try builder.field(value) else {
                throw .typeMismatch("a value that no object stands for")
            }
            return Reference(uid: uid)
        }
    }

    /// Adds an object of another archive with everything that it leads to.
    ///
    /// References that are shared or go in a circle stay so, and classes that are described here
    /// already are not described again. The time is in proportion to what is copied.
    ///
    ///     var shelf = KeyedArchive()
    ///     for book in books {
    ///         guard let root = try book.root("Data") else { continue }
    ///         let copy = try shelf.add(copyOf: root, from: book)
    ///         …
    ///     }
    ///
    /// - Throws: `unknownReference` where the other archive has no such object.
    public mutating func add(
        copyOf reference: Reference, from other: KeyedArchive
    ) throws(KeyedArchiveError) -> Reference {
        _ = try other.existing(reference)
        var copier = ObjectCopier(source: other)
        return try change { (builder) throws(KeyedArchiveError) in
            Reference(uid: try copier.copy(reference.uid, into: &builder))
        }
    }

    /// The builder alone holds the objects meanwhile, so that adding one copies none. Of a change
    /// that fails nothing stays.
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

extension KeyedArchive {
    /// Adds an object without keys. Objects of the same class share its description.
    ///
    /// An object appears in the written archive only where a root leads to it.
    public mutating func addObject(
        className: String, superclasses: [String] = ["NSObject"]
    ) -> Reference {
        var builder = ObjectBuilder(archive: self)
        let reference = builder.add(className, superclasses: superclasses, fields: [:])
        self = builder.archive
        return reference
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
        var fields = try fields(of: reference)
        guard key != "$class" else {
            throw .typeMismatch("the class of an object is not changed through its keys")
        }
        guard let value else {
            fields[key] = nil
            objects[Int(reference.uid)] = .dictionary(fields)
            return
        }
        let count = objects.count
        var builder = ObjectBuilder(archive: self)
        // The builder alone holds the objects now, so that adding one copies none.
        objects = []
        do throws(KeyedArchiveError) {
            fields[key] = try builder.field(value, storage: storage)
            builder.replace(reference.uid, with: .dictionary(fields))
            objects = builder.archive.objects
        } catch {
            objects = Array(builder.archive.objects.prefix(count))
            throw error
        }
    }
}

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

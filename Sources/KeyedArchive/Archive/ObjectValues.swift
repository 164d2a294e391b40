extension KeyedArchive {
    /// The keys and values of one object.
    public struct ObjectValues {
        let objects: StoredObjects
        let fields: StoredFields

        /// The keys in order, without `$class`.
        public var keys: [String] {
            var keys: [String] = []
            keys.reserveCapacity(fields.count)
            forEachKey { keys.append($0) }
            return keys
        }

        /// Whether the object has a key.
        public func contains(_ key: String) -> Bool { fields.contains(key) }

        /// Whether a quick look shows that the object has no keys but these and `$class`.
        public func clearlyHasOnly(_ keys: KeyList) -> Bool {
            fields.hasOnly(keys)
        }

        /// Whether a quick look shows that the value of a key is a text.
        public func clearlyHasText(forKey key: Key) -> Bool {
            if case .bytes(let fields, let archive) = fields {
                return archive.hasText(of: key, in: fields)
            }
            return false
        }

        /// Calls `body` with each key in order, without `$class`.
        public func forEachKey(_ body: (String) -> Void) {
            fields.forEachKey { key in
                if key != "$class" { body(key) }
            }
        }

        /// Returns the resolved value of a key; nil if the object has no such key.
        ///
        /// Only this value is read, so one of many values is cheap to get.
        ///
        /// - Throws: the errors of ``KeyedArchive/value(of:)``.
        public func value(forKey key: String) throws(KeyedArchiveError) -> ArchivedValue? {
            try value(forKey: Key(key))
        }

        /// Returns the resolved value of a key; nil if the object has no such key.
        ///
        /// - Throws: the errors of ``KeyedArchive/value(of:)``.
        public func value(forKey key: Key) throws(KeyedArchiveError) -> ArchivedValue? {
            guard let value = fields[key] else { return nil }
            if let single = try single(value) { return single }
            var resolver = Resolver(objects)
            return try resolver.value(value)
        }

        /// A fast path for most values; nil for those that only ``Resolver`` reads.
        private func single(_ stored: PropertyList) throws(KeyedArchiveError) -> ArchivedValue? {
            guard case .uid(let uid) = stored else { return ArchivedValue(scalar: stored) }
            if uid == 0 { return .null }
            if case .bytes(let archive) = objects { return archive.simpleValue(of: uid) }
            return ArchivedValue(scalar: try objects.existing(uid))
        }
    }
}

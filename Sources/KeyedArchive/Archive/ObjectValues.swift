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
            guard let value = fields[key] else { return nil }
            if let single = try single(value) { return single }
            var resolver = Resolver(objects)
            return try resolver.value(value)
        }

        /// A fast path for most values; nil for collections and objects of other classes.
        private func single(_ stored: PropertyList) throws(KeyedArchiveError) -> ArchivedValue? {
            guard case .uid(let uid) = stored else { return ArchivedValue(scalar: stored) }
            if uid == 0 { return .null }
            guard let fields = objects.fields(of: uid) else {
                return ArchivedValue(scalar: try objects.existing(uid))
            }
            guard case .instance(let className) = try objects.kind(of: fields, uid: Int(uid)),
                let known = FoundationClass(name: className)
            else { return nil }
            let object = FoundationObject(
                uid: uid, className: className, fields: fields, objects: objects)
            if known.isCollection { return known == .array ? try plainArray(object) : nil }
            return try object.value(known)
        }

        /// An array of scalars such as texts; nil for any other. Only in an ordinary archive can't it
        /// exceed the limits of a value.
        private func plainArray(
            _ object: FoundationObject
        ) throws(KeyedArchiveError) -> ArchivedValue? {
            guard case .bytes = objects else { return nil }
            var values: [ArchivedValue] = []
            let elements = try object.array("NS.objects")
            values.reserveCapacity(elements.count)
            for element in elements {
                guard case .uid(let uid) = element, uid != 0, objects.fields(of: uid) == nil,
                    let scalar = objects.object(uid).flatMap(ArchivedValue.init(scalar:))
                else { return nil }
                values.append(scalar)
            }
            return .array(values)
        }
    }
}

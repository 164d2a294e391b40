internal import KeyedArchive

extension DocumentData {
    /// Removes a value. A rating that is not given is 0.
    mutating func clear(_ key: String) throws {
        guard key == kind.field(named: Field.rating.name)?.key else {
            return try store(nil, forKey: key)
        }
        try set(nil, for: .rating)
    }

    /// Copies the value of a key from another document of the kind.
    mutating func copy(_ key: String, of other: DocumentData, to newKey: String) throws {
        try translatingErrors {
            let value = try other.archive.value(forKey: key, of: other.object)
            let storage =
                try archive.storage(forKey: newKey, of: object)
                ?? other.archive.storage(forKey: key, of: other.object) ?? .automatic
            let isRating = newKey == kind.field(named: Field.rating.name)?.key
            try archive.setValue(
                value.map { try archive.adding($0, from: other.archive) }, forKey: newKey,
                of: object,
                storage: isRating ? kind.ratingStorage : storage)
        }
    }
}

extension KeyedArchive {
    /// A value of another archive, with copies of the objects in it.
    fileprivate mutating func adding(
        _ value: ArchivedValue, from other: KeyedArchive
    ) throws -> ArchivedValue {
        switch value {
        case .object(let className, let reference):
            return .object(className: className, try add(copyOf: reference, from: other))
        case .array(let values): return .array(try values.map { try adding($0, from: other) })
        case .set(let values): return .set(try values.map { try adding($0, from: other) })
        case .orderedSet(let values):
            return .orderedSet(try values.map { try adding($0, from: other) })
        case .dictionary(let entries):
            return .dictionary(
                try entries.map {
                    .init(
                        key: try adding($0.key, from: other),
                        value: try adding($0.value, from: other))
                })
        default: return value
        }
    }
}

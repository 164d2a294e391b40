/// An object of a known class, with access to the keys of that class.
struct FoundationObject {
    let uid: UInt32
    let className: String
    let fields: PropertyListDictionary
    let objects: StoredObjects

    /// Returns the elements of a collection.
    func array(_ key: String) throws(KeyedArchiveError) -> [PropertyList] {
        guard case .array(let values)? = fields[key] else { throw lacks(key, "an array") }
        return values
    }

    /// Returns the values under `prefix` plus a number that counts up from 0, as in ordered sets.
    func numbered(_ prefix: String) -> [PropertyList] {
        var values: [PropertyList] = []
        while let value = fields["\(prefix)\(values.count)"] { values.append(value) }
        return values
    }

    /// Returns the scalar under the first of the keys that exists. It may be stored inside the
    /// object or as a separate object.
    func scalar(
        _ key: String, or others: String...
    ) throws(KeyedArchiveError) -> PropertyList {
        if let value = scalarIfPresent(key) { return value }
        for other in others {
            if let value = scalarIfPresent(other) { return value }
        }
        throw lacks(key, "a value")
    }

    private func scalarIfPresent(_ key: String) -> PropertyList? {
        guard let value = fields[key] else { return nil }
        guard case .uid(let uid) = value else { return value }
        return objects.object(uid) ?? .null
    }

    func lacks(_ key: String, _ what: String) -> KeyedArchiveError {
        .typeMismatch("object \(uid), of the class \(className), lacks \(what) as \(key)")
    }

    /// The cost of reading the object. Text stored as bytes is copied at every read.
    var weight: Weight {
        fields.entries.reduce(into: Weight(values: 1)) { sum, entry in
            if case .uid(let uid) = entry.value {
                sum += objects.object(uid)?.shallowWeight ?? Weight()
            } else {
                sum += entry.value.shallowWeight
            }
        }
    }
}

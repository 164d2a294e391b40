/// An object of a known class, with access to the keys that belong to it.
struct FoundationObject {
    let uid: UInt32
    let className: String
    let fields: PropertyListDictionary

    init(uid: UInt32, className: String, _ fields: PropertyListDictionary) {
        self.uid = uid
        self.className = className
        self.fields = fields
    }

    /// The elements of a collection.
    func array(_ key: String) throws(KeyedArchiveError) -> [PropertyList] {
        guard case .array(let values)? = fields[key] else { throw lacks(key, "an array") }
        return values
    }

    /// The values of `prefix` and a number that counts up from 0, as ordered sets have them.
    func numbered(_ prefix: String) -> [PropertyList] {
        var values: [PropertyList] = []
        while let value = fields["\(prefix)\(values.count)"] { values.append(value) }
        return values
    }

    /// The first of some keys that there is, with its value.
    func first(_ keys: String...) throws(KeyedArchiveError) -> PropertyList {
        for key in keys {
            if let value = fields[key] { return value }
        }
        throw lacks(keys.first ?? "", "a value")
    }

    func lacks(_ key: String, _ what: String) -> KeyedArchiveError {
        .typeMismatch("object \(uid), of the class \(className), lacks \(what) as \(key)")
    }
}

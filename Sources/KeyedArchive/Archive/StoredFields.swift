/// The keys and values of an object with a class, or of a class description.
enum StoredFields {
    case values(PropertyListDictionary)
    /// An object of the bytes.
    case bytes(Int, in: ArchiveBytes)

    /// The value of a key, as it is stored.
    subscript(key: KeyedArchive.Key) -> PropertyList? {
        switch self {
        case .values(let dictionary): dictionary[key.text]
        case .bytes(let fields, let archive): archive.value(of: key, in: fields)
        }
    }

    subscript(key: String) -> PropertyList? { self[KeyedArchive.Key(key)] }

    func contains(_ key: String) -> Bool {
        switch self {
        case .values(let dictionary): dictionary.contains(key)
        case .bytes(let fields, let archive): archive.contains(KeyedArchive.Key(key), in: fields)
        }
    }

    /// Whether the object is an instance of a class.
    var haveClass: Bool {
        switch self {
        case .values(let dictionary): dictionary.contains("$class")
        case .bytes(let fields, let archive): archive.hasClass(fields)
        }
    }

    /// Whether all keys are among these. It may be false for keys that aren't ASCII, or in large archives.
    func hasOnly(_ keys: KeyedArchive.KeyList) -> Bool {
        if case .bytes(let fields, let archive) = self { return archive.hasOnly(keys, in: fields) }
        return false
    }

    /// All keys and values.
    var dictionary: PropertyListDictionary {
        switch self {
        case .values(let dictionary): dictionary
        case .bytes(let fields, let archive): archive.dictionary(fields)
        }
    }

    var count: Int {
        switch self {
        case .values(let dictionary): dictionary.count
        case .bytes(let fields, let archive): archive.count(of: fields)
        }
    }

    /// Calls `body` with each key in order.
    func forEachKey(_ body: (String) -> Void) {
        switch self {
        case .values(let dictionary):
            for entry in dictionary.entries { body(entry.key) }
        case .bytes(let fields, let archive):
            for index in 0..<archive.count(of: fields) { body(archive.key(index, of: fields)) }
        }
    }
}

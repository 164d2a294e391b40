/// The keys and values of an object with a class, or of a class description.
enum StoredFields {
    case values(PropertyListDictionary)
    /// An object of the bytes.
    case bytes(Int, in: ArchiveBytes)

    /// The value of a key, as it is stored.
    subscript(key: String) -> PropertyList? {
        switch self {
        case .values(let dictionary): dictionary[key]
        case .bytes(let fields, let archive): archive.value(of: key, in: fields)
        }
    }

    func contains(_ key: String) -> Bool {
        switch self {
        case .values(let dictionary): dictionary.contains(key)
        case .bytes(let fields, let archive): archive.contains(key, in: fields)
        }
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

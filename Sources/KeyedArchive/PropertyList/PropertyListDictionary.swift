/// Values by unique key, in the order of insertion.
///
/// Keys are equal if Swift's strings are equal, which means canonical equivalence.
public struct PropertyListDictionary: Hashable, Sendable {
    struct Entry: Hashable, Sendable {
        let key: String
        var value: PropertyList
    }

    /// Most dictionaries have a handful of keys, and then a linear search is faster than hashing.
    static let indexedFrom = 17

    private(set) var entries: [Entry] = []
    /// An index of the keys; nil if there are few.
    private var places: [String: Int]?

    /// An empty dictionary.
    public init() {}

    /// The keys in order.
    public var keys: [String] { entries.map(\.key) }

    /// Whether the dictionary is empty.
    public var isEmpty: Bool { entries.isEmpty }

    /// The number of keys.
    public var count: Int { entries.count }

    /// The value of a key. A new key is added at the end, and setting nil removes the key.
    public subscript(key: String) -> PropertyList? {
        get { index(of: key).map { entries[$0].value } }
        set {
            guard let newValue else { return remove(key) }
            guard let place = index(of: key) else { return append(key, newValue) }
            entries[place].value = newValue
        }
    }

    func contains(_ key: String) -> Bool { index(of: key) != nil }

    /// Adds a key. If it already exists, returns false and changes nothing.
    mutating func insert(_ key: String, _ value: PropertyList) -> Bool {
        guard index(of: key) == nil else { return false }
        append(key, value)
        return true
    }

    mutating func reserveCapacity(_ count: Int) {
        entries.reserveCapacity(count)
    }

    func filter(_ isIncluded: (String) -> Bool) -> PropertyListDictionary {
        var result = PropertyListDictionary()
        for entry in entries where isIncluded(entry.key) { result.append(entry.key, entry.value) }
        return result
    }

    private func index(of key: String) -> Int? {
        if let places { return places[key] }
        return entries.firstIndex { $0.key == key }
    }

    private mutating func append(_ key: String, _ value: PropertyList) {
        entries.append(Entry(key: key, value: value))
        if places != nil {
            places?[key] = entries.count - 1
        } else if entries.count >= Self.indexedFrom {
            indexAll()
        }
    }

    private mutating func remove(_ key: String) {
        guard let place = index(of: key) else { return }
        entries.remove(at: place)
        places = nil
        if entries.count >= Self.indexedFrom { indexAll() }
    }

    private mutating func indexAll() {
        var places: [String: Int] = [:]
        for (place, entry) in entries.enumerated() { places[entry.key] = place }
        self.places = places
    }
}

extension PropertyListDictionary {
    /// Whether both have the same keys and values in the same order.
    public static func == (left: Self, right: Self) -> Bool { left.entries == right.entries }

    /// Hashes the keys and values in order.
    public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

extension PropertyListDictionary: Sequence {
    /// Iterates over the keys and values in order.
    public func makeIterator() -> some IteratorProtocol<(key: String, value: PropertyList)> {
        entries.lazy.map { ($0.key, $0.value) }.makeIterator()
    }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
    /// Creates a dictionary. The last value wins if a key is repeated.
    public init(dictionaryLiteral elements: (String, PropertyList)...) {
        // Reserves room for one more key, such as `$class`.
        reserveCapacity(elements.count + 1)
        for (key, value) in elements { self[key] = value }
    }
}

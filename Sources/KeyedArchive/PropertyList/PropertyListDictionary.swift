/// Values by unique key, in the order in which the keys came.
///
/// Keys are the same where Swift's strings are equal, that is by canonical equivalence.
public struct PropertyListDictionary: Hashable, Sendable {
    /// One key with its value.
    struct Entry: Hashable, Sendable {
        let key: String
        var value: PropertyList
    }

    /// Most dictionaries have a handful of keys, where looking at each is quicker than hashing.
    private static let indexedFrom = 17

    private(set) var entries: [Entry] = []
    /// Nil where there are few keys.
    private var places: [String: Int]?

    /// An empty dictionary.
    public init() {}

    /// The keys in order.
    public var keys: [String] { entries.map(\.key) }

    /// Whether there is no key.
    public var isEmpty: Bool { entries.isEmpty }

    /// The number of keys.
    public var count: Int { entries.count }

    /// The value of a key; setting a new key puts it last, setting nil removes the key.
    public subscript(key: String) -> PropertyList? {
        get { place(of: key).map { entries[$0].value } }
        set {
            guard let newValue else { return remove(key) }
            guard let place = place(of: key) else { return append(key, newValue) }
            entries[place].value = newValue
        }
    }

    /// Adds a key, or does nothing and gives false where the key is there already.
    mutating func insert(_ key: String, _ value: PropertyList) -> Bool {
        guard place(of: key) == nil else { return false }
        append(key, value)
        return true
    }

    /// Gives the key at a place, in order, another value.
    mutating func setValue(_ value: PropertyList, at place: Int) {
        entries[place].value = value
    }

    mutating func reserveCapacity(_ count: Int) {
        entries.reserveCapacity(count)
    }

    /// Those keys with their values for which `isIncluded` holds.
    func filter(_ isIncluded: (String) -> Bool) -> PropertyListDictionary {
        var result = PropertyListDictionary()
        for entry in entries where isIncluded(entry.key) { result.append(entry.key, entry.value) }
        return result
    }

    private func place(of key: String) -> Int? {
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
        guard let place = place(of: key) else { return }
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
    /// Whether both have the same keys with the same values in the same order.
    public static func == (left: Self, right: Self) -> Bool { left.entries == right.entries }

    /// Whether both have the same keys with the same values, in whatever order.
    func hasSameEntries(as other: Self) -> Bool {
        count == other.count && entries.allSatisfy { other[$0.key] == $0.value }
    }

    /// Hashes the keys and values in order.
    public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

extension PropertyListDictionary: Sequence {
    /// Walks over the keys and values in order.
    public struct Iterator: IteratorProtocol {
        private var entries: IndexingIterator<[Entry]>

        init(_ entries: [Entry]) { self.entries = entries.makeIterator() }

        /// The next key with its value, nil at the end.
        public mutating func next() -> (key: String, value: PropertyList)? {
            entries.next().map { ($0.key, $0.value) }
        }
    }

    /// Starts at the first key.
    public func makeIterator() -> Iterator { Iterator(entries) }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
    /// Makes a dictionary; of a key given twice, the last value stays.
    public init(dictionaryLiteral elements: (String, PropertyList)...) {
        // Room for one more, such as a class.
        reserveCapacity(elements.count + 1)
        for (key, value) in elements { self[key] = value }
    }
}

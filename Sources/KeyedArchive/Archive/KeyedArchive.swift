/// An archive in NSKeyedArchiver's format: objects that refer to each other by number, and roots by
/// key.
///
/// An archive preserves all its contents, also values that it can't interpret. No class is
/// instantiated by name, and values are resolved only on demand.
///
///     var archive = KeyedArchive()
///     let bug = archive.addObject(className: "ScaryBugData")
///     archive.setRoot("Data", to: bug)
///     try archive.setValue(.string("Potato Bug"), forKey: "Title", of: bug)
///     try archive.setValue(.float(4), forKey: "Rating", of: bug)
///     let bytes = try archive.encoded()
///
///     let read = try KeyedArchive(bytes: bytes)
///     if let bug = try read.root("Data") {
///         try read.value(forKey: "Title", of: bug)  // .string("Potato Bug")
///     }
public struct KeyedArchive: Hashable, Sendable {
    /// An object of an archive. A reference is valid only for the archive that returned it.
    public struct Reference: Hashable, Sendable {
        /// The object's index in the archive. Writing an archive may change it.
        public let uid: UInt32
    }

    /// The place where a value is stored.
    public enum Storage: Hashable, Sendable {
        /// Booleans and numbers are stored inside the object, other values as references.
        case automatic
        /// Every value is stored as a reference, as if an app had encoded an NSNumber.
        case reference
    }

    static let archiver = "NSKeyedArchiver"
    static let version: Int128 = 100_000
    static let null = "$null"

    /// `$objects`. The first one represents nil.
    var objects: [PropertyList]
    /// `$top`.
    var top: PropertyListDictionary
    /// All keys except `$objects`, `$top`, `$archiver` and `$version`.
    var others: PropertyListDictionary
    /// A cache of the class descriptions in `objects`.
    var classes = ClassTable()

    /// Creates an archive without objects and roots.
    public init() {
        self.init(objects: [.string(Self.null)])
    }

    init(objects: [PropertyList]) {
        self.objects = objects
        top = PropertyListDictionary()
        others = PropertyListDictionary()
    }

    /// Reads an archive, binary or XML.
    ///
    /// All references and classes are checked, so an archive that can be read can also be changed
    /// and written.
    ///
    /// - Parameters:
    ///   - bytes: the property list.
    ///   - memory: the most bytes of memory for the values of the property list.
    /// - Throws: the errors of ``PropertyList/init(bytes:memory:)`` and ``init(propertyList:)``.
    public init(bytes: [UInt8], memory: Int = .max) throws(KeyedArchiveError) {
        try self.init(propertyList: PropertyList(bytes: bytes, memory: memory))
    }

    /// Interprets a property list as an archive.
    ///
    /// - Throws: `notAKeyedArchive`, `unknownReference` or `typeMismatch`, with the number of the
    ///   object.
    public init(propertyList: PropertyList) throws(KeyedArchiveError) {
        let parts = try ArchiveParts(propertyList)
        (objects, top, others) = (parts.objects, parts.top, parts.others)
        try ArchiveCheck(self).check()
    }

    /// The bytes of memory for the archive and for encoding it, estimated from the number of objects.
    public var estimatedMemory: Int { 200 * objects.count }

    /// The keys of the roots, in order.
    public var rootKeys: [String] { top.keys }

    /// The root for a key; nil if there is none or it is `$null`.
    ///
    /// - Throws: `typeMismatch` if the key has a value instead of a reference.
    public func root(_ key: String) throws(KeyedArchiveError) -> Reference? {
        guard let value = top[key] else { return nil }
        guard case .uid(let uid) = value else {
            throw .typeMismatch("the root \"\(key)\" is \(value.kindName), not a reference")
        }
        return uid == 0 ? nil : Reference(uid: uid)
    }

    /// Sets the root for a key, or removes it for nil.
    public mutating func setRoot(_ key: String, to reference: Reference?) {
        top[key] = reference.map { .uid($0.uid) }
    }
}

extension KeyedArchive {
    /// The archive as a binary property list. Equal archives give equal bytes.
    ///
    /// Objects that aren't reachable from a root are left out. The others are renumbered in the
    /// order in which they are reached.
    ///
    /// - Throws: `unknownReference` if a root belongs to another archive; `limitExceeded` if
    ///   containers are nested more than 256 deep.
    public func encoded() throws(KeyedArchiveError) -> [UInt8] {
        let reached = try reachedObjects()
        var parts: PropertyListDictionary = [
            "$version": .integer(Self.version),
            "$archiver": .string(Self.archiver),
            "$top": .dictionary(top),
            "$objects": BinaryWriter.placeholder,
        ]
        for entry in others.entries { parts[entry.key] = entry.value }
        return try BinaryWriter.bytes(of: .dictionary(parts), objects: objects, reached)
    }

    /// The reachable objects, as an archive is written.
    struct ReachedObjects {
        /// The objects in breadth-first order after the null object.
        var order: [UInt32] = [0]
        /// The new number of every object, 0 if it isn't reachable.
        var numbers: [UInt32]
        /// The first object that the archive doesn't have.
        var unknown: UInt32?

        init(among count: Int) {
            numbers = Array(repeating: 0, count: count)
        }

        mutating func reach(_ uid: UInt32) {
            guard Int(uid) < numbers.count else {
                unknown = unknown ?? uid
                return
            }
            guard uid != 0, numbers[Int(uid)] == 0 else { return }
            numbers[Int(uid)] = UInt32(clamping: order.count)
            order.append(uid)
        }
    }

    private func reachedObjects() throws(KeyedArchiveError) -> ReachedObjects {
        var reached = ReachedObjects(among: objects.count)
        PropertyList.dictionary(top).forEachReference { reached.reach($0) }
        PropertyList.dictionary(others).forEachReference { reached.reach($0) }
        var next = 1
        while next < reached.order.count {
            objects[Int(reached.order[next])].forEachReference { reached.reach($0) }
            next += 1
        }
        if let unknown = reached.unknown { throw stored.unknown(unknown) }
        return reached
    }
}

/// The places of an archive's class descriptions, so that objects of a class share one.
///
/// It examines each object once, at the first search after the object was added. Class descriptions
/// never change.
struct ClassTable: Hashable {
    /// The first of equal descriptions, by their entries in the order of the keys.
    private var places: [[PropertyListDictionary.Entry]: UInt32] = [:]
    private var seen = 0

    /// Returns the first object that equals a class description, ignoring the order of keys.
    mutating func index(
        of description: PropertyListDictionary, among objects: [PropertyList]
    ) -> UInt32? {
        for place in seen..<max(seen, objects.count) {
            guard case .dictionary(let other) = objects[place], !other.contains("$class") else {
                continue
            }
            let entries = Self.sorted(other)
            places[entries] = places[entries] ?? UInt32(clamping: place)
        }
        seen = max(seen, objects.count)
        return places[Self.sorted(description)]
    }

    /// A cache makes no difference between archives.
    static func == (left: Self, right: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}

    private static func sorted(
        _ description: PropertyListDictionary
    ) -> [PropertyListDictionary.Entry] {
        description.entries.sorted { $0.key < $1.key }
    }
}

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
    /// Whether both archives have the same objects in the same places, and the same roots.
    public static func == (left: Self, right: Self) -> Bool {
        left.objects == right.objects && left.top == right.top && left.others == right.others
    }

    /// Hashes the objects and the roots.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(objects)
        hasher.combine(top)
        hasher.combine(others)
    }
}

/// What NSKeyedArchiver writes: objects that refer to each other by number, and roots by key.
///
/// An archive keeps whatever it holds, understood or not. Nothing is instantiated by name, and
/// nothing is resolved before it is asked for.
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
    /// An object of an archive. It has a meaning only for the archive that gave it.
    public struct Reference: Hashable, Sendable {
        /// The object's place in the archive; writing an archive may give it another.
        public let uid: UInt32
    }

    /// Where a value is stored that could stand inside the object.
    public enum Storage: Hashable, Sendable {
        /// Booleans and numbers stand inside the object, everything else is referred to.
        case automatic
        /// Everything is referred to, as where an app encodes an NSNumber.
        case reference
    }

    static let archiver = "NSKeyedArchiver"
    static let version: Int128 = 100_000
    static let null = "$null"

    /// `$objects`. The first one stands for nil.
    var objects: [PropertyList]
    /// `$top`.
    var top: PropertyListDictionary
    /// Keys beside `$objects`, `$top`, `$archiver` and `$version`.
    var others: PropertyListDictionary
    /// Where classes are described; what `objects` says, for quick access.
    var classes = ClassTable()

    /// An archive without objects and roots.
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
    /// Every reference and every class is checked, so that an archive which can be read can also
    /// be changed and written.
    ///
    /// - Throws: what ``PropertyList/init(bytes:)`` and ``init(propertyList:)`` throw.
    public init(bytes: [UInt8]) throws(KeyedArchiveError) {
        try self.init(propertyList: PropertyList(bytes: bytes))
    }

    /// Takes a property list as an archive.
    ///
    /// - Throws: `notAKeyedArchive`, `unknownReference` or `typeMismatch`, which name the object.
    public init(propertyList: PropertyList) throws(KeyedArchiveError) {
        let parts = try ArchiveParts(propertyList)
        objects = parts.objects
        top = parts.top
        others = parts.others
        try ArchiveCheck(archive: self).check()
    }

    /// The keys of the roots, in order.
    public var rootKeys: [String] { top.keys }

    /// The root of a key; nil where there is none or it is `$null`.
    ///
    /// - Throws: `typeMismatch` where a value stands in place of a reference.
    public func root(_ key: String) throws(KeyedArchiveError) -> Reference? {
        guard let value = top[key] else { return nil }
        guard case .uid(let uid) = value else {
            throw .typeMismatch("the root \"\(key)\" is \(value.kindName), not a reference")
        }
        return uid == 0 ? nil : Reference(uid: uid)
    }

    /// Sets the root of a key, or removes it with nil.
    public mutating func setRoot(_ key: String, to reference: Reference?) {
        top[key] = reference.map { .uid($0.uid) }
    }
}

extension KeyedArchive {
    /// Whether both have the same objects, in the same places, under the same roots.
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

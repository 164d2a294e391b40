/// The Foundation classes that are converted to values.
enum FoundationClass {
    case array
    case data
    case date
    case dictionary
    case null
    case number
    case orderedSet
    case set
    case string
    case url
    case uuid

    /// Returns nil for all other classes. Subclasses are among them, because their additions would
    /// be lost.
    init?(name: String) {
        guard let name = ArchiveKey(name) else { return nil }
        self.init { $0 == name }
    }

    /// The class whose name a string of an ordinary archive is.
    init?(name: BinaryObject, in bytes: Span<UInt8>) {
        self.init { $0.isText(of: name, in: bytes) }
    }

    @inline(__always)
    private init?(_ isName: (ArchiveKey) -> Bool) {
        // A span lends its elements, and an iterator would retain each.
        let names = Self.names.span
        for index in names.indices {
            if let name = names[index].name, isName(name) {
                self = names[index].class
                return
            }
        }
        return nil
    }

    /// The most frequent ones are first.
    private static let names: [(name: ArchiveKey?, class: FoundationClass)] = [
        (ArchiveKey("NSDate"), .date),
        (ArchiveKey("NSArray"), .array), (ArchiveKey("NSMutableArray"), .array),
        (ArchiveKey("NSData"), .data), (ArchiveKey("NSMutableData"), .data),
        (ArchiveKey("NSDictionary"), .dictionary), (ArchiveKey("NSMutableDictionary"), .dictionary),
        (ArchiveKey("NSNull"), .null),
        (ArchiveKey("NSNumber"), .number),
        (ArchiveKey("NSOrderedSet"), .orderedSet), (ArchiveKey("NSMutableOrderedSet"), .orderedSet),
        (ArchiveKey("NSSet"), .set), (ArchiveKey("NSMutableSet"), .set),
        (ArchiveKey("NSString"), .string), (ArchiveKey("NSMutableString"), .string),
        (ArchiveKey("NSURL"), .url),
        (ArchiveKey("NSUUID"), .uuid),
    ]

    /// Whether objects of the class are collections of elements without keys.
    var isList: Bool {
        switch self {
        case .array, .orderedSet, .set: true
        default: false
        }
    }
}

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
            if let key = names[index].key, isName(key) {
                self = names[index].foundationClass
                return
            }
        }
        return nil
    }

    /// The most frequent ones are first.
    private static let names: [Name] = [
        Name("NSDate", .date),
        Name("NSArray", .array), Name("NSMutableArray", .array),
        Name("NSData", .data), Name("NSMutableData", .data),
        Name("NSDictionary", .dictionary), Name("NSMutableDictionary", .dictionary),
        Name("NSNull", .null),
        Name("NSNumber", .number),
        Name("NSOrderedSet", .orderedSet), Name("NSMutableOrderedSet", .orderedSet),
        Name("NSSet", .set), Name("NSMutableSet", .set),
        Name("NSString", .string), Name("NSMutableString", .string),
        Name("NSURL", .url),
        Name("NSUUID", .uuid),
    ]

    /// A structure, since Swift's runtime takes longer to make the type of an array of pairs.
    private struct Name {
        let key: ArchiveKey?
        let foundationClass: FoundationClass

        init(_ text: String, _ foundationClass: FoundationClass) {
            key = ArchiveKey(text)
            self.foundationClass = foundationClass
        }
    }

    /// Whether objects of the class are collections of elements without keys.
    var isList: Bool {
        switch self {
        case .array, .orderedSet, .set: true
        default: false
        }
    }
}

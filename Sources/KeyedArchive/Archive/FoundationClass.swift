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
        switch name {
        case "NSArray", "NSMutableArray": self = .array
        case "NSData", "NSMutableData": self = .data
        case "NSDate": self = .date
        case "NSDictionary", "NSMutableDictionary": self = .dictionary
        case "NSNull": self = .null
        case "NSNumber": self = .number
        case "NSOrderedSet", "NSMutableOrderedSet": self = .orderedSet
        case "NSSet", "NSMutableSet": self = .set
        case "NSString", "NSMutableString": self = .string
        case "NSURL": self = .url
        case "NSUUID": self = .uuid
        default: return nil
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

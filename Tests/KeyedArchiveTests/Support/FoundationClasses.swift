import Foundation
import KeyedArchive

/// The class that an app would declare to read a document's data file.
final class ScaryBugData: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    let title: String?
    let rating: Float
    let identifier: String?
    let created: Date?
    let tags: [String]?
    let version: Int

    init?(coder: NSCoder) {
        title = coder.decodeObject(of: NSString.self, forKey: "Title") as String?
        rating = coder.decodeFloat(forKey: "Rating")
        identifier = coder.decodeObject(of: NSString.self, forKey: "Identifier") as String?
        created = coder.decodeObject(of: NSDate.self, forKey: "Created") as Date?
        tags =
            coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "Tags") as? [String]
        version = coder.decodeInteger(forKey: "Version")
    }

    func encode(with coder: NSCoder) {}
}

/// Writes one value of each kind, and keeps the objects that it reads.
final class Everything: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }

    static let classes: [AnyClass] = [
        NSArray.self, NSData.self, NSDate.self, NSDictionary.self, NSNull.self, NSNumber.self,
        NSOrderedSet.self, NSSet.self, NSString.self, NSURL.self, NSUUID.self,
    ]

    let objects: [String: NSObject]

    override init() { objects = [:] }

    init?(coder: NSCoder) {
        var objects: [String: NSObject] = [:]
        for key in FoundationTests.objects.keys {
            objects[key] = coder.decodeObject(of: Self.classes, forKey: key) as? NSObject
        }
        self.objects = objects
    }

    func encode(with coder: NSCoder) {
        coder.encode("text" as NSString, forKey: "string")
        coder.encode(NSMutableString(string: "ä"), forKey: "mutable")
        coder.encode(Float(1.5), forKey: "float")
        coder.encode(2.5, forKey: "double")
        coder.encode(true, forKey: "bool")
        coder.encode(Int64.min, forKey: "int")
        coder.encode(NSNumber(value: 4.5), forKey: "number")
        coder.encode(Data([1, 2]) as NSData, forKey: "data")
        coder.encode(Date(timeIntervalSinceReferenceDate: 7) as NSDate, forKey: "date")
        coder.encode(["a", "b"] as NSArray, forKey: "array")
        coder.encode(["k": "v"] as NSDictionary, forKey: "dictionary")
        coder.encode(NSSet(object: "s"), forKey: "set")
        coder.encode(NSOrderedSet(array: ["x", "y"]), forKey: "ordered")
        coder.encode(NSUUID(uuidBytes: Array(1...16)), forKey: "uuid")
        coder.encode(NSURL(string: "https://example.com/a"), forKey: "url")
        coder.encode(NSNull(), forKey: "null")
        coder.encode(nil as NSString?, forKey: "nil")
    }
}

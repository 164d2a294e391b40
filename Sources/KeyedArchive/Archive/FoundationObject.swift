/// An object of a known class, with access to the keys of that class.
struct FoundationObject {
    let uid: UInt32
    let className: String
    let fields: PropertyListDictionary
    let objects: StoredObjects

    /// Returns the elements of a collection.
    func array(_ key: String) throws(KeyedArchiveError) -> [PropertyList] {
        guard case .array(let values)? = fields[key] else { throw lacks(key, "an array") }
        return values
    }

    /// Returns the values under `prefix` plus a number that counts up from 0, as in ordered sets.
    func numbered(_ prefix: String) -> [PropertyList] {
        var values: [PropertyList] = []
        while let value = fields["\(prefix)\(values.count)"] { values.append(value) }
        return values
    }

    /// Returns the scalar under the first of the keys that exists. It may be stored inside the
    /// object or as a separate object.
    func scalar(_ keys: [String]) throws(KeyedArchiveError) -> PropertyList {
        guard let value = keys.lazy.compactMap({ fields[$0] }).first else {
            throw lacks(keys.first ?? "", "a value")
        }
        guard case .uid(let uid) = value else { return value }
        return objects.object(uid) ?? .null
    }

    func lacks(_ key: String, _ what: String) -> KeyedArchiveError {
        .typeMismatch("object \(uid), of the class \(className), lacks \(what) as \(key)")
    }

    /// The cost of reading the object.
    var weight: Weight {
        fields.entries.reduce(into: Weight(values: 1)) { sum, entry in
            if case .uid(let uid) = entry.value {
                sum += objects.object(uid)?.shallowWeight ?? Weight()
            } else {
                sum += entry.value.shallowWeight
            }
        }
    }
}

/// The storage formats of Foundation's classes.
extension FoundationObject {
    func collection(_ known: FoundationClass) throws(KeyedArchiveError) -> OpenCollection? {
        switch known {
        case .array: open(try array("NS.objects"), ArchivedValue.array)
        case .set: open(try array("NS.objects"), ArchivedValue.set)
        case .orderedSet: open(try orderedElements(), ArchivedValue.orderedSet)
        case .dictionary:
            open(try keysAndValues()) { values in
                let half = values.count / 2
                return .dictionary(keys: values.prefix(half), values: values.dropFirst(half))
            }
        default: nil
        }
    }

    /// Returns the value of an object that isn't a collection.
    func value(_ known: FoundationClass) throws(KeyedArchiveError) -> ArchivedValue {
        switch known {
        case .string: try string()
        case .data: .data(try bytes(["NS.data", "NS.bytes"]))
        case .date: .date(try seconds())
        case .uuid: .uuid(try uuid())
        case .url: try url()
        case .number: try number()
        case .decimal: try decimal()
        default: .null
        }
    }

    private func open(
        _ elements: [PropertyList], _ result: @escaping ([ArchivedValue]) -> ArchivedValue
    ) -> OpenCollection {
        OpenCollection(uid: uid, elements: elements, result)
    }

    private func orderedElements() throws(KeyedArchiveError) -> [PropertyList] {
        guard fields["NS.objects"] == nil else { return try array("NS.objects") }
        return numbered("NS.object.")
    }

    /// All keys, then all values.
    private func keysAndValues() throws(KeyedArchiveError) -> [PropertyList] {
        let keys = try array("NS.keys")
        let values = try array("NS.objects")
        guard keys.count == values.count else {
            throw .malformed("object \(uid) has \(keys.count) keys and \(values.count) values")
        }
        return keys + values
    }

    private func string() throws(KeyedArchiveError) -> ArchivedValue {
        switch try scalar(["NS.string", "NS.bytes"]) {
        case .string(let text): return .string(text)
        case .utf16(let units): return .utf16(units)
        case .data(let bytes):
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw lacks("NS.bytes", "valid UTF-8")
            }
            return .string(text)
        default: throw lacks("NS.string", "text")
        }
    }

    private func bytes(_ keys: [String]) throws(KeyedArchiveError) -> [UInt8] {
        guard case .data(let bytes) = try scalar(keys) else {
            throw lacks(keys.first ?? "", "data")
        }
        return bytes
    }

    private func seconds() throws(KeyedArchiveError) -> Double {
        switch try scalar(["NS.time"]) {
        case .real(let seconds): return seconds
        case .float(let seconds): return Double(seconds)
        case .integer(let seconds): return Double(seconds)
        default: throw lacks("NS.time", "a number")
        }
    }

    private func uuid() throws(KeyedArchiveError) -> [UInt8] {
        let bytes = try bytes(["NS.uuidbytes"])
        guard bytes.count == 16 else { throw lacks("NS.uuidbytes", "16 bytes") }
        return bytes
    }

    private func number() throws(KeyedArchiveError) -> ArchivedValue {
        let stored = try scalar(["NS.number", "NS.boolval", "NS.intval", "NS.dblval"])
        guard let value = ArchivedValue(scalar: stored), value.number != nil else {
            throw lacks("NS.number", "a number")
        }
        return value
    }
}

/// A decimal number has a mantissa of up to eight units of 16 bits, the lowest first, and an exponent.
extension FoundationObject {
    private static let (mostUnits, littleEndian) = (8, PropertyList.integer(1))

    private func decimal() throws(KeyedArchiveError) -> ArchivedValue {
        guard case .integer(let exponent) = try scalar(["NS.exponent"]), abs(exponent) < 200,
            case .integer(let length) = try scalar(["NS.length"]),
            (0...Int128(Self.mostUnits)).contains(length)
        else { throw lacks("NS.exponent", "a number") }
        let bytes = try bytes(["NS.mantissa"])
        let isNegative = fields["NS.negative"] == .boolean(true)
        guard bytes.count >= Self.mostUnits * 2, length > 0 || !isNegative else { return .null }
        let low = fields["NS.mantissa.bo"] ?? Self.littleEndian == Self.littleEndian ? 0 : 1
        let mantissa = (0..<Int(length)).reversed().reduce(UInt128(0)) { sum, unit in
            sum << 16 | UInt128(bytes[2 * unit + 1 - low]) << 8 | UInt128(bytes[2 * unit + low])
        }
        let text = "\(isNegative ? "-" : "")\(mantissa)"
        if exponent == 0, let number = Int128(text) { return .integer(number) }
        guard let number = Double("\(text)e\(exponent)") else { return .null }
        return Int128(exactly: number).map { .integer($0) } ?? .real(number)
    }
}

/// A URL may have a base, and the base may have another base.
extension FoundationObject {
    /// The highest number of bases. Real archives don't have more, and every URL that shares the
    /// bases would grow by them.
    static let mostBases = 16

    func url() throws(KeyedArchiveError) -> ArchivedValue {
        var parts = [try relative()]
        var seen = [uid]
        var next = try base()
        while let base = next {
            guard !seen.contains(base.uid) else {
                throw .cyclic("object \(base.uid) contains itself")
            }
            guard seen.count <= Self.mostBases else {
                throw .limitExceeded("a URL with more than \(Self.mostBases) bases")
            }
            seen.append(base.uid)
            parts.append(try base.relative())
            next = try base.base()
        }
        return parts.reversed().reduce(ArchivedValue.null) { base, relative in
            if case .null = base { return .url(base: nil, relative: relative) }
            return .url(base: base, relative: relative)
        }
    }

    private func relative() throws(KeyedArchiveError) -> String {
        guard case .string(let text) = try scalar(["NS.relative"]) else {
            throw lacks("NS.relative", "text")
        }
        return text
    }

    private func base() throws(KeyedArchiveError) -> FoundationObject? {
        guard let value = fields["NS.base"], value != .uid(0) else { return nil }
        guard case .uid(let uid) = value, let fields = objects.fields(of: uid),
            case .instance(let className) = try objects.kind(of: fields, uid: Int(uid)),
            case .url? = FoundationClass(name: className)
        else { throw lacks("NS.base", "a URL") }
        return FoundationObject(uid: uid, className: className, fields: fields, objects: objects)
    }
}

/// The Foundation classes that are converted to values.
enum FoundationClass {
    case array, orderedSet, set, dictionary
    case data, date, decimal, null, number, string, url, uuid

    /// Returns nil for all other classes. Subclasses are among them, because their additions would
    /// be lost.
    init?(name: String) {
        switch name {
        case "NSArray", "NSMutableArray": self = .array
        case "NSData", "NSMutableData": self = .data
        case "NSDate": self = .date
        case "NSDecimalNumber", "NSDecimalNumberPlaceholder": self = .decimal
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
}

/// Turns what an archive stores into what it stands for.
///
/// A few objects that refer to each other twice can stand for more values than there is memory, so
/// what is resolved is counted; and the collections on the way are remembered, so that one that
/// contains itself is found.
struct Resolver {
    /// How deep resolved values may be nested: this recursion is the one that takes stack.
    static let nesting = 128

    let archive: KeyedArchive
    private var weight = 0
    private var limit = ReadingLimits.weight(ofBytes: 0)
    private var limitIsFinal = false
    private var path: [UInt32] = []
    private var depth = 0

    init(archive: KeyedArchive) {
        self.archive = archive
    }

    mutating func value(_ stored: PropertyList) throws(KeyedArchiveError) -> ArchivedValue {
        try count(stored.ownWeight)
        switch stored {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .integer(let value): return .integer(value)
        case .real(let value): return .real(value)
        case .float(let value): return .float(value)
        case .date(let value): return .date(value)
        case .data(let bytes): return .data(bytes)
        case .string(let text): return .string(text)
        case .utf16(let units): return .utf16(units)
        case .uid(let uid): return try object(uid)
        case .array, .set, .dictionary: return try container(stored)
        }
    }

    mutating func values(_ stored: [PropertyList]) throws(KeyedArchiveError) -> [ArchivedValue] {
        var result: [ArchivedValue] = []
        result.reserveCapacity(stored.count)
        for element in stored { result.append(try value(element)) }
        return result
    }

    /// A container that stands in an object directly, without a class.
    private mutating func container(_ stored: PropertyList) throws(KeyedArchiveError)
        -> ArchivedValue
    {
        try enter()
        defer { depth -= 1 }
        switch stored {
        case .set(let elements): return .set(try values(elements))
        case .dictionary(let dictionary):
            var entries: [ArchivedValue.Entry] = []
            for entry in dictionary.entries {
                entries.append(.init(key: .string(entry.key), value: try value(entry.value)))
            }
            return .dictionary(entries)
        default: return .array(try values(stored.children))
        }
    }

    private mutating func object(_ uid: UInt32) throws(KeyedArchiveError) -> ArchivedValue {
        guard uid != 0 else { return .null }
        let object = try archive.existing(KeyedArchive.Reference(uid: uid))
        switch object {
        case .uid: throw .notAKeyedArchive("object \(uid) is a bare reference")
        case .dictionary(let fields): return try instance(fields, uid: uid)
        case .array, .set:
            try follow(uid)
            defer { path.removeLast() }
            return try value(object)
        default: return try value(object)
        }
    }

    private mutating func instance(
        _ fields: PropertyListDictionary, uid: UInt32
    ) throws(KeyedArchiveError) -> ArchivedValue {
        guard case .instance(let className) = try archive.kind(of: fields, uid: Int(uid)) else {
            throw .typeMismatch("object \(uid) describes a class and is no value")
        }
        guard let known = FoundationClass(name: className) else {
            return .object(className: className, KeyedArchive.Reference(uid: uid))
        }
        try follow(uid)
        try enter()
        defer {
            path.removeLast()
            depth -= 1
        }
        return try resolve(FoundationObject(uid: uid, className: className, fields), as: known)
    }

    private mutating func follow(_ uid: UInt32) throws(KeyedArchiveError) {
        guard !path.contains(uid) else { throw .cyclic("object \(uid) contains itself") }
        path.append(uid)
    }

    private mutating func enter() throws(KeyedArchiveError) {
        guard depth < Self.nesting else {
            throw .limitExceeded("values nested more than \(Self.nesting) deep")
        }
        depth += 1
    }

    mutating func count(_ more: Int) throws(KeyedArchiveError) {
        weight += more
        if weight > limit { try raiseLimit() }
    }

    /// The archive is measured only once a value turns out large.
    private mutating func raiseLimit() throws(KeyedArchiveError) {
        if !limitIsFinal {
            limit = ReadingLimits.weight(ofBytes: archive.weight)
            limitIsFinal = true
        }
        guard weight <= limit else {
            throw .limitExceeded("a value that stands for more than \(limit) others")
        }
    }
}

extension KeyedArchive {
    /// The number of stored values, where long ones count more.
    fileprivate var weight: Int {
        var sum = 0
        var pending = objects
        while let value = pending.popLast() {
            sum += value.ownWeight
            pending += value.children
        }
        return sum
    }
}

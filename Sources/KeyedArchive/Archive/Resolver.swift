/// Resolves the stored form of values, without recursion.
///
/// A few objects that refer to each other twice can expand to more values than memory can hold, so
/// the resolver counts values. It detects a collection that contains itself among the collections
/// that are still being resolved.
struct Resolver {
    /// The maximum nesting of values. Comparing and destroying a value need stack for each level (2
    /// KiB without optimization), and some threads have only 512 KiB.
    static let nesting = 128

    let objects: StoredObjects
    private var open: [OpenCollection] = []
    private var weight = Weight()
    private var limit: ExpansionLimit
    /// Texts that are stored as bytes, which elements may share.
    private var decoded: [UInt32: ArchivedValue] = [:]

    init(_ objects: StoredObjects) {
        self.objects = objects
        limit = ExpansionLimit(of: objects)
    }

    mutating func value(_ stored: PropertyList) throws(KeyedArchiveError) -> ArchivedValue {
        var complete = try begin(stored)
        while let innermost = open.indices.last {
            if let value = complete {
                open[innermost].append(value)
            }
            if let next = open[innermost].next {
                complete = try begin(next)
            } else {
                complete = open.popLast()?.value
            }
        }
        return complete ?? .null
    }

    /// Returns the value if it has no elements. Otherwise opens the collection and returns nil.
    private mutating func begin(_ stored: PropertyList) throws(KeyedArchiveError) -> ArchivedValue?
    {
        guard case .uid(let uid) = stored else { return try direct(stored, uid: nil) }
        guard uid != 0 else { return .null }
        let object = try objects.existing(uid)
        switch object {
        case .uid: throw .notAKeyedArchive("object \(uid) is a bare reference")
        case .dictionary(let fields): return try instance(fields, uid: uid)
        default: return try direct(object, uid: uid)
        }
    }

    private mutating func direct(
        _ stored: PropertyList, uid: UInt32?
    ) throws(KeyedArchiveError) -> ArchivedValue? {
        try count(stored.shallowWeight)
        if let scalar = ArchivedValue(scalar: stored) { return scalar }
        let result: ([ArchivedValue]) -> ArchivedValue
        switch stored {
        case .set: result = ArchivedValue.set
        case .dictionary(let fields):
            result = { .dictionary(keys: fields.keys.map { .string($0) }, values: $0) }
        default: result = ArchivedValue.array
        }
        try begin(OpenCollection(uid: uid, elements: stored.children, result))
        return nil
    }

    private mutating func instance(
        _ fields: PropertyListDictionary, uid: UInt32
    ) throws(KeyedArchiveError) -> ArchivedValue? {
        guard case .instance(let className) = try objects.kind(of: fields, uid: Int(uid)) else {
            throw .typeMismatch("object \(uid) describes a class and is not a value")
        }
        guard let known = FoundationClass(name: className) else {
            try count(Weight(values: 1))
            return .object(className: className, KeyedArchive.Reference(uid: uid))
        }
        let object = FoundationObject(
            uid: uid, className: className, fields: fields, objects: objects)
        if let collection = try object.collection(known) {
            try begin(collection)
            return nil
        }
        try count(object.weight)
        if let value = decoded[uid] { return value }
        let value = try object.value(known)
        if known == .string, !open.isEmpty { decoded[uid] = value }
        return value
    }

    private mutating func begin(_ collection: OpenCollection) throws(KeyedArchiveError) {
        if let uid = collection.uid, open.contains(where: { $0.uid == uid }) {
            throw .cyclic("object \(uid) contains itself")
        }
        guard open.count < Self.nesting else {
            throw .limitExceeded("values nested more than \(Self.nesting) deep")
        }
        try count(Weight(values: 1))
        open.append(collection)
    }

    private mutating func count(_ more: Weight) throws(KeyedArchiveError) {
        weight += more
        if let excess = limit.excess(of: weight) {
            throw .limitExceeded("a value that stands for \(excess)")
        }
    }
}

/// The objects of an archive, for reading them.
struct StoredObjects {
    /// `$objects`.
    let values: [PropertyList]

    /// The role of a dictionary in `$objects`.
    enum ObjectKind {
        case instance(ofClass: String)
        case classDescription(name: String)
    }

    /// Returns whether a dictionary is an instance or a class description, with the class's name.
    func kind(
        of fields: PropertyListDictionary, uid: Int
    ) throws(KeyedArchiveError) -> ObjectKind {
        guard let classValue = fields["$class"] else {
            return .classDescription(name: try className(describedBy: fields, uid: uid))
        }
        guard case .uid(let classUID) = classValue else {
            throw .notAKeyedArchive("the class of object \(uid) is \(classValue.kindName)")
        }
        guard let description = self.fields(of: classUID), !description.contains("$class") else {
            throw .notAKeyedArchive("object \(classUID), the class of \(uid), describes no class")
        }
        return .instance(ofClass: try className(describedBy: description, uid: Int(classUID)))
    }

    private func className(
        describedBy fields: PropertyListDictionary, uid: Int
    ) throws(KeyedArchiveError) -> String {
        guard case .string(let name)? = fields["$classname"] else {
            throw .notAKeyedArchive("object \(uid) has neither a class nor is one")
        }
        return name
    }

    func object(_ uid: UInt32) -> PropertyList? {
        Int(uid) < values.count ? values[Int(uid)] : nil
    }

    /// The keys and values of an object; nil unless it is a dictionary.
    func fields(of uid: UInt32) -> PropertyListDictionary? {
        guard case .dictionary(let fields)? = object(uid) else { return nil }
        return fields
    }

    func existing(_ uid: UInt32) throws(KeyedArchiveError) -> PropertyList {
        guard let object = object(uid) else { throw unknown(uid) }
        return object
    }

    func unknown(_ uid: UInt32) -> KeyedArchiveError {
        .unknownReference("there is no object \(uid) among \(values.count)")
    }

    var weight: Weight {
        var sum = Weight()
        var pending = values
        while let value = pending.popLast() {
            sum += value.shallowWeight
            pending += value.children
        }
        return sum
    }
}

/// The references inside a value, at any depth. Values are nested at most 256 deep, so recursion can't
/// exhaust the stack.
extension PropertyList {
    /// Calls `body` with each reference, in breadth-first order.
    func forEachReference(_ body: (UInt32) -> Void) {
        var values = [self]
        var next = 0
        while next < values.count {
            if case .uid(let uid) = values[next] { body(uid) }
            values += values[next].children
            next += 1
        }
    }

    /// Returns a reference that is outside an archive of `count` objects; nil if there is none.
    func reference(beyond count: Int) -> UInt32? {
        var found: UInt32?
        forEachReference { if $0 >= count { found = found ?? $0 } }
        return found
    }

    /// Returns a copy with changed references.
    func mapReferences(
        _ change: (UInt32) throws(KeyedArchiveError) -> UInt32
    ) throws(KeyedArchiveError) -> PropertyList {
        func changed(_ value: PropertyList) throws(KeyedArchiveError) -> PropertyList {
            try value.mapReferences(change)
        }
        switch self {
        case .uid(let uid): return .uid(try change(uid))
        case .array(let values): return .array(try values.map(changed))
        case .set(let values): return .set(try values.map(changed))
        case .dictionary(var dictionary):
            for entry in dictionary.entries {
                dictionary[entry.key] = try changed(entry.value)
            }
            return .dictionary(dictionary)
        default: return self
        }
    }
}

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
    private var limit = ReadingLimits.weight(ofStored: Weight())
    private var limitIsFinal = false

    init(_ objects: StoredObjects) {
        self.objects = objects
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
        switch stored {
        case .set(let elements):
            try begin(OpenCollection(.set, uid: uid, elements: elements))
        case .dictionary(let dictionary):
            let kind = OpenCollection.Kind.plainDictionary(keys: dictionary.keys)
            try begin(OpenCollection(kind, uid: uid, elements: stored.children))
        default: try begin(OpenCollection(.array, uid: uid, elements: stored.children))
        }
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
        let value = try object.value(known)
        try count(object.weight)
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
        if weight.excess(over: limit) != nil { try raiseLimit() }
    }

    /// Measures the archive only when a value turns out to be large.
    private mutating func raiseLimit() throws(KeyedArchiveError) {
        if !limitIsFinal {
            limit = ReadingLimits.weight(ofStored: objects.weight)
            limitIsFinal = true
        }
        if let excess = weight.excess(over: limit) {
            throw .limitExceeded("a value that stands for \(excess)")
        }
    }
}

extension KeyedArchive {
    /// Checks how much the values of an object stand for together. Each of them may be small, and many can
    /// share one long text. What can't be resolved counts for nothing.
    ///
    /// - Throws: `unknownReference`; `typeMismatch` for a direct value; `limitExceeded` for more than
    ///   ``value(of:)`` allows for one value.
    public func checkExpansion(of reference: Reference) throws(KeyedArchiveError) {
        var expansion = Expansion(objects: stored)
        for entry in try fields(of: reference).entries where entry.key != "$class" {
            try expansion.add(entry.value)
        }
    }
}

/// Weighs values without resolving them. Each object is weighed once, however often it is used.
private struct Expansion {
    let objects: StoredObjects
    private var sum = Weight()
    private var limit = ReadingLimits.weight(ofStored: Weight())
    private var limitIsFinal = false
    private var known: [UInt32: Weight] = [:]

    init(objects: StoredObjects) { self.objects = objects }

    mutating func add(_ value: PropertyList) throws(KeyedArchiveError) {
        sum += try weight(of: value, nesting: 0)
        try check(sum)
    }

    private mutating func check(_ weight: Weight) throws(KeyedArchiveError) {
        guard weight.excess(over: limit) != nil else { return }
        if !limitIsFinal {
            limit = ReadingLimits.weight(ofStored: objects.weight)
            limitIsFinal = true
        }
        if let excess = weight.excess(over: limit) {
            throw .limitExceeded("values that together stand for \(excess)")
        }
    }

    private mutating func weight(
        of value: PropertyList, nesting: Int
    ) throws(KeyedArchiveError) -> Weight {
        guard case .uid(let uid) = value else { return try weight(ofDirect: value, 0, nesting) }
        guard let object = objects.object(uid) else { return Weight() }
        switch object {
        case .array, .set, .dictionary: break
        default: return object.shallowWeight
        }
        if let weight = known[uid] { return weight }
        // A collection that contains itself can't be resolved.
        known[uid] = Weight()
        let weight = try weight(ofDirect: object, uid, nesting)
        known[uid] = weight
        return weight
    }

    private mutating func weight(
        ofDirect value: PropertyList, _ uid: UInt32, _ nesting: Int
    ) throws(KeyedArchiveError) -> Weight {
        var (sum, elements) = parts(of: value, uid)
        guard nesting < Resolver.nesting else { return Weight() }
        for element in elements {
            sum += try weight(of: element, nesting: nesting + 1)
            try check(sum)
        }
        return sum
    }

    /// The weight of a value without its elements, and these.
    private func parts(of value: PropertyList, _ uid: UInt32) -> (Weight, [PropertyList]) {
        guard case .dictionary(let fields) = value, fields.contains("$class") else {
            return (value.shallowWeight, value.children)
        }
        guard case .instance(let name)? = try? objects.kind(of: fields, uid: Int(uid)),
            let known = FoundationClass(name: name)
        else { return (Weight(values: 1), []) }
        let object = FoundationObject(uid: uid, className: name, fields: fields, objects: objects)
        let collection = (try? object.collection(known)) ?? nil
        return collection.map { (Weight(values: 1), $0.elements) } ?? (object.weight, [])
    }
}

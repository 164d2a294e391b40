extension KeyedArchive {
    /// Checks how much the values of an object stand for together. Each of them may be small, and many can
    /// share one long text. A value that can't be resolved counts for nothing.
    ///
    /// - Throws: `unknownReference`; `typeMismatch` for a direct value; `limitExceeded` for more than
    ///   ``value(of:)`` allows for one value.
    public func checkExpansion(of reference: Reference) throws(KeyedArchiveError) {
        var expansion = Expansion(objects: stored)
        let values = try fields(of: reference).filter { $0 != "$class" }.entries.map(\.value)
        // The values themselves are nested as if each stood alone.
        _ = try expansion.weight(of: .array(values), with: values, -1)
    }
}

/// Weighs values without resolving them. Each object is weighed once, however often it is used.
private struct Expansion {
    private let objects: StoredObjects
    private var limit: ExpansionLimit
    private var known: [UInt32: Weight] = [:]

    init(objects: StoredObjects) {
        (self.objects, limit) = (objects, ExpansionLimit(of: objects))
    }

    private mutating func weight(
        of value: PropertyList, nesting: Int
    ) throws(KeyedArchiveError) -> Weight {
        guard case .uid(let uid) = value else {
            return try weight(of: value, with: Self.parts(of: value), nesting)
        }
        guard let object = objects.object(uid) else { return Weight(values: 1) }
        switch object {
        case .array, .set, .dictionary: break
        default: return object.shallowWeight
        }
        let parts = Self.parts(of: object)
        // Many objects have one scalar, as a date has. Those are weighed each time.
        guard parts.count > 1 || parts.contains(where: { !$0.children.isEmpty }) else {
            return try weight(of: object, with: parts, nesting)
        }
        if let weight = known[uid] { return weight }
        // A collection that contains itself can't be resolved.
        known[uid] = Weight()
        let weight = try weight(of: object, with: parts, nesting)
        known[uid] = weight
        return weight
    }

    /// Weighs a value with its parts.
    mutating func weight(
        of value: PropertyList, with parts: [PropertyList], _ nesting: Int
    ) throws(KeyedArchiveError) -> Weight {
        var sum = value.shallowWeight
        // A collection of Foundation is an object with an array.
        guard nesting < 2 * Resolver.nesting else { return sum }
        for part in parts {
            sum += try weight(of: part, nesting: nesting + 1)
            if let excess = limit.excess(of: sum) {
                throw .limitExceeded("values that together stand for \(excess)")
            }
        }
        return sum
    }

    /// The values that are resolved with a value. Of an object these are Foundation's.
    private static func parts(of value: PropertyList) -> [PropertyList] {
        guard case .dictionary(let fields) = value, fields.contains("$class") else {
            return value.children
        }
        return fields.entries.compactMap { $0.key.hasPrefix("NS.") ? $0.value : nil }
    }
}

/// The most that values of an archive may stand for. The archive is measured only when they turn out to be
/// large.
struct ExpansionLimit {
    private let objects: StoredObjects
    private lazy var most = ReadingLimits.weight(ofStored: objects.weight)

    init(of objects: StoredObjects) { self.objects = objects }

    /// Describes the exceeded limit, as the end of a sentence; nil if the weight is within it.
    mutating func excess(of weight: Weight) -> String? {
        guard weight.excess(over: ReadingLimits.weight(ofStored: Weight())) != nil else {
            return nil
        }
        return weight.excess(over: most)
    }
}

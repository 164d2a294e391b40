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
        switch self {
        case .uid(let uid): return .uid(try change(uid))
        case .array(let values): return .array(try Self.map(values, change))
        case .set(let values): return .set(try Self.map(values, change))
        case .dictionary(var dictionary):
            for entry in dictionary.entries {
                dictionary[entry.key] = try entry.value.mapReferences(change)
            }
            return .dictionary(dictionary)
        default: return self
        }
    }

    private static func map(
        _ values: [PropertyList], _ change: (UInt32) throws(KeyedArchiveError) -> UInt32
    ) throws(KeyedArchiveError) -> [PropertyList] {
        var copies: [PropertyList] = []
        for value in values { copies.append(try value.mapReferences(change)) }
        return copies
    }
}

/// The references inside of one value, in their order, however deep its containers are.
struct ReferenceWalk: IteratorProtocol {
    private var pending: [PropertyList]

    init(_ value: PropertyList) {
        pending = [value]
    }

    mutating func next() -> UInt32? {
        while let value = pending.popLast() {
            switch value {
            case .uid(let uid): return uid
            case .array, .set, .dictionary: pending += value.children.reversed()
            default: break
            }
        }
        return nil
    }
}

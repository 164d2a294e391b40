extension PropertyList {
    /// The references inside a value in breadth-first order, at any depth.
    var references: [UInt32] {
        var references: [UInt32] = []
        appendReferences(to: &references)
        return references
    }

    /// Returns the first reference that is outside an archive of `count` objects; nil if there is
    /// none.
    func reference(beyond count: Int) -> UInt32? {
        switch self {
        case .array, .set, .dictionary: references.first { $0 >= count }
        case .uid(let uid): uid >= count ? uid : nil
        default: nil
        }
    }

    /// Appends the references. Most containers contain no other containers, so the queue stays
    /// empty.
    func appendReferences(to references: inout [UInt32]) {
        var containers: [PropertyList] = []
        look(&references, &containers)
        var next = 0
        while next < containers.count {
            let container = containers[next]
            container.look(&references, &containers)
            next += 1
        }
    }

    /// Collects the references and containers directly inside the value, or the value itself.
    private func look(_ references: inout [UInt32], _ containers: inout [PropertyList]) {
        switch self {
        case .uid(let uid): references.append(uid)
        case .array(let values), .set(let values):
            for value in values { value.queue(&references, &containers) }
        case .dictionary(let dictionary):
            for entry in dictionary.entries { entry.value.queue(&references, &containers) }
        default: break
        }
    }

    private func queue(_ references: inout [UInt32], _ containers: inout [PropertyList]) {
        switch self {
        case .uid(let uid): references.append(uid)
        case .array, .set, .dictionary: containers.append(self)
        default: break
        }
    }
}

extension PropertyList {
    /// The references inside of a value, nearest first, however deep its containers are.
    var references: [UInt32] {
        var references: [UInt32] = []
        appendReferences(to: &references)
        return references
    }

    /// The first reference to no object, where there are so many; nil if there is none.
    func reference(beyond count: Int) -> UInt32? {
        switch self {
        case .array, .set, .dictionary: references.first { $0 >= count }
        case .uid(let uid): uid >= count ? uid : nil
        default: nil
        }
    }

    /// Most containers have none inside of them, so that the queue stays empty.
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

    /// Looks at what is directly inside, or at the value itself.
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

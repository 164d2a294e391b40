extension PropertyList {
    /// Calls `body` with the references inside a value in breadth-first order, at any depth.
    func forEachReference(_ body: (UInt32) -> Void) {
        if case .uid(let uid) = self { return body(uid) }
        // Most containers contain no other containers, so the queue stays empty.
        var containers: [PropertyList] = []
        look(body, &containers)
        var next = 0
        while next < containers.count {
            let container = containers[next]
            container.look(body, &containers)
            next += 1
        }
    }

    /// Returns a reference that is outside an archive of `count` objects; nil if there is none.
    func reference(beyond count: Int) -> UInt32? {
        switch self {
        case .uid(let uid): return Int(uid) < count ? nil : uid
        case .array(let values), .set(let values):
            for value in values {
                if let reference = value.reference(beyond: count) { return reference }
            }
        case .dictionary(let dictionary):
            for entry in dictionary.entries {
                if let reference = entry.value.reference(beyond: count) { return reference }
            }
        default: break
        }
        return nil
    }

    /// Visits the references directly inside the container, and collects the containers.
    private func look(_ body: (UInt32) -> Void, _ containers: inout [PropertyList]) {
        switch self {
        case .array(let values), .set(let values):
            for value in values { value.visit(body, &containers) }
        case .dictionary(let dictionary):
            for entry in dictionary.entries { entry.value.visit(body, &containers) }
        default: break
        }
    }

    private func visit(_ body: (UInt32) -> Void, _ containers: inout [PropertyList]) {
        switch self {
        case .uid(let uid): body(uid)
        case .array, .set, .dictionary: containers.append(self)
        default: break
        }
    }
}

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
            // A span lends its elements, and an iterator would retain each.
            let values = values.span
            for index in values.indices {
                if case .uid(let uid) = values[index], Int(uid) < count { continue }
                if let reference = values[index].reference(beyond: count) { return reference }
            }
        case .dictionary(let dictionary):
            let entries = dictionary.entries.span
            for index in entries.indices {
                if case .uid(let uid) = entries[index].value, Int(uid) < count { continue }
                if let reference = entries[index].value.reference(beyond: count) {
                    return reference
                }
            }
        default: break
        }
        return nil
    }

    /// Visits the references directly inside the container, and collects the containers.
    private func look(_ body: (UInt32) -> Void, _ containers: inout [PropertyList]) {
        switch self {
        case .array(let values), .set(let values):
            let values = values.span
            for index in values.indices { values[index].visit(body, &containers) }
        case .dictionary(let dictionary):
            let entries = dictionary.entries.span
            for index in entries.indices { entries[index].value.visit(body, &containers) }
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

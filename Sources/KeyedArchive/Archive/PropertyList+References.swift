extension PropertyList {
    /// Calls `visit` with each reference inside of a value, nearest first, however deep its
    /// containers are. Most have none inside of them, so that the queue stays empty.
    func forEachReference(
        _ visit: (UInt32) throws(KeyedArchiveError) -> Void
    ) throws(KeyedArchiveError) {
        var containers: [PropertyList] = []
        try look(&containers, visit)
        var next = 0
        while next < containers.count {
            switch containers[next] {
            case .array(let values), .set(let values):
                for value in values { try value.look(&containers, visit) }
            case .dictionary(let dictionary):
                for entry in dictionary.entries { try entry.value.look(&containers, visit) }
            default: break
            }
            next += 1
        }
    }

    private func look(
        _ containers: inout [PropertyList], _ visit: (UInt32) throws(KeyedArchiveError) -> Void
    ) throws(KeyedArchiveError) {
        switch self {
        case .uid(let uid): try visit(uid)
        case .array, .set, .dictionary: containers.append(self)
        default: break
        }
    }
}

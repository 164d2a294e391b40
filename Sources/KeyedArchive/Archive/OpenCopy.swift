/// A container that is being copied, value by value.
struct OpenCopy {
    private let original: PropertyList
    private let children: [PropertyList]
    private var copies: [PropertyList] = []

    init(of original: PropertyList) {
        self.original = original
        children = original.children
        copies.reserveCapacity(children.count)
    }

    /// The first value that isn't copied yet; nil after the last.
    var next: PropertyList? {
        copies.count < children.count ? children[copies.count] : nil
    }

    mutating func append(_ copy: PropertyList) {
        copies.append(copy)
    }

    var copy: PropertyList {
        switch original {
        case .array: return .array(copies)
        case .set: return .set(copies)
        case .dictionary(var dictionary):
            for (entry, copy) in zip(dictionary.entries, copies) { dictionary[entry.key] = copy }
            return .dictionary(dictionary)
        default: return original
        }
    }
}

extension PropertyList {
    /// Returns a copy with changed references, without recursion into nested containers.
    func mapReferences(
        _ change: (UInt32) throws(KeyedArchiveError) -> UInt32
    ) throws(KeyedArchiveError) -> PropertyList {
        var open = [OpenCopy(of: self)]
        while true {
            let innermost = open.count - 1
            guard let next = open[innermost].next else {
                let copy = open.removeLast().copy
                guard innermost > 0 else { return copy }
                open[innermost - 1].append(copy)
                continue
            }
            switch next {
            case .array, .set, .dictionary: open.append(OpenCopy(of: next))
            case .uid(let uid): open[innermost].append(.uid(try change(uid)))
            default: open[innermost].append(next)
            }
        }
    }
}

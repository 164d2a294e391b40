extension [UInt8] {
    /// The boxes of a HEIC file, with their sizes and names.
    private var boxes: [(name: String, bytes: ArraySlice<UInt8>)] {
        var (boxes, rest) = ([] as [(name: String, bytes: ArraySlice<UInt8>)], self[...])
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            boxes.append((name, rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        return boxes
    }

    /// A HEIC file with one more box, in a box that is made if it doesn't exist. The items' data stay at their
    /// offsets, because a box of zeros takes the place of `meta`, which goes to the end.
    ///
    /// - Parameters:
    ///   - path: the names of the boxes around it.
    ///   - isFirst: whether it is the first box there.
    public func addingBox(
        _ box: [UInt8], in path: ArraySlice<String>, first isFirst: Bool = false
    ) -> [UInt8] {
        guard let meta = boxes.first(where: { $0.name == "meta" }) else { return self }
        let space = SamplePhotograph.box("free", .init(repeating: 0, count: meta.bytes.count - 8))
        let others = boxes.flatMap { $0.name == "meta" ? space : Array($0.bytes) }
        return others + Array(meta.bytes).inserting(box, path, isFirst)
    }

    private static let heads = ["meta": 4, "iinf": 6, "iref": 4, "dref": 8]

    private func inserting(
        _ box: [UInt8], _ path: ArraySlice<String>, _ isFirst: Bool
    ) -> [UInt8] {
        guard let name = path.first else { return isFirst ? box + self : self + box }
        let head = Self.heads[name] ?? 0
        let isThere = boxes.contains { $0.name == name }
        let new = isThere ? [] : SamplePhotograph.box(name, .init(repeating: 0, count: head))
        return (self + new).boxes.flatMap { inner -> [UInt8] in
            guard inner.name == name else { return Array(inner.bytes) }
            let data = inner.bytes.dropFirst(8)
            return SamplePhotograph.box(
                name,
                data.prefix(head)
                    + Array(data.dropFirst(head)).inserting(box, path.dropFirst(), isFirst))
        }
    }
}

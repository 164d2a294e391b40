/// The paths and numbers that other planned repairs will use.
struct ReservedPaths {
    var paths: Set<WorkspacePath> = []
    /// The highest number that a document has; nil if no repair has needed it yet.
    var highest: Int?
    /// The highest number that a repair will give to a document.
    private(set) var highestTaken = 0
    /// For each name in `Lost and Found` that several entries want, the next number to try.
    private var nextNumbers: [String: Int] = [:]

    /// Reserves the first path that nothing else has.
    ///
    /// - Parameters:
    ///   - name: the name that the path should have, or begin with.
    ///   - path: returns the path with a number in its name; nil if something has it.
    mutating func first(
        for name: String, _ path: (_ suffix: String) throws -> WorkspacePath?
    ) rethrows -> WorkspacePath {
        try NumberedName.first(from: &nextNumbers[name, default: 1]) { suffix in
            try path(suffix).flatMap { paths.insert($0).inserted ? $0 : nil }
        }
    }

    mutating func take(_ name: DocumentName) -> DocumentName {
        paths.insert(.document(name))
        highestTaken = max(highestTaken, name.number)
        return name
    }
}

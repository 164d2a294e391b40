/// Results for many documents, in order. They need not be in memory: a result is read when it is used.
public struct StoredResults<Element> {
    /// The number of results.
    public let count: Int
    let element: (Int) throws -> Element

    init(count: Int, _ element: @escaping (Int) throws -> Element) {
        (self.count, self.element) = (count, element)
    }

    init(_ list: SpooledList<Element>) where Element: Spoolable {
        self.init(count: list.count) { try list.element(at: $0) }
    }

    /// The outputs of `transform` for all results, each made when it is used.
    func mapped<Output>(
        _ transform: @escaping (Element) throws -> Output
    ) -> StoredResults<Output> {
        StoredResults<Output>(count: count) { try transform(element($0)) }
    }

    static var none: StoredResults { StoredResults(count: 0) { _ in throw SpoolReader.damage } }

    /// Whether there are none.
    public var isEmpty: Bool { count == 0 }

    /// The first result; nil if there are none.
    ///
    /// - Throws: ``ScaryBugsError`` if it cannot be read.
    public var first: Element? {
        get throws { isEmpty ? nil : try element(0) }
    }

    /// Calls `body` with each result.
    ///
    /// - Throws: errors of `body`, and ``ScaryBugsError`` if a result cannot be read.
    public func visit(_ body: (Element) throws -> Void) throws {
        for index in 0..<count { try body(element(index)) }
    }

    /// The outputs of `transform` for all results. Unlike the results, all of them are in memory.
    ///
    /// - Throws: errors of `transform`, and ``ScaryBugsError`` if a result cannot be read.
    public func map<Output>(_ transform: (Element) throws -> Output) throws -> [Output] {
        try (0..<count).map { try transform(element($0)) }
    }
}

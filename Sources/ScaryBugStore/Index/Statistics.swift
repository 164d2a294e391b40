/// Numbers of documents by their most telling values.
package struct Statistics: Sendable {
    /// A value and the number of documents that have it.
    package typealias Count = (value: FieldValue?, count: Int)

    package let documents: Int
    /// The groups in the order in which they are shown, each with its name.
    package let groups: [(name: String, counts: [Count])]

    /// The most tags and the most places.
    private static let mostValues = 10

    /// - Parameter counts: one list for each of ``groupings``.
    fileprivate init(documents: Int, _ counts: [[ValueCount]]) {
        let counts = counts.map { $0.map { ($0.value, $0.count) as Count } }
        self.documents = documents
        groups = [
            ("kind", counts[0]), ("rating", Self.histogram(counts[1])),
            ("year", Self.years(counts[2])), ("month", Self.months(counts[3])),
            ("tag", Self.most(counts[4])), ("place", Self.most(counts[5])),
        ]
    }

    fileprivate static let groupings = [
        "kind", "rating", "seen:year", "seen:month", "tags", "place",
    ]

    /// The whole ratings from the highest to the lowest, then the documents without one. A rating of
    /// 3.5 counts under 3.
    private static func histogram(_ counts: [Count]) -> [Count] {
        var stars: [Int: Int] = [:]
        for (value, count) in counts {
            guard case .rating(let rating)? = value else { continue }
            stars[rating >= 5 ? 5 : rating > 0 ? Int(rating) : 0, default: 0] += count
        }
        let whole = (stars[0] == nil ? 1 : 0)...5
        return whole.reversed().map { (.rating(Float($0)), stars[$0] ?? 0) }
            + counts.filter { $0.value == nil }
    }

    private static func years(_ counts: [Count]) -> [Count] {
        counts.filter { $0.value != nil }.sorted { ($0.value?.text ?? "") < ($1.value?.text ?? "") }
    }

    /// The months of the year, all years together.
    private static func months(_ counts: [Count]) -> [Count] {
        var months: [Int: Int] = [:]
        for (value, count) in counts {
            guard let text = value?.text, text.utf8.count == 7, let month = Int(text.suffix(2)),
                (1...12).contains(month)
            else { continue }
            months[month, default: 0] += count
        }
        return months.isEmpty ? [] : (1...12).map { (.count(Int64($0)), months[$0] ?? 0) }
    }

    private static func most(_ counts: [Count]) -> [Count] {
        Array(counts.filter { $0.value != nil }.prefix(mostValues))
    }
}

extension Workspace {
    /// The statistics of documents.
    ///
    /// - Parameter report: called for a document that cannot be read.
    package func statistics(
        of selection: Selection, in context: QueryContext, report: (ScaryBugsError) throws -> Void
    ) throws -> Statistics {
        let groupings = try Statistics.groupings.map { try Grouping($0, in: context) }
        let counts = try counts(by: groupings, in: selection, report: report)
        return Statistics(documents: counts[0].reduce(0) { $0 + $1.count }, counts)
    }
}

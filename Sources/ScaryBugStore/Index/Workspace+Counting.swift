/// A value and the number of documents that have it.
package struct ValueCount: Sendable {
    /// The value in the spelling of the first document; nil for documents without one.
    package let value: FieldValue?
    package fileprivate(set) var count: Int
    /// When they were seen first and last, as exactly as it is known, such as `2026-05`; nil if no date
    /// tells it, or if nobody asked for it.
    package var first: String? { firstSeen?.known }
    package var last: String? { lastSeen?.known }
    /// The same with the day by which they are in order.
    fileprivate var firstSeen, lastSeen: (day: String, known: String)?
}

extension Workspace {
    /// Counts the documents that have each value, the most frequent value first. Equal counts are
    /// in the order of the values. Documents without a value come last.
    ///
    /// Values are equal if they differ only in case or accents, as in queries. A document counts
    /// once for each of its values. Memory is in proportion to the number of different values.
    ///
    /// - Parameters:
    ///   - findsDays: whether to find the first and the last day of each value.
    ///   - report: called for a document that cannot be read.
    package func counts(
        by grouping: Grouping, in selection: Selection, findsDays: Bool = false,
        report: (ScaryBugsError) throws -> Void
    ) throws -> [ValueCount] {
        try counts(by: [grouping], in: selection, findsDays: findsDays, report: report)
            .flatMap(\.self)
    }

    /// Counts the documents that have each value of several groupings, looking at each document once.
    func counts(
        by groupings: [Grouping], in selection: Selection, findsDays: Bool = false,
        report: (ScaryBugsError) throws -> Void
    ) throws -> [[ValueCount]] {
        var counters = groupings.map(ValueCounter.init)
        if try !countRows(in: selection, &counters, findsDays: findsDays, report: report) {
            counters = groupings.map(ValueCounter.init)
            try countDocuments(in: selection, &counters, findsDays: findsDays, report: report)
        }
        return counters.indices.map { counters[$0].sorted }
    }

    /// Counts rows of the index.
    ///
    /// - Returns: false if it cannot answer. Nothing was reported then.
    private func countRows(
        in selection: Selection, _ counters: inout [ValueCounter], findsDays: Bool,
        report: (ScaryBugsError) throws -> Void
    ) throws -> Bool {
        let groupings = counters.map(\.grouping)
        let fields = groupings.compactMap(\.field) + (findsDays ? [.seen] : [])
        var errors: [ScaryBugsError] = []
        let isDone = try withRows(of: selection, showing: .fields(fields)) { rows in
            let columns = groupings.map { $0.field.flatMap { rows.columns(of: [$0]).first } }
            let seen = findsDays ? rows.columns(of: [.seen]).first : nil
            try rows.visit { row in
                try Interruption.check()
                // A name is known of a document that can't be read, too.
                if !fields.isEmpty, let problem = row.problem {
                    return errors.append(ScaryBugsError(.damaged, problem))
                }
                if row.isIncomplete {
                    let read = try reader().values(
                        of: row.name, by: groupings, findsDays: findsDays)
                    return read.count(in: &counters, else: { errors.append($0) })
                }
                let day = seen.flatMap { row.key($0) }
                for index in counters.indices {
                    counters[index].add(row, columns[index], seen: day)
                }
            }
        }
        if isDone { try errors.forEach(report) }
        return isDone
    }

    /// Reads documents, and counts them.
    private func countDocuments(
        in selection: Selection, _ counters: inout [ValueCounter], findsDays: Bool,
        report: (ScaryBugsError) throws -> Void
    ) throws {
        let groupings = counters.map(\.grouping)
        let reader = try reader()
        let read = { @Sendable (name: DocumentName, place: WorkPlace) in
            try reader.at(place).values(of: name, by: groupings, findsDays: findsDays)
        }
        let names = try documentNames(in: selection)
        var done = 0
        try names.forEachResult(of: read) { result in
            self.report(.reading, done, of: names.count)
            done += 1
            try result.count(in: &counters, else: report)
        }
    }
}

extension Result<CountedValues, ScaryBugsError> {
    fileprivate func count(
        in counters: inout [ValueCounter], else report: (ScaryBugsError) throws -> Void
    ) rethrows {
        switch self {
        case .success(let found):
            for (index, values) in found.values.enumerated() {
                counters[index].add(values, found.seen)
            }
        case .failure(let error): try report(error)
        }
    }
}

/// The values of a document by several groupings, and when it was seen.
private struct CountedValues: Sendable {
    var values: [[SortValue: FieldValue]]
    var seen: EDTFDate?
}

extension DocumentReader {
    fileprivate func values(
        of name: DocumentName, by groupings: [Grouping], findsDays: Bool
    ) throws -> Result<CountedValues, ScaryBugsError> {
        do {
            let ofName = groupings.compactMap { $0.values(of: name) }
            if ofName.count == groupings.count, !findsDays {
                return .success(CountedValues(values: ofName))
            }
            let data = try read(open(name)).data
            var found = CountedValues(
                values: groupings.map { $0.values(of: name) ?? $0.values(of: data) })
            if findsDays, case .date(let date)? = data[.seen] { found.seen = date }
            return .success(found)
        } catch let error as ScaryBugsError {
            return .failure(error)
        }
    }
}

private struct ValueCounter {
    let grouping: Grouping
    private var counts: [SortValue: ValueCount] = [:]
    private var without = ValueCount(value: nil, count: 0)
    /// Rows that are not yet counted, by what the index has, in the order of the first ones.
    private var rows: [(value: FieldValue?, seen: String?, count: Int)] = []
    private var places: [RowKey: Int] = [:]
    private static let mostRows = 4_096

    private struct RowKey: Hashable {
        let value, seen: String?
    }

    init(_ grouping: Grouping) { self.grouping = grouping }

    mutating func add(
        _ values: [SortValue: FieldValue], _ seen: EDTFDate?, count: Int = 1
    ) {
        if values.isEmpty { without.add(seen, count: count) }
        for (key, value) in values {
            counts[key, default: ValueCount(value: value, count: 0)].add(seen, count: count)
        }
    }

    /// - Parameter column: the column of the field; nil for the kind.
    mutating func add(_ row: Workspace.Row, _ column: RowColumn?, seen: String?) {
        if let values = grouping.values(of: row.name) {
            return add(values, seen.flatMap { EDTFDate($0) })
        }
        let key = RowKey(value: column.flatMap { row.key($0) }, seen: seen)
        if let place = places[key] {
            rows[place].count += 1
            return
        }
        if rows.count == Self.mostRows { countRows() }
        places[key] = rows.count
        rows.append((column.flatMap { row.value($0) }, seen, 1))
    }

    private mutating func countRows() {
        for row in rows {
            add(grouping.values(of: row.value), row.seen.flatMap { EDTFDate($0) }, count: row.count)
        }
        (rows, places) = ([], [:])
    }

    var sorted: [ValueCount] {
        mutating get {
            countRows()
            return inOrder
        }
    }

    private var inOrder: [ValueCount] {
        let found = counts.sorted { left, right in
            left.value.count == right.value.count
                ? left.key < right.key : left.value.count > right.value.count
        }
        return found.map(\.value) + (without.count > 0 ? [without] : [])
    }
}

extension ValueCount {
    fileprivate mutating func add(_ seen: EDTFDate?, count more: Int) {
        count += more
        guard let period = seen?.period, let seen else { return }
        let days = (start: period.start.day, end: period.end.day)
        // Nobody knows on which day of several years it was.
        if days.start != nil, days.end != nil,
            period.end.clock - period.start.clock > 366 * 86_400
        {
            return
        }
        let known = seen.textWithoutDoubt.split(separator: "/").map { String($0.prefix(10)) }
        // Years have four digits, so that the texts are in the order of the days. Of dates that begin together,
        // the more exact one counts.
        let isExact = { (text: String?, other: String) in text?.utf8.count ?? 0 > other.utf8.count }
        if let day = days.start,
            firstSeen.map({ day < $0.day || day == $0.day && isExact(known.first, $0.known) })
                ?? true
        {
            firstSeen = (day, known.first ?? day)
        }
        if let day = days.end,
            lastSeen.map({ day > $0.day || day == $0.day && isExact(known.last, $0.known) }) ?? true
        {
            lastSeen = (day, known.last ?? day)
        }
    }
}

extension DatePoint {
    /// The day on the clock, such as `2026-05-01`; nil for an open end.
    fileprivate var day: String? {
        guard self != .openStart, self != .openEnd else { return nil }
        return Timestamp(secondsSince1970: DatePeriod.midnight(before: clock)).shortest
    }
}

extension Workspace {
    /// The names of the selected documents, in the order of the query or else sorted by number.
    ///
    /// - Parameters:
    ///   - selection: the documents.
    ///   - keepsOrder: whether single numbers give the order, unless the selection sorts. Otherwise
    ///     documents are sorted by number.
    /// - Throws: ``ScaryBugsError/Code/notFound`` if a selected number has no document,
    ///   ``ScaryBugsError/Code/invalidValue`` if several documents have it.
    public func documentNames(
        in selection: Selection, keepingOrder keepsOrder: Bool = false
    ) throws -> [DocumentName] {
        let kinds = selection.kinds
        let named = try selection.named.map {
            try documentName($0.number, of: $0.kind, preferring: kinds.first)
        }
        // Named documents are few, so they are read without the index.
        if !named.isEmpty, selection.ranges.isEmpty {
            var seen: Set<DocumentName> = []
            let names = named.filter { seen.insert($0).inserted }
            return try plainlySelected(
                by: selection.query, among: keepsOrder ? names : names.sorted())
        }
        let query = selection.query(naming: named)
        if let names = try withIndex(for: query, { try $0.names(query) }) ?? nil { return names }
        return try plainlySelected(by: query, among: documentNames())
    }

    /// Answers a query without the index, by reading the documents that it needs.
    ///
    /// - Parameter names: the candidates, in the order of their numbers.
    func plainlySelected(
        by query: Query, among names: [DocumentName]
    ) throws -> [DocumentName] {
        let asksForPicture = query.asksForPicture
        return try query.answer(among: names) { name in
            try ifIntact { try document(name, looksAtPicture: asksForPicture) }
        }
    }
}

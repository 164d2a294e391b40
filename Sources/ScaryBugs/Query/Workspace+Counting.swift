/// A value and the number of documents that have it.
package struct ValueCount: Sendable {
    /// The value in the spelling of the first document; nil for documents without one.
    package let value: FieldValue?
    package fileprivate(set) var count: Int
}

extension Workspace {
    /// Counts the documents that have each value, the most frequent value first. Equal counts are
    /// in the order of the values. Documents without a value come last.
    ///
    /// Values are equal if they differ only in case or accents, as in queries. A document counts
    /// once for each of its values. Memory is in proportion to the number of different values.
    ///
    /// - Parameters:
    ///   - grouping: the values to count.
    ///   - selection: the documents.
    ///   - report: called for a document that cannot be read.
    package func counts(
        by grouping: Grouping, in selection: Selection,
        report: (ScaryBugsError) throws -> Void
    ) throws -> [ValueCount] {
        var counter = ValueCounter()
        let reader = try reader()
        let read = { @Sendable (name: DocumentName, place: WorkPlace) in
            try reader.at(place).values(of: name, by: grouping)
        }
        try documentNames(in: selection).forEachResult(of: read) { result in
            switch result {
            case .success(let values): counter.add(values)
            case .failure(let error): try report(error)
            }
        }
        return counter.sorted
    }
}

extension DocumentReader {
    fileprivate func values(
        of name: DocumentName, by grouping: Grouping
    ) throws -> Result<[SortValue: FieldValue], ScaryBugsError> {
        do {
            if let values = grouping.values(of: name) { return .success(values) }
            return .success(grouping.values(of: try read(open(name)).data))
        } catch let error as ScaryBugsError {
            return .failure(error)
        }
    }
}

private struct ValueCounter {
    private var counts: [SortValue: ValueCount] = [:]
    private var without = ValueCount(value: nil, count: 0)

    /// Adds the values of one document.
    mutating func add(_ values: [SortValue: FieldValue]) {
        if values.isEmpty { without.count += 1 }
        for (key, value) in values {
            counts[key, default: ValueCount(value: value, count: 0)].count += 1
        }
    }

    var sorted: [ValueCount] {
        let found = counts.sorted { left, right in
            left.value.count == right.value.count
                ? left.key < right.key : left.value.count > right.value.count
        }
        return found.map(\.value) + (without.count > 0 ? [without] : [])
    }
}

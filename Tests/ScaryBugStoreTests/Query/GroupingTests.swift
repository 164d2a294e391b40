import TestSupport
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

@Suite struct GroupingTests {
    @Test(arguments: [
        ("2026-05-01", ["2026", "2026-05", "2026-05-01"]),
        ("2026-05-01T23:30+02:00", ["2026", "2026-05", "2026-05-01"]),
        ("2026-05", ["2026", "2026-05", "2026-05"]), ("1906", ["1906", "1906", "1906"]),
        ("1906~", ["1906", "1906", "1906"]), ("1906-04?", ["1906", "1906-04", "1906-04"]),
        ("2026-05/2026-06", ["2026", "2026-05", "2026-05"]),
        ("2026-05-30/..", ["2026", "2026-05", "2026-05-30"]),
        ("../2025-12", ["2025", "2025-12", "2025-12"]), ("1906/1908?", ["1906", "1906", "1906"]),
    ])
    func `a date counts under the period in which it begins`(date: String, periods: [String]) {
        #expect(Grouping.Period.allCases.map { $0.beginning(of: date) } == periods)
    }

    @Test(arguments: [
        ("place", ["Hyde Park 1", "nil 4"]), ("tag", ["beetle 1", "dead 1", "Dead Wood 1"]),
        ("kind", ["book 2", "bug 2", "creature 1"]), ("rating", ["2 1", "3.5 1", "nil 3"]),
        ("available", ["no 1", "yes 1", "nil 3"]), ("pageCount", ["228 1", "280 1", "nil 3"]),
        ("seen:month", ["2026-05 2", "nil 3"]),
        ("seen:day", ["2026-05-01 1", "2026-05-31 1", "nil 3"]),
        ("created:year", ["2026 4", "2025 1"]), ("created:month", ["2026-05 2"]),
        ("categories", ["Ants 1", "Science 1", "nil 4"]),
    ])
    func `values are counted`(field: String, expected: [String]) throws {
        let catalogue = try Catalogue()
        for workspace in [catalogue.workspace, catalogue.indexed] {
            let counts = try counts(by: field, in: workspace)
            #expect(Array(counts.prefix(expected.count)) == expected)
        }
    }

    @Test func `case and accents don't count, and a document counts once for each value`() throws {
        let bench = try Bench()
        let workspace = try bench.workspace()
        for tags in [["Café", "cafe", "Moss"], ["CAFE"], ["moss"], ["cafe"], [" "], []] {
            var data = try DocumentData(new: .bug, now: Bench.now)
            try data.set(.text("Weta"), for: .title)
            try data.set(.list(tags), for: .tags)
            _ = try workspace.add(data, picture: nil)
        }
        #expect(try counts(by: "tags", in: workspace) == ["Café 3", "Moss 2", "nil 2"])
    }

    @Test func `a document that cannot be read is reported, and the others are counted`() throws {
        let catalogue = try Catalogue()
        try catalogue.bench.directory.write(
            "no archive", to: catalogue.bench.documentPath("2.scarybug/data.plist"))
        var errors: [String] = []
        let counts = try counts(by: "rating", in: catalogue.workspace) { errors.append($0) }
        #expect(counts == ["3.5 1", "nil 3"])
        #expect(errors.count == 1)
    }

    @Test(arguments: [
        ("tagz", "count by: there is no field 'tagz'; the nearest is 'tags'"),
        ("image", "count by: image is a file; has:image finds what has one"),
        ("tag:month", "count by: tags is not a date, so it has no month"),
        ("seen:week", "count by: seen has no period 'week'; there are: year, month, day"),
        ("kind:month", "count by: kind is not a date, so it has no month"),
        (
            "number",
            "count by: there is no field 'number'; it takes a field, kind, or seen:year; "
                + "'fields' lists the fields"
        ),
    ])
    func `a wrong field or period is refused`(word: String, expected: String) {
        #expect(
            message { _ = try Grouping(word, in: QueryContext(now: Catalogue.now)) } == expected)
    }

    private func counts(
        by word: String, in workspace: Workspace, report: (String) -> Void = { _ in }
    ) throws -> [String] {
        let grouping = try Grouping(word, in: QueryContext(now: Catalogue.now))
        return try workspace.counts(by: grouping, in: .all) { report($0.message) }
            .map { "\($0.value?.text ?? "nil") \($0.count)" }
    }
}

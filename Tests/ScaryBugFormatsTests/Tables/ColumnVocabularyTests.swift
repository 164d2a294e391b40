import ScaryBugRecords
import Testing

@testable import ScaryBugFormats

@Suite struct ColumnVocabularyTests {
    private static let vocabulary = ColumnVocabulary.shared

    @Test(arguments: [
        ("Life stage", "lifestage"), ("LIFE_STAGE", "lifestage"), ("dwc:eventDate", "eventdate"),
        ("http://rs.tdwg.org/dwc/terms/sex", "sex"), ("https://x.org/a#sex", "sex"),
        ("Länge", "lange"), ("AGE/SEX", "agesex"), ("", ""), (":", ""),
    ])
    func `case, accents, marks and prefixes of a column's name don't count`(
        name: String, plain: String
    ) {
        #expect(ColumnVocabulary.plain(name) == plain)
    }

    @Test func `each line of the list names a field or a part of one`() {
        let fields = DocumentKind.bug.fields.map(\.name)
        let parts = ColumnVocabulary.Part.allCases.map(\.rawValue)
        let meanings = Self.vocabulary.places.values.joined().map(\.meaning)
        #expect(Set(meanings).isSubset(of: fields + parts))
        #expect(Set(parts).isSubset(of: meanings))
        #expect(Self.vocabulary.places[""] == nil)
    }

    @Test func `the best column comes first, whatever the order of the table`() {
        var columns = KnownColumns()
        for name in ["name", "datum", "title", "eventdate", "fremd"] { columns.add(name) }
        columns.add("title")
        #expect(columns.names(forField: "title") == ["title", "name"])
        #expect(columns.names(forField: "seen") == ["eventdate", "datum"])
        #expect(columns.names(forField: "sex").isEmpty)
    }

    @Test func `a part has names on several lines`() {
        var columns = KnownColumns()
        for name in ["lat", "privatelatitude", "decimallatitude"] { columns.add(name) }
        #expect(columns.names(.latitude) == ["privatelatitude", "decimallatitude", "lat"])
        #expect(columns.names(.latitude, line: 1) == ["decimallatitude"])
        #expect(columns.names(.latitude, line: 3).isEmpty)
    }

    @Test func `a person extends the list with a line`() {
        let vocabulary = ColumnVocabulary("# all\nsex: sex, kjønn*,\n  sukupuoli\ntime: kello\n")
        #expect(vocabulary.fields == ["sex"])
        #expect(vocabulary.places["sukupuoli"]?.map(\.meaning) == ["sex"])
        #expect(vocabulary.means(.time, "kello"))
        #expect(vocabulary.marks == [ColumnVocabulary.plain("kjønn")])
    }
}

import Testing

@testable import ScaryBugFormats

@Suite struct TableOriginTests {
    @Test(arguments: [
        ("number,kind,title", TableOrigin.own),
        ("Title,Identifier", .own),
        ("scientificName,identifier", .own),
        ("kind,title", .own),
        ("title,number", .handmade),
        ("title,place", .handmade),
        ("title,dwc:scientificName", .foreign),
        ("kind,observed_on", .foreign),
        ("", .handmade),
    ])
    func `the columns tell who made a table`(names: String, origin: TableOrigin) {
        #expect(TableOrigin(names.split(separator: ",").map(String.init)) == origin)
    }

    @Test func `columns for which the user names fields tell nothing`() {
        let names = ["title", "Observed On", "identifier"]
        #expect(TableOrigin(names, besides: ["identifier": "title"]) == .foreign)
        #expect(TableOrigin(names, besides: ["identifier": "", "observed on": ""]) == .handmade)
    }

    @Test func `a map is ours if its points have a kind and an identifier`() {
        #expect(TableOrigin(["identifier", "kind", "title"], isMap: true) == .own)
        #expect(TableOrigin(["identifier", "title"], isMap: true) == .foreign)
    }
}

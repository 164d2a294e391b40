import Testing

@testable import ScaryBugRecords

@Suite struct DocumentKindTests {
    private let field = Result { try Field(custom: "habitat", .text) }

    @Test func `kinds with different fields are unequal`() throws {
        let field = try field.get()
        let bug = DocumentKind.bug.adding([field])
        #expect(bug != .bug)
        #expect(bug == DocumentKind.bug.adding([field]))
        #expect(bug != DocumentKind.bug.adding([try Field(custom: "habitat", .list)]))
        #expect(Set([bug, .bug, DocumentKind.bug.adding([field])]).count == 2)
    }

    @Test func `a name has the same kind, whatever the user's fields are`() throws {
        let name = DocumentName(number: 3, kind: .book.adding([try field.get()]))
        #expect(name == DocumentName(number: 3, kind: .book))
        #expect(name.kind == .book)
    }

    @Test func `names are sorted by number, then by kind, and each has an ID`() {
        let names = [1, 2, DocumentName.numbers.upperBound].flatMap(DocumentName.all)
        let sorted = names.sorted { ($0.number, $0.kind.name) < ($1.number, $1.kind.name) }
        #expect(names.sorted() == sorted)
        for name in names { #expect(DocumentName(indexID: name.indexID) == name) }
        // No kind has this ID. It stands for the same as the ID before it.
        #expect(DocumentName(indexID: 7) == DocumentName(indexID: 6))
    }

    @Test func `kinds are listed once, in their order`() {
        #expect(
            DocumentKind.distinct([.book, .bug, .book, .creature]) == [.bug, .creature, .book])
    }
}

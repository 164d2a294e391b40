import Testing

@testable import ScaryBugs

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

    @Test func `kinds are listed once, in their order`() {
        #expect(
            DocumentKind.distinct([.book, .bug, .book, .creature]) == [.bug, .creature, .book])
    }
}

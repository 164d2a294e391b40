import Testing

@testable import ScaryBugs

/// Lists in a file.
@Suite struct SpooledListTests {
    /// More elements than wait in memory.
    private static let names = (1...10_000).map {
        DocumentName(number: $0, kind: $0.isMultiple(of: 2) ? .bug : .book)
    }

    private static func list(_ names: [DocumentName]) throws -> SpooledList<DocumentName> {
        var list = SpooledList<DocumentName>()
        for name in names { try list.append(name) }
        return list
    }

    @Test func `the elements come back, those in the file and those in memory`() throws {
        let list = try Self.list(Self.names)
        #expect(list.count == Self.names.count)
        #expect(try list.indices.map { try list.element(at: $0) } == Self.names)
    }

    @Test(arguments: [0, 1, 3_000, 9_999, 10_000])
    func `what is removed at the end gives way to others`(count: Int) throws {
        var list = try Self.list(Self.names)
        list.removeAll(after: count)
        #expect(list.count == count)
        for name in Self.names.reversed() { try list.append(name) }
        #expect(
            try list.indices.map { try list.element(at: $0) }
                == Self.names.prefix(count) + Self.names.reversed())
    }

    @Test func `elements are sorted by a key, and equal ones keep their order`() throws {
        let sorted = try Self.list(Self.names).sorted { $0.number % 3 }
        let expected = (0..<3).flatMap { rest in Self.names.filter { $0.number % 3 == rest } }
        #expect(try sorted.indices.map { try sorted.element(at: $0) } == expected)
    }

    @Test func `an error is a result, too`() throws {
        var list = SpooledList<Result<DocumentName, any Error>>()
        try list.append(.success(Self.names[0]))
        try list.append(.failure(ScaryBugsError.noDocument(7)))
        let results = StoredResults(list)
        #expect(try results.first?.get() == Self.names[0])
        #expect(
            try results.map { result in message { _ = try result.get() } }
                == [nil, ScaryBugsError.noDocument(7).message])
    }

    @Test func `a whole document comes back`() throws {
        var data = try DocumentData(new: .bug, now: Bench.now)
        try data.set(.text("Ant"), for: .title)
        let picture = Picture(fileName: "fullImage.jpg", size: 9, type: .jpeg)
        var list = SpooledList<StoredContents>()
        try list.append(
            StoredContents(DocumentContents(data: data, picture: picture), data.encoded()))
        let contents = try list.element(at: 0).read()
        #expect(contents.data.title == "Ant")
        #expect(contents.picture == picture)
    }

    @Test func `a row of a table comes back with values of all kinds`() throws {
        let values: [TableValue] = [
            .null, .boolean(true), .integer(.min), .real(-0.5), .text("Käfer"),
            .list([.text("oak"), .null, .list([])]), .object(["a": .integer(1), "b": .null]),
        ]
        let row = TableRow(
            line: 3,
            cells: values.enumerated().map { index, value in
                TableCell(
                    column: "c\(index)", position: index == 0 ? nil : index, value: value)
            }, hasOtherFields: true)
        var list = SpooledList<TableRow>()
        try list.append(row)
        #expect(try list.element(at: 0) == row)
    }

    @Test func `equal kinds of many documents are one object`() throws {
        let habitat = try Field(custom: "habitat", .text)
        var list = SpooledList<StoredContents>()
        for _ in 1...3 {
            let data = try DocumentData(new: .bug.adding([habitat]), now: Bench.now)
            try list.append(
                StoredContents(DocumentContents(data: data, picture: nil), data.encoded()))
        }
        let kinds = try list.indices.map { try list.element(at: $0).kind }
        #expect(kinds.allSatisfy { $0 === kinds[0] })
        #expect(kinds[0].customFields == [habitat])
    }
}

import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

@Suite struct SearchRoomTests {
    private func data(_ values: [(Field, FieldValue)]) throws -> DocumentData {
        var data = try DocumentData(new: .bug, now: Timestamp(secondsSince1970: 0))
        for (field, value) in values { try data.set(value, for: field) }
        return data
    }

    private func row(_ data: DocumentData) throws -> IndexRow {
        IndexRow(DocumentName(number: 1, kind: .bug), data, .init())
    }

    @Test func `texts have room in the order of the fields`() throws {
        let text = String(repeating: "é", count: Limits.searchedBytes / 4)
        let values: [(Field, FieldValue)] = [(.title, .text("Moth")), (.notes, .text(text))]
        #expect(try data(values).isSearchedWhole(fileSize: 1 << 20))
        let long = try data(values + [(.species, .text(text + "y"))])
        #expect(!long.isSearchedWhole(fileSize: 1 << 20))
        let row = try row(long)
        #expect(row.texts.count <= Limits.searchedBytes + 10_000)
        #expect(String(decoding: row.texts[row.title], as: UTF8.self) == "Moth")
    }

    @Test func `no value of a list is searched in part`() throws {
        var room = SearchRoom()
        let value = String(repeating: "a", count: Limits.searchedBytes / 2)
        #expect(room.fit(.list([value, value, "b"]), of: .tags) == .list([value]))
        #expect(room.isExceeded)
    }
}

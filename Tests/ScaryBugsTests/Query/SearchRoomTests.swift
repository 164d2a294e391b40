import Testing

@testable import ScaryBugs

@Suite struct SearchRoomTests {
    private func data(_ values: [(Field, FieldValue)]) throws -> DocumentData {
        var data = try DocumentData(new: .bug, now: Timestamp(secondsSince1970: 0))
        for (field, value) in values { try data.set(value, for: field) }
        return data
    }

    private func row(_ data: DocumentData) throws -> IndexRow {
        IndexRow(DocumentName(number: 1, kind: .bug), data, .init())
    }

    @Test func `a megabyte of ordinary text is searched as a whole`() throws {
        for text in ["bug ", "Käfer ", "жук ", "甲虫", "딱정벌레 ", "a 🪲 "] {
            let notes = String(repeating: text, count: (1 << 20) / text.utf8.count)
            #expect(
                try data([(.title, .text("x")), (.notes, .text(notes))]).isSearchedWhole(
                    fileSize: 1 << 20))
        }
    }

    @Test func `every character has room for what it becomes`() throws {
        // Beyond the first two planes are few characters that change.
        for value in Array(UInt32(1)...0x1FFFF) + Array(stride(from: 0x20000, to: 0x110000, by: 7))
        {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(Character(scalar))
            var words: [UInt8] = []
            Tokenizer.append(text, to: &words)
            var room = SearchRoom()
            _ = room.fit(.text(text), of: .notes)
            // An ASCII character that is a word by itself is as long with the blank as its neighbours.
            if words.count > (value < 0x80 ? 1 : Limits.searchedBytes - room.left - 1) {
                Issue.record("U+\(String(value, radix: 16)) takes \(words.count)")
            }
        }
    }

    @Test func `a row has no more words than there is room for`() throws {
        let text = String(repeating: "\u{FDFA}", count: 349_000)
        let data = try data([
            (.title, .text("Moth")), (.notes, .text(text)), (.species, .text(text)),
            (.place, .text("pond")),
        ])
        #expect(!data.isSearchedWhole(fileSize: 1 << 20))
        let row = try row(data)
        #expect(row.texts.count <= Limits.searchedBytes + 10_000)
        #expect(String(decoding: row.texts[row.title], as: UTF8.self) == "Moth")
    }
}

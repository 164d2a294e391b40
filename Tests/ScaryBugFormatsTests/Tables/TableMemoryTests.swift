import Testing

@testable import ScaryBugFormats
@testable import ScaryBugRecords

/// Each test runs in a separate process, because peak memory is measured per process.
@Suite("Tables: memory")
struct TableMemoryTests {
    @Test("depends on a row, not on the file", arguments: ["title,notes\n", "{\"title\":1}\n"])
    func rows(first: String) async {
        await #expect(processExitsWith: .success) { [first = first as String] in
            let notes = String(repeating: "notes ", count: 5_000)
            let row = first.hasPrefix("{") ? "{\"notes\":\"\(notes)\"}\n" : "Ladybird,\(notes)\n"
            let growth = try Self.growth(first, row)
            #expect(growth < 1 << 20)
        }
    }

    @Test(
        "what is too long for a row is not kept", arguments: ["title,notes\n1,\"", "{\"title\":\""])
    func longRow(first: String) async {
        await #expect(processExitsWith: .success) { [first = first as String] in
            let growth = try Self.growth(first, String(repeating: "x", count: 30_000))
            #expect(growth < 1 << 20)
        }
    }

    @Test(
        "a row without an end is not read to the end of the file",
        arguments: [
            (TableFormat.separated(by: nil), "title\n", ["title"]),
            (.separated(by: nil), "title\n\"", ["title"]), (.json, "{}\n", ["1: "]),
        ])
    func hole(format: TableFormat, first: String, outcomes: [String]) throws {
        var limits = Limits()
        limits.textFileBytes = 1_000
        let table = try TableFile(first, inFileOf: 1 << 40)
        #expect(
            try table.outcomes(as: format, limits: limits) == outcomes + [
                "line 2: the row is many times longer than 1,000 bytes, so the rest of the table "
                    + "is not read; 'config textFileBytes=N' raises the limit"
            ])
    }

    /// The additional memory for a file of 2 MB compared with one of 90 kB, in bytes.
    private static func growth(_ first: String, _ piece: String) throws -> Int {
        let short = try readAll(TableFile(first, piece, count: 3).open())
        let before = try ProcessMemory.highest()
        let long = try readAll(TableFile(first, piece, count: 70).open())
        #expect(short == 1 && long == 1 || short + 67 == long)
        return try ProcessMemory.highest() - before
    }

    /// Reads a table to its end, with rows of up to 60 kB, and counts rows and errors.
    private static func readAll(_ file: consuming File) throws -> Int {
        var limits = Limits()
        limits.textFileBytes = 60_000
        let isJSON = try file.prefix(1) == Array("{".utf8)
        let format: TableFormat = isJSON ? .json : .separated(by: nil)
        let reader = try format.reader(of: file, limits: limits)
        var count = 0
        while true {
            do { guard try reader.next() != nil else { return count } } catch is TableError {}
            count += 1
        }
    }
}

import SystemFiles
import TestSupport
import Testing

@testable import ScaryBugStore

/// tmpfs of Linux 6.13 and later lists the entries in the order of the latest renames. An exchange between two
/// calls of getdents(2) would hide an entry, or show it twice.
@Suite struct DirectoryListingTests {
    @Test(arguments: [10, 40, 3_000])
    func `each entry is listed once while others are exchanged`(count: Int) throws {
        let temporary = try TemporaryDirectory()
        let names = (1...count).map { "\($0).scarybug" }
        for name in names + ["new"] { try temporary.makeDirectory("documents/\(name)") }
        let documents = try Directory.open(path: temporary.path + "/documents")
        var listed: [String] = []
        try documents.forEachEntry { entry in
            if listed.isEmpty {
                for name in names.shuffled() {
                    try documents.move("new", to: name, in: documents, .exchange)
                }
            }
            listed.append(String(decoding: entry.name, as: UTF8.self))
        }
        #expect(listed.sorted() == (names + ["new"]).sorted())
    }
}

import Foundation
import Testing

@testable import ScaryBugRecords
@testable import ScaryBugStore

@Suite struct LimitsDocumentationTests {
    /// The limits that are no preferences.
    private static let fixed = [
        "titleBytes": ByteCount(Limits().titleBytes).description,
        "listValues": String(Limits().listValues),
        "mailDepth": String(Limits().mailDepth),
        "mailParts": String(Limits().mailParts),
        "mailHeaderBytes": ByteCount(Limits().mailHeaderBytes).description,
        "mailBytes": ByteCount(Limits().mailBytes).description,
        "lineBytes": ByteCount(Limits().lineBytes).description,
        "wildcardEntries": String(Limits().wildcardEntries),
        "wildcardBytes": ByteCount(Limits().wildcardBytes).description,
        "preferencesBytes": ByteCount(Limits().preferencesBytes).description,
    ]

    @Test(arguments: Limits.Name.allCases)
    func `the page about trust gives each limit with its default`(name: Limits.Name) throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/ScaryBugs/ScaryBugs.docc/Trust.md")
        let preference = Preference.named(name.rawValue)
        let value = preference.map { $0.text(of: $0.defaultValue) } ?? Self.fixed[name.rawValue]
        let row = "| `\(name.rawValue)` | \(try #require(value)) | "
        #expect(try String(contentsOf: page, encoding: .utf8).contains(row), "\(row)")
    }
}

import TestSupport
import Testing

@testable import ScaryBugRecords

@Suite struct UserNameTests {
    @Test(arguments: ["a", "alice", "0x", "a.b_c-d", String(repeating: "a", count: 32)])
    func `good names`(name: String) throws {
        #expect(try UserName(name).description == name)
    }

    @Test func `a long name is not repeated`() {
        let name = String(repeating: "é", count: 2_500)
        #expect(
            message { _ = try UserName(name) }
                == "the name of a user has at most 32 bytes, not 5,000")
        #expect(message { _ = try UserName(String(repeating: "a", count: 33)) } != nil)
    }

    @Test(arguments: [
        "", ".", "..", ".a", "-a", "_a", "Alice", "a/b", "é", "a b", "a\n", "a\0",
    ])
    func `invalid names`(name: String) {
        #expect(message { _ = try UserName(name) }?.contains("cannot be a user's name") == true)
    }
}
